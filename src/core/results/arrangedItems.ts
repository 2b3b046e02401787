/** The rows of a result set sorted and grouped: worked out once for a set, when it is first looked at. */
import { intervalOf } from '../datetime.js';
import type { Item } from '../items/item.js';
import type { Arrangement, SortBy } from './arrangement.js';

/** Rows with the same value. `value` is as the service sent it (`2026-06-10` for a day); undefined where the items have none. */
export interface Group {
  readonly value: string | undefined;
  /** Places in the set's items, in the order in which they are shown. */
  readonly rows: ArrayLike<number>;
}

/** Where a row is: which group (0 where there are none) and which place in it. */
export interface RowPlace {
  readonly group: number;
  readonly row: number;
}

/** The items of one set in one arrangement. Nothing is sorted, grouped or counted before it is asked for. */
export class ArrangedItems {
  #groups: readonly Group[] | undefined;
  #places: Map<Item, RowPlace> | undefined;

  /** `isShown`: which items have rows; all of them where it is left out. */
  constructor(readonly items: readonly Item[], readonly arrangement: Arrangement, private readonly isShown?: (item: Item) => boolean) {}

  /** The groups in order; one without a value, with all rows, where nothing is grouped. */
  get groups(): readonly Group[] {
    return (this.#groups ??= groupsOf(this.items, this.arrangement, this.isShown));
  }

  /** Where an item's row is. The first call looks at all rows. */
  placeOf(item: Item): RowPlace | undefined {
    this.#places ??= this.#findPlaces();
    return this.#places.get(item);
  }

  #findPlaces(): Map<Item, RowPlace> {
    const places = new Map<Item, RowPlace>();
    this.groups.forEach(({ rows }, group) => {
      for (let row = 0; row < rows.length; row += 1) {
        const item = this.items[rows[row] ?? -1];
        if (item !== undefined) {
          places.set(item, { group, row });
        }
      }
    });
    return places;
  }
}

function groupsOf(items: readonly Item[], { groupBy, sortBy }: Arrangement, isShown: ((item: Item) => boolean) | undefined): readonly Group[] {
  const all = orderOf(items, sortBy);
  const order = isShown === undefined ? all : all.filter((place) => {
    const item = items[place];
    return item !== undefined && isShown(item);
  });
  if (groupBy === 'none') {
    return [{ value: undefined, rows: order }];
  }
  const groups = new Map<string | undefined, number[]>();
  for (const place of order) {
    const item = items[place];
    const value = item === undefined ? undefined : groupBy === 'day' ? dayOf(item) : item[groupBy] || undefined;
    const rows = groups.get(value);
    if (rows === undefined) {
      groups.set(value, [place]);
    } else {
      rows.push(place);
    }
  }
  // The newest day comes first, unless the oldest items do; other values go by their names; what has none comes last.
  const backwards = groupBy === 'day' && sortBy !== 'oldest';
  return [...groups].map(([value, rows]) => ({ value, rows })).sort((a, b) => compareValues(a.value, b.value) * (backwards && a.value !== undefined && b.value !== undefined ? -1 : 1));
}

/** The places of the items in the order in which they are shown. Items that sort alike stay as they came. */
function orderOf(items: readonly Item[], sortBy: SortBy): Uint32Array {
  const order = new Uint32Array(items.length);
  for (let place = 0; place < order.length; place += 1) {
    order[place] = place;
  }
  switch (sortBy) {
    case 'service':
      return order;
    case 'newest':
    case 'oldest': {
      // What has no time comes last in both directions.
      const sign = sortBy === 'newest' ? -1 : 1;
      const keys = Float64Array.from(items, (item) => (timeOf(item) ?? Number.NaN) * sign);
      const key = (place: number): number => keys[place] ?? Number.NaN;
      return order.sort((a, b) => compareNumbers(key(a), key(b)) || a - b);
    }
    case 'id':
    case 'platform':
    case 'status': {
      const keys = items.map((item) => item[sortBy] || undefined);
      return order.sort((a, b) => compareValues(keys[a], keys[b]) || a - b);
    }
  }
}

/** By code units: the same everywhere, and fast. */
function compareValues(a: string | undefined, b: string | undefined): number {
  if (a === b) {
    return 0;
  }
  return a === undefined ? 1 : b === undefined || a < b ? -1 : 1;
}

function compareNumbers(a: number, b: number): number {
  return Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : a - b;
}

/** Nearly all times look like this, with a day that exists; 29 February takes the slower way. */
const USUAL_TIME = /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/u;

/** When an item is, for sorting: milliseconds since the epoch. A range counts from its start. */
export function timeOf(item: Item): number | undefined {
  const text = timeText(item);
  const time = text === undefined ? Number.NaN : USUAL_TIME.test(text) ? Date.parse(text) : (intervalOf(text)?.start ?? Number.NaN);
  return Number.isNaN(time) ? undefined : time;
}

function timeText(item: Item): string | undefined {
  return item.datetime ?? item.startDatetime ?? item.endDatetime;
}

/** The day in UTC, `2026-06-10`. */
function dayOf(item: Item): string | undefined {
  const text = timeText(item);
  if (text !== undefined && USUAL_TIME.test(text)) {
    return text.slice(0, 10);
  }
  const time = timeOf(item);
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 10);
}
