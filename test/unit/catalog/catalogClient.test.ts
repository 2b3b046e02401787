import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { MAX_FEATURES } from '../../../src/core/catalog/pageReader.js';
import type { Environment } from '../../../src/core/environment.js';
import { itemText } from '../../../src/core/items/itemText.js';
import { formatUtc } from '../../../src/core/items/itemTime.js';
import { hasId, itemLabel } from '../../../src/core/items/item.js';
import type { Page } from '../../../src/core/catalog/pages.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { startCatalogServer, type CatalogServer } from '../../support/catalogServer.js';
import { searchFaults } from '../../support/faults/searchFaults.js';
import { listShared, readShared, sharedDataIsThere } from './shared.js';
import { collection, environmentAt, failureOf, feature, serve, testPorts, WANTED, type Answer, type Seen } from './support.js';

/** The answer of a service to one search, and what it was asked. */
async function ask(answer: Answer, query: SearchQuery = { limit: 100 }, change: (environment: Environment) => Environment = (same) => same): Promise<{ readonly page: Page; readonly seen: readonly Seen[]; readonly origin: string }> {
  await using server = await serve(() => answer);
  const page = await new CatalogClient(testPorts()).search(change(environmentAt(server.origin)), query, { signal: WANTED() });
  return { page, seen: server.seen, origin: server.origin };
}

async function refusal(answer: Answer): Promise<unknown> {
  const failure = await failureOf(ask(answer)) as { readonly kind: string; readonly reason: string };
  return `${failure.kind} ${failure.reason}`;
}

describe('a search', () => {
  it('is the request of the interface, with filters under their STAC API names', async () => {
    const { seen, origin, page } = await ask({ body: collection([feature('a')]) }, { limit: 7, bbox: [1, 2, 3, 4], ids: ['a/b', 'c d'] });
    expect(seen).toMatchObject([{ method: 'GET', url: '/stac/search?limit=7&bbox=1%2C2%2C3%2C4&ids=a%2Fb%2Cc+d', headers: { accept: 'application/geo+json', authorization: 'Bearer canary-token-1' } }]);
    expect(page.request).toEqual({ method: 'GET', url: `${origin}/stac/search?limit=7&bbox=1%2C2%2C3%2C4&ids=a%2Fb%2Cc+d` });
  });

  it('counts the last days from now', async () => {
    const { seen } = await ask({ body: collection([]) }, { limit: 1, lastDays: 1 });
    expect(decodeURIComponent(seen[0]?.url ?? '')).toBe('/stac/search?limit=1&datetime=2026-06-09T12:00:00Z/2026-06-10T12:00:00Z');
  });

  it('reads items as the interface describes them', async () => {
    const { page } = await ask({ body: collection([feature('a')], { context: { limit: 100, returned: 1, matched: 40 } }) });
    expect(page).toMatchObject({
      unreadable: 0, context: { limit: 100, returned: 1, matched: 40 }, next: undefined, notes: [],
      items: [{ id: 'a', collection: 'org', datetime: '2026-06-10T08:15:30Z', platform: 'SAT-1', status: 'COMMANDED', source: { index: 0 } }],
    });
    const [item] = page.items;
    expect(JSON.parse(item === undefined ? '' : itemText(item.source))).toEqual(feature('a'));
    expect(formatUtc(item?.datetime)).toBe('2026-06-10 08:15:30 UTC');
  });

  it('takes a feature without geometry, id or properties, and counts what is no feature at all', async () => {
    const features = [null, 7, 'x', [], { ...feature('a'), geometry: undefined }, { ...feature('b'), properties: undefined }, feature(undefined), {}, feature({}), feature(''), feature(12), feature(true)];
    const { page } = await ask({ body: collection(features) });
    expect(page.unreadable).toBe(4);
    expect(page.items.map(({ id }) => id)).toEqual(['a', 'b', '', '', '', '', '12', 'true']);
    expect(page.items.map((item) => item.source.index)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(page.items.filter(hasId)).toHaveLength(4);
    expect(page.items.map(itemLabel).slice(1, 3)).toEqual(['b', '(no id)']);
  });

  it.each<readonly [string, object, string | undefined]>([
    ['one of two vendors', { 'a:status': 'X', 'b:status': 'Y' }, 'X'],
    ['a number', { 'a:status': 5 }, '5'],
    ['a number before a text', { 'a:status': 5, 'b:status': 'Y' }, 'Y'],
    ['an object', { 'a:status': {} }, undefined],
    ['none', {}, undefined],
    ['no suffix', { status: 'X' }, undefined],
  ])('finds the status: %s', async (_name, properties, status) => {
    const { page } = await ask({ body: collection([feature('a', { properties })]) });
    expect(page.items[0]?.status).toBe(status);
  });

  it('is not misled by names that objects have anyway', async () => {
    const text = JSON.stringify(collection([feature('__proto__'), feature('constructor')])).replaceAll('"platform":', '"__proto__":{"platform":"evil","a:status":"evil"},"x":');
    const { page } = await ask({ body: text });
    expect(page.items.map(({ id, platform }) => [id, platform])).toEqual([['__proto__', undefined], ['constructor', undefined]]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('an answer', () => {
  const good = JSON.stringify(collection([feature('a')]));
  it.each<readonly [string, Answer, string]>([
    ['HTML', { body: ' \n<!DOCTYPE html><title>x', headers: { 'content-type': 'text/html' } }, 'malformed html'],
    ['cut JSON', { body: good.slice(0, -30) }, 'malformed cutOff'],
    ['cut in a string', { body: good.slice(0, 10) }, 'malformed cutOff'],
    ['not JSON', { body: '{a:1}' }, 'malformed notJson'],
    ['JSONP', { body: `callback(${good})` }, 'malformed notJson'],
    ['nothing', { body: '' }, 'malformed empty'],
    ['space', { body: ' \n' }, 'malformed empty'],
    ['204', { status: 204 }, 'malformed empty'],
    ['206', { status: 206, body: good }, 'malformed wrongShape'],
    ['201', { status: 201, body: good }, 'malformed wrongShape'],
    ['an error with status 200', { body: { error: 'x' } }, 'malformed wrongShape'],
    ['an array', { body: [] }, 'malformed wrongShape'],
    ['a number', { body: '7' }, 'malformed wrongShape'],
    ['one feature', { body: { ...feature('a'), type: 'Feature' } }, 'malformed wrongShape'],
    ['UTF-16', { body: Buffer.from(`\ufeff${good}`, 'utf16le') }, 'malformed encoding'],
    ['UTF-16 without a mark', { body: Buffer.from(good, 'utf16le') }, 'malformed encoding'],
  ])('that is %s', async (_name, answer, expected) => {
    expect(await refusal(answer)).toBe(expected);
  });

  it.each<readonly [string, Answer, readonly object[]]>([
    ['no context', { body: collection([], { context: undefined }) }, []],
    ['a context that is none', { body: collection([], { context: ['x'] }) }, []],
    ['counts that are none', { body: collection([], { context: { limit: '1', returned: -1, matched: 1.5 } }) }, []],
    ['another count', { body: collection([], { context: { returned: 1e9 } }) }, [{ kind: 'returnedDiffers', returned: 1e9, features: 0 }]],
    ['another limit', { body: collection([], { context: { limit: 10 } }) }, [{ kind: 'limitDiffers', asked: 100, applied: 10 }]],
    ['lower case', { body: collection([], { type: 'featurecollection' }) }, [{ kind: 'typeSpelling' }]],
    ['another content type', { body: collection([]), headers: { 'content-type': 'text/html' } }, [{ kind: 'contentType' }]],
    ['bytes that are no UTF-8', { body: Buffer.from(good.replace('SAT-1', 'SAT-é'), 'latin1') }, [{ kind: 'invalidUtf8' }]],
    ['a byte order mark', { body: `\ufeff${good}` }, []],
    ['links that are none', { body: collection([], { links: { rel: 'next' } }) }, []],
    ['numberReturned', { body: collection([], { context: undefined, numberReturned: 5 }) }, [{ kind: 'returnedDiffers', returned: 5, features: 0 }]],
  ])('with %s is used', async (_name, answer, notes) => {
    expect((await ask(answer)).page.notes).toEqual(notes);
  });

  it('with more features than can be asked for is read up to the cap', async () => {
    const { page } = await ask({ body: collection(Array.from({ length: MAX_FEATURES + 5 }, (_, index) => ({ id: `i${index}` })), { context: undefined }) });
    expect(page.items).toHaveLength(MAX_FEATURES);
    expect(page.notes).toEqual([{ kind: 'pageCapped', kept: MAX_FEATURES, sent: MAX_FEATURES + 5 }]);
  });

  it('is not read beyond 64 MiB', async () => {
    const body = new Uint8Array(64 * 1024 * 1024 + 10).fill(0x20);
    expect(await failureOf(ask({ body }))).toMatchObject({ kind: 'tooLarge', limitBytes: 64 * 1024 * 1024 });
  });
});

describe('a next link', () => {
  const linked = async (...links: readonly unknown[]): Promise<string> => {
    const { page, origin } = await ask({ body: collection([feature('a')], { links }) });
    const note = page.notes.find(({ kind }) => kind === 'pagingStopped');
    if (note?.kind === 'pagingStopped') {
      expect(page.next).toBeUndefined();
      return `${note.reason}${note.host === undefined ? '' : ` ${note.host.replace(new URL(origin).host, 'OWN')}`}`;
    }
    return page.next === undefined ? 'none' : [page.next.method, page.next.url.replace(origin, ''), ...(page.next.method === 'POST' ? [page.next.body] : [])].join(' ');
  };

  it.each<readonly [string, unknown, string]>([
    ['a token', { rel: 'next', href: '?token=abc' }, 'GET /stac/search?token=abc'],
    ['a path', { rel: 'next', href: '/stac/search?page=2#x' }, 'GET /stac/search?page=2'],
    ['a type', { rel: 'next', type: 'application/geo+json', method: 'get', href: '?page=2' }, 'GET /stac/search?page=2'],
    ['a deeper path', { rel: 'next', href: '/stac/search/page/2' }, 'GET /stac/search/page/2'],
    ['another spelling', { rel: 'NEXT', href: '?page=2' }, 'GET /stac/search?page=2'],
    ['several relations', { rel: ['self', 'next'], href: '?page=2' }, 'GET /stac/search?page=2'],
    ['headers', { rel: 'next', href: '?page=2', headers: { Authorization: 'Bearer evil', Host: 'evil' } }, 'GET /stac/search?page=2'],
    ['POST', { rel: 'next', method: 'POST', href: '/stac/search', body: { token: 't', limit: 5 } }, 'POST /stac/search {"token":"t","limit":5}'],
    ['POST that merges', { rel: 'next', method: 'POST', href: '/stac/search', merge: true, body: { token: 't' } }, 'POST /stac/search {"limit":100,"token":"t"}'],
    ['another host', { rel: 'next', href: 'http://evil.example/stac/search' }, 'otherOrigin evil.example'],
    ['another host without a scheme', { rel: 'next', href: '//evil.example/stac/search' }, 'otherOrigin evil.example'],
    ['another path', { rel: 'next', href: '/elsewhere?token=x' }, 'otherPath OWN'],
    ['a path that only begins alike', { rel: 'next', href: '/stac/searching' }, 'otherPath OWN'],
    ['a path with dots', { rel: 'next', href: '/stac/search/../../admin' }, 'otherPath OWN'],
    ['POST to a deeper path', { rel: 'next', method: 'POST', href: '/stac/search/x', body: {} }, 'otherPath OWN'],
    ['DELETE', { rel: 'next', method: 'DELETE', href: '?x' }, 'method'],
    ['a method that is none', { rel: 'next', method: 7, href: '?x' }, 'method'],
    ['nothing', { rel: 'next', href: '' }, 'badLink'],
    ['null', { rel: 'next', href: null }, 'badLink'],
    ['a number', { rel: 'next', href: 7 }, 'badLink'],
    ['a template', { rel: 'next', href: '?page={page}' }, 'badLink'],
    ['JSON in a parameter that is not encoded', { rel: 'next', href: '?intersects={"type":"Point"}&page=2' }, 'GET /stac/search?intersects={%22type%22:%22Point%22}&page=2'],
    ['a page for people', { rel: 'next', type: 'text/html', href: '?page=2' }, 'badLink'],
    ['another scheme', { rel: 'next', href: 'javascript:alert(1)' }, 'badLink'],
    ['a body that is none', { rel: 'next', method: 'POST', href: '?x', body: 'x' }, 'badLink'],
    ['a huge body', { rel: 'next', method: 'POST', href: '?x', body: { x: 'x'.repeat(2_000_000) } }, 'badLink'],
    ['a huge address', { rel: 'next', href: `?${'x'.repeat(100_000)}` }, 'badLink'],
    ['another relation', { rel: 'prev', href: '?x' }, 'none'],
    ['no object', null, 'none'],
  ])('with %s', async (_name, link, expected) => {
    expect(await linked(link)).toBe(expected);
  });

  it.each(['http://127.0.0.1:1/stac/search', 'http://127.0.0.1.evil.example/stac/search', 'https://HOST/stac/search', 'http://HOST.evil.example/stac/search', 'http://HOST@evil.example/stac/search', 'http://localhost:PORT/stac/search'])(
    'to %s is to another origin', async (href) => {
      await using server = await serve(({ headers: { host = '' } }) => ({
        body: collection([], { links: [{ rel: 'next', href: href.replace('HOST', host.replace(/:\d+$/u, (port) => (href.includes('.evil') ? '' : port))).replace('PORT', host.split(':')[1] ?? '') }] }),
      }));
      const page = await new CatalogClient(testPorts()).search(environmentAt(server.origin), { limit: 100 }, { signal: WANTED() });
      expect(page.next).toBeUndefined();
      expect(page.notes).toMatchObject([{ kind: 'pagingStopped', reason: 'otherOrigin' }]);
    });

  it.each(['a:b', 'a', ':b'])('with user information %s is not followed', async (user) => {
    await using server = await serve(({ headers }) => ({ body: collection([], { links: [{ rel: 'next', href: `http://${user}@${headers.host ?? ''}/stac/search` }] }) }));
    const page = await new CatalogClient(testPorts()).search(environmentAt(server.origin), { limit: 1 }, { signal: WANTED() });
    expect(page.notes).toContainEqual({ kind: 'pagingStopped', reason: 'badLink', host: undefined });
    expect(page.next).toBeUndefined();
  });

  it('counts where it is the first that can be followed', async () => {
    expect(await linked({ rel: 'next', type: 'text/html', href: '?a' }, { rel: 'next', href: '?b' }, { rel: 'next', href: '?c' })).toBe('GET /stac/search?b');
  });

  it('is followed with our token and nothing of its own', async () => {
    await using server = await serve((request, count) => ({
      body: collection([feature(`i${count}`)], count > 2 ? {} : {
        links: [count === 1
          ? { rel: 'next', href: '?token=2', headers: { Authorization: 'Bearer evil', 'X-Evil': '1' } }
          : { rel: 'next', method: 'POST', href: request.url, merge: true, body: JSON.parse('{"token":"3","__proto__":{"x":1}}') as unknown }],
      }),
    }));
    const client = new CatalogClient(testPorts());
    const environment = environmentAt(server.origin);
    const query = { limit: 1, bbox: [1, 2, 3, 4] } as const;
    let page = await client.search(environment, query, { signal: WANTED() });
    for (let next = page.next; next !== undefined; next = page.next) {
      page = await client.next(environment, query, next, { signal: WANTED() });
    }
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/stac/search?limit=1&bbox=1%2C2%2C3%2C4', ''],
      ['GET', '/stac/search?token=2', ''],
      ['POST', '/stac/search?token=2', '{"limit":1,"bbox":[1,2,3,4],"token":"3","__proto__":{"x":1}}'],
    ]);
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer canary-token-1']));
    expect(server.seen.some(({ headers }) => 'x-evil' in headers)).toBe(false);
    expect(server.seen[2]?.headers['content-type']).toBe('application/json');
  });
});

describe('the faults of a search', () => {
  let server: CatalogServer;
  beforeAll(async () => {
    server = await startCatalogServer();
  });
  afterAll(() => server.close());

  const REFUSED = new Map([
    ['Q7', 'wrongShape'], ['Q7a', 'wrongShape'], ['Q8', 'wrongShape'], ['Q8a', 'wrongShape'], ['Q8b', 'wrongShape'], ['Q29', 'notJson'],
    ['Q73', 'encoding'], ['Q77', 'html'], ['Q79', 'notJson'], ['Q79a', 'notJson'], ['Q80', 'notJson'], ['Q80a', 'notJson'], ['Q81', 'notJson'], ['Q84', 'empty'],
  ]);

  it.each(Object.keys(searchFaults).filter((name) => /^[QP]\d/u.test(name)))('%s gives a page or one clear failure', async (name) => {
    const token = await server.issuer.temporaryToken({ audience: server.production.audience });
    const ports = testPorts([token]);
    server.fault(name);
    const outcome = await new CatalogClient(ports).search(server.production, { limit: 10 }, { signal: WANTED() }).then(
      (page) => (name === 'Q1' || name === 'P17' || page.items.length > 0 ? 'page' : 'nothing'),
      (error: { failure?: { kind: string; reason?: string } }) => error.failure?.reason ?? error.failure?.kind,
    );
    expect(outcome).toBe(REFUSED.get(name) ?? 'page');
    expect(JSON.stringify([ports.requests, ports.lines])).not.toContain(token);
  });
});

describe.runIf(sharedDataIsThere)('pages of real services', () => {
  it.each(sharedDataIsThere ? listShared('real-items').filter((path) => /\/(?:fc-|umbra-06)/u.test(path)) : [])('%s loads whole', async (path) => {
    const body = readShared(path);
    const { page } = await ask({ body });
    const sent = (JSON.parse(body.toString('utf8')) as { readonly features: readonly { readonly id: string }[] }).features;
    expect(page.items.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    expect(page.unreadable).toBe(0);
  });
});
