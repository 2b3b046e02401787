import type { ResultSet } from '../catalog/pages.js';
import type { ItemSource } from '../items/item.js';

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

/** Parses each page once, and only here: nobody else needs all items as objects. */
export function searchOutcome(set: ResultSet): SearchOutcome {
  const pages = new Map<Uint8Array, readonly unknown[]>();
  const featureOf = ({ page, index }: ItemSource): unknown => {
    let features = pages.get(page);
    if (features === undefined) {
      features = (JSON.parse(new TextDecoder().decode(page)) as { readonly features: readonly unknown[] }).features;
      pages.set(page, features);
    }
    return features[index];
  };
  const items = set.items.map((item) => featureOf(item.source));
  return { items, ...(set.matched === undefined ? {} : { matched: set.matched }), returned: items.length, hasMore: set.next !== undefined };
}
