/** The filters of a query that an item can be held against, by name. */
import type { SearchQuery } from './query.js';

/** The filters that are checked here. Those of {@link OWN_FILTERS} no service is asked for. */
export type QueryFilter = 'datetime' | 'bbox' | 'intersects' | 'collections' | 'ids' | OwnFilter;
export type OwnFilter = 'platforms' | 'statuses' | 'instrumentModes';

export const OWN_FILTERS: readonly OwnFilter[] = ['platforms', 'statuses', 'instrumentModes'];

/** A count for each filter. */
export type FilterCounts = Readonly<Record<QueryFilter, number>>;

export const NO_COUNTS: FilterCounts = { datetime: 0, bbox: 0, intersects: 0, collections: 0, ids: 0, platforms: 0, statuses: 0, instrumentModes: 0 };

/** Whether something is asked that only this client checks: then a page of the service may hold few items that match, or none. */
export function hasOwnFilters({ platforms, statuses, instrumentModes }: SearchQuery): boolean {
  return platforms !== undefined || statuses !== undefined || instrumentModes !== undefined;
}
