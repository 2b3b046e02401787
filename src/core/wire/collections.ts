/** The list of collections (STAC API, collections): the names in it, and its links. */
import { isJsonObject } from '../jsonObject.js';
import { documentSteps, elementSteps, JsonFault, JsonScanner, memberSteps, scannedValue, valueSteps } from '../jsonScan.js';
import { stringAt } from '../jsonText.js';
import type { Steps } from '../steps.js';
import type { LinkShape } from './search.js';

/** More are no list to choose from. */
export const MAX_COLLECTIONS = 5_000;
/** Entries that are looked at, whether they have an id or not. */
const MAX_LOOKED = 4 * MAX_COLLECTIONS;
/** Links beyond these are not looked at. */
const MAX_LINKS = 1_000;
/** A longer id is none, in UTF-16 units. */
const MAX_ID = 16_000;
/** Longer names of members are none that are looked for, in bytes. */
const MAX_NAME = 64;
const OBJECT = 0x7b;
const ARRAY = 0x5b;

export interface CollectionsPage {
  /** The ids, without repetitions. */
  readonly names: readonly string[];
  /** Whether there are more than {@link MAX_COLLECTIONS}. */
  readonly more: boolean;
  readonly links: readonly LinkShape[];
}

/**
 * Reads the list, some entries at a step: one of thousands of collections is as long as a page of items.
 * @returns undefined where the body is no such list
 */
export function* readCollectionsSteps(body: Uint8Array): Steps<CollectionsPage | undefined> {
  const scanner = new JsonScanner(body);
  const read: { names: Names | undefined; links: LinkShape[] } = { names: undefined, links: [] };
  try {
    const { start } = yield* documentSteps(body);
    if (body[start] !== OBJECT) {
      return undefined;
    }
    yield* memberSteps(body, scanner, start, function* (member) {
      const name = member.name.end - member.name.start > MAX_NAME ? '' : stringAt(body, member.name.start, member.name.end);
      const isList = body[member.start] === ARRAY;
      // A member that stands there twice counts as it stands there last.
      if (name === 'collections') {
        const names = isList ? new Names() : undefined;
        read.names = names;
        if (names !== undefined) {
          return yield* elementSteps(body, scanner, member.start, (entry) => names.look(() => scannedValue(body, entry)));
        }
      }
      if (name === 'links') {
        const links: LinkShape[] = [];
        read.links = links;
        if (isList) {
          let looked = 0;
          return yield* elementSteps(body, scanner, member.start, (entry) => {
            looked += 1;
            const link = looked > MAX_LINKS ? undefined : scannedValue(body, entry);
            if (isJsonObject(link)) {
              links.push(link);
            }
          });
        }
      }
      return (yield* valueSteps(scanner, member.start)).end;
    });
  } catch (error) {
    if (error instanceof JsonFault) {
      return undefined;
    }
    throw error;
  }
  return read.names === undefined ? undefined : { names: [...read.names.ids], more: read.names.more, links: read.links };
}

/** The ids of the entries, as many as are wanted. */
class Names {
  readonly ids = new Set<string>();
  more = false;
  #looked = 0;

  look(entry: () => unknown): void {
    this.#looked += 1;
    if (this.#looked > MAX_LOOKED || this.more) {
      this.more = true;
      return;
    }
    const id = idOf(entry());
    if (id === undefined || this.ids.has(id)) {
      return;
    }
    if (this.ids.size >= MAX_COLLECTIONS) {
      this.more = true;
    } else {
      this.ids.add(id);
    }
  }
}

function idOf(entry: unknown): string | undefined {
  const id = isJsonObject(entry) ? entry['id'] : undefined;
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID ? id : undefined;
}
