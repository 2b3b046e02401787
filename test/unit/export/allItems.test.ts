import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { allItems, type AllItemsOptions } from '../../../src/core/export/allItems.js';
import { Results } from '../../../src/core/results/results.js';
import { shownSet } from '../../../src/core/results/resultsState.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testPorts, WANTED, type Answer, type Loopback } from '../catalog/support.js';

const SIZE = 3;

interface Pages extends AsyncDisposable {
  readonly server: Loopback;
  /** Goes through all items of a search whose first page is loaded. */
  all(options?: Partial<AllItemsOptions>): AsyncGenerator<{ readonly id: string }>;
}

/** A service whose pages are answered by `page`, from 0. */
async function pages(page: (number: number) => Answer, query: object = {}): Promise<Pages> {
  const server = await serve(({ url }) => page(Number(new URL(url, 'http://a').searchParams.get('page') ?? 0)));
  const environment = environmentAt(server.origin);
  const client = new CatalogClient(testPorts());
  const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
  await results.search(environment, { limit: SIZE, ...query }, WANTED());
  const set = shownSet(results.state);
  if (set === undefined) throw new Error('nothing was found');
  return { server, all: (options) => allItems(set, { client, clock: testClock(), environment, signal: WANTED(), ...options }), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const idsOf = async (items: AsyncIterable<{ readonly id: string }>, into: string[] = []): Promise<readonly string[]> => {
  for await (const { id } of items) into.push(id);
  return into;
};
const answer = (ids: readonly (string | undefined)[], next?: number, more: object = {}): Answer =>
  ({ body: collection(ids.map((id) => feature(id)), { ...more, links: next === undefined ? [] : [{ rel: 'next', href: `?limit=${SIZE}&page=${next}` }] }) });

describe('all items of a search', () => {
  it('come once each, in order, over all pages, and are counted page by page', async () => {
    await using at = await pages((page) => answer([0, 1, 2].map((index) => `item-${page * SIZE + index - (page > 0 ? 1 : 0)}`), page < 3 ? page + 1 : undefined, { context: { limit: SIZE, returned: SIZE, matched: 11 } }));
    const counts: unknown[] = [];
    expect(await idsOf(at.all({ onPage: (items, matched) => counts.push([items, matched]) }))).toEqual(Array.from({ length: 11 }, (_, index) => `item-${index}`));
    expect(counts).toEqual([[5, 11], [8, 11], [11, 11]]);
    // The first page was loaded before.
    expect(at.server.seen).toHaveLength(4);
  });

  it('without an id are all there, since nothing tells them apart', async () => {
    await using at = await pages((page) => answer([undefined, 'a', undefined], page === 0 ? 1 : undefined));
    expect(await idsOf(at.all())).toHaveLength(5);
  });

  it('that the query does not match are left out, whatever the service sends', async () => {
    await using at = await pages((page) => answer([`a${page}`, `b${page}`], page === 0 ? 1 : undefined), { ids: ['a0', 'a1'] });
    expect(await idsOf(at.all())).toEqual(['a0', 'a1']);
  });

  it('that are all left out keep nobody waiting while they are judged', async () => {
    await using at = await pages((page) => (page === 0 ? answer(['a'], 1) : answer(Array.from({ length: 500 }, (_, index) => `b${index}`))), { ids: ['a'] });
    let time = 0;
    let turns = 0;
    // Each look at the clock takes a millisecond.
    const clock = { ...testClock(), monotonic: () => (time += 1), sleep: () => Promise.resolve(void (turns += 1)) };
    expect(await idsOf(at.all({ clock }))).toEqual(['a']);
    expect(turns).toBeGreaterThan(10);
  });

  it('end with a failure where pages go in circles, after all that is new', async () => {
    await using at = await pages((page) => answer([`item-${page}`], page === 2 ? 1 : page + 1));
    const got: string[] = [];
    expect(await failureOf(idsOf(at.all(), got))).toEqual({ kind: 'paging', reason: 'loop', host: undefined });
    expect(got).toEqual(['item-0', 'item-1', 'item-2']);
  });

  it('end with a failure after two pages without a new one', async () => {
    await using at = await pages((page) => answer(['same'], page + 1));
    expect(await failureOf(idsOf(at.all()))).toEqual({ kind: 'paging', reason: 'noNewItems', host: undefined });
    expect(at.server.seen).toHaveLength(3);
  });

  it('end with a failure where the next page is on another host, which is not asked', async () => {
    await using at = await pages((page) => (page === 0 ? answer(['a'], 1) : { body: collection([feature('b')], { links: [{ rel: 'next', href: 'https://evil.example/stac/search?page=2' }] }) }));
    const got: string[] = [];
    expect(await failureOf(idsOf(at.all(), got))).toMatchObject({ kind: 'paging', host: 'evil.example' });
    expect(got).toEqual(['a', 'b']);
  });

  it('end where the service fails, and where a person cancels, with nothing asked after it', async () => {
    await using broken = await pages((page) => (page === 2 ? { status: 404 } : answer([`item-${page}`], page + 1)));
    expect(await failureOf(idsOf(broken.all()))).toMatchObject({ kind: 'status', status: 404 });

    await using at = await pages((page) => answer([`item-${page}`], page + 1));
    const controller = new AbortController();
    const onPage = (items: number): void => {
      if (items === 3) controller.abort();
    };
    expect(await failureOf(idsOf(at.all({ signal: controller.signal, onPage })))).toEqual({ kind: 'cancelled' });
    expect(at.server.seen).toHaveLength(3);
  });
});
