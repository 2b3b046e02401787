import type { Environment } from './environment.js';
import type { Page, PageCursor } from './pages.js';
import type { Clock, Fetch, Log } from './ports.js';
import type { SearchQuery } from './query.js';
import type { Sessions } from './session.js';
export interface CatalogPorts { readonly fetch: Fetch; readonly clock: Clock; readonly sessions: Sessions; readonly log: Log }
export interface PageOptions { readonly signal: AbortSignal; readonly onProgress?: (receivedBytes: number) => void }
export declare class CatalogClient {
  constructor(ports: CatalogPorts);
  search(environment: Environment, query: SearchQuery, options: PageOptions): Promise<Page>;
  next(environment: Environment, query: SearchQuery, cursor: PageCursor, options: PageOptions): Promise<Page>;
}
