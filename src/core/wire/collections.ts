/** The list of collections (STAC API, collections): the names in it. */
import * as z from 'zod/mini';
import { isJsonObject } from '../jsonObject.js';
import { parseJson } from '../parseJson.js';

/** The list as it came: a schema for each of its entries would take longer than all the rest. */
const answer = z.object({ collections: z.custom<readonly unknown[]>(Array.isArray) });

/** More are no list to choose from. */
const MAX_COLLECTIONS = 5_000;

/** The ids, without repetitions; undefined where the body is no such list. */
export function readCollections(body: Uint8Array): readonly string[] | undefined {
  const parsed = answer.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!parsed.success) {
    return undefined;
  }
  const ids = new Set<string>();
  for (const one of parsed.data.collections) {
    const id = isJsonObject(one) ? one['id'] : undefined;
    if (typeof id === 'string' && id !== '' && ids.size < MAX_COLLECTIONS) {
      ids.add(id);
    }
  }
  return [...ids];
}
