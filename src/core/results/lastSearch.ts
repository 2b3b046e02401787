import type { SearchQuery } from '../query/query.js';
import type { Results } from './results.js';

/** A search that was made, and where. */
export interface MadeSearch {
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
}

/** What was searched last in the environment that the window uses, whether it went well or not; undefined where nothing was. */
export function lastSearch({ state, last }: Pick<Results, 'state' | 'last'>): MadeSearch | undefined {
  switch (state.kind) {
    case 'idle':
      return last === undefined ? undefined : { environment: last.environment.name, query: last.query };
    case 'searching':
    case 'failed':
      return state;
    case 'loadingMore':
    case 'shown':
      return state.set;
  }
}
