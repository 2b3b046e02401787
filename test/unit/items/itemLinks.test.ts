import { describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { itemLinks } from '../../../src/core/catalog/itemLinks.js';
import type { ItemDocument } from '../../../src/core/items/itemLibrary.js';
import { linkedPath, LinkedDocuments } from '../../../src/core/items/linkedDocuments.js';
import { requestLinkedText } from '../../../src/core/catalog/linkedRequest.js';
import { environmentAt, failureOf, serve, testPorts, WANTED, type Answer } from '../catalog/support.js';

const environment = environmentAt('https://api.example.com');
const linksOf = (links: readonly unknown[], assets: object = {}) => itemLinks(JSON.stringify({ links, assets }), environment).map((link) => (link.kind === 'refused' ? `refused ${link.scheme}` : `${link.kind} ${link.host} ${link.url}`));

describe('the links of an item', () => {
  it('open the catalog\'s own documents here and everything else in the browser', () => {
    expect(linksOf([
      { rel: 'collection', type: 'application/json', href: 'https://api.example.com/collections/org' }, { rel: 'self', href: 'https://api.example.com/i/a' },
      { rel: 'alternate', type: 'text/html', href: 'https://api.example.com/i/a.html' }, { rel: 'via', type: 'application/json', href: 'https://other.example.com/x' },
    ], { data: { href: 'https://api.example.com/a.json', type: 'application/json' } })).toEqual([
      'document api.example.com https://api.example.com/collections/org', 'document api.example.com https://api.example.com/i/a',
      'web api.example.com https://api.example.com/i/a.html', 'web other.example.com https://other.example.com/x', 'web api.example.com https://api.example.com/a.json',
    ]);
  });

  it('start from the item\'s own link where they are relative', () => {
    expect(linksOf([{ rel: 'self', href: 'https://x.example/items/a.json' }, { rel: 'parent', href: '../c.json' }])[1]).toBe('web x.example https://x.example/c.json');
    expect(linksOf([{ rel: 'parent', href: '../c.json' }])).toEqual([]);
    expect(linksOf([{ rel: 'self', href: 'file:///a/b.json' }, { rel: 'parent', href: './c.json' }])).toEqual(['refused file:']);
  });

  it('say the host that they name, where they lack nothing but the scheme', () => {
    expect(linksOf([{ rel: 'via', href: '//evil.example/x' }], { b: { href: '//api.example.com/x' } })).toEqual(['web evil.example https://evil.example/x', 'web api.example.com https://api.example.com/x']);
  });

  it.each(['command:test.canary', 'vscode://x/y', 'javascript:alert(1)', 'data:text/html,x', 's3://bucket/key', 'C:\\x', '', 'http://'])('S31: are never %s', (href) => {
    expect(linksOf([{ rel: 'a', href }], { b: { href } })).toEqual([]);
  });

  it('S4 S5 S6: send nothing with the token to an address that only looks like the catalog\'s', () => {
    for (const href of ['https://api.example.com.evil/c', 'https://api.example.com@evil/c', 'https://api.example.com:444/c', 'http://api.example.com/c', 'https://u:p@api.example.com/c']) {
      expect(linksOf([{ rel: 'collection', type: 'application/json', href }])[0], href).toMatch(/^web /);
    }
  });

  it('are none in what cannot be read', () => {
    for (const text of ['', '{', '['.repeat(100_000), `{"links":[{"href":"https://a/b"}],"x":"${' '.repeat(5_000_000)}"}`]) expect(itemLinks(text, environment)).toEqual([]);
  });
});

/** Documents over a map and a server that answers with `answer`. */
function documents(disk = new Map<string, ItemDocument>()) {
  const asked: string[] = [];
  const subject = new LinkedDocuments({
    copies: { read: (path) => Promise.resolve(disk.get(path)), write: (path, document) => Promise.resolve(void disk.set(path, document)) },
    clock: { now: () => 7, monotonic: () => 0, sleep: () => Promise.resolve(), random: () => 0 },
    get: (_environment, url) => {
      asked.push(url);
      return Promise.resolve('{}\n');
    },
  });
  return { subject, asked, disk };
}

describe('a linked document', () => {
  it('is asked for when it is followed, and after a restart comes from this machine', async () => {
    const { subject, asked, disk } = documents();
    const at = await subject.fetch('Acme', 'https://api.example.com/collections/a%2Fb?x=1', WANTED());
    expect(at).toEqual({ path: '/Acme/collections/a%2Fb.json', query: 'x=1' });
    const restarted = documents(disk);
    expect(await restarted.subject.document(at)).toEqual({ text: '{}\n', fetchedAt: 7 });
    expect(await failureOf(restarted.subject.document({ ...at, query: 'x=2' }))).toEqual({ kind: 'itemUnavailable', reason: 'noCopy' });
    expect([asked.length, restarted.asked.length]).toEqual([1, 0]);
  });

  it('has a path of its own for each environment and address', () => {
    const paths = [['a', 'https://h/x'], ['a', 'https://h/x/'], ['a', 'https://h/x.json'], ['a', 'https://h/X'], ['a/x', 'https://h/'], ['a', 'https://h/x?y'], ['~', 'https://h/x'], ['', 'https://h/x'], ['..', 'https://h/x']]
      .map(([name = '', url = '']) => JSON.stringify(linkedPath(name, url)));
    expect(new Set(paths).size).toBe(paths.length);
  });

  const ask = async (answer: Answer) => {
    await using server = await serve(() => answer);
    return await requestLinkedText(new CatalogClient(testPorts()), environmentAt(server.origin), `${server.origin}/collections/org`, WANTED());
  };

  it('is shown as it was sent', async () => {
    expect(await ask({ body: '{"id":"org","n":1.0,"x":9007199254740993}' })).toBe('{\n  "id": "org",\n  "n": 1.0,\n  "x": 9007199254740993\n}\n');
  });

  it.each<readonly [string, Answer, object]>([
    ['404', { status: 404 }, { kind: 'invalid', problem: 'The catalog has no document at this address.' }],
    ['a page', { body: '<html></html>' }, { kind: 'malformed', reason: 'html' }],
    ['nothing', { body: '' }, { kind: 'malformed', reason: 'empty' }],
    ['cut text', { body: '{"a":' }, { kind: 'malformed', reason: 'notJson' }],
    ['a redirect elsewhere', { status: 302, headers: { location: 'http://127.0.0.2:9/' } }, { kind: 'redirect', reason: 'otherOrigin' }],
    ['no permission', { status: 403 }, { kind: 'status', status: 403 }],
  ])('that answers with %s is a sentence', async (_what, answer, failure) => {
    expect(await failureOf(ask(answer))).toMatchObject(failure);
  });

  it('is never asked for at another origin', async () => {
    await using server = await serve(() => ({}));
    const client = new CatalogClient(testPorts());
    expect(await failureOf(requestLinkedText(client, environmentAt('https://api.example.com'), `${server.origin}/x`, WANTED()))).toMatchObject({ kind: 'invalid' });
    expect(server.seen).toEqual([]);
  });
});
