import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { checkAreaGeometry, type AreaGeometry } from '../../../src/core/geo/areaGeometry.js';
import { Results } from '../../../src/core/results/results.js';
import { shownSet } from '../../../src/core/results/resultsState.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { refusalOf } from '../../../src/core/catalog/searchRefusal.js';
import { collection, environmentAt, failureOf, feature, serve, testClock, testPorts, WANTED, type Answer, type Seen } from './support.js';

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
    await using server = await serve(answer);
    const ports = testPorts();
    Object.assign(ports.sessions, { workingToken: () => Promise.resolve({ value: 'canary-token-1' }) });
    const client = new CatalogClient(ports);
    const names = await client.collections(environmentAt(server.origin), WANTED());
    expect(await client.collections(environmentAt(server.origin), WANTED())).toEqual(names);
    expect(ports.rejected).toEqual([]);
    return { names, seen: server.seen.map(({ url }) => url) };
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
    expect(await new CatalogClient(ports).collections(environmentAt(server.origin), WANTED())).toEqual([]);
    expect(server.seen).toEqual([]);
  });
});
