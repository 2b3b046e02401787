import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import type { CollectionNames } from '../../../src/core/catalog/collectionList.js';
import { checkAreaGeometry, type AreaGeometry } from '../../../src/core/geo/areaGeometry.js';
import { Results } from '../../../src/core/results/results.js';
import { shownSet } from '../../../src/core/results/resultsState.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { refusalOf } from '../../../src/core/catalog/searchRefusal.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testFetch, testPorts, WANTED, type Answer, type Seen, type TestPorts } from './support.js';

/** A ring of many positions: too long for an address. */
function wideArea(): AreaGeometry {
  const ring = Array.from({ length: 200 }, (_, index) => [7 + Math.cos((index / 200) * 2 * Math.PI) / 3, 46 + Math.sin((index / 200) * 2 * Math.PI) / 3]);
  const checked = checkAreaGeometry({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
  if (!checked.ok) {
    throw new Error(checked.problem);
  }
  return checked.value;
}

const LONG: SearchQuery = { limit: 5, intersects: wideArea(), parameters: { fields: 'a' } };
const far = feature('far', { geometry: { type: 'Point', coordinates: [7.32, 46.32] } });
const near = feature('near', { geometry: { type: 'Point', coordinates: [7, 46] } });

describe('a search whose address would be too long', () => {
  it('goes out as a POST', async () => {
    await using server = await serve(() => ({ body: collection([near]) }));
    await new CatalogClient(testPorts()).search(environmentAt(server.origin), LONG, { signal: WANTED() });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /stac/search?fields=a']);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ limit: 5, intersects: LONG.intersects });
  });

  it.each([403, 404, 405, 415, 501])('is asked by the box around the area where the service answers %i to a POST, from then on at once', async (status) => {
    await using server = await serve(({ method }) => (method === 'POST' ? { status } : { body: collection([near, far]) }));
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    const set = await results.search(environmentAt(server.origin), LONG, WANTED());
    expect(set.items.map(({ id }) => id)).toEqual(['near']);
    expect(set.leftOut.intersects).toBe(1);
    expect(set.notes).toContainEqual({ kind: 'areaAsBox' });
    await results.again(WANTED());
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    expect(new URL(server.seen[1]?.url ?? '', server.origin).searchParams.get('bbox')?.split(',').map((part) => Number(part).toFixed(2))).toEqual(['6.67', '45.67', '7.33', '46.33']);
  });

  it('is sent again as it was after a failure that may pass, and so is its next page', async () => {
    const next = { rel: 'next', method: 'POST', href: '/stac/search', merge: true, body: { token: 't' } };
    const answers: readonly Answer[] = [{ status: 502 }, { body: collection([near], { links: [next] }) }, { reset: true }, { status: 503 }, { body: collection([feature('more', { geometry: { type: 'Point', coordinates: [7, 46] } })]) }];
    await using server = await serve((_request, count) => answers[count - 1] ?? { status: 400 });
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    await results.search(environmentAt(server.origin), LONG, WANTED());
    const set = await results.loadMore(WANTED());
    expect(set.items.map(({ id }) => id)).toEqual(['near', 'more']);
    expect(set).toMatchObject({ next: undefined, duplicates: 0 });
    const [first, ...others] = server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`);
    expect(others[0]).toBe(first);
    expect(new Set(others.slice(1))).toEqual(new Set([`POST /stac/search ${JSON.stringify({ limit: 5, intersects: LONG.intersects, token: 't' })}`]));
    expect(others).toHaveLength(4);
  });

  it('does not become another search where the POST fails for another reason', async () => {
    await using server = await serve(() => ({ status: 400 }));
    expect(await failureOf(new CatalogClient(testPorts()).search(environmentAt(server.origin), LONG, { signal: WANTED() }))).toMatchObject({ kind: 'status', status: 400 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a search that the service refuses', () => {
  const query: SearchQuery = { limit: 5, bbox: [1, 2, 3, 4], filter: 'a < 1', parameters: { mine: '1' } };
  const refused = async (answer: Answer): Promise<{ readonly failure: unknown; readonly details: unknown; readonly lines: string }> => {
    await using server = await serve(() => answer);
    const ports = testPorts();
    const error: unknown = await new CatalogClient(ports).search(environmentAt(server.origin), query, { signal: WANTED() }).catch((thrown: unknown) => thrown);
    const details = refusalOf(error);
    return { failure: await failureOf(Promise.reject(error as Error)), details: details === undefined ? undefined : Object.fromEntries(details), lines: ports.lines.join('\n') };
  };

  it.each<readonly [string, number, unknown, object | undefined]>([
    ['a place', 422, { detail: [{ loc: ['query', 'bbox'], msg: 'bad box', type: 'x' }] }, { bbox: 'bad box' }],
    ['two places', 422, { detail: [{ loc: ['body', 'filter', 'args', 0], msg: 'no' }, { loc: ['query', 'limit'], msg: 'high' }] }, { filter: 'no', limit: 'high' }],
    ['the place of a further parameter', 400, { detail: [{ loc: ['query', 'mine'], msg: 'no' }] }, { parameters: 'no' }],
    ['a text', 400, { code: 'InvalidParameterValue', description: 'Invalid filter: no such property' }, { filter: 'Invalid filter: no such property' }],
    ['a text about CQL2', 400, { detail: 'CQL2 could not be parsed' }, { filter: 'CQL2 could not be parsed' }],
    ['a place that only says body', 422, { detail: [{ loc: ['body'], msg: 'bbox has 3 numbers' }] }, { bbox: 'bbox has 3 numbers' }],
    ['what was not asked for', 400, { detail: [{ loc: ['query', 'datetime'], msg: 'no' }] }, undefined],
    ['nothing', 400, { message: 'bad request' }, undefined],
    ['odd shapes', 422, { detail: [null, 7, { loc: 'bbox' }, { loc: [{}], msg: 5 }] }, undefined],
    ['no JSON', 400, '<html>filter</html>', undefined],
  ])('says which member, from %s', async (_name, status, body, details) => {
    const answer = await refused({ status, body: typeof body === 'string' ? body : (body as object) });
    expect(answer.details).toEqual(details);
    expect(answer.failure).toMatchObject(details === undefined ? { kind: 'status', status } : { kind: 'searchRefused', status, members: Object.keys(details) });
    // A failure holds nothing that a service wrote.
    expect(JSON.stringify(answer.failure)).not.toMatch(/bad box|no such property/u);
  });

  it('never shows the token that it echoes', async () => {
    const { details, lines } = await refused({ status: 400, body: { description: 'bbox refused for canary-token-1' } });
    expect(JSON.stringify([details, lines])).not.toContain('canary');
    expect(details).toEqual({ bbox: 'bbox refused for [token]' });
  });
});

describe('filters of this client alone', () => {
  const page = (request: Seen): { readonly number: number; readonly next: object } => {
    const number = Number(new URL(request.url, 'http://x').searchParams.get('page') ?? 1);
    return { number, next: { links: [{ rel: 'next', href: `?page=${number + 1}` }] } };
  };
  const of = (id: string, platform: string): object => feature(id, { properties: { platform, datetime: '2026-06-10T00:00:00Z' } });

  it('are not sent, and page on until a page is full; the rows come as they are found', async () => {
    await using server = await serve((request) => {
      const { number, next } = page(request);
      return { body: collection([of(`a${number}`, 'SAT-1'), of(`b${number}`, 'SAT-2')], next) };
    });
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    const counts: number[] = [];
    results.onDidChange(() => counts.push(shownSet(results.state)?.items.length ?? 0));
    const set = await results.search(environmentAt(server.origin), { limit: 3, platforms: ['sat-2'] }, WANTED());
    expect(set.items.map(({ id }) => id)).toEqual(['b1', 'b2', 'b3']);
    expect(set.leftOut.platforms).toBe(3);
    expect(server.seen[0]?.url).toBe('/stac/search?limit=3');
    expect(counts).toContain(1);
    // More goes on likewise.
    expect((await results.loadMore(WANTED())).items).toHaveLength(6);
  });

  it('stop after ten pages, and more looks at ten more', async () => {
    await using server = await serve((request) => {
      const { number, next } = page(request);
      return { body: collection([of(`a${number}`, 'SAT-1')], next) };
    });
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    const set = await results.search(environmentAt(server.origin), { limit: 3, platforms: ['SAT-9'] }, WANTED());
    expect([set.pages, set.items.length, set.returned]).toEqual([10, 0, 10]);
    expect(set.next).toBeDefined();
    expect((await results.loadMore(WANTED())).pages).toBe(20);
    expect(server.seen).toHaveLength(20);
  });

  it('keep what was found when the search is cancelled on its way, and give way to another search', async () => {
    const controller = new AbortController();
    await using server = await serve((request) => {
      const { number, next } = page(request);
      if (number === 3) {
        controller.abort();
      }
      return { body: collection([of(`b${number}`, 'SAT-2')], next) };
    });
    const client = new CatalogClient(testPorts());
    const results = new Results({ client: () => Promise.resolve(client), clock: testClock() });
    expect(await failureOf(results.search(environmentAt(server.origin), { limit: 50, statuses: ['none'] }, controller.signal))).toEqual({ kind: 'cancelled' });
    expect(shownSet(results.state)?.pages).toBeGreaterThan(0);
    expect(results.state.kind).toBe('shown');
  });
});

describe('the list of collections', () => {
  const named = (...names: readonly unknown[]): object => ({ collections: names.map((id) => ({ id })) });
  const listed = async (answer: (request: Seen) => Answer): Promise<{ readonly names: readonly string[]; readonly seen: readonly string[] }> => {
    const { names, complete, seen } = await followed(answer);
    expect(complete).toBe(true);
    return { names, seen };
  };
  const followed = async (answer: (request: Seen, count: number) => Answer): Promise<CollectionNames & { readonly seen: readonly string[]; readonly streamed: readonly (readonly string[])[]; readonly ports: TestPorts }> => {
    await using server = await serve(answer);
    const ports = testPorts();
    Object.assign(ports.sessions, { workingToken: () => Promise.resolve({ value: 'canary-token-1' }) });
    const client = new CatalogClient(ports);
    const streamed: (readonly string[])[] = [];
    const list = await client.collections(environmentAt(server.origin), WANTED(), (names) => void streamed.push(names));
    expect(await client.collections(environmentAt(server.origin), WANTED())).toEqual(list);
    expect(ports.rejected).toEqual([]);
    expect(server.seen.every(({ method, headers }) => method === 'GET' && headers.authorization === 'Bearer canary-token-1')).toBe(true);
    return { ...list, streamed, ports, seen: server.seen.map(({ url }) => url) };
  };

  it('is asked for once, beside the search', async () => {
    expect(await listed(() => ({ body: named('a', 7, 'b', 'a', '') }))).toEqual({ names: ['a', 'b'], seen: ['/stac/collections'] });
  });
  it('is asked for at the root where it is not beside the search', async () => {
    expect(await listed(({ url }) => (url === '/collections' ? { body: named('a') } : { status: 404 }))).toEqual({ names: ['a'], seen: ['/stac/collections', '/collections'] });
  });
  it.each<readonly [string, Answer]>([['401', { status: 401 }], ['500', { status: 500 }], ['HTML', { body: '<html>' }], ['a redirect', { status: 302, headers: { location: 'http://127.0.0.2:9/' } }], ['no list', { body: {} }], ['a reset', { reset: true }]])(
    'is empty after %s, without a second try or another token', async (_name, answer) => {
      expect(await listed(() => answer)).toEqual({ names: [], seen: ['/stac/collections'] });
    });
  it('costs no exchange: without a token nothing is asked', async () => {
    await using server = await serve(() => ({ body: named('a') }));
    const ports = testPorts();
    Object.assign(ports.sessions, { workingToken: () => Promise.resolve(undefined) });
    expect(await new CatalogClient(ports).collections(environmentAt(server.origin), WANTED())).toEqual({ names: [], complete: true });
    expect(server.seen).toEqual([]);
  });

  /** A page of names, and where the one after it is. */
  const page = (names: readonly unknown[], href: unknown, more: object = {}): Answer => ({ body: { ...named(...names), links: [{ rel: 'self', href: '/' }, { rel: 'next', href, ...more }] } });
  const at = (url: string): number => Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
  const ten = (number: number): readonly string[] => Array.from({ length: 10 }, (_, index) => `c${number}-${index}`);

  it('is read to its end over all pages, with names to choose from after each', async () => {
    const { names, complete, seen, streamed } = await followed(({ url }) =>
      (at(url) === 237 ? { body: named(...ten(237).slice(0, 5)) } : page(ten(at(url)), `?page=${at(url) + 1}`)));
    expect([names.length, new Set(names).size, complete, seen.length]).toEqual([2_365, 2_365, true, 237]);
    expect([names[0], names.at(-1), seen[1]]).toEqual(['c1-0', 'c237-4', '/stac/collections?page=2']);
    expect(streamed.map(({ length }) => length)).toEqual(Array.from({ length: 236 }, (_, index) => (index + 1) * 10));
  });

  it.each<readonly [string, number, (request: Seen, count: number) => Answer]>([
    ['leads back to itself', 1, () => page(['a'], '/stac/collections')],
    ['leads back to an earlier page', 4, ({ url }) => page([`n${at(url)}`], `?page=${(at(url) % 3) + 1}`)],
    ['is ever new and holds the same', 2, (_request, count) => page(['a', 'b'], `?page=${count + 1}`)],
    ['is ever new and empty', 1, (_request, count) => page([], `?page=${count + 1}`)],
    ['is ever new and holds one more', 300, (_request, count) => page([`n${count}`], `?page=${count + 1}`)],
    ['is ever new and full', 5, (_request, count) => page(Array.from({ length: 1_000 }, (_, index) => `n${count}-${index}`), `?page=${count + 1}`)],
    ['is on another host', 1, () => page(['a'], 'http://127.0.0.2:9/stac/collections?page=2')],
    ['is at another path', 1, () => page(['a'], '/stac/search?page=2')],
    ['is asked for by POST', 1, () => page(['a'], '?page=2', { method: 'POST' })],
    ['holds the token', 1, () => page(['a'], '?page=2&t=canary-token-1')],
    ['is refused', 2, ({ url }) => (at(url) === 1 ? page(['a'], '?page=2') : { status: 429 })],
    ['is no list', 2, ({ url }) => (at(url) === 1 ? page(['a'], '?page=2') : { body: '<html>' })],
    ['is cut off', 2, ({ url }) => (at(url) === 1 ? page(['a'], '?page=2') : { reset: true })],
    ['leads to another host by itself', 2, ({ url }) => (at(url) === 1 ? page(['a'], '?page=2') : { status: 302, headers: { location: 'http://127.0.0.2:9/' } })],
  ])('ends, and is said to be incomplete, where the next page %s', async (_name, requests, answer) => {
    const { names, complete, seen, ports } = await followed(answer);
    expect([complete, seen.length]).toEqual([false, requests]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThanOrEqual(5_000);
    expect(ports.lines.join()).toMatch(/more collections than/u);
    expect(ports.lines.join()).not.toContain('canary');
  });

  it('ends after a minute, however slow its pages are', async () => {
    await using server = await serve((_request, count) => page([`n${count}`], `?page=${count + 1}`));
    const ports = testPorts();
    Object.assign(ports.sessions, { workingToken: () => Promise.resolve({ value: 'canary-token-1' }) });
    const slow: typeof ports.fetch = async (request, options) => {
      ports.clock.time += 14_000;
      return await testFetch(request, options);
    };
    expect(await new CatalogClient({ ...ports, fetch: slow }).collections(environmentAt(server.origin), WANTED())).toEqual({ names: ['n1', 'n2', 'n3', 'n4', 'n5'], complete: false });
  });

  it('of one page with more names than can be chosen from is said to be incomplete', async () => {
    const { names, complete } = await followed(() => ({ body: named(...Array.from({ length: 5_001 }, (_, index) => `n${index}`)) }));
    expect([names.length, complete]).toEqual([5_000, false]);
  });

  it('is asked for no further when nobody waits for it', async () => {
    await using server = await serve((_request, count) => page([`n${count}`], `?page=${count + 1}`));
    const ports = testPorts();
    Object.assign(ports.sessions, { workingToken: () => Promise.resolve({ value: 'canary-token-1' }) });
    const closing = new AbortController();
    const asking = new CatalogClient(ports).collections(environmentAt(server.origin), closing.signal, (names) => names.length === 3 && closing.abort());
    expect(await failureOf(asking)).toEqual({ kind: 'cancelled' });
    expect(server.seen.length).toBeLessThanOrEqual(4);
  });
});
