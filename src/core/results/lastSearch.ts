import type { SearchQuery } from '../query/query.js';
import type { ResultsState } from './resultsState.js';

/** A search that was made, and where. */
export interface MadeSearch {
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
}

/** What was searched last, whether it went well or not; undefined where nothing was. */
export function lastSearch(state: ResultsState): MadeSearch | undefined {
  switch (state.kind) {
    case 'idle':
      return undefined;
    case 'searching':
    case 'failed':
      return state;
    case 'loadingMore':
    case 'shown':
      return state.set;
  }
}
