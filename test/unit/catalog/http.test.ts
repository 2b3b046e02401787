import { describe, expect, it } from 'vitest';
import { CatalogError } from '../../../src/core/failure.js';
import { requestApi } from '../../../src/core/catalog/http.js';
import type { HttpResponse } from '../../../src/core/ports.js';
import { httpDate, retryAfter } from '../../../src/core/retryAfter.js';
import { environmentAt, failureOf, SECRET_TOKEN, serve, testPorts, WANTED, type Answer, type Loopback, type TestPorts } from './support.js';

function get(ports: TestPorts, server: Loopback, signal = WANTED()): Promise<HttpResponse> {
  return requestApi(ports, environmentAt(server.origin), { method: 'GET', url: `${server.origin}/stac/search?limit=1`, accept: 'application/geo+json' }, { signal });
}

function post(ports: TestPorts, server: Loopback, safe = false): Promise<HttpResponse> {
  return requestApi(ports, environmentAt(server.origin), { method: 'POST', url: `${server.origin}/stac/search`, accept: 'application/geo+json', body: '{}', safe }, { signal: WANTED() });
}

describe('a request', () => {
  it('carries the token in its header, and the log holds no more than the path', async () => {
    await using server = await serve(() => ({ body: {}, headers: { date: 'Wed, 10 Jun 2026 12:00:00 GMT' } }));
    const ports = testPorts();
    expect((await get(ports, server)).status).toBe(200);
    expect(server.seen).toMatchObject([{ method: 'GET', url: '/stac/search?limit=1', headers: { accept: 'application/geo+json', authorization: `Bearer ${SECRET_TOKEN}` } }]);
    expect(ports.requests).toEqual([{ method: 'GET', origin: server.origin, path: '/stac/search', status: 200, ms: 0, bytes: 2 }]);
    expect(ports.accepted).toEqual([{ token: SECRET_TOKEN, date: Date.UTC(2026, 5, 10, 12) }]);
  });

  it('S8 S18: with the token in its address does not go out, nor does a redirect to one', async () => {
    await using server = await serve(({ url }) => (url === '/go' ? { status: 302, headers: { location: `/x?t=${SECRET_TOKEN}` } } : {}));
    const ports = testPorts();
    for (const path of [`/x?t=${SECRET_TOKEN}`, `/${encodeURIComponent(`Bearer ${SECRET_TOKEN}`)}`, `/${SECRET_TOKEN.replaceAll('a', '%61')}`, '/go']) {
      expect(await failureOf(requestApi(ports, environmentAt(server.origin), { method: 'GET', url: server.origin + path, accept: '*/*' }, { signal: WANTED() }))).toMatchObject({ kind: 'invalid' });
    }
    expect(server.seen.map(({ url }) => url)).toEqual(['/go']);
  });

  it('goes to no other origin, whoever asks', async () => {
    await using server = await serve(() => ({}));
    await using foreign = await serve(() => ({}));
    const ports = testPorts();
    const port = new URL(server.origin).port;
    for (const url of [foreign.origin, `http://localhost:${port}`, `http://127.0.0.1:${port}@127.0.0.2/`, `blob:${server.origin}/x`, 'file:///etc/passwd', 'x']) {
      expect(await failureOf(requestApi(ports, environmentAt(server.origin), { method: 'GET', url, accept: '*/*' }, { signal: WANTED() }))).toEqual({ kind: 'internal' });
    }
    // An origin that begins as ours does.
    expect(await failureOf(requestApi(ports, environmentAt(server.origin.slice(0, -1)), { method: 'GET', url: server.origin, accept: '*/*' }, { signal: WANTED() }))).toEqual({ kind: 'internal' });
    expect([...server.seen, ...foreign.seen]).toEqual([]);
  });
});

describe('a 401', () => {
  it('once is answered with another token and one retry', async () => {
    await using server = await serve((request) => (request.headers.authorization === 'Bearer new' ? { body: {} } : { status: 401, body: 'token old is bad' }));
    const ports = testPorts(['old', 'new']);
    expect((await get(ports, server)).status).toBe(200);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(ports.accepted.map(({ token }) => token)).toEqual(['new']);
    // The service echoed the token; the log does not.
    expect(ports.lines.join()).toContain('token [token] is bad');
  });

  it('for ever ends where the session says, and no later than with the third token', async () => {
    await using server = await serve(() => ({ status: 401 }));
    const twice = testPorts(['old', 'new']);
    expect(await failureOf(get(twice, server))).toMatchObject({ kind: 'unauthorized', reason: 'neverAccepted' });
    expect(twice.rejected).toEqual(['old', 'new']);
    expect(server.seen).toHaveLength(2);
    const endless = testPorts(['a', 'b', 'c', 'd', 'e']);
    expect(await failureOf(get(endless, server))).toMatchObject({ kind: 'unauthorized', reason: 'refusedAgain' });
    expect(server.seen).toHaveLength(5);
    const same = testPorts(['a', 'a', 'a']);
    expect(await failureOf(get(same, server))).toMatchObject({ kind: 'unauthorized', reason: 'refusedAgain' });
    expect(server.seen).toHaveLength(6);
  });

  it('in the middle of other trouble does not use up its tries', async () => {
    const answers: readonly Answer[] = [{ status: 503 }, { status: 401 }, { status: 503 }, { body: {} }];
    await using server = await serve((_request, count) => answers[count - 1] ?? { status: 500 });
    expect((await get(testPorts(['old', 'new']), server)).status).toBe(200);
  });

  it.each([403, 404, 400])('and %i leads to no other token', async (status) => {
    await using server = await serve(() => ({ status }));
    const ports = testPorts(['old', 'new']);
    expect(await failureOf(get(ports, server))).toMatchObject({ kind: 'status', status });
    expect(ports.rejected).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i on the same origin is followed, with the token', async (status) => {
    await using server = await serve(({ url }) => (url === '/there?x=1' ? { body: {} } : { status, headers: { location: '/there?x=1#part' } }));
    expect((await get(testPorts(), server)).status).toBe(200);
    expect(server.seen.map(({ url }) => url)).toEqual(['/stac/search?limit=1', '/there?x=1']);
  });

  it.each([301, 302, 303, 307, 308])('%i to another origin is not', async (status) => {
    await using foreign = await serve(() => ({ body: {} }));
    await using server = await serve(() => ({ status, headers: { location: `${foreign.origin}/stac/search?a=secret` } }));
    const ports = testPorts();
    expect(await failureOf(get(ports, server))).toEqual({ kind: 'redirect', host: new URL(server.origin).host, to: foreign.origin, reason: 'otherOrigin' });
    expect(foreign.seen).toEqual([]);
    expect(ports.accepted).toEqual([]);
  });

  it.each([
    ['//evil.example/x', 'otherOrigin', 'http://evil.example'],
    ['https://127.0.0.1/x', 'otherOrigin', 'https://127.0.0.1'],
    ['\\\\evil.example\\x', 'otherOrigin', 'http://evil.example'],
    ['http://0x7f000001:1/x', 'otherOrigin', 'http://127.0.0.1:1'],
    ['file:///etc/passwd', 'notAllowed', undefined],
    ['data:text/html,x', 'notAllowed', undefined],
    ['javascript:alert(1)', 'notAllowed', undefined],
    ['http://[', 'noTarget', undefined],
    ['', 'noTarget', undefined],
  ] as const)('to %s: %s', async (location, reason, to) => {
    await using server = await serve(() => ({ status: 302, headers: { location } }));
    expect(await failureOf(get(testPorts(), server))).toMatchObject({ kind: 'redirect', reason, to });
    expect(server.seen).toHaveLength(1);
  });

  it.each(['user:word', 'user', ':word'])('with user information %s is not followed', async (user) => {
    await using server = await serve(({ headers }) => ({ status: 302, headers: { location: `http://${user}@${headers.host ?? ''}/x` } }));
    expect(await failureOf(get(testPorts(), server))).toMatchObject({ kind: 'redirect', reason: 'notAllowed' });
  });

  it('from https to http is a downgrade', async () => {
    const ports = testPorts(undefined, {
      fetch: () => Promise.resolve({ status: 302, headers: new Map([['location', 'http://api.example/x']]), body: new Uint8Array() }),
    });
    const failure = await failureOf(requestApi(ports, environmentAt('https://api.example'), { method: 'GET', url: 'https://api.example/', accept: '*/*' }, { signal: WANTED() }));
    expect(failure).toEqual({ kind: 'redirect', host: 'api.example', to: 'http://api.example', reason: 'downgrade' });
  });

  it('is followed five times, and never to where it has been', async () => {
    await using server = await serve((_request, count) => (count <= 5 ? { status: 302, headers: { location: `/hop${count}` } } : { body: {} }));
    expect((await get(testPorts(), server)).status).toBe(200);
    await using endless = await serve((_request, count) => ({ status: 302, headers: { location: `/hop${count}` } }));
    expect(await failureOf(get(testPorts(), endless))).toMatchObject({ kind: 'redirect', reason: 'loop' });
    expect(endless.seen).toHaveLength(6);
    await using self = await serve(({ url }) => ({ status: 302, headers: { location: url } }));
    expect(await failureOf(get(testPorts(), self))).toMatchObject({ kind: 'redirect', reason: 'loop' });
    expect(self.seen).toHaveLength(1);
  });

  it('of a POST is not followed', async () => {
    await using server = await serve(() => ({ status: 307, headers: { location: '/x' } }));
    expect(await failureOf(post(testPorts(), server))).toMatchObject({ kind: 'redirect', reason: 'notAllowed' });
  });
});

describe('failures that may pass', () => {
  it.each<readonly [number, number]>([
    [408, 3], [429, 3], [500, 3], [502, 3], [503, 3], [504, 3], [520, 3], [527, 3], [529, 3],
    [304, 1], [400, 1], [402, 1], [405, 1], [409, 1], [410, 1], [413, 1], [414, 1], [418, 1], [431, 1], [451, 1], [501, 1], [505, 1], [600, 1], [999, 1],
  ])('status %i is tried %i times', async (status, tries) => {
    // Status 600 and above are refused by clients on the way: they are handed over here.
    const ports = testPorts(undefined, { fetch: () => { sent += 1; return Promise.resolve({ status, headers: new Map(), body: new Uint8Array() }); } });
    let sent = 0;
    const failure = await failureOf(requestApi(ports, environmentAt('https://a.example'), { method: 'GET', url: 'https://a.example/', accept: '*/*' }, { signal: WANTED() }));
    expect(failure).toEqual({ kind: 'status', host: 'a.example', status, retryAt: undefined });
    expect(sent).toBe(tries);
    expect(ports.clock.slept).toEqual([500, 1000].slice(0, tries - 1));
  });

  it('once are not noticed', async () => {
    await using server = await serve((_request, count) => (count === 1 ? { status: 500 } : count === 2 ? { reset: true } : { body: {} }));
    expect((await get(testPorts(), server)).status).toBe(200);
  });

  it('on the wire are tried three times for a GET, once for a POST that may have gone out', async () => {
    await using server = await serve(() => ({ reset: true }));
    expect(await failureOf(get(testPorts(), server))).toMatchObject({ kind: 'network', reason: 'reset' });
    expect(server.seen).toHaveLength(3);
    expect(await failureOf(post(testPorts(), server))).toMatchObject({ kind: 'network' });
    expect(server.seen).toHaveLength(4);
  });

  it('are tried again for a POST only where it changes nothing', async () => {
    const answers: readonly Answer[] = [{ status: 503 }, { reset: true }, { body: {} }];
    await using server = await serve((_request, count) => answers[count - 1] ?? { status: 503 });
    expect((await post(testPorts(), server, true)).status).toBe(200);
    expect(server.seen.map(({ method, body }) => `${method} ${body}`)).toEqual(['POST {}', 'POST {}', 'POST {}']);
    expect(await failureOf(post(testPorts(), server))).toMatchObject({ kind: 'status', status: 503 });
    expect(server.seen).toHaveLength(4);
  });

  it.each(['certificateUntrusted', 'connectTimeout', 'hostNotFound', 'notHttp', 'proxySignIn', 'tooSlow'] as const)('are not %s', async (reason) => {
    let sent = 0;
    const ports = testPorts(undefined, { fetch: () => { sent += 1; return Promise.reject(new CatalogError({ kind: 'network', host: 'h', reason, sent: false })); } });
    await failureOf(requestApi(ports, environmentAt('https://a.example'), { method: 'GET', url: 'https://a.example/', accept: '*/*' }, { signal: WANTED() }));
    expect(sent).toBe(1);
  });

  it('wait as long as the service asks, or not at all', async () => {
    await using short = await serve((_request, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { body: {} }));
    const patient = testPorts();
    expect((await get(patient, short)).status).toBe(200);
    expect(patient.clock.slept).toEqual([2000]);
    await using long = await serve(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const ports = testPorts();
    expect(await failureOf(get(ports, long))).toMatchObject({ kind: 'status', status: 429, retryAt: ports.clock.time + 3_600_000 });
    expect(ports.clock.slept).toEqual([]);
    expect(long.seen).toHaveLength(1);
  });

  it('with a time that has passed still wait a little', async () => {
    await using server = await serve(() => ({ status: 503, headers: { 'retry-after': 'Wed, 10 Jun 2020 12:00:00 GMT' } }));
    const ports = testPorts();
    await failureOf(get(ports, server));
    expect(ports.clock.slept).toEqual([500, 1000]);
  });

  it('include 413 only where it names a time', async () => {
    await using server = await serve((_request, count) => (count === 1 ? { status: 413, headers: { 'retry-after': '1' } } : { body: {} }));
    expect((await get(testPorts(), server)).status).toBe(200);
  });

  it('stop at once when cancelled while waiting', async () => {
    await using server = await serve(() => ({ status: 503 }));
    const controller = new AbortController();
    const ports = testPorts();
    ports.clock.sleep = (_ms, signal) => new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new CatalogError({ kind: 'cancelled' })));
      controller.abort();
    });
    expect(await failureOf(get(ports, server, controller.signal))).toEqual({ kind: 'cancelled' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('S30: what a service writes in an error', () => {
  it('goes to the log, cut, and nowhere else', async () => {
    await using server = await serve(() => ({ status: 400, body: `[Open](command:test.canary)${'x'.repeat(1_000_000)}` }));
    const ports = testPorts();
    const failure = await failureOf(get(ports, server));
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(ports.lines.join()).toContain('answered 400: [Open](command:test.canary)xxx');
    expect(ports.lines.join().length).toBeLessThan(66_000);
  });

  it('says nothing about a token when it is a page of markup', async () => {
    await using server = await serve(() => ({ body: '\ufeff \n<!doctype html>' }));
    const ports = testPorts();
    await get(ports, server);
    expect(ports.accepted).toEqual([]);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 5, 10, 12);
  it.each([
    ['2', 2000], ['0', 0], ['120, 60', 120_000], ['60, 120', 120_000], ['1000000000', 86_400_000],
    ['Wed, 10 Jun 2026 12:00:30 GMT', 30_000], ['Wed, 10 Jun 2026 11:00:00 GMT', 0], ['Wed, 10 Jun 2026 12:00:30 GMT, 40', 40_000],
    ['-1', undefined], ['1e9', undefined], ['abc', undefined], ['2 seconds', undefined], ['', undefined], ['1.5', undefined], ['9'.repeat(1000), undefined],
    ['2026-06-10T12:00:30Z', undefined],
  ])('%j asks for %s ms', (header, ms) => {
    expect(retryAfter(header, now)).toBe(ms);
  });

  it('takes no date that is not one', () => {
    expect([httpDate('120'), httpDate(''), httpDate('Wed, 99 Jun 2026 12:00:30 GMT')]).toEqual([undefined, undefined, undefined]);
  });
});
