import { createServer, type ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { PageReader, type PageWatcher } from '../../../src/core/catalog/pageReader.js';
import type { Page, PageCursor } from '../../../src/core/catalog/pages.js';
import { toFailure } from '../../../src/core/failure.js';
import type { Item } from '../../../src/core/items/item.js';
import { itemText } from '../../../src/core/items/itemText.js';
import type { Fetch } from '../../../src/core/ports.js';
import { createEditorFetch } from '../../../src/platform/network/editorFetch.js';
import { createUndiciFetch } from '../../../src/platform/network/undiciFetch.js';
import { listen, NO_PROXY } from '../network/loopback.js';
import { collection, environmentAt, failureOf, feature, testPorts, WANTED } from './support.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const namesOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id);
const HERE = environmentAt('https://catalog.example.com');
const FIRST: PageCursor = { method: 'GET', url: 'https://catalog.example.com/stac/search' };

/** A page of 400 kB: with features as large as those of a catalog, more than one piece. */
const features = Array.from({ length: 100 }, (_, index) => feature(`i${index}`, { padding: 'x'.repeat(4000) }));
const ids = features.map((_, index) => `i${index}`);
const pageText = JSON.stringify(collection(features));

interface Seen extends PageWatcher {
  readonly seen: (readonly string[])[];
}

/** Looks whenever it may, and keeps the names of what it sees. */
function watcher(isTime = (): boolean => true, onSeen: (items: readonly Item[]) => void = () => undefined): Seen {
  const seen: (readonly string[])[] = [];
  return {
    seen, isTime,
    show: (items) => {
      seen.push(namesOf(items));
      onSeen(items);
    },
  };
}

/** Reads a page that comes in parts of so many bytes. */
function read(text: string, partBytes: number, onlooker?: PageWatcher): Page | undefined {
  const page = bytesOf(text);
  const reader = new PageReader(HERE, { limit: 100 }, FIRST, onlooker);
  for (let end = partBytes; end < page.length; end += partBytes) {
    reader.came(page.slice(0, end));
  }
  try {
    return reader.end({ status: 200, headers: new Map(), body: page });
  } catch (error) {
    expect(toFailure(error)).toMatchObject({ kind: 'malformed' });
    return undefined;
  }
}

describe('a page that arrives', () => {
  it('shows more and more of its items, and in the end is what it is without anybody looking', () => {
    fc.assert(fc.property(fc.integer({ min: 1000, max: 500_000 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }), (partBytes, times) => {
      let asked = 0;
      const onlooker = watcher(() => times[(asked += 1) % times.length] === true);
      const page = read(pageText, partBytes, onlooker);
      onlooker.seen.forEach((names, index) => {
        expect(names).toEqual(ids.slice(0, names.length));
        expect(names.length).toBeGreaterThan(onlooker.seen[index - 1]?.length ?? 0);
      });
      expect(namesOf(page?.items ?? [])).toEqual(ids);
      expect(page?.items.map((item) => [item.geometry, item.source.page.length, item.source.index])).toEqual(features.map((sent, index) => ['geometry' in sent && sent.geometry, pageText.length, index]));
    }), { numRuns: 50 });
  });

  it('is not looked at where that is not wanted', () => {
    const onlooker = watcher(() => false);
    expect(namesOf(read(pageText, 10_000, onlooker)?.items ?? [])).toEqual(ids);
    expect(onlooker.seen).toEqual([]);
  });

  it('has items that can be opened while the rest is still to come', () => {
    const texts: string[] = [];
    read(pageText, 150_000, watcher(undefined, (items) => texts.push(itemText(items.at(-1)?.source ?? { page: new Uint8Array(), index: 0 }))));
    expect(texts.length).toBeGreaterThan(1);
    texts.forEach((text) => expect(features).toContainEqual(JSON.parse(text)));
  });

  it.each([
    ['no collection', '{"type":"Catalog",'],
    ['not yet known to be one', '{'],
  ])('shows nothing of what is %s', (_, start) => {
    const onlooker = watcher();
    read(`${start}"features":${JSON.stringify(features)},"type":"FeatureCollection"}`, 50_000, onlooker);
    expect(onlooker.seen).toEqual([]);
  });

  it('shows what is a collection in whatever case', () => {
    const onlooker = watcher();
    read(`{"type":"featurecollection","features":${JSON.stringify(features)}}`, 50_000, onlooker);
    expect(onlooker.seen.length).toBeGreaterThan(0);
  });

  it.each([
    ['cut off', pageText.slice(0, -100), undefined],
    ['unsound behind its features', `${pageText.slice(0, -1)},`, undefined],
    ['unsound in a feature', pageText.replace('"id":"i70"', '"id":i70'), undefined],
    ['with features that are given twice', `${pageText.slice(0, -1)},"features":[]}`, []],
  ])('is judged as a whole: %s', (_, text, items) => {
    const onlooker = watcher();
    const page = read(text, 50_000, onlooker);
    expect(onlooker.seen.length).toBeGreaterThan(0);
    expect(page?.items).toEqual(items);
  });
});

/** A server that sends the first part of each answer at once, and goes on with it when it is told to. */
async function halting(first: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<{ readonly origin: string; readonly answers: ServerResponse[] }> {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    answers.push(response);
    response.writeHead(200, { 'content-type': 'application/geo+json', ...headers }).write(first);
  });
  return { origin: `http://127.0.0.1:${await listen(server)}`, answers };
}

function undici(): Fetch {
  const stack = createUndiciFetch({ proxy: NO_PROXY, variables: {} });
  onTestFinished(() => stack.dispose());
  return stack.fetch;
}

describe.each([['undici', undici], ['the editor\'s fetch', () => createEditorFetch()]])('a search over %s', (_, fetchOf) => {
  const half = 200_000;
  const bytes = bytesOf(pageText);

  it.each([
    ['of a length that was announced', bytes.subarray(0, half), bytes.subarray(half), { 'content-length': String(bytes.length) }],
    ['of unknown length', bytes.subarray(0, half), bytes.subarray(half), {}],
  ])('sees rows of a page before its last byte is sent: %s', async (_kind, first, rest, headers) => {
    const { origin, answers } = await halting(first, headers);
    const onlooker = watcher(undefined, () => answers[0]?.end(rest));
    const page = await new CatalogClient(testPorts(undefined, { fetch: fetchOf() })).search(environmentAt(origin), { limit: 100 }, { signal: WANTED(), watcher: onlooker });
    expect(onlooker.seen[0]?.length).toBeGreaterThan(0);
    expect([namesOf(page.items), page.items[0]?.source.page.length]).toEqual([ids, bytes.length]);
  });

  it('sees rows of a page that is compressed before its last byte is sent', async () => {
    const gzip = createGzip();
    const server = createServer((_request, response) => {
      gzip.pipe(response.writeHead(200, { 'content-type': 'application/geo+json', 'content-encoding': 'gzip' }));
      gzip.write(bytes.subarray(0, half));
      gzip.flush();
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    // Ended once, however often more is seen.
    let rest: Uint8Array | undefined = bytes.subarray(half);
    const onlooker = watcher(undefined, () => {
      if (rest !== undefined) {
        gzip.end(rest);
      }
      rest = undefined;
    });
    const page = await new CatalogClient(testPorts(undefined, { fetch: fetchOf() })).search(environmentAt(origin), { limit: 100 }, { signal: WANTED(), watcher: onlooker });
    expect(onlooker.seen[0]?.length).toBeGreaterThan(0);
    expect(namesOf(page.items)).toEqual(ids);
  });

  it('begins anew with each try, and fails where all are cut off', async () => {
    const { origin, answers } = await halting(bytes.subarray(0, half), { 'content-length': String(bytes.length) });
    const onlooker = watcher(undefined, () => answers.at(-1)?.destroy());
    const asked = new CatalogClient(testPorts(undefined, { fetch: fetchOf() })).search(environmentAt(origin), { limit: 100 }, { signal: WANTED(), watcher: onlooker });
    expect(await failureOf(asked)).toMatchObject({ kind: 'network' });
    expect(answers).toHaveLength(3);
    expect(onlooker.seen.length).toBeGreaterThanOrEqual(3);
    onlooker.seen.forEach((names) => expect(names).toEqual(ids.slice(0, names.length)));
  });

  it('goes no further when it is cancelled by who sees its rows', async () => {
    const { origin } = await halting(bytes.subarray(0, half));
    const controller = new AbortController();
    const asked = new CatalogClient(testPorts(undefined, { fetch: fetchOf() })).search(environmentAt(origin), { limit: 100 }, { signal: controller.signal, watcher: watcher(undefined, () => controller.abort()) });
    expect(await failureOf(asked)).toEqual({ kind: 'cancelled' });
  });
});

describe('a page that turns out to be more than is read in pieces', () => {
  const many = Array.from({ length: 20_500 }, (_, index) => ({ id: `m${index}` }));

  it('has the items that were read of it while it came, and none is read twice', () => {
    const shown: Item[] = [];
    const page = read(JSON.stringify(collection(many)), 100_000, watcher(undefined, (items) => shown.push(...items.slice(shown.length))));
    expect(page?.items.length).toBe(20_000);
    expect(shown.length).toBeGreaterThan(1_000);
    expect(shown.every((item, index) => page?.items[index] === item)).toBe(true);
    expect(page?.items.at(-1)?.id).toBe('m19999');
  });

  it('has the items of its last list where it has two', () => {
    const text = JSON.stringify(collection(many)).replace(/\}$/u, ',"features":[{"id":"other"}]}');
    expect(namesOf(read(text, 100_000, watcher())?.items ?? [])).toEqual(['other']);
  });
});
