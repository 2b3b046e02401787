import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { DEMO_CREDENTIALS } from '../../../src/core/demo/credentials.js';
import { createDemoCatalog, type DemoCatalogOptions } from '../../../src/core/demo/demoCatalog.js';
import { createDemoIssuer, type DemoIssuerOptions } from '../../../src/core/demo/demoIssuer.js';
import { DEMO_ENVIRONMENT, searchUrl, tokenUrl } from '../../../src/core/environment.js';
import type { Fetch, HttpLimits, HttpRequest } from '../../../src/core/ports.js';

const START = Date.parse('2026-06-15T12:00:00Z');
const HOUR = 3_600_000;
const LIMITS: HttpLimits = { connectMs: 1_000, headersMs: 1_000, bodyIdleMs: 1_000, maxBytes: 64 << 20 };
const SEARCH = searchUrl(DEMO_ENVIRONMENT);

interface Feature {
  readonly id: string;
  readonly collection: string;
  readonly assets: Record<string, { href: string }>;
  readonly links: readonly { rel: string; type: string; href: string }[];
  readonly geometry: { type: string; coordinates: number[][][] };
  readonly properties: Record<string, string>;
}
interface Page {
  readonly type: string;
  readonly context: { limit: number; returned: number; matched: number };
  readonly numberMatched: number;
  readonly features: Feature[];
  readonly links: { rel: string; href: string }[];
}

function demo(options: DemoCatalogOptions = {}, issuing: Partial<DemoIssuerOptions> = {}) {
  const clock = { time: START, now: () => clock.time };
  const issuer = createDemoIssuer({ clock, issuer: DEMO_ENVIRONMENT.authUrl, audiences: [DEMO_ENVIRONMENT.audience], ...issuing });
  const fetch: Fetch = createDemoCatalog({ clock, options: { issuer, ...options } });
  const send = async (request: HttpRequest, signal = new AbortController().signal, limits = LIMITS) => {
    const response = await fetch(request, { limits, signal });
    return { ...response, json: JSON.parse(new TextDecoder().decode(response.body)) as unknown };
  };
  const exchange = (fields: Record<string, unknown> = {}, type = 'application/json') => send({
    method: 'POST', url: tokenUrl(DEMO_ENVIRONMENT), headers: { 'Content-Type': type },
    body: JSON.stringify({
      client_id: DEMO_CREDENTIALS.clientId, client_secret: DEMO_CREDENTIALS.clientSecret, audience: DEMO_ENVIRONMENT.audience,
      grant_type: 'client_credentials', ...fields,
    }),
  });
  const get = async (url: string, token?: string) => send({
    method: 'GET', url, headers: { Authorization: `Bearer ${token ?? (await issuer.temporaryToken())}`, Accept: 'application/geo+json' },
  });
  const search = async (query: Record<string, string | number> | string) => {
    const params = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const url = typeof query === 'string' ? query : `${SEARCH}?${new URLSearchParams(params)}`;
    const { status, json } = await get(url);
    expect(status).toBe(200);
    return json as Page;
  };
  return { clock, issuer, fetch, send, exchange, get, search };
}

const next = (page: Page): string | undefined => page.links.find((link) => link.rel === 'next')?.href;

describe('the token endpoint', () => {
  test('gives a bearer JWT whose claims tell the allowance', async () => {
    const { exchange } = demo();
    await exchange();
    const { status, json } = await exchange();
    expect(status).toBe(200);
    expect(Object.keys(json as object)).toEqual(['access_token', 'expires_in', 'token_type']);
    const { access_token: token, expires_in: lifetime, token_type: type } = json as { access_token: string; expires_in: number; token_type: string };
    expect([lifetime, type]).toEqual([86_400, 'Bearer']);
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ aud: DEMO_ENVIRONMENT.audience, iat: START / 1_000, exp: START / 1_000 + 86_400 });
    const values = Object.entries(claims).filter(([name]) => /\/rate_limit/u.test(name)).map(([name, value]) => [name.replace(/^.*\//u, ''), value]);
    expect(values).toEqual([['rate_limit', 50], ['rate_limit_remaining', 48]]);
  });

  test.each([
    ['a wrong secret', { client_secret: 'other' }, 401],
    ['a wrong id', { client_id: 'other' }, 401],
    ['another audience', { audience: 'https://elsewhere.example' }, 403],
    ['another grant', { grant_type: 'password' }, 400],
    ['no grant', { grant_type: undefined }, 400],
    ['a number for a secret', { client_secret: 5 }, 400],
    ['a fifth field', { scope: 'all' }, 400],
  ])('refuses %s and counts nothing', async (_name, fields, status) => {
    const { exchange, issuer } = demo();
    const answer = await exchange(fields);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/u);
    expect(answer.json).toHaveProperty('error');
    expect(issuer.exchanges).toBe(0);
  });

  test('refuses a form', async () => {
    expect((await demo().exchange({}, 'application/x-www-form-urlencoded')).status).toBe(400);
  });

  test('answers as in section 7 when the allowance is used up, until the oldest exchange is a day old', async () => {
    const { exchange, clock } = demo({}, { allowance: 2 });
    await exchange();
    clock.time += HOUR;
    await exchange();
    clock.time += HOUR;
    const { status, json } = await exchange();
    expect(status).toBe(400);
    expect(json).toEqual({
      error: 'invalid_request',
      error_description: { code: 429, message: 'rate_limit', rate_limit: 2, rate_limit_refresh: '2026-06-16T12:00:00.000Z' },
    });
    clock.time = START + 24 * HOUR - 1;
    expect((await exchange()).status).toBe(400);
    clock.time += 1;
    expect((await exchange()).status).toBe(200);
    expect((await exchange()).json).toMatchObject({ error_description: { rate_limit_refresh: '2026-06-16T13:00:00.000Z' } });
  });
});

describe('the bearer check', () => {
  test('refuses missing, foreign, expired and revoked tokens, and tokens for another audience', async () => {
    const { issuer, send, get, clock } = demo({}, { audiences: [DEMO_ENVIRONMENT.audience, 'https://sandbox.demo.invalid'] });
    const missing = await send({ method: 'GET', url: SEARCH, headers: {} });
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const good = await issuer.temporaryToken({ lifetimeSeconds: 60 });
    expect((await get(SEARCH, good)).status).toBe(200);
    expect((await get(SEARCH, `${good.slice(0, -3)}AAA`)).status).toBe(401);
    expect((await get(SEARCH, 'opaque')).status).toBe(401);
    expect((await get(SEARCH, await issuer.temporaryToken({ audience: 'https://sandbox.demo.invalid' }))).status).toBe(401);
    const opaque = await issuer.temporaryToken({ opaque: true });
    expect((await get(SEARCH, opaque)).status).toBe(200);
    issuer.revoke(opaque);
    expect((await get(SEARCH, opaque)).status).toBe(401);
    clock.time += 60_000;
    expect((await get(SEARCH, good)).status).toBe(401);
  });

  test('a token outlives a restart; revoking all ends it, and later ones work', async () => {
    const token = await demo().issuer.temporaryToken();
    const { issuer, get } = demo();
    expect((await get(SEARCH, token)).status).toBe(200);
    issuer.revokeAll();
    expect((await get(SEARCH, token)).status).toBe(401);
    expect((await get(SEARCH, await issuer.temporaryToken())).status).toBe(200);
  });
});

describe('items', () => {
  test('have exactly the fields of section 2.4', async () => {
    const page = await demo().search({ limit: 1_000 });
    expect(page.type).toBe('FeatureCollection');
    for (const feature of page.features) {
      expect(Object.keys(feature)).toEqual(['id', 'links', 'assets', 'geometry', 'collection', 'properties']);
      expect(feature.links).toEqual([{ rel: 'collection', type: 'application/json', href: `${DEMO_ENVIRONMENT.baseUrl}/collections/${feature.collection}` }]);
      expect(Object.keys(feature.properties)).toEqual(['created', 'datetime', 'platform', 'halcyra:status', 'sar:instrument_mode']);
      expect(feature.properties['datetime']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
      const ring = feature.geometry.coordinates[0] ?? [];
      expect([feature.geometry.type, ring.length, ring.at(-1)]).toEqual(['Polygon', 5, ring[0]]);
      expect(ring.every((position) => position.length === 3 && position.every(Number.isFinite) && Math.abs(position[1] ?? 91) <= 90)).toBe(true);
    }
    expect(page.features.some((feature) => Object.keys(feature.assets).length > 0)).toBe(true);
    expect(page.features.filter((feature) => Object.keys(feature.assets).length === 0).length).toBeGreaterThan(500);
  });

  test('are a few thousand, unique, newest first, over sixty days and into the future, and the same each time', async () => {
    const all = async (): Promise<Feature[]> => {
      const { search } = demo();
      const features: Feature[] = [];
      let page = await search({ limit: 1_000 });
      features.push(...page.features);
      for (let link = next(page); link !== undefined; link = next(page)) {
        page = await search(link);
        features.push(...page.features);
      }
      expect(features.length).toBe(page.context.matched);
      return features;
    };
    const features = await all();
    expect(await all()).toEqual(features);
    expect(features.length).toBeGreaterThan(2_950);
    expect(new Set(features.map((feature) => feature.id)).size).toBe(features.length);
    const times = features.map((feature) => Date.parse(feature.properties['datetime'] ?? ''));
    expect([...times].sort((a, b) => b - a)).toEqual(times);
    expect(times.filter((time) => time > START).length).toBeGreaterThan(20);
    expect(START - (times.at(-1) ?? 0)).toBeGreaterThan(59 * 24 * HOUR);
    expect(features.every((feature) => Date.parse(feature.properties['created'] ?? '') <= START)).toBe(true);
    const values = (name: string): number => new Set(features.map((feature) => feature.properties[name])).size;
    expect([values('halcyra:status'), values('platform'), values('sar:instrument_mode')]).toEqual([6, 7, 4]);
    expect(new Set(features.map((feature) => feature.collection)).size).toBe(3);
    const rings = features.map((feature) => feature.geometry.coordinates[0] ?? []);
    const width = (ring: number[][]): number => Math.max(...ring.map(([lon = 0]) => lon)) - Math.min(...ring.map(([lon = 0]) => lon));
    expect(rings.some((ring) => width(ring) > 300)).toBe(true);
    expect(rings.some((ring) => width(ring) < 10 && ring.some(([lon = 0]) => Math.abs(lon) > 180))).toBe(true);
    expect(rings.some((ring) => ring.some(([, lat = 0]) => lat > 89.9))).toBe(true);
    expect(rings.some((ring) => ring.some(([, lat = 0]) => lat < -89.8))).toBe(true);
  });

  test('keep their id while their status advances', async () => {
    const { search, clock } = demo();
    const future = (await search({ limit: 100 })).features.find((feature) => feature.properties['halcyra:status'] === 'REQUESTED');
    const seen: (string | undefined)[] = [];
    for (let hour = 0; hour < 130; hour += 0.25) {
      clock.time = START + hour * HOUR;
      seen.push((await search({ ids: future?.id ?? '' })).features[0]?.properties['halcyra:status']);
    }
    expect([...new Set(seen)]).toEqual(['REQUESTED', 'COMMANDED', 'COLLECTED', 'PROCESSED', 'DELIVERED']);
  });

  test('name assets that the same handler serves', async () => {
    const { search, get, send } = demo();
    const feature = (await search({ limit: 1_000 })).features.find((candidate) => candidate.assets['metadata'] !== undefined);
    expect((await get(feature?.assets['metadata']?.href ?? '')).json).toMatchObject({ item: feature?.id });
    await expect(send({ method: 'GET', url: feature?.assets['thumbnail']?.href ?? '', headers: {} })).rejects.toThrow(/JSON/u);
  });
});

describe('search', () => {
  test('limits to ten where nothing is said, and to a thousand', async () => {
    const { search, get } = demo();
    expect((await search({})).context).toMatchObject({ limit: 10, returned: 10 });
    expect((await search({ limit: 5_000 })).context).toMatchObject({ limit: 1_000, returned: 1_000 });
    for (const limit of ['0', '-1', 'ten', '1.5']) {
      expect((await get(`${SEARCH}?limit=${limit}`)).status).toBe(400);
    }
  });

  test('filters by time, collection and id', async () => {
    const { search } = demo();
    const between = await search({ limit: 1_000, datetime: '2026-06-01T00:00:00Z/2026-06-02T00:00:00Z' });
    expect(between.context.matched).toBeGreaterThan(30);
    expect(between.features.every((feature) => /^2026-06-01T|^2026-06-02T00:00:00/u.test(feature.properties['datetime'] ?? ''))).toBe(true);
    const [before, after, all] = await Promise.all([search({ datetime: '../2026-06-01T00:00:00Z' }), search({ datetime: '2026-06-01T00:00:00Z/..' }), search({})]);
    expect(before.context.matched + after.context.matched).toBe(all.context.matched);
    const first = all.features[0];
    expect((await search({ datetime: first?.properties['datetime'] ?? '' })).features[0]?.id).toBe(first?.id);
    const owned = await search({ collections: 'tidewater-institute,brightmoor-agronomy', limit: 500 });
    expect(new Set(owned.features.map((feature) => feature.collection)).size).toBe(2);
    expect((await search({ ids: all.features.slice(2, 5).map((feature) => feature.id).join(',') })).features).toHaveLength(3);
    expect((await search({ ids: 'nothing' })).numberMatched).toBe(0);
  });

  test('filters by box, also over the antimeridian and around the poles', async () => {
    const { search } = demo();
    const rotterdam = await search({ bbox: '3,51,5,53', limit: 1_000 });
    expect(rotterdam.context.matched).toBeGreaterThan(5);
    expect(rotterdam.features.every((feature) => Math.abs((feature.geometry.coordinates[0]?.[0]?.[1] ?? 0) - 52) < 1.5)).toBe(true);
    const line = await search({ bbox: '179,-20,-179,72', limit: 1_000 });
    expect(line.context.matched).toBeGreaterThan(20);
    expect(line.features.every((feature) => (feature.geometry.coordinates[0] ?? []).some(([lon = 0]) => Math.abs(lon) > 178.5))).toBe(true);
    expect((await search({ bbox: '-10,89.999,10,90', limit: 1_000 })).context.matched).toBeGreaterThan(0);
    expect((await search({ bbox: '-180,-90,180,90' })).context.matched).toBe((await search({})).context.matched);
  });

  test('filters by geometry, in a GET and in a POST', async () => {
    const { search, send, issuer } = demo();
    const first = (await search({ bbox: '3,51,5,53' })).features[0];
    const { geometry } = first ?? {};
    const hits = await search({ intersects: JSON.stringify(geometry), limit: 1_000 });
    expect(hits.features.map((feature) => feature.id)).toContain(first?.id);
    expect(hits.context.matched).toBeLessThan(100);
    const posted = await send({
      method: 'POST', url: SEARCH, headers: { authorization: `Bearer ${await issuer.temporaryToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ intersects: geometry, limit: 1_000 }),
    });
    expect((posted.json as Page).features).toEqual(hits.features);
    const box = { type: 'Polygon', coordinates: [[[3, 51], [5, 51], [5, 53], [3, 53], [3, 51]]] };
    const byBox = (await search({ bbox: '3,51,5,53', limit: 1_000 })).features;
    expect((await search({ intersects: JSON.stringify(box), limit: 1_000 })).features).toEqual(byBox);
    const far = { type: 'Point', coordinates: [-30, -40] };
    expect((await search({ intersects: JSON.stringify(far) })).numberMatched).toBe(0);
  });

  test('sorts', async () => {
    const { search } = demo();
    const times = (await search({ sortby: '+datetime', limit: 50 })).features.map((feature) => feature.properties['datetime']);
    expect([...times].sort()).toEqual(times);
    const platforms = (await search({ sortby: '-platform,+id', limit: 500 })).features;
    expect(platforms[0]?.properties['platform']).toBe('Vesperline-B');
  });

  test.each(['bbox=1,2,3', 'bbox=a,b,c,d', 'bbox=0,5,1,4', 'datetime=yesterday', 'datetime=..', 'datetime=2026-06-02T00:00:00Z/2026-06-01T00:00:00Z',
    'intersects={', 'sortby=shoe', 'sortby=__proto__', 'token=%%', 'token=abc'])('refuses %s', async (query) => {
    expect((await demo().get(`${SEARCH}?${query.replace('%%', '%25')}`)).status).toBe(400);
  });

  test('pages over what was there at the first page, with the filters', async () => {
    const { search, clock } = demo();
    const first = await search({ limit: 40, collections: 'tidewater-institute' });
    const ids = first.features.map((feature) => feature.id);
    let page = first;
    for (let link = next(page); link !== undefined; link = next(page)) {
      clock.time += HOUR;
      page = await search(link);
      expect(page.features.every((feature) => feature.collection === 'tidewater-institute')).toBe(true);
      ids.push(...page.features.map((feature) => feature.id));
    }
    expect(new Set(ids).size).toBe(first.context.matched);
    expect(ids).toHaveLength(first.context.matched);
  });

  test('can be a service that knows no filters', async () => {
    const { search } = demo({ honourFilters: false });
    const page = await search({ limit: 7, bbox: '3,51,5,53', ids: 'nothing' });
    expect(page.features).toHaveLength(7);
    expect(page.context.matched).toBeGreaterThan(2_950);
  });
});

describe('the port', () => {
  test('keeps the cap and the signal', async () => {
    const { send, fetch, issuer } = demo();
    const request: HttpRequest = { method: 'GET', url: `${SEARCH}?limit=100`, headers: { Authorization: `Bearer ${await issuer.temporaryToken()}` } };
    await expect(send(request, AbortSignal.abort())).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    const abort = new AbortController();
    const pending = fetch(request, { limits: LIMITS, signal: abort.signal });
    abort.abort();
    await expect(pending).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await expect(send(request, undefined, { ...LIMITS, maxBytes: 100 })).rejects.toMatchObject({ failure: { kind: 'tooLarge', limitBytes: 100 } });
  });

  test('lists collections and knows nothing else', async () => {
    const { get } = demo();
    const list = (await get(`${DEMO_ENVIRONMENT.baseUrl}/collections`)).json as { collections: { id: string }[] };
    expect(list.collections).toHaveLength(3);
    expect((await get(`${DEMO_ENVIRONMENT.baseUrl}/collections/northfold-survey`)).json).toMatchObject({ id: 'northfold-survey' });
    expect((await get(`${DEMO_ENVIRONMENT.baseUrl}/collections/other`)).status).toBe(404);
    expect((await get('https://elsewhere.invalid/stac/search')).status).toBe(404);
  });
});
