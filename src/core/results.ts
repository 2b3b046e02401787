import type { CatalogClient } from './catalogClient.js';
import type { Environment } from './environment.js';
import type { Event } from './event.js';
import type { Failure } from './failure.js';
import type { Item, ItemKey } from './item.js';
import type { ResultSet } from './pages.js';
import type { Clock } from './ports.js';
import type { SearchQuery } from './query.js';

export type ResultsState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly environment: string; readonly query: SearchQuery; readonly previous: ResultSet | undefined }
  | { readonly kind: 'loadingMore'; readonly set: ResultSet }
  | { readonly kind: 'shown'; readonly set: ResultSet }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly during: 'search' | 'loadMore'; readonly environment: string; readonly query: SearchQuery; readonly previous: ResultSet | undefined };
/** The set whose rows are on screen now. */
export declare function shownSet(state: ResultsState): ResultSet | undefined;
export declare class Results {
  constructor(ports: { readonly client: () => Promise<CatalogClient>; readonly clock: Clock });
  readonly state: ResultsState;
  readonly onDidChange: Event<void>;
  search(environment: Environment, query: SearchQuery, signal: AbortSignal, onProgress?: (receivedBytes: number) => void): Promise<ResultSet>;
  loadMore(signal: AbortSignal, onProgress?: (receivedBytes: number) => void): Promise<ResultSet>;
  again(signal: AbortSignal, onProgress?: (receivedBytes: number) => void): Promise<ResultSet>;
  clear(): void;
  find(key: ItemKey): Item | undefined;
  dispose(): void;
}
