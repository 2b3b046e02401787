/** The searches of one window: the latest one wins, old rows stay until new ones are there, earlier ones can be gone back to. */
import type { CatalogClient } from '../catalog/catalogClient.js';
import type { Environment } from '../environment.js';
import type { Disposable, Event } from '../event.js';
import { CatalogError, throwIfCancelled } from '../failure.js';
import type { Item, ItemKey } from '../items/item.js';
import type { PagingBounds } from '../catalog/pagingBudget.js';
import { LatestWork, type Running, type Task } from './latestWork.js';
import { emptyResultSet, findInSet, itemCount, type ResultSet } from '../catalog/pages.js';
import type { Clock } from '../ports.js';
import { hasOwnFilters } from '../query/queryFilters.js';
import type { SearchQuery } from '../query/query.js';
import { ResultHistory, type KeptSet } from './resultHistory.js';
import { rowsSet, shownSet, type ResultsState } from './resultsState.js';
import { SearchedEnvironment, type LastQuery, type WindowEnvironment } from './searchedEnvironment.js';

export interface ResultsPorts {
  /** Called with the first search: the client's code loads then. */
  readonly client: () => Promise<CatalogClient>;
  readonly clock: Clock;
  /** Only what is of this environment is shown, continued and run again. Left out, whichever was searched last is the one. */
  readonly choice?: WindowEnvironment;
}

/** So many pages are looked at in one go for filters that only this client knows; then a person decides. */
export const PAGES_AT_ONCE = 10;

export type OnProgress = (receivedBytes: number) => void;

/** Told how many items there are so far. */
export type OnCount = (items: number) => void;

/** One object per window. */
export class Results {
  readonly #work: LatestWork;
  readonly onDidChange: Event<void>;
  readonly #history = new ResultHistory();
  /** Names the set on screen in the history. */
  #shown: number | undefined;
  readonly #environment: SearchedEnvironment;
  readonly #subscription: Disposable | undefined;

  constructor(private readonly ports: ResultsPorts) {
    this.#work = new LatestWork(ports.client);
    this.onDidChange = this.#work.onDidChange;
    this.#environment = new SearchedEnvironment(ports.choice);
    this.#subscription = ports.choice?.onDidChange(() => {
      if (this.state.kind !== 'idle' && this.#environment.isLeft) {
        this.clear();
      }
    });
  }

  get state(): ResultsState {
    return this.#work.state;
  }

  /**
   * Runs a search and shows its first page, and goes on from there where filters that only this client knows leave less than a page. A
   * search that runs already is given up for it, unless it is the same one: then both get its result. Cancelled, it leaves everything
   * as it was.
   * @throws CatalogError what the client throws; `cancelled` also when a later search took over; `invalid` where the window uses another
   * environment, or this one with other settings.
   */
  search(environment: Environment, query: SearchQuery, signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    if (!this.#environment.isCurrent(environment)) {
      return Promise.reject(new CatalogError({ kind: 'invalid', field: 'environment', problem: 'It was switched or changed in the meantime. Search again.' }));
    }
    this.#environment.use(environment, query);
    const key = keyOf(environment, query);
    const previous = shownSet(this.#work.settled);
    const state = { kind: 'searching', environment: environment.name, query, previous } as const;
    const task: Task = {
      key,
      during: 'search',
      environment: environment.name,
      query,
      previous,
      state,
      run: async (client, options, running) => {
        const { loadFirstPage } = await import('./firstPage.js');
        throwIfCancelled(options.signal);
        const set = await loadFirstPage(environment, query, {
          ...options, client, clock: this.ports.clock,
          mayShow: () => this.#isAlone(running),
          show: (head) => this.#work.show(itemCount(head) === 0 ? state : { ...state, head }),
        });
        return () => this.#keep(environment, query, set);
      },
    };
    return this.#filled(this.#work.running?.key === key ? this.#work.running.work.join(signal, onProgress) : this.#work.start(task, signal, onProgress), key, signal);
  }

  /**
   * Adds the next page to the rows, or up to {@link PAGES_AT_ONCE} where filters that only this client knows leave less than a page.
   * While a search or another page is on its way, that one is waited for instead.
   * @throws CatalogError as {@link search}; `invalid` where there is no next page.
   */
  async loadMore(signal: AbortSignal): Promise<ResultSet> {
    return await (this.#work.running === undefined ? this.#follow('loadMore', this.#oneMore(), signal) : this.#work.running.work.join(signal));
  }

  /**
   * Adds page after page until there are no more, or at least `upTo` items. Each next page is asked for while the one before is shown.
   * Cancelled or failed, the rows that came stay, and can be continued. What runs already is waited for first.
   * A service whose pages do not end is left at the bounds, and can be continued as well.
   * @param upTo items in all, those that are there already included
   * @param bounds of one go, where they are not those of {@link LOAD_ALL_BOUNDS}
   * @throws CatalogError as {@link loadMore}
   */
  async loadAll(upTo: number, signal: AbortSignal, onCount?: OnCount, bounds?: PagingBounds): Promise<ResultSet> {
    while (this.#work.running !== undefined && this.#work.running.key !== 'loadAll') {
      await this.#work.running.work.join(signal);
    }
    return await (this.#work.running === undefined ? this.#follow('loadAll', { upTo, ...(bounds === undefined ? {} : { bounds }) }, signal, onCount) : this.#work.running.work.join(signal, onCount));
  }

  /** What was searched last in the environment that the window uses, whether it went well or not. */
  get last(): LastQuery | undefined {
    return this.#environment.last;
  }

  /** Runs {@link last} again, by the settings of today; `lastDays` counts from now. Throws as {@link search}. */
  again(signal: AbortSignal, onProgress?: OnProgress): Promise<ResultSet> {
    const { last } = this;
    return last === undefined
      ? Promise.reject(new CatalogError({ kind: 'invalid', field: 'search', problem: 'There is no search to run again.' }))
      : this.search(last.environment, last.query, signal, onProgress);
  }

  /** Gives up what runs and shows no rows. The last search can still be run again, and its set be gone back to. */
  clear(): void {
    this.#work.giveUp();
    this.#shown = undefined;
    this.#work.settle({ kind: 'idle' });
  }

  /** The sets of this environment that can be gone back to, the one used last first; the one on screen is among them. */
  get history(): readonly KeptSet[] {
    return this.#history.sets.filter(({ environment }) => this.#environment.isCurrent(environment));
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
    const kept = this.#kept(id) === undefined ? undefined : this.#history.use(id);
    if (kept === undefined) {
      return undefined;
    }
    this.#work.giveUp();
    this.#shown = id;
    this.#environment.use(kept.environment, kept.query);
    this.#work.settle({ kind: 'shown', set: kept.set });
    return kept.set;
  }

  /**
   * Keeps a search that is yet to run, without showing it: its set has no pages.
   * @returns what names it in the history
   */
  expect(environment: Environment, query: SearchQuery): number {
    return this.#history.add({ environment, query, set: emptyResultSet(environment.name, query, this.ports.clock.now()) }).id;
  }

  /** Keeps one set whatever other searches bring, instead of the one that was pinned before. */
  pin(id: number | undefined): void {
    this.#history.pin(id);
  }

  /**
   * Puts the newer set of a search in the place of the one that is kept, also on screen.
   * @returns false where something runs or the search is kept no more: nothing has changed
   */
  renew(id: number, set: ResultSet): boolean {
    if (this.#work.running !== undefined || this.#kept(id) === undefined) {
      return false;
    }
    this.#history.replace(id, set);
    if (this.#shown === id) {
      this.#work.settle({ kind: 'shown', set });
    } else {
      this.#work.changed();
    }
    return true;
  }

  /** Whether a search or a page is on its way. */
  get busy(): boolean {
    return this.#work.running !== undefined;
  }

  /** An item among the rows, in constant time; also where their page is still arriving. */
  find(key: ItemKey): Item | undefined {
    const set = rowsSet(this.#work.state);
    return set?.environment === key.environment ? findInSet(set, key.collection, key.id) : undefined;
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#work.dispose();
  }

  /** One of {@link history}. */
  #kept(id: number): KeptSet | undefined {
    const kept = this.#history.get(id);
    return kept !== undefined && this.#environment.isCurrent(kept.environment) ? kept : undefined;
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
    if (this.#work.running !== undefined) {
      return this.#work.running.key === key ? await this.#work.running.work.join(signal) : set;
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
    const { upTo, maxPages, bounds } = extent;
    const task: Task = {
      key: extent.key ?? key,
      during: 'loadMore',
      environment: kept.environment.name,
      query: kept.set.query,
      previous: kept.set,
      state: loading(kept.set),
      run: async (client, { signal: work, onProgress }, running) => {
        const { loadAllPages } = await import('./allPages.js');
        throwIfCancelled(work);
        const set = await loadAllPages(kept, next, {
          client, clock: this.ports.clock, signal: work, upTo, ...(maxPages === undefined ? {} : { maxPages }), ...(bounds === undefined ? {} : { bounds }),
          onPage: (longer, show) => {
            this.#came(running, kept.id, longer);
            onProgress(itemCount(longer));
            if (show) {
              this.#work.show(loading(longer));
            }
          },
        });
        return () => this.#grow(kept.id, set);
      },
    };
    return await this.#work.start(task, signal, onCount);
  }

  /** Whether no rows are on screen that would be lost for the beginning of a page. */
  #isAlone(running: Running): boolean {
    return this.#work.running === running && (running.previous === undefined || itemCount(running.previous) === 0);
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

  #came(running: Running, id: number, set: ResultSet): void {
    if (this.#work.running === running) {
      this.#work.came(running, this.#grow(id, set));
    }
  }

  #grow(id: number, set: ResultSet): ResultSet {
    this.#history.replace(id, set);
    return set;
  }
}

/** How far to go on: until there are `upTo` items in all, over at most `maxPages` pages. `key`: the search that this is a part of. */
interface Extent {
  readonly upTo: number;
  readonly maxPages?: number;
  readonly bounds?: PagingBounds;
  readonly key?: string;
}

function keyOf(environment: Environment, query: SearchQuery): string {
  return JSON.stringify([environment, query]);
}
