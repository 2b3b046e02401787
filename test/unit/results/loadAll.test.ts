import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { Results } from '../../../src/core/results/results.js';
import { shownSet } from '../../../src/core/results/resultsState.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testPorts, WANTED, type Answer, type Loopback } from '../catalog/support.js';

const SIZE = 10;
const PAGES = 30;

interface Desk extends AsyncDisposable {
  readonly server: Loopback;
  readonly results: Results;
  readonly clock: ReturnType<typeof testClock>;
  /** The rows at each change. */
  readonly shown: number[];
}

/** A service of 30 pages of 10 items; `before` may wait, or answer in its place. */
async function desk(before: (page: number) => Promise<Answer | undefined> | Answer | undefined = () => undefined): Promise<Desk> {
  const server = await serve(async ({ url }) => {
    const page = Number(new URL(url, 'http://a').searchParams.get('page') ?? 0);
    const instead = await before(page);
    const features = Array.from({ length: SIZE }, (_, index) => feature(`item-${page * SIZE + index}`));
    const links = page + 1 < PAGES ? [{ rel: 'next', href: `?limit=${SIZE}&page=${page + 1}` }] : [];
    return instead ?? { body: collection(features, { context: { limit: SIZE, returned: SIZE, matched: SIZE * PAGES }, links }) };
  });
  const clock = testClock();
  const client = new CatalogClient(testPorts());
  const results = new Results({ client: () => Promise.resolve(client), clock });
  const shown: number[] = [];
  results.onDidChange(() => shown.push(shownSet(results.state)?.items.length ?? 0));
  await results.search(environmentAt(server.origin), { limit: SIZE }, WANTED());
  return { server, results, clock, shown, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Open until it is opened by hand. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('loading all', () => {
  it('brings every item once, in order, with one request for each page, and counts on the way', async () => {
    await using at = await desk();
    const counts: number[] = [];
    const set = await at.results.loadAll(Infinity, WANTED(), (count) => counts.push(count));
    expect(set.items.map(({ id }) => id)).toEqual(Array.from({ length: SIZE * PAGES }, (_, index) => `item-${index}`));
    expect(at.server.seen).toHaveLength(PAGES);
    expect(counts).toEqual(Array.from({ length: PAGES - 2 }, (_, index) => (index + 2) * SIZE));
    expect(at.results.state).toMatchObject({ kind: 'shown', set: { next: undefined, matched: 300 } });
  });

  it('asks for the next page while this one is shown, and shows rows as they come, but not each page', async () => {
    const held = gate();
    const asked = gate();
    await using at = await desk(async (page) => {
      if (page === 3) {
        asked.open();
        await held.passed;
      }
      return undefined;
    });
    at.shown.length = 0;
    const clock = at.clock;
    const all = at.results.loadAll(Infinity, WANTED(), (count) => {
      // As if the second page had taken long.
      clock.time += count === 20 ? 2000 : 0;
    });
    await asked.passed;
    // The third page is in and not yet shown: 2 s have passed since the last time only when the third one came.
    expect(at.shown).toEqual([10, 30]);
    expect(at.results.state).toMatchObject({ kind: 'loadingMore', all: true });
    held.open();
    await all;
    expect(at.shown).toEqual([10, 30, 300]);
  });

  it('keeps what came when it is cancelled in the middle, sends nothing more, and goes on from there', async () => {
    const controller = new AbortController();
    await using at = await desk();
    const end = failureOf(at.results.loadAll(Infinity, controller.signal, (count) => count === 100 && controller.abort()));
    expect(await end).toEqual({ kind: 'cancelled' });
    expect(at.results.state).toMatchObject({ kind: 'shown', set: { pages: 10 } });
    expect(shownSet(at.results.state)?.items).toHaveLength(100);
    expect(at.results.find({ environment: 'Test', collection: 'org', id: 'item-99' })).toBeDefined();
    const sent = at.server.seen.length;
    expect(sent).toBeLessThanOrEqual(11);
    const set = await at.results.loadAll(Infinity, WANTED());
    expect(set.items).toHaveLength(300);
    expect(at.server.seen.map(({ url }) => url).slice(0, 10)).toEqual(['/stac/search?limit=10', ...Array.from({ length: 9 }, (_, index) => `/stac/search?limit=10&page=${index + 1}`)]);
  });

  it('keeps what came when a page fails, and goes on from there', async () => {
    let broken = true;
    await using at = await desk((page) => (page === 7 && broken ? { status: 404 } : undefined));
    expect(await failureOf(at.results.loadAll(Infinity, WANTED()))).toMatchObject({ kind: 'status', status: 404 });
    expect(at.results.state).toMatchObject({ kind: 'failed', during: 'loadMore' });
    expect(shownSet(at.results.state)?.items).toHaveLength(70);
    broken = false;
    expect((await at.results.loadAll(Infinity, WANTED())).items).toHaveLength(300);
  });

  it('stops where there are enough', async () => {
    await using at = await desk();
    expect((await at.results.loadAll(45, WANTED())).items).toHaveLength(50);
    expect(at.server.seen).toHaveLength(5);
    expect(at.results.state).toMatchObject({ kind: 'shown' });
  });

  it('waits for a page that is on its way, and is one for all who ask', async () => {
    await using at = await desk();
    const more = at.results.loadMore(WANTED());
    const [one, two] = await Promise.all([at.results.loadAll(Infinity, WANTED()), at.results.loadAll(Infinity, WANTED())]);
    await more;
    expect(one).toBe(two);
    expect(at.server.seen).toHaveLength(PAGES);
    expect(await failureOf(at.results.loadAll(Infinity, WANTED()))).toMatchObject({ kind: 'invalid', field: 'loadAll' });
  });

  it.each([
    ['a page that names itself', (page: number) => page],
    ['ever new pages without a new item', (page: number) => page + 1],
  ])('ends at %s', async (_name, next) => {
    await using at = await desk((page) => (page < 5 ? undefined : { body: collection([feature('item-1')], { links: [{ rel: 'next', href: `?limit=${SIZE}&page=${next(page)}` }] }) }));
    const set = await at.results.loadAll(Infinity, WANTED());
    expect(set.items).toHaveLength(50);
    expect(set.notes.map(({ kind }) => kind)).toContain('pagingStopped');
    expect(at.server.seen.length).toBeLessThanOrEqual(7);
  });
});

describe('earlier searches', () => {
  it('are gone back to without a request, and go on from there', async () => {
    await using at = await desk();
    const environment = environmentAt(at.server.origin);
    await at.results.loadMore(WANTED());
    await at.results.search(environment, { limit: SIZE, ids: ['item-3'] }, WANTED());
    expect(at.results.history.map(({ query, set }) => [query.ids?.[0], set.items.length])).toEqual([['item-3', 1], [undefined, 20]]);
    const sent = at.server.seen.length;
    const [, first] = at.results.history;
    const set = at.results.goBack(first?.id ?? 0);
    expect([set?.items.length, at.server.seen.length]).toEqual([20, sent]);
    expect(at.results.state).toMatchObject({ kind: 'shown', set: { pages: 2 } });
    expect(at.results.shown?.id).toBe(first?.id);
    expect((await at.results.loadMore(WANTED())).items).toHaveLength(30);
    expect((await at.results.again(WANTED())).query.ids).toBeUndefined();
    expect(at.results.history).toHaveLength(2);
    expect(at.results.goBack(99)).toBeUndefined();
  });

  it('are kept once when one is run again, and not at all when they found nothing', async () => {
    await using at = await desk();
    const environment = environmentAt(at.server.origin);
    await at.results.again(WANTED());
    expect(at.results.history).toHaveLength(1);
    await at.results.search(environment, { limit: SIZE, ids: ['nothing'] }, WANTED());
    expect(at.results.history).toHaveLength(2);
    await at.results.search(environment, { limit: SIZE, ids: ['item-4'] }, WANTED());
    expect(at.results.history.map(({ query }) => query.ids?.[0])).toEqual(['item-4', undefined]);
  });

  it('stay when the rows are cleared, and what runs is given up for them', async () => {
    await using at = await desk();
    const [kept] = at.results.history;
    at.results.clear();
    expect([at.results.shown, at.results.history.length]).toEqual([undefined, 1]);
    expect(await failureOf(at.results.loadMore(WANTED()))).toMatchObject({ kind: 'invalid' });
    const running = failureOf(at.results.search(environmentAt(at.server.origin), { limit: 3 }, WANTED()));
    at.results.goBack(kept?.id ?? 0);
    expect(await running).toEqual({ kind: 'cancelled' });
    expect(shownSet(at.results.state)?.items).toHaveLength(10);
  });
});
