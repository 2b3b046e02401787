import { beforeAll, describe, expect, it } from 'vitest';
import { CatalogClient, type PageOptions } from '../../../src/core/catalog/catalogClient.js';
import { CatalogError, type Failure } from '../../../src/core/failure.js';
import type { Item } from '../../../src/core/items/item.js';
import type { Page, PageCursor } from '../../../src/core/catalog/pages.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { Results } from '../../../src/core/results/results.js';
import { rowsSet, shownSet, type ResultsState } from '../../../src/core/results/resultsState.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testPorts, WANTED } from './support.js';

interface Call {
  readonly query: SearchQuery;
  readonly cursor: PageCursor | undefined;
  readonly signal: AbortSignal;
  readonly progress: ((bytes: number) => void) | undefined;
  /** How the page begins, while the rest is on its way. */
  head(ids: readonly string[]): void;
  answer(ids: readonly string[], next?: number): Promise<void>;
  fail(failure: Failure): Promise<void>;
}

const itemOf = (id: string): Item => ({ id, collection: 'c', datetime: undefined, platform: undefined, status: undefined, geometry: null, source: { page: new Uint8Array(), index: 0 } });

/** A client whose answers are given by hand. */
function byHand() {
  const calls: Call[] = [];
  const request = (query: SearchQuery, cursor: PageCursor | undefined, { signal, onProgress, watcher }: PageOptions): Promise<Page> =>
    new Promise((resolve, reject) => calls.push({
      query, cursor, signal, progress: onProgress,
      head(ids) {
        if (watcher?.isTime() === true) {
          watcher.show(ids.map(itemOf));
        }
      },
      async answer(ids, next) {
        resolve({
          request: cursor ?? { method: 'GET', url: 'https://a.example/0' },
          items: ids.map(itemOf),
          unreadable: 0, context: {}, notes: [], next: next === undefined ? undefined : { method: 'GET', url: `https://a.example/${next}` },
        });
        await settled();
      },
      async fail(failure) {
        reject(new CatalogError(failure));
        await settled();
      },
    }));
  const client = {
    search: (_environment: unknown, query: SearchQuery, options: PageOptions) => request(query, undefined, options),
    next: (_environment: unknown, query: SearchQuery, cursor: PageCursor, options: PageOptions) => request(query, cursor, options),
  } as unknown as CatalogClient;
  const clock = testClock();
  const results = new Results({ client: () => Promise.resolve(client), clock });
  const states: ResultsState['kind'][] = [];
  results.onDidChange(() => states.push(results.state.kind));
  return { results, calls, states, clock };
}

/** Lets everything run that waits for nothing outside. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const HERE = environmentAt('https://a.example');
const query: SearchQuery = { limit: 10 };
const ids = (state: ResultsState): readonly string[] => shownSet(state)?.items.map(({ id }) => id) ?? [];

describe('the results of a window', () => {
  // What a search loads first is there: what runs then waits for nothing outside.
  beforeAll(async () => {
    await Promise.all([import('../../../src/core/results/firstPage.js'), import('../../../src/core/results/allPages.js')]);
  });

  it('are idle, then searching, then shown', async () => {
    const { results, calls, states } = byHand();
    expect(results.state).toEqual({ kind: 'idle' });
    const found = results.search(HERE, query, WANTED());
    expect(results.state).toMatchObject({ kind: 'searching', environment: 'Test', query, previous: undefined });
    await settled();
    await calls[0]?.answer(['a']);
    expect((await found).items).toHaveLength(1);
    expect(results.state).toMatchObject({ kind: 'shown', set: { environment: 'Test', pages: 1 } });
    expect(states).toEqual(['searching', 'shown']);
    expect(results.find({ environment: 'Test', collection: 'c', id: 'a' })?.id).toBe('a');
    expect(results.find({ environment: 'Other', collection: 'c', id: 'a' })).toBeUndefined();
  });

  it('keep the old rows while a search runs and after it fails', async () => {
    const { results, calls } = byHand();
    void results.search(HERE, query, WANTED());
    await settled();
    await calls[0]?.answer(['a']);
    const failing = failureOf(results.search(HERE, { limit: 5 }, WANTED()));
    await settled();
    expect([results.state.kind, ids(results.state)]).toEqual(['searching', ['a']]);
    await calls[1]?.fail({ kind: 'status', host: 'h', status: 500, retryAt: undefined });
    expect(await failing).toMatchObject({ kind: 'status' });
    expect(results.state).toMatchObject({ kind: 'failed', during: 'search', failure: { kind: 'status' }, query: { limit: 5 } });
    expect(ids(results.state)).toEqual(['a']);
    expect(results.find({ environment: 'Test', collection: 'c', id: 'a' })?.id).toBe('a');
  });

  it('begin with the first items of a page that arrives, and grow with it; it counts as nothing else', async () => {
    const { results, calls, states, clock } = byHand();
    const found = results.search(HERE, query, WANTED());
    await settled();
    calls[0]?.head(['a', 'b', 'a']);
    expect(rowsSet(results.state)?.items.map(({ id }) => id)).toEqual(['a', 'b']);
    expect([results.state.kind, shownSet(results.state), results.history]).toEqual(['searching', undefined, []]);
    expect(results.find({ environment: 'Test', collection: 'c', id: 'a' })?.id).toBe('a');
    // Soon after it is too early, and later there have to be more, or it has to be much later.
    calls[0]?.head(['a', 'b', 'a', 'c', 'd']);
    await clock.sleep(250, WANTED());
    calls[0]?.head(['a', 'b', 'a']);
    expect(rowsSet(results.state)?.items).toHaveLength(2);
    calls[0]?.head(['a', 'b', 'a', 'c']);
    expect(rowsSet(results.state)?.items).toHaveLength(3);
    await clock.sleep(1000, WANTED());
    calls[0]?.head(['a', 'b', 'a', 'c']);
    await calls[0]?.answer(['a', 'b', 'c']);
    expect(await found).toMatchObject({ duplicates: 0, returned: 3, pages: 1 });
    expect(rowsSet(results.state)).toBe(shownSet(results.state));
    expect(states).toEqual(['searching', 'searching', 'searching', 'searching', 'shown']);
  });

  it('lose the head of a page that then fails or is given up, and never show one in the place of rows that are there', async () => {
    const { results, calls } = byHand();
    const failing = failureOf(results.search(HERE, query, WANTED()));
    await settled();
    calls[0]?.head(['a']);
    await calls[0]?.fail({ kind: 'malformed', host: 'h', answer: 'search', reason: 'notJson' });
    expect(await failing).toMatchObject({ kind: 'malformed' });
    expect([results.state.kind, rowsSet(results.state)]).toEqual(['failed', undefined]);
    const controller = new AbortController();
    const cancelled = failureOf(results.search(HERE, query, controller.signal));
    await settled();
    calls[1]?.head(['b']);
    controller.abort();
    expect(await cancelled).toEqual({ kind: 'cancelled' });
    expect(rowsSet(results.state)).toBeUndefined();
    calls[1]?.head(['late']);
    expect(rowsSet(results.state)).toBeUndefined();
    const found = results.search(HERE, { limit: 5 }, WANTED());
    await settled();
    await calls[2]?.answer(['c']);
    await found;
    const again = results.search(HERE, { limit: 6 }, WANTED());
    await settled();
    calls[3]?.head(['d']);
    expect([results.state.kind, ids(results.state), rowsSet(results.state)?.items.length]).toEqual(['searching', ['c'], 1]);
    expect(rowsSet(results.state)?.items[0]?.id).toBe('c');
    await calls[3]?.answer(['d']);
    expect((await again).items[0]?.id).toBe('d');
  });

  it('are those of the latest search, whichever answer comes last', async () => {
    const { results, calls } = byHand();
    const first = failureOf(results.search(HERE, { limit: 1 }, WANTED()));
    await settled();
    const second = results.search(HERE, { limit: 2 }, WANTED());
    await settled();
    expect(await first).toEqual({ kind: 'cancelled' });
    expect(calls[0]?.signal.aborted).toBe(true);
    await calls[1]?.answer(['new']);
    await calls[0]?.answer(['old']);
    expect(ids(results.state)).toEqual(['new']);
    expect((await second).items[0]?.id).toBe('new');
  });

  it('are not touched by an earlier search that fails late', async () => {
    const { results, calls } = byHand();
    void failureOf(results.search(HERE, { limit: 1 }, WANTED()));
    await settled();
    void results.search(HERE, { limit: 2 }, WANTED());
    await settled();
    await calls[0]?.fail({ kind: 'internal' });
    expect(results.state.kind).toBe('searching');
    await calls[1]?.answer(['new']);
    expect(results.state.kind).toBe('shown');
  });

  it('need one request for twenty clicks; it ends when the last of them is cancelled', async () => {
    const { results, calls } = byHand();
    const controllers = Array.from({ length: 20 }, () => new AbortController());
    const ends = controllers.map(({ signal }) => failureOf(results.search(HERE, { limit: 10 }, signal)));
    await settled();
    expect(calls).toHaveLength(1);
    controllers.slice(1).forEach((controller) => controller.abort());
    await settled();
    expect(calls[0]?.signal.aborted).toBe(false);
    expect(results.state.kind).toBe('searching');
    controllers[0]?.abort();
    expect(new Set((await Promise.all(ends)).map((failure) => JSON.stringify(failure)))).toEqual(new Set(['{"kind":"cancelled"}']));
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(results.state).toEqual({ kind: 'idle' });
  });

  it('are as before at once when a search is cancelled, also in the eyes of one that hangs', async () => {
    const { results, calls } = byHand();
    void results.search(HERE, query, WANTED());
    await settled();
    await calls[0]?.answer(['a']);
    const before = results.state;
    const controller = new AbortController();
    const cancelled = failureOf(results.search(HERE, { limit: 3 }, controller.signal));
    await settled();
    controller.abort();
    expect(await cancelled).toEqual({ kind: 'cancelled' });
    expect(results.state).toBe(before);
    expect(await failureOf(results.search(HERE, { limit: 4 }, AbortSignal.abort()))).toEqual({ kind: 'cancelled' });
    expect(results.state).toBe(before);
    expect(calls).toHaveLength(2);
  });

  it('load more where the set goes on, and keep what is there when that fails', async () => {
    const { results, calls } = byHand();
    void results.search(HERE, query, WANTED());
    await settled();
    await calls[0]?.answer(['a'], 1);
    const failing = failureOf(results.loadMore(WANTED()));
    expect(results.state.kind).toBe('loadingMore');
    await settled();
    await calls[1]?.fail({ kind: 'status', host: 'h', status: 500, retryAt: undefined });
    await failing;
    expect(results.state).toMatchObject({ kind: 'failed', during: 'loadMore' });
    expect(ids(results.state)).toEqual(['a']);
    const twice = [results.loadMore(WANTED()), results.loadMore(WANTED())];
    await settled();
    expect(calls).toHaveLength(3);
    expect(calls[2]?.cursor).toEqual({ method: 'GET', url: 'https://a.example/1' });
    await calls[2]?.answer(['a', 'b']);
    expect((await Promise.all(twice)).map((set) => set.items.length)).toEqual([2, 2]);
    expect(await failureOf(results.loadMore(WANTED()))).toMatchObject({ kind: 'invalid', field: 'loadMore' });
  });

  it('give up a page for a new search', async () => {
    const { results, calls } = byHand();
    void results.search(HERE, query, WANTED());
    await settled();
    await calls[0]?.answer(['a'], 1);
    const more = failureOf(results.loadMore(WANTED()));
    await settled();
    void results.search(HERE, { limit: 5 }, WANTED());
    await settled();
    expect(await more).toEqual({ kind: 'cancelled' });
    await calls[1]?.answer(['late']);
    expect([results.state.kind, ids(results.state)]).toEqual(['searching', ['a']]);
    await calls[2]?.answer(['b']);
    expect(ids(results.state)).toEqual(['b']);
  });

  it('run the last search again, with days counted from now, also after it failed', async () => {
    const { results, calls, clock } = byHand();
    expect(await failureOf(results.again(WANTED()))).toMatchObject({ kind: 'invalid', field: 'search' });
    void failureOf(results.search(HERE, { limit: 1, lastDays: 1 }, WANTED()));
    await settled();
    await calls[0]?.fail({ kind: 'internal' });
    clock.time += 86_400_000;
    void results.again(WANTED());
    await settled();
    await calls[1]?.answer([]);
    expect(calls.map((call) => call.query.datetime)).toEqual(['2026-06-09T12:00:00Z/2026-06-10T12:00:00Z', '2026-06-10T12:00:00Z/2026-06-11T12:00:00Z']);
    expect(shownSet(results.state)?.query).toMatchObject({ lastDays: 1, datetime: '2026-06-10T12:00:00Z/2026-06-11T12:00:00Z' });
  });

  it('pass progress on to all who wait', async () => {
    const { results, calls } = byHand();
    const seen: string[] = [];
    void results.search(HERE, query, WANTED(), (bytes) => seen.push(`a${bytes}`));
    void results.search(HERE, query, WANTED(), (bytes) => seen.push(`b${bytes}`));
    await settled();
    calls[0]?.progress?.(7);
    expect(seen).toEqual(['a7', 'b7']);
    await calls[0]?.answer([]);
  });

  it('are forgotten when cleared, with what was on its way', async () => {
    const { results, calls, states } = byHand();
    void results.search(HERE, query, WANTED());
    await settled();
    await calls[0]?.answer(['a'], 1);
    const more = failureOf(results.loadMore(WANTED()));
    await settled();
    results.clear();
    expect(await more).toEqual({ kind: 'cancelled' });
    await calls[1]?.answer(['b']);
    expect(results.state).toEqual({ kind: 'idle' });
    expect(states.at(-1)).toBe('idle');
  });

  it('tell a client that cannot be loaded as a failure', async () => {
    const results = new Results({ client: () => Promise.reject(new Error('no chunk')), clock: testClock() });
    await expect(results.search(HERE, query, WANTED())).rejects.toThrow('no chunk');
    expect(results.state).toMatchObject({ kind: 'failed', failure: { kind: 'internal' } });
  });
});

describe('the results over HTTP', () => {
  it.each<readonly [string, (count: number) => string, readonly string[], string]>([
    ['a page that names itself', () => '?limit=10', ['1'], 'loop'],
    ['ever new tokens for the same item', (count) => `?token=${count}`, ['1'], 'noNewItems'],
  ])('end at %s', async (_name, href, expected, reason) => {
    await using server = await serve((_request, count) => ({ body: collection([feature('1')], { links: [{ rel: 'next', href: href(count) }] }) }));
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    let set = await results.search(environmentAt(server.origin), query, WANTED());
    while (set.next !== undefined) {
      set = await results.loadMore(WANTED());
    }
    expect(ids(results.state)).toEqual(expected);
    expect(set.notes).toContainEqual({ kind: 'pagingStopped', reason, host: undefined });
    expect(server.seen.length).toBeLessThanOrEqual(3);
  });

  it('leave out what a service sends that ignores every filter', async () => {
    const away = { type: 'Point', coordinates: [-100, 0, 0] };
    const old = { datetime: '2020-01-01T00:00:00Z' };
    await using server = await serve(() => ({ body: collection([feature('in'), feature('away', { geometry: away }), feature('old', { properties: old }), feature('other', { collection: 'x' })]) }));
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    const set = await results.search(environmentAt(server.origin), { limit: 10, bbox: [6, 45, 9, 48], lastDays: 7, collections: ['org'] }, WANTED());
    expect(ids(results.state)).toEqual(['in']);
    expect(set.leftOut).toMatchObject({ datetime: 1, bbox: 1, collections: 1, ids: 0 });
  });
});
