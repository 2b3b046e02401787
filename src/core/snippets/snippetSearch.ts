/** What the code of every language is made from. */
import type { SearchQuery } from '../query/query.js';

/** A search ready to be written down. */
export interface SnippetSearch {
  /** The address of the item search, without a query. */
  readonly url: string;
  /** `lastDays` is resolved: the code asks for the same time each time it runs. */
  readonly query: SearchQuery;
}

/** Where the code of every language looks for an access token. */
export const TOKEN_VARIABLE = 'CATALOG_SEARCH_TOKEN';

/** A filter that no service is asked for, and where in an item's properties the value is that has to be one of the names. */
export interface OwnFilterCode {
  readonly names: readonly string[];
  readonly property: { readonly kind: 'named'; readonly name: string } | { readonly kind: 'ending'; readonly ending: string };
}

/** The filters that only this client knows, for code to check as well. */
export function ownFilters({ platforms, statuses, instrumentModes }: SearchQuery): readonly OwnFilterCode[] {
  return [
    ...(platforms === undefined ? [] : [{ names: platforms, property: { kind: 'named', name: 'platform' } } as const]),
    ...(statuses === undefined ? [] : [{ names: statuses, property: { kind: 'ending', ending: ':status' } } as const]),
    ...(instrumentModes === undefined ? [] : [{ names: instrumentModes, property: { kind: 'ending', ending: ':instrument_mode' } } as const]),
  ];
}
