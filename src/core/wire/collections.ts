/** The list of collections (STAC API, collections): the names in it, and its links. */
import * as z from 'zod/mini';
import { isJsonObject } from '../jsonObject.js';
import { parseJson } from '../parseJson.js';
import type { LinkShape } from './search.js';

const list = z.custom<readonly unknown[]>(Array.isArray);

/** The list as it came: a schema for each of its entries would take longer than all the rest. */
const answer = z.object({ collections: list, links: z.catch(z.optional(list), undefined) });

/** More are no list to choose from. */
export const MAX_COLLECTIONS = 5_000;

export interface CollectionsPage {
  /** The ids, without repetitions. */
  readonly names: readonly string[];
  /** Whether there are more than {@link MAX_COLLECTIONS}. */
  readonly more: boolean;
  readonly links: readonly LinkShape[];
}

/** @returns undefined where the body is no such list */
export function readCollections(body: Uint8Array): CollectionsPage | undefined {
  const parsed = answer.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!parsed.success) {
    return undefined;
  }
  const ids = new Set<string>();
  let more = false;
  for (const one of parsed.data.collections) {
    const id = isJsonObject(one) ? one['id'] : undefined;
    if (typeof id === 'string' && id !== '' && !ids.has(id)) {
      more = ids.size >= MAX_COLLECTIONS;
      if (more) {
        break;
      }
      ids.add(id);
    }
  }
  return { names: [...ids], more, links: (parsed.data.links ?? []).filter(isJsonObject) };
}
