/** Result sets: the items of one search over all its pages, in order, without duplicates. */
import type { PagingReason } from '../failure.js';
import type { Item } from '../items/item.js';
import type { SearchQuery } from '../query/query.js';
import { NO_COUNTS, type FilterCounts } from '../query/queryFilters.js';

/** How to ask for one page. `body` is JSON text. The address is on the environment's own origin, at its search path. */
export type PageCursor =
  | { readonly method: 'GET'; readonly url: string }
  | { readonly method: 'POST'; readonly url: string; readonly body: string };

/** What the service says of a page. Only numbers that make sense are kept. */
export interface PageContext {
  readonly limit?: number;
  readonly returned?: number;
  readonly matched?: number;
}

/** Something that a person may want to know about an answer that was used all the same. Words are made where it is shown. */
export type Note =
  /** `type` was not spelled "FeatureCollection". */
  | { readonly kind: 'typeSpelling' }
  /** The content type was not JSON, the body was. */
  | { readonly kind: 'contentType' }
  /** The body was not UTF-8 throughout; what could not be read is shown as U+FFFD. */
  | { readonly kind: 'invalidUtf8' }
  /** `context.returned` does not agree with the features that came. */
  | { readonly kind: 'returnedDiffers'; readonly returned: number; readonly features: number }
  /** The service applied another limit than the one asked for. */
  | { readonly kind: 'limitDiffers'; readonly asked: number; readonly applied: number }
  /** More features in one page than this client reads. */
  | { readonly kind: 'pageCapped'; readonly kept: number; readonly sent: number }
  /** The area is too much for the service, which was asked for the box around it instead. */
  | { readonly kind: 'areaAsBox' }
  /** There is a next page, and it is not followed. `host` is where the link points, where that matters. */
  | { readonly kind: 'pagingStopped'; readonly reason: PagingReason; readonly host: string | undefined };

/** One answer. */
export interface Page {
  /** How this page was asked for. */
  readonly request: PageCursor;
  readonly items: readonly Item[];
  /** Features that could not be read and are not in `items`. */
  readonly unreadable: number;
  readonly context: PageContext;
  readonly next: PageCursor | undefined;
  readonly notes: readonly Note[];
}

/** The items gathered by one search. A new object with each page; the earlier ones stay as they were. */
export interface ResultSet {
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
  /** Made when it is first asked for: {@link itemCount} and {@link findInSet} do without. */
  readonly items: readonly Item[];
  /** How many there are in all, where the service says so. */
  readonly matched: number | undefined;
  /** Features received, over all pages. */
  readonly returned: number;
  /** Items that do not match the query, by the filter that they fail. */
  readonly leftOut: FilterCounts;
  readonly unreadable: number;
  /** Items that had come before. */
  readonly duplicates: number;
  readonly next: PageCursor | undefined;
  /** There is no next page to follow, and yet the last page was full or the service counts more. */
  readonly mayHaveMore: boolean;
  /** When the last page came, milliseconds since the epoch. */
  readonly asOf: number;
  /** Without repetitions. */
  readonly notes: readonly Note[];
  readonly pages: number;
}

/** A result set before its first page. */
export function emptyResultSet(environment: string, query: SearchQuery, now: number): ResultSet {
  return remember(
    {
      environment, query, items: [], matched: undefined, returned: 0,
      leftOut: NO_COUNTS,
      unreadable: 0, duplicates: 0, next: undefined, mayHaveMore: false, asOf: now, notes: [], pages: 0,
    },
    { items: [], positions: new Positions(), visited: new Set(), stalePages: 0, pages: 0 },
  );
}

/** The item of this name, in constant time. Items that were left out are not found. */
export function findInSet(set: ResultSet, collection: string, id: string): Item | undefined {
  const place = places.get(set);
  const position = id === '' ? undefined : place?.memory.positions.of({ collection, id });
  // The table is shared with the sets that this one grew into: what lies beyond this one's end is theirs.
  return place === undefined || position === undefined || position === LEFT_OUT || position >= place.count ? undefined : place.memory.items[position];
}

/** How many items the set has, without making the list of them. */
export function itemCount(set: ResultSet): number {
  return places.get(set)?.count ?? set.items.length;
}

/** Whether the set begins with all of the earlier one's items, in the same order: whether it is a continuation of it. In constant time. */
export function continues(set: ResultSet, earlier: ResultSet): boolean {
  const [own, other] = [places.get(set), places.get(earlier)];
  return own !== undefined && own.memory === other?.memory && own.count >= other.count;
}

/** The table of a set; undefined where it was made by hand. */
export function memoryOfSet(set: ResultSet): Memory | undefined {
  return places.get(set)?.memory;
}

/** How many items did not match the query. */
export function leftOutTotal(set: ResultSet): number {
  return Object.values(set.leftOut).reduce((sum, count) => sum + count, 0);
}

/** What a set remembers of its pages. One table grows along a line of sets, so that a page costs no more than its own items. */
export interface Memory {
  /** The items of the longest set of the line; each set knows how many are its own. */
  readonly items: Item[];
  readonly positions: Positions;
  readonly visited: Set<string>;
  stalePages: number;
  /** Pages in the table; a set with fewer is not the last of its line. */
  pages: number;
}

/** Where items stand, by collection and id. The service's own strings are the keys: nothing is made for an item. */
export class Positions {
  readonly #collections = new Map<string, Map<string, number>>();

  of({ collection, id }: Pick<Item, 'collection' | 'id'>): number | undefined {
    return this.#collections.get(collection)?.get(id);
  }

  set({ collection, id }: Pick<Item, 'collection' | 'id'>, position: number): void {
    let ids = this.#collections.get(collection);
    if (ids === undefined) {
      ids = new Map();
      this.#collections.set(collection, ids);
    }
    ids.set(id, position);
  }
}

interface Place {
  readonly memory: Memory;
  readonly count: number;
}

/** The position of an item that is not among the items of the set. */
export const LEFT_OUT = -1;
const places = new WeakMap<ResultSet, Place>();

/** Ties a set to the table of its line. */
export function remember(set: ResultSet, memory: Memory): ResultSet {
  places.set(set, { memory, count: memory.items.length });
  return set;
}
