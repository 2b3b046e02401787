import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { ownLink, requestItemText } from '../../../src/core/catalog/itemRequest.js';
import { collection, environmentAt, failureOf, feature, serve, testPorts, WANTED, type Answer, type Loopback } from '../catalog/support.js';

const key = { environment: 'Test', collection: 'org', id: 'a' };
const known = (href: string): string => JSON.stringify({ id: 'a', links: [{ rel: 'collection', href: 'x' }, { rel: 'self', href }] });

/** Asks a server that answers the search with one item and the own link with `own`. */
async function ask(own: Answer, knownAt: (server: Loopback) => string | undefined, found: readonly unknown[] = [feature('a')]) {
  await using server = await serve(({ url }) => (url.startsWith('/stac/search') ? { body: collection(found) } : own));
  const text = await requestItemText(new CatalogClient(testPorts()), environmentAt(server.origin), key, knownAt(server), WANTED());
  return { text, urls: server.seen.map(({ url }) => url), headers: server.seen.map(({ headers }) => headers) };
}

describe('an item asked for again', () => {
  it('is searched by its id where it has no link of its own', async () => {
    const { text, urls } = await ask({}, () => undefined);
    expect(JSON.parse(text ?? '')).toEqual(feature('a'));
    expect(urls.map((url) => new URL(url, 'http://x').searchParams.get('ids'))).toEqual(['a']);
    expect((await ask({}, () => '{"id":"a"')).urls).toHaveLength(1);
    expect((await ask({}, () => undefined, [feature('A'), feature('ab')])).text).toBeUndefined();
  });

  it('is asked at its own link, once, with its literals kept', async () => {
    const body = '{"id":"a","collection":"org","n":9007199254740993,"f":1.0,"x":{"$schema":"y"}}';
    const { text, urls, headers } = await ask({ body }, ({ origin }) => known(`${origin}/collections/org/items/a?x=1`));
    expect(text).toBe('{\n  "id": "a",\n  "collection": "org",\n  "n": 9007199254740993,\n  "f": 1.0,\n  "x": {\n    "$schema": "y"\n  }\n}\n');
    expect(urls).toEqual(['/collections/org/items/a?x=1']);
    expect(headers[0]?.authorization).toBe('Bearer canary-token-1');
  });

  it.each<readonly [string, Answer]>([
    ['nothing', { status: 404 }], ['no permission', { status: 403 }], ['a page', { body: '<html>' }], ['another item', { body: feature('b') }],
    ['another case', { body: feature('A') }], ['another collection', { body: { ...feature('a'), collection: 'other' } }], ['no object', { body: '[1]' }],
    ['cut text', { body: '{"id":"a"' }], ['no text', { body: new Uint8Array([0xff, 0xfe, 0]) }], ['a redirect elsewhere', { status: 302, headers: { location: 'http://127.0.0.2:9/' } }],
  ])('is searched where its own link answers with %s', async (_what, own) => {
    const { text, urls } = await ask(own, ({ origin }) => known(`${origin}/items/a`));
    expect(JSON.parse(text ?? '')).toEqual(feature('a'));
    expect(urls).toEqual(['/items/a', expect.stringContaining('/stac/search?')]);
  });

  it('never sends a token to where a link points elsewhere', () => {
    const environment = environmentAt('https://api.example.com');
    expect(ownLink(known('https://api.example.com/items/a'), environment)).toBe('https://api.example.com/items/a');
    for (const href of [
      'https://api.example.com.evil/items/a', 'https://evil/api.example.com', 'https://api.example.com@evil/', 'https://api.example.com:444/', 'http://api.example.com/',
      '//evil/', '/items/a', 'file:///etc/passwd', 'command:test.canary', 'javascript:alert(1)', 'https://u:p@api.example.com/', 'https://api.example.com./', '',
    ]) {
      expect(ownLink(known(href), environment), href).toBeUndefined();
    }
    for (const text of ['', '[]', '{"links":{}}', '{"links":[null,3,{"rel":"self"},{"rel":"self","href":7}]}']) {
      expect(ownLink(text, environment)).toBeUndefined();
    }
  });

  it('fails as any request where the catalog cannot be reached', async () => {
    await using server = await serve(() => ({ reset: true }));
    const asked = requestItemText(new CatalogClient(testPorts()), environmentAt(server.origin), key, known(`${server.origin}/items/a`), WANTED());
    expect(await failureOf(asked)).toMatchObject({ kind: 'network' });
  });
});
