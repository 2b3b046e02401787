/** Whatever is done in whatever order: what a window shows, asks and offers is of the environment that is named now, by its settings of now. */
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogClient, PageOptions } from '../../../src/core/catalog/catalogClient.js';
import type { Page, PageCursor } from '../../../src/core/catalog/pages.js';
import { isSameService, type Environment } from '../../../src/core/environment.js';
import { Emitter } from '../../../src/core/event.js';
import { CatalogError, type Failure } from '../../../src/core/failure.js';
import type { Item } from '../../../src/core/items/item.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { lastSearch } from '../../../src/core/results/lastSearch.js';
import { Results } from '../../../src/core/results/results.js';
import { rowsSet, shownSet } from '../../../src/core/results/resultsState.js';
import { searchOver } from '../../../src/core/results/searchOver.js';
import { SearchWatch } from '../../../src/core/results/watchSearch.js';
import { ResultsContent } from '../../../src/features/footprint/resultsContent.js';
import { earlierSets } from '../../../src/features/results/history.js';
import { treeMessage } from '../../../src/features/results/resultsWords.js';
import { createNotify, type Notify } from '../../../src/platform/notify.js';
import { environmentAt, testClock } from '../catalog/support.js';

interface Toast {
  readonly message: string;
  press(): void;
}

/** Messages that are on screen, and still are when the environment is another. */
const toasts = vi.hoisted((): { all: { message: string; titles: string[]; choose: (title: string | undefined) => void }[] } => ({ all: [] }));
vi.mock('vscode', () => {
  const show = (message: string, ...titles: string[]): Promise<string | undefined> => new Promise((resolve) => toasts.all.push({ message, titles, choose: resolve }));
  return { window: { showWarningMessage: show, showInformationMessage: show }, commands: { executeCommand: () => Promise.resolve() } };
});
beforeEach(() => {
  toasts.all = [];
});

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const FOREVER = new AbortController().signal;

/** A request as the service of one environment got it. Its items, and the host in its failures, say whose they are. */
interface Asked {
  readonly environment: Environment;
  readonly answer: (page: { readonly count: number; readonly more: boolean }) => void;
  readonly head: () => void;
  readonly fail: (failure: Failure) => void;
  open: boolean;
}

const hostOf = ({ baseUrl }: Environment): string => new URL(baseUrl).host;

/** A window with two environments, whose settings can be edited, and a service that answers when the test says so. */
class World {
  readonly definitions = new Map([['Sandbox', environment('Sandbox', 0)], ['Production', environment('Production', 0)]]);
  readonly #changed = new Emitter<void>();
  named: string | undefined = 'Sandbox';
  readonly asked: Asked[] = [];
  readonly strays: string[] = [];
  readonly results: Results;
  readonly watch: SearchWatch;
  readonly notify: Notify;
  readonly choice: { readonly current: Environment | undefined; readonly onDidChange: Emitter<void>['event'] };
  /** What the map was last told to show. */
  mapped = shownSet({ kind: 'idle' });
  #items = 0;
  signedIn = true;

  constructor() {
    const { definitions } = this;
    const named = (): string | undefined => this.named;
    this.choice = {
      get current() {
        const name = named();
        return name === undefined ? undefined : definitions.get(name);
      },
      onDidChange: this.#changed.event,
    };
    const client = {
      search: (asked: Environment, _query: SearchQuery, options: PageOptions) => this.#ask(asked, undefined, options),
      next: (asked: Environment, _query: SearchQuery, cursor: PageCursor, options: PageOptions) => this.#ask(asked, cursor, options),
    } as unknown as CatalogClient;
    const clock = testClock();
    this.results = new Results({ client: () => Promise.resolve(client), clock, choice: this.choice });
    const { results } = this;
    this.notify = createNotify({ error: () => undefined } as never, () => this.choice.current?.name);
    this.watch = new SearchWatch({
      clock: { ...clock, sleep: () => new Promise(() => undefined) },
      conditions: () => ({ focused: true, signedIn: this.signedIn, free: !results.busy }),
      find: (id) => results.history.find((kept) => kept.id === id),
      ask: async (kept, signal) => await searchOver(client, kept, clock, signal),
      renew: (id, set) => results.renew(id, set),
    });
    results.onDidChange(() => {
      this.mapped = shownSet(results.state);
      this.watch.conditionsChanged();
    });
    this.choice.onDidChange(() => this.watch.conditionsChanged());
  }

  get current(): Environment | undefined {
    return this.choice.current;
  }

  /** A search, or something like it, that a person started: what goes wrong is said, with a button to try again. */
  start(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.notify.caught('search', error, { retry: () => this.start(this.results.again(FOREVER)) }));
  }

  change(what: () => void): void {
    what();
    this.#changed.fire();
  }

  get waiting(): readonly Asked[] {
    return this.asked.filter(({ open }) => open);
  }

  get toasts(): readonly Toast[] {
    return toasts.all.filter(({ titles }) => titles.includes('Try Again')).map(({ message, choose }) => ({ message, press: () => choose('Try Again') }));
  }

  #ask(asked: Environment, cursor: PageCursor | undefined, { signal, watcher }: PageOptions): Promise<Page> {
    if (this.current === undefined || !isSameService(this.current, asked)) {
      this.strays.push(`${hostOf(asked)} was asked while ${this.named ?? 'nothing'} was the environment`);
    }
    const items = (count: number): readonly Item[] => Array.from({ length: count }, () => {
      this.#items += 1;
      return { id: `${this.#items}`, collection: hostOf(asked), datetime: undefined, platform: undefined, status: undefined, geometry: null, source: { page: new Uint8Array(), index: 0 } };
    });
    return new Promise((resolve, reject) => {
      const close = (): boolean => {
        const { open } = entry;
        entry.open = false;
        return open;
      };
      const entry: Asked = {
        environment: asked, open: true,
        head: () => watcher?.isTime() === true && watcher.show(items(2)),
        answer: ({ count, more }) => close() && resolve({
          request: cursor ?? { method: 'GET', url: `${asked.baseUrl}/0` }, items: items(count), unreadable: 0, context: {}, notes: [],
          next: more ? { method: 'GET', url: `${asked.baseUrl}/${this.#items}` } : undefined,
        }),
        fail: (failure) => close() && reject(new CatalogError(failure)),
      };
      // Not when it is given up: an answer may be late.
      void signal;
      this.asked.push(entry);
    });
  }

  /** What is there and does not belong here. */
  wrong(): readonly string[] {
    const { results, watch, current } = this;
    const host = current === undefined ? '(none)' : hostOf(current);
    const wrong = [...this.strays];
    const hold = (what: string, holds: boolean): void => {
      if (!holds) {
        wrong.push(`${what} is not of ${host}`);
      }
    };
    const sets = { rows: rowsSet(results.state), 'the map': this.mapped };
    Object.entries(sets).forEach(([what, set]) => {
      hold(what, set === undefined || (set.environment === current?.name && set.items.every(({ collection }) => collection === host)));
    });
    hold('the heading of the map', this.mapped === undefined || current === undefined || new ResultsContent(this.mapped).texts.subtitle.startsWith(current.name));
    hold('what runs or failed', !('environment' in results.state) || results.state.environment === current?.name);
    const message = treeMessage(results.state, 0) ?? '';
    hold(`the message "${message}"`, (message.match(/\w+-\d+\.example/gu) ?? []).every((named) => named === host));
    hold('the message', current === undefined ? message === '' : ![...this.definitions.keys()].some((name) => name !== current.name && message.includes(name)));
    hold('the last search', (lastSearch(results)?.environment ?? current?.name) === current?.name);
    hold('the history', [...results.history, ...earlierSets(results)].every(({ set }) => set.items.every(({ collection }) => collection === host)));
    hold('the watch', watch.id === undefined || results.history.some(({ id }) => id === watch.id));
    hold('the badge', [...(watch.watch?.marks.keys() ?? [])].every((mark) => mark.includes(host)));
    return wrong;
  }
}

function environment(name: string, version: number): Environment {
  return { ...environmentAt(`https://${name.toLowerCase()}-${version}.example`), name };
}

type Step = (world: World) => void;
const STEPS: Readonly<Record<string, (n: number) => Step>> = {
  switch: (n) => (world) => world.change(() => {
    world.named = ['Sandbox', 'Production', 'Sandbox', 'Production', undefined][n % 5];
  }),
  editAddress: (n) => (world) => world.change(() => {
    const name = n % 2 === 0 ? 'Sandbox' : 'Production';
    world.definitions.set(name, environment(name, n));
  }),
  editElse: (n) => (world) => world.change(() => {
    const name = n % 2 === 0 ? 'Sandbox' : 'Production';
    world.definitions.set(name, { ...(world.definitions.get(name) ?? environment(name, 0)), accountPageUrl: `https://account.example/${n}` });
  }),
  search: (n) => (world) => {
    const { current } = world;
    if (current !== undefined) {
      world.start(world.results.search(current, { limit: 1 + (n % 3) }, FOREVER));
    }
  },
  // A question was answered after the environment had been left.
  searchLate: (n) => (world) => world.start(world.results.search([...world.definitions.values()][n % 2] ?? environment('Sandbox', 0), { limit: 2 }, FOREVER)),
  searchOfOldSettings: () => (world) => world.start(world.results.search(environment(world.named ?? 'Sandbox', 99), { limit: 2 }, FOREVER)),
  head: (n) => (world) => world.asked[n % Math.max(1, world.asked.length)]?.head(),
  answer: (n) => (world) => world.waiting[n % Math.max(1, world.waiting.length)]?.answer({ count: 1 + (n % 4), more: n % 2 === 0 }),
  fail: (n) => (world) => {
    const asked = world.waiting[n % Math.max(1, world.waiting.length)];
    asked?.fail({ kind: 'network', host: hostOf(asked.environment), reason: 'reset', sent: true });
  },
  signOut: () => (world) => {
    world.signedIn = false;
    world.waiting.forEach(({ environment: { name }, fail }) => fail({ kind: 'signedOut', environment: name, reason: 'bySelf' }));
    world.watch.sessionChanged();
  },
  signIn: () => (world) => {
    world.signedIn = true;
    world.watch.sessionChanged();
  },
  tryAgain: (n) => (world) => world.toasts[n % Math.max(1, world.toasts.length)]?.press(),
  again: () => (world) => world.start(world.results.again(FOREVER)),
  loadMore: () => (world) => world.start(world.results.loadMore(FOREVER)),
  loadAll: () => (world) => world.start(world.results.loadAll(20, FOREVER)),
  goBack: (n) => (world) => void world.results.goBack(1 + (n % 6)),
  watch: () => (world) => {
    const { shown } = world.results;
    if (shown !== undefined) {
      world.results.pin(shown.id);
      world.watch.start(shown.id, 60_000);
    }
  },
  checkWatch: () => (world) => world.watch.checkNow().catch(() => undefined),
};

/** Some sequences begin where a search is shown, or watched and found something: chance alone seldom gets there. */
const BEGINNINGS = [[], ['search', 'answer'], ['search', 'answer', 'watch'], ['search', 'answer', 'watch', 'checkWatch', 'answer']];
const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat({ max: 11 }));
const sequence = fc.tuple(fc.constantFrom(...BEGINNINGS), fc.array(step, { minLength: 2, maxLength: 30 }))
  .map(([beginning, steps]) => [...beginning.map((name) => [name, 2] as const), ...steps]);

describe('a window and its environment', () => {
  beforeAll(async () => {
    await Promise.all([import('../../../src/core/results/firstPage.js'), import('../../../src/core/results/allPages.js'), import('../../../src/platform/failureWords.js')]);
  });

  it('show, ask and offer only what is of the environment named now, by its settings of now', async () => {
    await fc.assert(fc.asyncProperty(sequence, async (steps) => {
      toasts.all = [];
      const world = new World();
      for (const [name, n] of steps) {
        STEPS[name]?.(n)(world);
        // At once, and when everything that waits for nothing outside has run.
        expect(world.wrong()).toEqual([]);
        await tick();
        await tick();
        expect(world.wrong()).toEqual([]);
      }
      world.watch.dispose();
      world.results.dispose();
    }), { numRuns: 100 });
  });

  it('lose a first search that is on its way, and what becomes of it', async () => {
    const world = new World();
    const { results } = world;
    STEPS['search']?.(1)(world);
    await tick();
    STEPS['switch']?.(1)(world);
    expect(results.state.kind).toBe('idle');
    world.asked[0]?.answer({ count: 3, more: true });
    await tick();
    expect([results.state.kind, results.history, toasts.all]).toEqual(['idle', [], []]);
  });

  it('try again what failed by the corrected address', async () => {
    const world = new World();
    STEPS['search']?.(1)(world);
    await tick();
    world.asked[0]?.fail({ kind: 'network', host: 'sandbox-0.example', reason: 'hostNotFound', sent: false });
    await tick();
    STEPS['editAddress']?.(2)(world);
    expect([world.results.state.kind, lastSearch(world.results)?.environment]).toEqual(['idle', 'Sandbox']);
    world.start(world.results.again(FOREVER));
    await tick();
    expect(world.asked.map(({ environment: { baseUrl } }) => baseUrl)).toEqual(['https://sandbox-0.example', 'https://sandbox-2.example']);
  });

  it('run nothing for a message of an environment that was left, and say so', async () => {
    const world = new World();
    STEPS['search']?.(1)(world);
    await tick();
    STEPS['fail']?.(0)(world);
    await tick();
    await tick();
    STEPS['switch']?.(1)(world);
    STEPS['search']?.(2)(world);
    await tick();
    const before = world.asked.length;
    world.toasts[0]?.press();
    await tick();
    await tick();
    expect(world.asked).toHaveLength(before);
    expect(toasts.all.at(-1)).toMatchObject({ message: 'That was about Sandbox; this window uses Production now. Nothing was done.', titles: ['Switch Environment...'] });
  });

  it('keep what is of the environment where only its account page or its kind is another', async () => {
    const world = new World();
    STEPS['search']?.(0)(world);
    await tick();
    world.asked[0]?.answer({ count: 3, more: true });
    await tick();
    STEPS['editElse']?.(2)(world);
    expect([world.results.state.kind, world.results.shown?.set.items.length]).toEqual(['shown', 3]);
  });
});
