import { afterEach, describe, expect, test } from 'vitest';
import { searchUrl } from '../../../src/core/environment.js';
import { createEditorFetch } from '../../../src/platform/network/editorFetch.js';
import { makeCertificate } from '../../support/certificates.js';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';
import { closedPort, failureOf, get, LIMITS, rawServer, text } from './loopback.js';

let server: CatalogServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function catalog(fault?: string): Promise<{ server: CatalogServer; url: string; headers: Record<string, string> }> {
  server = await startCatalogServer({ catalog: { itemCount: 60 } });
  if (fault !== undefined) {
    server.fault(fault);
  }
  return { server, url: `${searchUrl(server.production)}?limit=50`, headers: { Authorization: `Bearer ${await server.issuer.temporaryToken()}` } };
}

const fetch = createEditorFetch();

describe('the editor\'s fetch', () => {
  test('gives the whole answer, with progress', async () => {
    const { url, headers } = await catalog();
    let seen = 0;
    const response = await get(fetch, url, { onProgress: (bytes) => { seen = bytes; } }, { headers });
    expect((JSON.parse(text(response)) as { features: unknown[] }).features).toHaveLength(50);
    expect([response.status, seen]).toEqual([200, response.body.length]);
  });

  test('hands a redirect over', async () => {
    const { server: to, url, headers } = await catalog('H9');
    const { status, headers: got } = await get(fetch, url, {}, { headers });
    expect([status, got.get('location')?.startsWith('http://127.0.0.2')]).toEqual([307, true]);
    expect(to.journal).toHaveLength(1);
    const hidden = createEditorFetch({ fetch: () => Promise.resolve(Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })) });
    expect(await failureOf(get(hidden, url))).toMatchObject({ kind: 'redirect', reason: 'notAllowed' });
  });

  test.each([['N6', 'reset'], ['N7', 'reset'], ['N8', 'reset'], ['N11', 'badEncoding'], ['N20', 'notHttp']])('%s is %s', async (fault, reason) => {
    const { url, headers } = await catalog(fault);
    expect(await failureOf(get(fetch, url, {}, { headers }))).toMatchObject({ kind: 'network', reason, sent: true });
  });

  test.each(['N13', 'N14'])('%s is stopped at the cap', async (fault) => {
    const { url, headers } = await catalog(fault);
    expect(await failureOf(get(fetch, url, { limits: { ...LIMITS, maxBytes: 8 << 20 } }, { headers }))).toMatchObject({ kind: 'tooLarge', limitBytes: 8 << 20 });
  });

  test('keeps its deadlines', async () => {
    const { server: to, url, headers } = await catalog('N15');
    const short = { ...LIMITS, connectMs: 25, headersMs: 25 };
    expect(await failureOf(get(fetch, url, { limits: short }, { headers }))).toMatchObject({ reason: 'headersTimeout', sent: true });
    to.fault('N16');
    expect(await failureOf(get(fetch, url, { limits: { ...LIMITS, bodyIdleMs: 50 } }, { headers }))).toMatchObject({ reason: 'bodyTimeout' });
    const slow = createEditorFetch({ pace: { bytes: 50, everyMs: 500 } });
    expect(await failureOf(get(slow, url, {}, { headers }))).toMatchObject({ reason: 'tooSlow', sent: true });
  });

  test.each(['N15', 'N16'])('is cancelled in %s', async (fault) => {
    const { server: to, url, headers } = await catalog(fault);
    const abort = new AbortController();
    const pending = get(fetch, url, { signal: abort.signal }, { headers });
    await to.arrived('search', 1);
    abort.abort();
    expect(await failureOf(pending)).toEqual({ kind: 'cancelled' });
    expect(await failureOf(get(fetch, url, { signal: abort.signal }, { headers }))).toEqual({ kind: 'cancelled' });
    expect(to.journal).toHaveLength(1);
  });

  test('reads the body of a failed request up to its cap and keeps its status', async () => {
    const { server: to, url, headers } = await catalog('H56');
    const long = await get(fetch, url, {}, { headers });
    expect([long.status, long.body.length]).toEqual([500, 64 << 10]);
    to.fault('H57');
    const endless = await get(fetch, url, { limits: { ...LIMITS, bodyIdleMs: 50 } }, { headers });
    expect([endless.status, text(endless)]).toEqual([500, 'it goes on']);
  });

  test('knows what was not sent', async () => {
    expect(await failureOf(get(fetch, `http://127.0.0.1:${await closedPort()}/`))).toMatchObject({ reason: 'refused', sent: false });
    expect(await failureOf(get(fetch, 'https://nothing.invalid/'))).toMatchObject({ sent: false });
    expect(await failureOf(get(fetch, 'http://api.example.com/'))).toMatchObject({ reason: 'insecureAddress', sent: false });
    const { url } = await catalog();
    expect(await failureOf(get(fetch, url.replace('http:', 'https:')))).toMatchObject({ reason: 'notTls', sent: false });
    const unknown = createEditorFetch({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(await failureOf(get(unknown, url))).toMatchObject({ reason: 'unknown', sent: true });
  });

  test('a connection that ends early cuts the answer off', async () => {
    const port = await rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')));
    expect(await failureOf(get(fetch, `http://127.0.0.1:${port}/`))).toMatchObject({ reason: 'cutOff', sent: true });
    // Not every fetch minds.
    const lax = createEditorFetch({ fetch: () => Promise.resolve(new Response('half', { headers: { 'content-length': '100' } })) });
    expect(await failureOf(get(lax, `http://127.0.0.1:${port}/`))).toMatchObject({ reason: 'cutOff', sent: true });
  });

  const certificate = makeCertificate(['IP:127.0.0.1']);
  test.runIf(certificate !== undefined)('a certificate that is not trusted', async () => {
    server = await startCatalogServer(certificate === undefined ? {} : { tls: certificate });
    expect(await failureOf(get(fetch, searchUrl(server.production)))).toMatchObject({ reason: 'certificateUntrusted', sent: false });
    expect(server.journal).toHaveLength(0);
  });
});
