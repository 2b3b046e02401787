/** The list of collections (STAC API, collections): the names in it. */
import { isJsonObject } from '../jsonObject.js';
import { documentSteps, elementSteps, JsonFault, JsonScanner, memberSteps, scannedValue, valueSteps } from '../jsonScan.js';
import { stringAt } from '../jsonText.js';
import { atOnce, type Steps } from '../steps.js';

/** More are no list to choose from. */
const MAX_COLLECTIONS = 5_000;

/** The ids, without repetitions; undefined where the body is no such list. */
export function readCollections(body: Uint8Array): readonly string[] | undefined {
  return atOnce(readCollectionsSteps(body));
}

/** The same, some entries at a step: a list of thousands of collections is as long as a page of items. */
export function* readCollectionsSteps(body: Uint8Array): Steps<readonly string[] | undefined> {
  const scanner = new JsonScanner(body);
  let ids: Set<string> | undefined;
  try {
    const { start } = yield* documentSteps(body);
    if (body[start] !== OBJECT) {
      return undefined;
    }
    yield* memberSteps(body, scanner, start, function* (member) {
      if (member.name.end - member.name.start > MAX_NAME || stringAt(body, member.name.start, member.name.end) !== 'collections') {
        return (yield* valueSteps(scanner, member.start)).end;
      }
      const found = new Set<string>();
      ids = undefined;
      if (body[member.start] !== ARRAY) {
        return (yield* valueSteps(scanner, member.start)).end;
      }
      ids = found;
      let looked = 0;
      return yield* elementSteps(body, scanner, member.start, (entry) => {
        looked += 1;
        const id = looked > MAX_LOOKED || found.size >= MAX_COLLECTIONS ? undefined : idOf(scannedValue(body, entry));
        if (id !== undefined) {
          found.add(id);
        }
      });
    });
  } catch (error) {
    if (error instanceof JsonFault) {
      return undefined;
    }
    throw error;
  }
  return ids === undefined ? undefined : [...(ids as ReadonlySet<string>)];
}

/** Entries that are looked at, whether they have an id or not. */
const MAX_LOOKED = 4 * MAX_COLLECTIONS;
/** A longer id is none, in UTF-16 units. */
const MAX_ID = 16_000;
/** Longer names of members are none that are looked for, in bytes. */
const MAX_NAME = 64;
const OBJECT = 0x7b;
const ARRAY = 0x5b;

function idOf(entry: unknown): string | undefined {
  const id = isJsonObject(entry) ? entry['id'] : undefined;
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID ? id : undefined;
}
