/** A page that is scanned, not parsed: where everything is that is read of it, and whether it is sound as a whole. */
import { elementSteps, hasMark, JsonFault, JsonScanner, memberSteps, scannedValue, spaceSteps, valueSteps, type Scanned } from '../jsonScan.js';
import { stringAt } from '../jsonText.js';
import type { Steps } from '../steps.js';

export interface PageOutline {
  /** The members of the page by name, apart from lists; of several of one name the last. */
  readonly members: ReadonlyMap<string, Scanned>;
  /** The first features, as many as are read; undefined where the page has no list of them. */
  readonly features: readonly Scanned[] | undefined;
  /** Where the list of features begins; -1 where there is none. */
  readonly featuresStart: number;
  /** Features in all. */
  readonly count: number;
  readonly links: readonly Scanned[];
}

/** A page has some ten members. */
const MAX_NAME = 64;
/** Links of a page that are looked at. Catalogs send a handful. */
const MAX_LINKS = 10_000;

interface List {
  readonly start: number;
  readonly elements: Scanned[];
  count: number;
}

/**
 * @returns undefined where the page is no object
 * @throws JsonFault where it is no JSON
 */
export function* outlineSteps(page: Uint8Array, maxFeatures: number): Steps<PageOutline | undefined> {
  const scanner = new JsonScanner(page);
  const members = new Map<string, Scanned>();
  const lists = new Map<string, List>();
  const bounds: ReadonlyMap<string, number> = new Map([['features', maxFeatures], ['links', MAX_LINKS]]);
  const start = yield* spaceSteps(page, hasMark(page) ? 3 : 0);
  const isObject = page[start] === 0x7b;
  if (start === page.length) {
    throw new JsonFault('empty');
  }
  const end = !isObject ? yield* endSteps(page, scanner, start) : yield* memberSteps(page, scanner, start, function* ({ name: { start: from, end: to }, start: value }) {
    const name = to - from > MAX_NAME ? '' : stringAt(page, from, to);
    const bound = bounds.get(name);
    if (bound !== undefined && page[value] === 0x5b) {
      const list: List = { start: value, elements: [], count: 0 };
      lists.set(name, list);
      members.delete(name);
      return yield* elementSteps(page, scanner, value, (element) => {
        list.count += 1;
        if (list.count <= bound) {
          list.elements.push(element);
        }
      });
    }
    const scanned = yield* valueSteps(scanner, value);
    if (READ.has(name)) {
      lists.delete(name);
      members.set(name, scanned);
    }
    return scanned.end;
  });
  if ((yield* spaceSteps(page, end)) !== page.length) {
    throw new JsonFault('notJson');
  }
  const features = lists.get('features');
  return isObject ? { members, features: features?.elements, featuresStart: features?.start ?? -1, count: features?.count ?? 0, links: lists.get('links')?.elements ?? [] } : undefined;
}

/** Behind a page that is no object. A word that ends too soon is just another word. */
function* endSteps(page: Uint8Array, scanner: JsonScanner, start: number): Steps<number> {
  try {
    return (yield* valueSteps(scanner, start)).end;
  } catch (error) {
    throw page[start] === 0x5b ? error : new JsonFault('notJson');
  }
}

/** The members that are read. */
const READ: ReadonlySet<string> = new Set(['type', 'features', 'links', 'context', 'numberMatched', 'numberReturned']);

/** The value of one short member of an object that may be long; undefined where there is none, or no object. @throws JsonFault */
export function* memberValueSteps(page: Uint8Array, { start }: Scanned, wanted: string): Steps<unknown> {
  let value: unknown;
  const scanner = new JsonScanner(page);
  if (page[start] === 0x7b) {
    yield* memberSteps(page, scanner, start, function* ({ name, start: from }) {
      const scanned = yield* valueSteps(scanner, from);
      if (name.end - name.start <= MAX_NAME && stringAt(page, name.start, name.end) === wanted) {
        value = scanned.end - from > MAX_SHORT ? undefined : scannedValue(page, scanned);
      }
      return scanned.end;
    });
  }
  return value;
}

/** A member that is no content but a name of something, in bytes. */
const MAX_SHORT = 1024;
