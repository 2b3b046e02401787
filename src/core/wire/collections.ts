/** The list of collections (STAC API, collections): the names in it. */
import * as z from 'zod/mini';
import { parseJson } from '../parseJson.js';

const answer = z.object({ collections: z.array(z.catch(z.nullable(z.object({ id: z.string() })), null)) });

/** More are no list to choose from. */
const MAX_COLLECTIONS = 5_000;

/** The ids, without repetitions; undefined where the body is no such list. */
export function readCollections(body: Uint8Array): readonly string[] | undefined {
  const parsed = answer.safeParse(parseJson(new TextDecoder().decode(body)));
  return parsed.success ? [...new Set(parsed.data.collections.flatMap((one) => (one === null || one.id === '' ? [] : [one.id])))].slice(0, MAX_COLLECTIONS) : undefined;
}
