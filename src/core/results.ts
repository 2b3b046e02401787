/** What the window shows of searches: the latest one wins, old rows stay until new ones are there. */
import type { CatalogClient } from './catalogClient.js';
import type { Environment } from './environment.js';
import { Emitter, type Event } from './event.js';
import { CatalogError, throwIfCancelled, toFailure, type Failure } from './failure.js';
import type { Item, ItemKey } from './item.js';
import { appendPage, emptyResultSet, findInSet, type Page, type ResultSet } from './pages.js';
import type { Clock } from './ports.js';
import { resolveQuery, type SearchQuery } from './query.js';
import { SharedWork, type WorkOptions } from './sharedWork.js';

export type ResultsState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly environment: string; readonly query: SearchQuery; readonly previous: ResultSet | undefined }
  | { readonly kind: 'loadingMore'; readonly set: ResultSet }
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

export interface ResultsPorts {
  /** Called with the first search: the client's code loads then. */
  readonly client: () => Promise<CatalogClient>;
  readonly clock: Clock;
}

export type OnProgress = (receivedBytes: number) => void;

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

/** One object per window. */
export class Results {
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #environments = new WeakMap<ResultSet, Environment>();
  #state: ResultsState = { kind: 'idle' };
  /** The state to go back to when what runs is cancelled. */
  #settled: ResultsState = this.#state;
  #running: Running | undefined;
  #last: { readonly environment: Environment; readonly query: SearchQuery } | undefined;

  constructor(private readonly ports: ResultsPorts) {}

  get state(): ResultsState {
    return this.#state;
  }

  /**
   * Runs a search and shows its first page. A search that runs already is given up for it, unless it is the same one: then both
   * get its result. Cancelled, it leaves everything as it was.
   * @throws CatalogError what the client throws; `cancelled` also when a later search took over.
   */
  search(environment: Environment, query: SearchQuery, signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    this.#last = { environment, query };
    const key = JSON.stringify([environment, query]);
    const previous = shownSet(this.#settled);
    const task: Task = {
      key,
      during: 'search',
      environment: environment.name,
      query,
      previous,
      state: { kind: 'searching', environment: environment.name, query, previous },
      run: async (client, options) => {
        const resolved = resolveQuery(query, this.ports.clock.now());
        const page = await client.search(environment, resolved, options);
        return this.#append(emptyResultSet(environment.name, resolved, this.ports.clock.now()), page, environment);
      },
    };
    return this.#running?.key === key ? this.#running.work.join(signal, onProgress) : this.#start(task, signal, onProgress);
  }

  /**
   * Adds the next page to the rows. While a search or another page is on its way, that one is waited for instead.
   * @throws CatalogError as {@link search}; `invalid` where there is no next page.
   */
  loadMore(signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    if (this.#running !== undefined) {
      return this.#running.work.join(signal, onProgress);
    }
    const set = shownSet(this.#settled);
    const environment = set === undefined ? undefined : this.#environments.get(set);
    if (set?.next === undefined || environment === undefined) {
      return Promise.reject(new CatalogError({ kind: 'invalid', field: 'loadMore', problem: 'There are no more items to load.' }));
    }
    const { query, next } = set;
    const task: Task = {
      key: 'loadMore',
      during: 'loadMore',
      environment: set.environment,
      query,
      previous: set,
      state: { kind: 'loadingMore', set },
      run: async (client, options) => this.#append(set, await client.next(environment, query, next, options), environment),
    };
    return this.#start(task, signal, onProgress);
  }

  /** Runs the last search again, whether it went well or not; `lastDays` counts from now. Throws as {@link search}. */
  again(signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    return this.#last === undefined
      ? Promise.reject(new CatalogError({ kind: 'invalid', field: 'search', problem: 'There is no search to run again.' }))
      : this.search(this.#last.environment, this.#last.query, signal, onProgress);
  }

  /** Gives up what runs and forgets the rows. The last search can still be run again. */
  clear(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.work.abandon();
    this.#settle({ kind: 'idle' });
  }

  /** An item among the rows, in constant time. */
  find(key: ItemKey): Item | undefined {
    const set = shownSet(this.#state);
    return set?.environment === key.environment ? findInSet(set, key.collection, key.id) : undefined;
  }

  dispose(): void {
    this.#running?.work.abandon();
    this.#running = undefined;
    this.#changed.dispose();
  }

  #start(task: Task, signal: AbortSignal, onProgress: OnProgress | undefined): Promise<ResultSet> {
    if (signal.aborted) {
      return Promise.reject(new CatalogError({ kind: 'cancelled' }));
    }
    const running: Running = { key: task.key, work: new SharedWork((options) => this.#run(running, task, options)) };
    const replaced = this.#running;
    this.#running = running;
    replaced?.work.abandon();
    // At once, not when the request has noticed: what was cancelled is off the screen.
    running.work.signal.addEventListener('abort', () => this.#finish(running, this.#settled));
    this.#show(task.state);
    return running.work.join(signal, onProgress);
  }

  async #run(running: Running, task: Task, options: WorkOptions): Promise<ResultSet> {
    try {
      throwIfCancelled(options.signal);
      const client = await this.ports.client();
      throwIfCancelled(options.signal);
      const set = await task.run(client, options);
      throwIfCancelled(options.signal);
      this.#finish(running, { kind: 'shown', set });
      return set;
    } catch (error) {
      const failure = toFailure(error);
      const { during, environment, query, previous } = task;
      this.#finish(running, failure.kind === 'cancelled' ? this.#settled : { kind: 'failed', failure, during, environment, query, previous });
      throw error;
    }
  }

  #append(set: ResultSet, page: Page, environment: Environment): ResultSet {
    const longer = appendPage(set, page, this.ports.clock.now());
    this.#environments.set(longer, environment);
    return longer;
  }

  /** Ends what runs with this state; nothing happens where something else has taken over. */
  #finish(running: Running, state: ResultsState): void {
    if (this.#running === running) {
      this.#running = undefined;
      this.#settle(state);
    }
  }

  #settle(state: ResultsState): void {
    this.#settled = state;
    this.#show(state);
  }

  #show(state: ResultsState): void {
    this.#state = state;
    this.#changed.fire();
  }
}

interface Running {
  readonly key: string;
  readonly work: SharedWork<ResultSet>;
}

interface Task {
  readonly key: string;
  readonly during: 'search' | 'loadMore';
  readonly environment: string;
  readonly query: SearchQuery;
  readonly previous: ResultSet | undefined;
  readonly state: ResultsState;
  readonly run: (client: CatalogClient, options: WorkOptions) => Promise<ResultSet>;
}
