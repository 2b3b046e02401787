/** What the window shows of searches. */
import type { Failure } from '../failure.js';
import type { ResultSet } from '../catalog/pages.js';
import type { SearchQuery } from '../query/query.js';

export type ResultsState =
  | { readonly kind: 'idle' }
  /** `head`: how the new set will begin if its page is sound; only where there are no rows before it that would be lost. */
  | { readonly kind: 'searching'; readonly environment: string; readonly query: SearchQuery; readonly previous: ResultSet | undefined; readonly head?: ResultSet }
  /** `all`: page after page. */
  | { readonly kind: 'loadingMore'; readonly set: ResultSet; readonly all?: true }
  | { readonly kind: 'shown'; readonly set: ResultSet }
  /** `previous` holds the rows that stay; after `loadMore` it is the set that can still be continued. */
  | {
    readonly kind: 'failed';
    readonly failure: Failure;
    readonly during: 'search' | 'loadMore';
    readonly environment: string;
    readonly query: SearchQuery;
    readonly previous: ResultSet | undefined;
  };

/** The set whose rows are on screen in this state. */
export function shownSet(state: ResultsState): ResultSet | undefined {
  switch (state.kind) {
    case 'idle':
      return undefined;
    case 'searching':
    case 'failed':
      return state.previous;
    case 'loadingMore':
    case 'shown':
      return state.set;
  }
}

/** The set that the rows are of: {@link shownSet}, or the beginning of the one to come. */
export function rowsSet(state: ResultsState): ResultSet | undefined {
  return (state.kind === 'searching' ? state.head : undefined) ?? shownSet(state);
}
