/** What the window shows of searches: the latest one wins, old rows stay until new ones are there. */
import { loadAllPages } from './allPages.js';
import type { CatalogClient } from './catalogClient.js';
import type { Environment } from './environment.js';
import { Emitter, type Event } from './event.js';
import { CatalogError, throwIfCancelled, toFailure, type Failure } from './failure.js';
import type { Item, ItemKey } from './item.js';
import { appendPage, emptyResultSet, findInSet, itemCount, type ResultSet } from './pages.js';
import type { Clock } from './ports.js';
import { hasOwnFilters, resolveQuery, type SearchQuery } from './query.js';
import { ResultHistory, type KeptSet } from './resultHistory.js';
import { SharedWork, type WorkOptions } from './sharedWork.js';

export type ResultsState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly environment: string; readonly query: SearchQuery; readonly previous: ResultSet | undefined }
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

export interface ResultsPorts {
  /** Called with the first search: the client's code loads then. */
  readonly client: () => Promise<CatalogClient>;
  readonly clock: Clock;
}

/** So many pages are looked at in one go for filters that only this client knows; then a person decides. */
export const PAGES_AT_ONCE = 10;

export type OnProgress = (receivedBytes: number) => void;

/** Told how many items there are so far. */
export type OnCount = (items: number) => void;

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
  readonly #history = new ResultHistory();
  #state: ResultsState = { kind: 'idle' };
  /** The state to go back to when what runs is cancelled. */
  #settled: ResultsState = this.#state;
  #running: Running | undefined;
  /** Names the set on screen in the history. */
  #shown: number | undefined;
  #last: { readonly environment: Environment; readonly query: SearchQuery } | undefined;

  constructor(private readonly ports: ResultsPorts) {}

  get state(): ResultsState {
    return this.#state;
  }

  /**
   * Runs a search and shows its first page, and goes on from there where filters that only this client knows leave less than a page. A search that runs already is given up for it, unless it is the same one: then both
   * get its result. Cancelled, it leaves everything as it was.
   * @throws CatalogError what the client throws; `cancelled` also when a later search took over.
   */
  search(environment: Environment, query: SearchQuery, signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    this.#last = { environment, query };
    const key = keyOf(environment, query);
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
        const now = this.ports.clock.now();
        const set = appendPage(emptyResultSet(environment.name, resolved, now), page, now);
        return () => this.#keep(environment, query, set);
      },
    };
    return this.#filled(this.#running?.key === key ? this.#running.work.join(signal, onProgress) : this.#start(task, signal, onProgress), key, signal);
  }

  /**
   * Adds the next page to the rows, or up to {@link PAGES_AT_ONCE} where filters that only this client knows leave less than a page. While a search or another page is on its way, that one is waited for instead.
   * @throws CatalogError as {@link search}; `invalid` where there is no next page.
   */
  async loadMore(signal: AbortSignal): Promise<ResultSet> {
    return await (this.#running === undefined ? this.#follow('loadMore', this.#oneMore(), signal) : this.#running.work.join(signal));
  }

  /**
   * Adds page after page until there are no more, or at least `upTo` items. Each next page is asked for while the one before is shown.
   * Cancelled or failed, the rows that came stay, and can be continued. What runs already is waited for first.
   * @param upTo items in all, those that are there already included
   * @throws CatalogError as {@link loadMore}
   */
  async loadAll(upTo: number, signal: AbortSignal, onCount?: OnCount): Promise<ResultSet> {
    while (this.#running !== undefined && this.#running.key !== 'loadAll') {
      await this.#running.work.join(signal);
    }
    return await (this.#running === undefined ? this.#follow('loadAll', { upTo }, signal, onCount) : this.#running.work.join(signal, onCount));
  }

  /** Runs the last search again, whether it went well or not; `lastDays` counts from now. Throws as {@link search}. */
  again(signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    return this.#last === undefined
      ? Promise.reject(new CatalogError({ kind: 'invalid', field: 'search', problem: 'There is no search to run again.' }))
      : this.search(this.#last.environment, this.#last.query, signal, onProgress);
  }

  /** Gives up what runs and shows no rows. The last search can still be run again, and its set be gone back to. */
  clear(): void {
    this.#giveUp();
    this.#shown = undefined;
    this.#settle({ kind: 'idle' });
  }

  /** The sets that can be gone back to, the one used last first; the one on screen is among them. */
  get history(): readonly KeptSet[] {
    return this.#history.sets;
  }

  /** The search whose rows are on screen. */
  get shown(): KeptSet | undefined {
    return this.#shown === undefined ? undefined : this.#history.get(this.#shown);
  }

  /**
   * Shows the rows of an earlier search as they were, without a request; what runs is given up. "Again" and "more" mean that search then.
   * @returns the set; undefined where it is kept no more
   */
  goBack(id: number): ResultSet | undefined {
    const kept = this.#history.use(id);
    if (kept === undefined) {
      return undefined;
    }
    this.#giveUp();
    this.#shown = id;
    this.#last = { environment: kept.environment, query: kept.query };
    this.#settle({ kind: 'shown', set: kept.set });
    return kept.set;
  }

  /**
   * Puts the newer set of a search in the place of the one that is kept, also on screen.
   * @returns false where something runs or the search is kept no more: nothing has changed
   */
  renew(id: number, set: ResultSet): boolean {
    if (this.#running !== undefined || this.#history.get(id) === undefined) {
      return false;
    }
    this.#history.replace(id, set);
    if (this.#shown === id) {
      this.#settle({ kind: 'shown', set });
    } else {
      this.#changed.fire();
    }
    return true;
  }

  /** Whether a search or a page is on its way. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** An item among the rows, in constant time. */
  find(key: ItemKey): Item | undefined {
    const set = shownSet(this.#state);
    return set?.environment === key.environment ? findInSet(set, key.collection, key.id) : undefined;
  }

  dispose(): void {
    this.#giveUp();
    this.#changed.dispose();
  }

  #giveUp(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.work.abandon();
  }

  /** How far "more" goes: a page, or as many items as a page has. */
  #oneMore(): Extent {
    const set = this.shown?.set;
    return set === undefined || !hasOwnFilters(set.query) ? { upTo: 0 } : { upTo: itemCount(set) + set.query.limit, maxPages: PAGES_AT_ONCE };
  }

  /** The search goes on after its first page while it is still the one on screen. All who wait for it wait on. */
  async #filled(first: Promise<ResultSet>, key: string, signal: AbortSignal): Promise<ResultSet> {
    const set = await first;
    if (!hasOwnFilters(set.query) || set.next === undefined || itemCount(set) >= set.query.limit) {
      return set;
    }
    if (this.#running !== undefined) {
      return this.#running.key === key ? await this.#running.work.join(signal) : set;
    }
    return this.shown?.set === set ? await this.#follow('loadMore', { upTo: set.query.limit, maxPages: PAGES_AT_ONCE - 1, key }, signal) : set;
  }

  /** Goes on where the rows on screen end: one page at least. */
  async #follow(key: 'loadMore' | 'loadAll', extent: Extent, signal: AbortSignal, onCount?: OnCount): Promise<ResultSet> {
    const kept = this.shown;
    const next = kept?.set.next;
    if (kept === undefined || next === undefined) {
      throw new CatalogError({ kind: 'invalid', field: key, problem: 'There are no more items to load.' });
    }
    const loading = (set: ResultSet): ResultsState => ({ kind: 'loadingMore', set, ...(key === 'loadAll' ? { all: true } : {}) });
    const { upTo, maxPages } = extent;
    const task: Task = {
      key: extent.key ?? key,
      during: 'loadMore',
      environment: kept.environment.name,
      query: kept.set.query,
      previous: kept.set,
      state: loading(kept.set),
      run: async (client, { signal: work, onProgress }, running) => {
        const set = await loadAllPages(kept, next, {
          client, clock: this.ports.clock, signal: work, upTo, ...(maxPages === undefined ? {} : { maxPages }),
          onPage: (longer, show) => {
            this.#came(running, kept.id, longer);
            onProgress(itemCount(longer));
            if (show) {
              this.#show(loading(longer));
            }
          },
        });
        return () => this.#grow(kept.id, set);
      },
    };
    return await this.#start(task, signal, onCount);
  }

  #start(task: Task, signal: AbortSignal, onProgress: OnProgress | undefined): Promise<ResultSet> {
    if (signal.aborted) {
      return Promise.reject(new CatalogError({ kind: 'cancelled' }));
    }
    const running: Running = { key: task.key, previous: task.previous, work: new SharedWork((options) => this.#run(running, task, options)) };
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
      const keep = await task.run(client, options, running);
      throwIfCancelled(options.signal);
      const set = keep();
      this.#finish(running, { kind: 'shown', set });
      return set;
    } catch (error) {
      const failure = toFailure(error);
      const { during, environment, query } = task;
      const { previous } = running;
      this.#finish(running, failure.kind === 'cancelled' ? this.#settled : { kind: 'failed', failure, during, environment, query, previous });
      throw error;
    }
  }

  /** A first page: of the search on screen, which was run again, or of another one. */
  #keep(environment: Environment, query: SearchQuery, set: ResultSet): ResultSet {
    const { shown } = this;
    if (shown !== undefined && keyOf(shown.environment, shown.query) === keyOf(environment, query)) {
      return this.#grow(shown.id, set);
    }
    this.#shown = this.#history.add({ environment, query, set }).id;
    return set;
  }

  #grow(id: number, set: ResultSet): ResultSet {
    this.#history.replace(id, set);
    return set;
  }

  /** Keeps what came so far, whatever becomes of the rest. */
  #came(running: Running, id: number, set: ResultSet): void {
    if (this.#running === running) {
      running.previous = this.#grow(id, set);
      this.#settled = { kind: 'shown', set };
    }
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

/** How far to go on: until there are `upTo` items in all, over at most `maxPages` pages. `key`: the search that this is a part of. */
interface Extent {
  readonly upTo: number;
  readonly maxPages?: number;
  readonly key?: string;
}

interface Running {
  readonly key: string;
  readonly work: SharedWork<ResultSet>;
  /** The rows that stay when it fails. */
  previous: ResultSet | undefined;
}

interface Task {
  readonly key: string;
  readonly during: 'search' | 'loadMore';
  readonly environment: string;
  readonly query: SearchQuery;
  readonly previous: ResultSet | undefined;
  readonly state: ResultsState;
  /** Resolves to what keeps the set: called only where it is still wanted. */
  readonly run: (client: CatalogClient, options: WorkOptions, running: Running) => Promise<() => ResultSet>;
}

function keyOf(environment: Environment, query: SearchQuery): string {
  return JSON.stringify([environment, query]);
}
