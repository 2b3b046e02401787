import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { searchUrl, tokenUrl } from '../../../src/core/environment.js';
import { createUndiciFetch, type UndiciFetch, type UndiciFetchOptions } from '../../../src/platform/network/undiciFetch.js';
import { makeCertificate } from '../../support/certificates.js';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';
import { closedPort, failureOf, get, LIMITS, listen, NO_PROXY, proxyTo, rawServer, text } from './loopback.js';

const disposables: { dispose(): void }[] = [];
let server: CatalogServer | undefined;
afterEach(async () => {
  disposables.splice(0).forEach((each) => each.dispose());
  await server?.close();
  server = undefined;
});

function adapter(options: Partial<UndiciFetchOptions> = {}): UndiciFetch {
  const made = createUndiciFetch({ proxy: NO_PROXY, variables: {}, ...options });
  disposables.push(made);
  return made;
}

async function catalog(fault?: string): Promise<{ server: CatalogServer; url: string; headers: Record<string, string> }> {
  server = await startCatalogServer({ catalog: { itemCount: 60 } });
  if (fault !== undefined) {
    server.fault(fault);
  }
  return { server, url: `${searchUrl(server.production)}?limit=50`, headers: { Authorization: `Bearer ${await server.issuer.temporaryToken()}` } };
}

/** A server that answers every request with these bytes. */
async function answering(body: Uint8Array, headers: Record<string, string>): Promise<string> {
  const port = await listen(createHttpServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  }));
  return `http://127.0.0.1:${port}/`;
}

describe('answers that are fine', () => {
  test('come whole, with lower-case headers and progress, over one connection', async () => {
    const { server: { journal }, url, headers } = await catalog();
    const { fetch } = adapter();
    const seen: number[] = [];
    const response = await get(fetch, url, { onProgress: (bytes) => seen.push(bytes) }, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    expect((JSON.parse(text(response)) as { features: unknown[] }).features).toHaveLength(50);
    expect(seen.at(-1)).toBe(response.body.length);
    await get(fetch, url, {}, { headers });
    expect(journal.map((entry) => entry.headers['connection'])).toEqual(['keep-alive', 'keep-alive']);
    expect(journal[0]?.headers['cookie']).toBeUndefined();
  });

  test.each(['N17', 'N23', 'N24', 'H1'])('%s works', async (fault) => {
    const { url, headers } = await catalog(fault);
    const response = await get(adapter().fetch, url, {}, { headers });
    expect((JSON.parse(text(response)) as { features: unknown[] }).features).toHaveLength(50);
  });

  test('a POST carries its body, and a redirect is handed over', async () => {
    const { server: to, url, headers } = await catalog();
    const { fetch } = adapter();
    const { clientId, clientSecret } = to.credentials;
    const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret, audience: to.production.audience, grant_type: 'client_credentials' });
    expect((await get(fetch, tokenUrl(to.production), {}, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(200);
    to.fault('H9');
    const moved = await get(fetch, url, {}, { headers });
    expect([moved.status, moved.headers.get('location')?.startsWith('http://127.0.0.2')]).toEqual([307, true]);
    expect(to.requests('search')).toHaveLength(1);
  });

  test('localhost is found whichever address family answers', async () => {
    const { url, headers } = await catalog();
    expect((await get(adapter().fetch, url.replace('127.0.0.1', 'localhost'), {}, { headers })).status).toBe(200);
  });

  test.each([
    ['gzip', gzipSync('hello')], ['x-gzip', gzipSync('hello')], ['deflate', deflateSync('hello')], ['deflate', deflateRawSync('hello')],
    ['br', brotliCompressSync('hello')], ['gzip, br', brotliCompressSync(gzipSync('hello'))], ['identity', Buffer.from('hello')],
  ])('%s is undone', async (encoding, body) => {
    expect(text(await get(adapter().fetch, await answering(body, { 'content-encoding': encoding })))).toBe('hello');
  });

  test('cookies are dropped, repeated headers joined', async () => {
    const port = await listen(createHttpServer((_request, response) => {
      response.setHeader('retry-after', ['3', '5']);
      response.setHeader('Set-Cookie', 'a=b');
      response.end();
    }));
    const { headers } = await get(adapter().fetch, `http://127.0.0.1:${port}/`);
    expect([headers.get('retry-after'), headers.has('set-cookie')]).toEqual(['3, 5', false]);
  });
});

describe('answers that are not', () => {
  test.each([
    ['N6', 'reset'], ['N7', 'reset'], ['N8', 'reset'], ['N10', 'cutOff'], ['N11', 'badEncoding'], ['N12', 'badEncoding'],
    ['N19', 'cutOff'], ['N20', 'notHttp'], ['N21', 'notHttp'], ['N22', 'notHttp'], ['N25', 'notHttp'],
  ])('%s is %s, after one request', async (fault, reason) => {
    const { server: to, url, headers } = await catalog(fault);
    expect(await failureOf(get(adapter().fetch, url, {}, { headers }))).toEqual({ kind: 'network', host: new URL(to.origin).host, reason, sent: true });
    expect(to.journal).toHaveLength(1);
  });

  test.each(['N13', 'N14'])('%s is stopped at the cap, counted after decompression', async (fault) => {
    const { url, headers } = await catalog(fault);
    const limits = { ...LIMITS, maxBytes: 8 << 20 };
    let most = 0;
    const failure = await failureOf(get(adapter().fetch, url, { limits, onProgress: (bytes) => { most = bytes; } }, { headers }));
    expect(failure).toMatchObject({ kind: 'tooLarge', limitBytes: 8 << 20 });
    expect(most).toBeLessThanOrEqual(8 << 20);
    expect(most).toBeGreaterThan(7 << 20);
  });

  test('a declared length beyond the cap is not read at all', async () => {
    const url = await answering(Buffer.alloc(2_000), {});
    const seen: number[] = [];
    expect(await failureOf(get(adapter().fetch, url, { limits: { ...LIMITS, maxBytes: 1_999 }, onProgress: (bytes) => seen.push(bytes) })))
      .toMatchObject({ kind: 'tooLarge' });
    expect(seen).toEqual([]);
    expect((await get(adapter().fetch, url, { limits: { ...LIMITS, maxBytes: 2_000 } })).body).toHaveLength(2_000);
  });

  test('a connection that ends before the length is reached cuts the answer off', async () => {
    const port = await rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')));
    expect(await failureOf(get(adapter().fetch, `http://127.0.0.1:${port}/`))).toMatchObject({ reason: 'cutOff', sent: true });
    const chunked = await rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf')));
    expect(await failureOf(get(adapter().fetch, `http://127.0.0.1:${chunked}/`))).toMatchObject({ reason: 'cutOff', sent: true });
  });

  test('a longer body than declared gives what was declared', async () => {
    const { url, headers } = await catalog('N18');
    expect((await get(adapter().fetch, url, {}, { headers })).body).toHaveLength(5);
  });

  test('an unknown or a fourth encoding is refused', async () => {
    expect(await failureOf(get(adapter().fetch, await answering(Buffer.from('x'), { 'content-encoding': 'zstd' })))).toMatchObject({ reason: 'badEncoding' });
    expect(await failureOf(get(adapter().fetch, await answering(Buffer.from('x'), { 'content-encoding': 'gzip,gzip,gzip,gzip' })))).toMatchObject({ reason: 'badEncoding' });
  });

  test('the body of a failed request is read up to its cap, and its status survives whatever happens to it', async () => {
    const { server: to, url, headers } = await catalog('H56');
    const { fetch } = adapter();
    const long = await get(fetch, url, {}, { headers });
    expect([long.status, long.body.length]).toEqual([500, 64 << 10]);
    to.fault('H57');
    const endless = await get(fetch, url, { limits: { ...LIMITS, bodyIdleMs: 50 } }, { headers });
    expect([endless.status, text(endless)]).toEqual([500, 'it goes on']);
  });
});

describe('time', () => {
  test('no head in time', async () => {
    const { url, headers } = await catalog('N15');
    expect(await failureOf(get(adapter().fetch, url, { limits: { ...LIMITS, headersMs: 50 } }, { headers }))).toMatchObject({ reason: 'headersTimeout', sent: true });
    expect(await failureOf(get(adapter().fetch, url, { limits: { ...LIMITS, totalMs: 50 } }, { headers }))).toMatchObject({ reason: 'headersTimeout', sent: true });
  });

  test('a body that stops, and one that trickles for ever', async () => {
    const { url, headers } = await catalog('N16');
    expect(await failureOf(get(adapter().fetch, url, { limits: { ...LIMITS, bodyIdleMs: 50 } }, { headers }))).toMatchObject({ reason: 'bodyTimeout', sent: true });
    expect(await failureOf(get(adapter({ pace: { bytes: 50, everyMs: 500 } }).fetch, url, {}, { headers }))).toMatchObject({ reason: 'tooSlow', sent: true });
  });

  test('a slow but steady body is not too slow', async () => {
    const { url, headers } = await catalog('N17');
    const response = await get(adapter({ pace: { bytes: 50, everyMs: 300 } }).fetch, url, {}, { headers });
    expect(response.status).toBe(200);
  });

  test('a handshake that hangs', async () => {
    const port = await rawServer(() => undefined);
    expect(await failureOf(get(adapter().fetch, `https://127.0.0.1:${port}/`, { limits: { ...LIMITS, connectMs: 50 } })))
      .toEqual({ kind: 'network', host: `127.0.0.1:${port}`, reason: 'connectTimeout', sent: false });
  });
});

describe('cancelling', () => {
  test.each(['N15', 'N16'])('ends %s and its connection', async (fault) => {
    const { server: to, url, headers } = await catalog(fault);
    const abort = new AbortController();
    const pending = get(adapter().fetch, url, { signal: abort.signal }, { headers });
    await to.arrived('search', 1);
    abort.abort();
    expect(await failureOf(pending)).toEqual({ kind: 'cancelled' });
  });

  test('ends a handshake and closes its socket', async () => {
    const abort = new AbortController();
    let closed = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await rawServer((socket) => {
      socket.resume().once('close', closed);
      abort.abort();
    });
    expect(await failureOf(get(adapter().fetch, `https://127.0.0.1:${port}/`, { signal: abort.signal }))).toEqual({ kind: 'cancelled' });
    await gone;
  });

  test('before the start sends nothing; disposing ends what runs and what comes', async () => {
    const { server: to, url, headers } = await catalog('N15');
    const made = adapter();
    expect(await failureOf(get(made.fetch, url, { signal: AbortSignal.abort() }, { headers }))).toEqual({ kind: 'cancelled' });
    expect(to.journal).toHaveLength(0);
    const pending = failureOf(get(made.fetch, url, {}, { headers }));
    await to.arrived('search', 1);
    made.dispose();
    expect(await pending).toEqual({ kind: 'cancelled' });
    expect(await failureOf(get(made.fetch, url, {}, { headers }))).toEqual({ kind: 'cancelled' });
  });
});

describe('kept-alive connections', () => {
  test('are closed by disposal', async () => {
    let closed = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await rawServer((socket) => socket.once('close', closed).on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')));
    const made = adapter();
    expect(text(await get(made.fetch, `http://127.0.0.1:${port}/`))).toBe('ok');
    made.dispose();
    await gone;
  });

  test('N47: one that the server closed is replaced once, without a word', async () => {
    const { server: to, url, headers } = await catalog('N47');
    const { fetch } = adapter();
    for (let round = 0; round < 3; round += 1) {
      expect((await get(fetch, url, {}, { headers })).status).toBe(200);
    }
    expect(to.journal).toHaveLength(5);
  });

  test('a POST is never sent twice', async () => {
    const { server: to, url, headers } = await catalog('N47');
    const { fetch } = adapter();
    expect((await get(fetch, url, {}, { headers })).status).toBe(200);
    expect(await failureOf(get(fetch, url, {}, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' })))
      .toMatchObject({ reason: 'reset', sent: true });
    expect(to.journal).toHaveLength(2);
  });

  test('retiring lets a request finish', async () => {
    const { server: to, url, headers } = await catalog();
    const release = to.hold('search');
    const made = adapter();
    const pending = get(made.fetch, url, {}, { headers });
    await to.arrived('search', 1);
    made.retire();
    release();
    expect((await pending).status).toBe(200);
  });
});

describe('what is not sent', () => {
  test('nothing listens, no such host, no https', async () => {
    const { fetch } = adapter();
    const port = await closedPort();
    expect(await failureOf(get(fetch, `http://127.0.0.1:${port}/`))).toEqual({ kind: 'network', host: `127.0.0.1:${port}`, reason: 'refused', sent: false });
    expect(await failureOf(get(fetch, `http://localhost:${port}/`))).toMatchObject({ reason: 'refused', sent: false });
    expect(await failureOf(get(fetch, 'https://nothing.invalid/'))).toMatchObject({ reason: expect.stringMatching(/^hostNotFound$|^offline$/u) as string, sent: false });
    expect(await failureOf(get(fetch, 'http://api.example.com/'))).toEqual({ kind: 'network', host: 'api.example.com', reason: 'insecureAddress', sent: false });
    expect(await failureOf(get(fetch, 'file:///etc/passwd'))).toMatchObject({ reason: 'insecureAddress', sent: false });
  });

  test('https to a server that speaks HTTP', async () => {
    const { url } = await catalog();
    expect(await failureOf(get(adapter().fetch, url.replace('http:', 'https:')))).toMatchObject({ reason: 'notTls', sent: false });
  });
});

const local = makeCertificate(['IP:127.0.0.1', 'DNS:api.test.invalid']);
const elsewhere = makeCertificate(['DNS:elsewhere.invalid']);

describe.runIf(local !== undefined)('TLS and proxies', () => {
  async function secure(certificate = local): Promise<{ port: number; requests: string[] }> {
    const requests: string[] = [];
    const { key = '', cert = '' } = certificate ?? {};
    const made = createTlsServer({ key, cert }, (request, response) => {
      requests.push(request.url ?? '');
      response.end('secure');
    });
    made.on('tlsClientError', () => undefined);
    onTestFinished(() => void made.close());
    return { port: await listen(made), requests };
  }
  const trusting = { extraCertificates: [local?.cert ?? ''] };

  test('a certificate that is trusted, one that is not, one for another host', async () => {
    const good = await secure();
    expect(text(await get(adapter(trusting).fetch, `https://127.0.0.1:${good.port}/`))).toBe('secure');
    expect(await failureOf(get(adapter().fetch, `https://127.0.0.1:${good.port}/no`))).toMatchObject({ reason: 'certificateUntrusted', sent: false });
    const other = await secure(elsewhere);
    expect(await failureOf(get(adapter({ extraCertificates: [elsewhere?.cert ?? ''] }).fetch, `https://127.0.0.1:${other.port}/`)))
      .toMatchObject({ reason: 'certificateWrongHost', sent: false });
    expect([good.requests, other.requests]).toEqual([['/'], []]);
  });

  test('the editor\'s proxy is asked for a tunnel, with its authorization', async () => {
    const proxy = await proxyTo((await secure()).port);
    const settings = { ...NO_PROXY, proxy: `http://127.0.0.1:${proxy.port}`, authorization: 'Basic abc' };
    const { fetch } = adapter({ ...trusting, proxy: settings });
    expect(text(await get(fetch, 'https://api.test.invalid/a'))).toBe('secure');
    expect(text(await get(fetch, 'https://api.test.invalid/b'))).toBe('secure');
    expect(proxy.tunnels).toEqual([{ target: 'api.test.invalid:443', authorization: 'Basic abc' }]);
  });

  test('the variables name a proxy, too; a user name in it signs in', async () => {
    const proxy = await proxyTo((await secure()).port);
    const { fetch } = adapter({ ...trusting, variables: { HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` } });
    expect(text(await get(fetch, 'https://api.test.invalid/'))).toBe('secure');
    expect(proxy.tunnels[0]?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  test('the target\'s certificate is checked even where the proxy\'s is not', async () => {
    const target = await secure();
    const proxy = await proxyTo(target.port);
    const settings = { ...NO_PROXY, proxy: `http://127.0.0.1:${proxy.port}`, strictSSL: false };
    expect(await failureOf(get(adapter({ proxy: settings }).fetch, 'https://api.test.invalid/'))).toMatchObject({ reason: 'certificateUntrusted', sent: false });
    expect(target.requests).toEqual([]);
  });

  test.each([
    ['proxySignIn', 'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n'],
    ['proxyRefused', 'HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\n\r\n<html>'],
    ['proxyRefused', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
    ['proxyRefused', undefined],
  ])('a proxy that does not let us pass is %s', async (reason, reply) => {
    const proxy = await proxyTo(1, (_request, socket) => {
      if (reply === undefined) {
        socket.resetAndDestroy();
      } else {
        socket.end(reply);
      }
      return true;
    });
    const settings = { ...NO_PROXY, proxy: `http://127.0.0.1:${proxy.port}` };
    expect(await failureOf(get(adapter({ proxy: settings }).fetch, 'https://api.test.invalid/'))).toMatchObject({ reason, sent: false });
  });

  test('a proxy that is away or hangs', async () => {
    const away = { ...NO_PROXY, proxy: `http://127.0.0.1:${await closedPort()}` };
    expect(await failureOf(get(adapter({ proxy: away }).fetch, 'https://api.test.invalid/'))).toMatchObject({ reason: 'proxyUnreachable', sent: false });
    const hanging = { ...NO_PROXY, proxy: `http://127.0.0.1:${await rawServer(() => undefined)}` };
    expect(await failureOf(get(adapter({ proxy: hanging }).fetch, 'https://api.test.invalid/', { limits: { ...LIMITS, connectMs: 50 } })))
      .toMatchObject({ reason: 'proxyUnreachable', sent: false });
  });
});
