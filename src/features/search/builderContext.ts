import type { CollectionNames, OnCollections } from '../../core/catalog/collectionList.js';
import type { Environment } from '../../core/environment.js';
import type { QueryMember, SearchQuery } from '../../core/query/query.js';
import type { AreaPicker } from '../../platform/areaPicker.js';

/** What the builder needs to know from around it. */
export interface BuilderContext {
  readonly environment: Environment;
  readonly initial: SearchQuery;
  /** What "Clear all filters" goes back to. */
  readonly blank: SearchQuery;
  readonly seen: SeenValues;
  /** The service's own list, as far as it was read; empty where it has none. Loaded when somebody wants to choose. */
  readonly collections: (signal: AbortSignal, onNames: OnCollections) => Promise<CollectionNames>;
  readonly areas: AreaPicker;
  /** What the service refused of the last search, in its own words: to be shown through `display()` only. */
  readonly refused: ReadonlyMap<QueryMember, string>;
  /** Ends the builder: another one has taken over. */
  readonly signal: AbortSignal;
}

/** Values that items of the results have, to choose from. */
export interface SeenValues {
  readonly collections: readonly string[];
  readonly platforms: readonly string[];
  readonly statuses: readonly string[];
  readonly instrumentModes: readonly string[];
}
