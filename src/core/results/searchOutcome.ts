import type { ResultSet } from '../catalog/pages.js';
import { featureValueSteps, rangeOf } from '../items/itemText.js';
import { atOnce, type Steps } from '../steps.js';

/** What the `search` command and the exported API give to their callers: plain data, the items as the service sent them. */
export interface SearchOutcome {
  /** GeoJSON features, in the order of the results. */
  readonly items: readonly unknown[];
  /** How many there are in all, where the service says so. */
  readonly matched?: number;
  /** How many `items` there are. */
  readonly returned: number;
  /** Whether "Load More Items" would bring more. */
  readonly hasMore: boolean;
}

/** Only here items are parsed as a whole: nobody else needs all of them as objects. What is too much to be parsed is left out. */
export function searchOutcome(set: ResultSet): SearchOutcome {
  return atOnce(searchOutcomeSteps(set));
}

/** The same, an item at a step. */
export function* searchOutcomeSteps(set: ResultSet): Steps<SearchOutcome> {
  const items: unknown[] = [];
  for (const { source } of set.items) {
    const range = rangeOf(source);
    const value = range === undefined ? undefined : yield* featureValueSteps(source.page, range);
    if (value !== undefined) {
      items.push(value);
    }
    yield;
  }
  return { items, ...(set.matched === undefined ? {} : { matched: set.matched }), returned: items.length, hasMore: set.next !== undefined };
}
