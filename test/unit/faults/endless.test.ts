/** What waits for a service, and a service that never comes to an end: each is left after so many requests, bytes and so much time. Downloads: test/unit/assets/bounds.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { API_LIMITS, requestApi } from '../../../src/core/catalog/http.js';
import { requestItemText } from '../../../src/core/catalog/itemRequest.js';
import { EXPORT_BOUNDS, LOAD_ALL_BOUNDS } from '../../../src/core/catalog/pagingBudget.js';
import { allItems } from '../../../src/core/export/allItems.js';
import type { Fetch } from '../../../src/core/ports.js';
import { Results, PAGES_AT_ONCE } from '../../../src/core/results/results.js';
import { MAX_PAGES, searchOver } from '../../../src/core/results/searchOver.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testPorts, WANTED } from '../catalog/support.js';
import '../seed.js';

const MINUTE_MS = 60_000;
/** Stands for "for ever" where nothing ends it. */
const FOR_EVER = 25_000;

/** A service whose every page has one new item and a next page, which has ever more to come. */
function endless({ padding = '', msEach = 0, items = 1 }: { readonly padding?: string; readonly msEach?: number; readonly items?: number } = {}) {
  const clock = testClock();
  let asked = 0;
  const fetch: Fetch = ({ url }, { onProgress }) => {
    asked += 1;
    if (asked > FOR_EVER) {
      throw new Error('it was asked for ever');
    }
    clock.time += msEach;
    const page = Number(new URL(url).searchParams.get('page') ?? 0);
    const features = Array.from({ length: items }, (_, index) => feature(`item-${page}-${index}`, { properties: { datetime: '2026-06-10T08:15:30Z', padding } }));
    const body = new TextEncoder().encode(JSON.stringify(collection(features, { context: { limit: 1, returned: 1, matched: 5 }, links: [{ rel: 'next', href: `?limit=1&page=${page + 1}` }] })));
    onProgress?.(body.length);
    return Promise.resolve({ status: 200, headers: new Map([['content-type', 'application/geo+json']]), body });
  };
  const client = new CatalogClient(testPorts(undefined, { fetch, clock }));
  const environment = environmentAt('http://127.0.0.1:1');
  const results = new Results({ client: () => Promise.resolve(client), clock });
  return {
    client, clock, environment, results,
    get asked() {
      return asked;
    },
    search: async (query: Partial<SearchQuery> = {}) => await results.search(environment, { limit: 1, ...query }, WANTED()),
  };
}

const OWN_FILTER = { statuses: ['NEVER'] };

describe('a request', () => {
  it('is sent a dozen times at most, whatever the service answers in turn', async () => {
    const answers = fc.constantFrom('401', '503', '429', 'redirect', 'reset');
    await fc.assert(fc.asyncProperty(fc.array(answers, { minLength: 20, maxLength: 20 }), async (script) => {
      let sent = 0;
      const fetch: Fetch = () => {
        const answer = script[sent % script.length] ?? '401';
        sent += 1;
        const headers = answer === 'redirect' ? new Map([['location', `/stac/search?hop=${sent}`]]) : new Map([['retry-after', '0']]);
        const status = answer === 'redirect' ? 302 : answer === 'reset' ? 500 : Number(answer);
        return Promise.resolve({ status, headers, body: new Uint8Array() });
      };
      const ports = testPorts(Array.from({ length: 50 }, (_, index) => `token-${index}`), { fetch });
      await failureOf(requestApi(ports, environmentAt('http://127.0.0.1:1'), { method: 'GET', url: 'http://127.0.0.1:1/stac/search', accept: '*/*' }, { signal: WANTED() }));
      expect(sent).toBeLessThanOrEqual(12);
      expect(ports.clock.slept.every((ms) => ms <= MINUTE_MS)).toBe(true);
    }), { numRuns: 50 });
  });

  it('has a time for all of its answer, and a number of bytes', () => {
    expect(API_LIMITS.totalMs).toBeLessThanOrEqual(15 * MINUTE_MS);
    expect(API_LIMITS.maxBytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('for one item is two at most, where the service always has another', async () => {
    await using server = await serve(() => ({ body: collection([feature('another')], { links: [{ rel: 'next', href: '?page=2' }] }) }));
    const environment = environmentAt(server.origin);
    const known = JSON.stringify(feature('wanted', { links: [{ rel: 'self', href: `${server.origin}/items/wanted` }] }));
    expect(await requestItemText(new CatalogClient(testPorts()), environment, { environment: 'Test', collection: 'org', id: 'wanted' }, known, WANTED())).toBeUndefined();
    expect(server.seen).toHaveLength(2);
  });
});

describe('pages without an end', () => {
  it('end the first search, and "Load More", where no row comes', async () => {
    const at = endless();
    await at.search(OWN_FILTER);
    expect(at.asked).toBe(PAGES_AT_ONCE);
    await at.results.loadMore(WANTED());
    expect(at.asked).toBe(2 * PAGES_AT_ONCE);
  });

  it('end "Load All", with the rows that came and the way on, also where none of them is a row', async () => {
    for (const query of [{}, OWN_FILTER]) {
      const at = endless();
      await at.search(query);
      const before = at.asked;
      const set = await at.results.loadAll(Infinity, WANTED());
      expect(at.asked - before).toBe(LOAD_ALL_BOUNDS.pages);
      expect(set.next).toBeDefined();
      expect(at.results.state.kind).toBe('shown');
    }
  });

  it('end "Load All" by their bytes and their time', async () => {
    const long = endless({ padding: 'x'.repeat(4 * 1024 * 1024) });
    await long.search();
    await long.results.loadAll(Infinity, WANTED(), undefined, { ...LOAD_ALL_BOUNDS, bytes: 40 * 1024 * 1024 });
    expect(long.asked).toBeLessThanOrEqual(13);
    const slow = endless({ msEach: MINUTE_MS });
    await slow.search();
    await slow.results.loadAll(Infinity, WANTED());
    expect(slow.asked).toBeLessThanOrEqual(LOAD_ALL_BOUNDS.ms / MINUTE_MS + 2);
  });

  it('end an export by a failure, since what is missing cannot be told', async () => {
    const through = async (at: ReturnType<typeof endless>, bounds = EXPORT_BOUNDS): Promise<unknown> => {
      const set = await at.search();
      return await failureOf((async () => {
        for await (const item of allItems(set, { client: at.client, clock: at.clock, environment: at.environment, signal: WANTED(), bounds })) expect(item.id).toMatch(/^item-/);
      })());
    };
    const many = endless();
    expect(await through(many, { ...EXPORT_BOUNDS, pages: 500 })).toEqual({ kind: 'paging', reason: 'endless', host: undefined });
    expect(many.asked).toBe(501);
    const long = endless({ padding: 'x'.repeat(1024 * 1024) });
    expect(await through(long, { ...EXPORT_BOUNDS, bytes: 10 * 1024 * 1024 })).toMatchObject({ reason: 'endless' });
    expect(long.asked).toBeLessThanOrEqual(12);
    const slow = endless({ msEach: MINUTE_MS });
    expect(await through(slow)).toMatchObject({ reason: 'endless' });
    expect(slow.asked).toBeLessThanOrEqual(EXPORT_BOUNDS.ms / MINUTE_MS + 2);
  });

  it('end each run of a watch', async () => {
    const at = endless({ items: 1 });
    await at.search();
    await at.results.loadAll(30, WANTED());
    const { shown } = at.results;
    const before = at.asked;
    if (shown !== undefined) await searchOver(at.client, shown, at.clock, WANTED());
    expect(at.asked - before).toBe(MAX_PAGES);
  });
});
