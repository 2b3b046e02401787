/** What leaves this machine, and where to (security, S4 to S9): real servers, the real network stack. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetUrl } from '../../../src/core/assets/address.js';
import { readAsset } from '../../../src/core/assets/asset.js';
import { downloadAsset } from '../../../src/core/assets/download.js';
import type { DownloadPart } from '../../../src/core/assets/downloadPorts.js';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { checkAddress } from '../../../src/core/environment.js';
import { CatalogError, toFailure } from '../../../src/core/failure.js';
import { isOwnAddress } from '../../../src/core/catalog/itemRequest.js';
import { requestLinkedText } from '../../../src/core/catalog/linkedRequest.js';
import { createTokenClient } from '../../../src/core/auth/tokenClient.js';
import { createUndiciFetch, type UndiciFetch } from '../../../src/platform/network/undiciFetch.js';
import { collection, environmentAt, feature, SECRET_TOKEN, serve, testClock, testPorts, WANTED, type Answer, type Loopback } from '../catalog/support.js';

const CREDENTIALS = { clientId: 'survey-client', clientSecret: 'canary-secret-42' };

let undici: UndiciFetch;
beforeAll(() => {
  undici = createUndiciFetch({ proxy: { proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined, proxySupport: 'on' }, variables: {} });
});
afterAll(() => undici.dispose());

const KINDS = ['token', 'search', 'collection', 'asset'] as const;
type Kind = (typeof KINDS)[number];

/** Asks a server once; says how it ended. */
async function ask(kind: Kind, { origin }: Loopback): Promise<string> {
  const environment = environmentAt(origin);
  const ports = testPorts([SECRET_TOKEN], { fetch: undici.fetch });
  try {
    switch (kind) {
      case 'token': {
        const outcome = await createTokenClient({ fetch: undici.fetch, clock: { ...testClock(), sleep: () => new Promise<never>(() => undefined) }, log: ports.log })(environment, CREDENTIALS, WANTED());
        if (outcome.kind === 'failed') throw new CatalogError(outcome.failure);
        return outcome.kind;
      }
      case 'search':
        await new CatalogClient(ports).search(environment, { limit: 1 }, { signal: WANTED() });
        return 'answered';
      case 'collection':
        await requestLinkedText(new CatalogClient(ports), environment, `${origin}/collections/a`, WANTED());
        return 'answered';
      case 'asset':
        await downloadAsset({
          stream: undici.stream, clock: testClock(), log: ports.log, allowHost: () => Promise.resolve(true), allowSize: () => Promise.resolve(false),
          token: () => Promise.resolve(SECRET_TOKEN), heldToken: () => Promise.resolve(SECRET_TOKEN), renew: () => Promise.resolve(undefined),
        }, { environment, asset: readAsset('data', { href: `${origin}/data` }), part: memoryPart(), signal: WANTED() });
        return 'answered';
    }
  } catch (error) {
    const failure = toFailure(error);
    return 'reason' in failure ? `${failure.kind} ${failure.reason}` : failure.kind;
  }
}

function memoryPart(): DownloadPart {
  let size = 0;
  return {
    get size() {
      return size;
    },
    etag: undefined,
    restart: () => Promise.resolve(void (size = 0)),
    write: (piece) => Promise.resolve(void (size += piece.length)),
    free: () => Promise.resolve(undefined),
    digest: () => Promise.resolve(undefined),
  };
}

/** What a request of a kind brings to a server that has what it wants. */
const GOOD: Readonly<Record<Kind, Answer>> = {
  token: { body: { access_token: 'opaque-token', expires_in: 60, token_type: 'Bearer' } }, search: { body: collection([feature('a')]) },
  collection: { body: { id: 'a' } }, asset: { body: 'bytes' },
};

const secretsIn = ({ seen }: Loopback): readonly string[] => seen.map((entry) => JSON.stringify(entry)).filter((text) => text.includes(SECRET_TOKEN) || text.includes(CREDENTIALS.clientSecret));

describe('S7: a redirect carries no secret on', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it.each(KINDS)(`${status} for a %s on the same host`, async (kind) => {
      await using server = await serve(({ url }) => (url === '/there' ? GOOD[kind] : { status, headers: { location: '/there' } }));
      expect(await ask(kind, server)).toBe(kind === 'token' ? 'redirect notAllowed' : 'answered');
      expect(server.seen).toHaveLength(kind === 'token' ? 1 : 2);
    });

    it.each(KINDS)(`${status} for a %s to another host`, async (kind) => {
      await using foreign = await serve(() => GOOD[kind]);
      await using server = await serve(() => ({ status, headers: { location: `${foreign.origin}/there` } }));
      expect(await ask(kind, server)).toBe(kind === 'asset' ? 'answered' : kind === 'token' ? 'redirect notAllowed' : 'redirect otherOrigin');
      expect([server.seen.length, foreign.seen.length]).toEqual([1, kind === 'asset' ? 1 : 0]);
      expect(secretsIn(foreign)).toEqual([]);
      expect(foreign.seen.map(({ headers }) => headers.authorization)).toEqual(kind === 'asset' ? [undefined] : []);
    });

    it.each(KINDS)(`${status} for a %s to file:, data:, itself, nowhere and nonsense`, async (kind) => {
      for (const location of ['file:///etc/passwd', 'data:application/json,{}', '', 'http://[', 'javascript:alert(1)', 'http://example.com.invalid:1/']) {
        await using server = await serve(() => ({ status, headers: location === '' ? {} : { location } }));
        expect(await ask(kind, server), location).toMatch(/^(?:redirect|asset) /u);
        expect(server.seen).toHaveLength(1);
      }
      await using server = await serve(({ url }) => ({ status, headers: { location: url } }));
      expect(await ask(kind, server)).toBe(kind === 'token' ? 'redirect notAllowed' : 'redirect loop');
      expect(server.seen).toHaveLength(1);
    });
  }

  it.each(KINDS)('a %s follows no more than five', async (kind) => {
    await using server = await serve((_request, count) => ({ status: 302, headers: { location: `/hop${count}` } }));
    expect(await ask(kind, server)).toBe(kind === 'token' ? 'redirect notAllowed' : 'redirect loop');
    expect(server.seen.length).toBeLessThanOrEqual(6);
  });
});

/** Addresses that look like `https://api.example.com` and are another's. */
const LOOKALIKES = [
  'https://api.example.com.evil/x', 'https://evil/api.example.com', 'https://api.example.com@evil/x', 'https://api.example.com:444/x', 'https://api.example.com./x', 'https://api.example.com%00.evil/',
  'https://\u0430pi.example.com/x', 'https:\\\\evil\\x', 'https://evil\\@api.example.com/x', 'https:/\t/evil/x', 'https://evil\n/x', '//evil/x', 'http://api.example.com/x',
  'https://0x7f.0.0.1/x', 'https://017700000001/x', 'https://user@api.example.com/x', 'https://:word@api.example.com/x', 'blob:https://api.example.com/x', 'https://api-example.com/x', 'https://apiXexample.com/x',
];

describe('S4 S5 S6: an address is parsed once, and belongs to an origin or not', () => {
  const environment = environmentAt('https://api.example.com');

  it.each(LOOKALIKES)('%j is not the catalog\'s own', (href) => {
    expect(isOwnAddress(href, environment)).toBe(false);
  });

  it.each(['https://API.example.com/x', 'https://api.example.com:443/x', 'https://api.example.com\\x', 'https://\uFF41pi.example.com/x'])('%j is', (href) => {
    expect(isOwnAddress(href, environment)).toBe(true);
  });

  it.each(LOOKALIKES.filter((href) => /[@\s\\]|^(?:http:|\/\/|blob)/u.test(href)))('%j is no address of an environment', (href) => {
    expect(checkAddress(href).ok).toBe(false);
  });

  it.each(LOOKALIKES)('%j carries no token of ours, as the next page, as a link and as a redirect', async (href) => {
    let target = '';
    await using foreign = await serve(() => ({ body: collection([]) }));
    await using server = await serve(({ url }) => (url === '/go' ? { status: 302, headers: { location: target } } : { body: collection([feature('a')], { links: [{ rel: 'next', href: target }] }) }));
    // The same disguise, with a host that hears it: what is parsed in two ways goes to one of them.
    const [own, evil] = [new URL(server.origin), new URL(foreign.origin)];
    target = encodeURI(href).replaceAll('%5C', '\\').replaceAll('%0A', '').replaceAll('%09', '').replaceAll('https:', 'http:').replaceAll('api.example.com', own.host).replaceAll('evil', evil.host);
    const ports = testPorts([SECRET_TOKEN], { fetch: undici.fetch });
    const client = new CatalogClient(ports);
    const at = environmentAt(server.origin);
    const page = await client.search(at, { limit: 1 }, { signal: WANTED() });
    if (page.next !== undefined) await client.next(at, { limit: 1 }, page.next, { signal: WANTED() }).catch(toFailure);
    await client.get(at, target, { signal: WANTED() }).catch(toFailure);
    await client.get(at, `${server.origin}/go`, { signal: WANTED() }).catch(toFailure);
    expect(foreign.seen).toEqual([]);
    expect(server.seen.every(({ headers }) => headers.host === own.host)).toBe(true);
  });
});

it('S8: a next link brings no headers, no other method and no other path', async () => {
  for (const link of [
    { rel: 'next', href: '?page=2', headers: { Authorization: 'Bearer evil', Cookie: 'a=b', Host: 'evil', 'X-Evil': '1' } },
    { rel: 'next', href: '?page=2', method: 'DELETE' }, { rel: 'next', href: '?page=2', method: 'PUT', body: {} }, { rel: 'next', href: '/admin', method: 'POST', body: {} },
  ]) {
    await using server = await serve((_request, count) => ({ body: collection([feature(`a${count}`)], count > 1 ? {} : { links: [link] }) }));
    const client = new CatalogClient(testPorts([SECRET_TOKEN], { fetch: undici.fetch }));
    const at = environmentAt(server.origin);
    const page = await client.search(at, { limit: 1 }, { signal: WANTED() });
    if (page.next !== undefined) await client.next(at, { limit: 1 }, page.next, { signal: WANTED() });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual('headers' in link ? ['GET /stac/search?limit=1', 'GET /stac/search?page=2'] : ['GET /stac/search?limit=1']);
    for (const { headers } of server.seen) {
      expect([headers.authorization, headers.host, headers.cookie, headers['x-evil']]).toEqual([`Bearer ${SECRET_TOKEN}`, new URL(server.origin).host, undefined, undefined]);
    }
  }
});

describe('S9: inner addresses and other schemes are asked for nothing', () => {
  it.each([
    'http://169.254.169.254/latest', 'https://[::1]/', 'https://10.0.0.1/', 'https://localhost:22/', 'https://192.168.1.1/', 'https://172.16.0.1/', 'https://0.0.0.0/', 'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/', 'https://100.64.0.1/', 'https://0x7f000001/', 'https://2130706433/', 'https://127.1/', 'https://localhost./', 'https://printer.local/', 'https://[::]/',
    'file:///etc/passwd', '\\\\host\\share', 'file://host/share', 'vscode:x', 'command:x', 'javascript:1', 'data:,x', 'ftp://example.com/', 'blob:https://example.com/x',
  ])('%s', (href) => {
    expect(() => assetUrl(href, { baseUrl: 'https://api.example.com' })).toThrow();
    expect(isOwnAddress(href, environmentAt('https://api.example.com'))).toBe(false);
  });
});
