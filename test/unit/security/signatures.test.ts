import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSignatures } from '../../../src/core/assets/signature.js';
import { EXPORT_FORMATS } from '../../../src/core/export/encoder.js';
import { exportItem, exportItemOf } from '../../../src/core/export/exportItem.js';
import { geometryText, linkOf } from '../../../src/core/export/itemCopyText.js';
import { describeField, formatProperty } from '../../../src/core/items/fieldCatalogue.js';
import { PageContent, readItem } from '../../../src/core/items/item.js';
import { createCopyStore } from '../../../src/core/items/itemCopyStore.js';
import { ItemLibrary } from '../../../src/core/items/itemLibrary.js';
import { LinkedDocuments } from '../../../src/core/items/linkedDocuments.js';
import { redactedLog } from '../../../src/platform/redactedLog.js';
import { environmentAt } from '../catalog/support.js';
import { exported } from '../export/support.js';
import '../seed.js';

const CANARY = 'canary4711';
const SIGNED = `https://files.example/k.tif?X-Amz-Expires=60&X-Amz-Credential=${CANARY}%2Fx&X-Amz-Signature=${CANARY}`;
const key = { environment: 'Test', collection: 'org', id: 'a' };
const ITEM = {
  type: 'Feature', stac_version: '1.0.0', id: 'a', collection: 'org', bbox: [1, 2, 1, 2],
  geometry: { type: 'Point', coordinates: [1, 2], source: SIGNED },
  properties: { datetime: '2026-06-10T08:00:00Z', preview: SIGNED, deep: { list: [SIGNED] } },
  links: [{ rel: 'self', href: `https://api.example.com/items/a?f=json&sig=${CANARY}&access_token=${CANARY}` }],
  assets: { data: { href: 's3://bucket/k.tif', alternate: { s3_signed: { href: SIGNED }, azure: { href: `https://b.example/k?se=1&sig=${CANARY}` } } } },
};
const TEXT = JSON.stringify(ITEM, undefined, 2);
const signal = new AbortController().signal;

/** A folder in memory. */
function disk() {
  const files = new Map<string, Uint8Array>();
  const copies = createCopyStore({
    read: (name) => Promise.resolve(files.get(name) ?? new Uint8Array()),
    write: (name, bytes) => Promise.resolve(void files.set(name, bytes)),
    remove: () => Promise.resolve(),
    list: () => Promise.resolve([]),
  });
  return { files, copies, all: () => Buffer.concat([...files.values()]).toString('latin1') };
}
const clock = { now: () => 5000, monotonic: () => 0, sleep: () => Promise.resolve(), random: () => 0 };

describe('the signature of an address is not kept', () => {
  it.each(EXPORT_FORMATS)('in an export as %s', async (format) => {
    const { files } = await exported([TEXT], format);
    const written = Buffer.concat([...files.values()]).toString('latin1');
    expect(written).not.toContain(CANARY);
    // WKT holds the geometry and the id alone.
    expect(written.includes('files.example/k.tif?X-Amz-Expires=60')).toBe(format !== 'wkt');
  });

  it('in an item on its way into an export, whichever way it came', () => {
    const page = new TextEncoder().encode(JSON.stringify({ features: [ITEM] }));
    for (const { text } of [exportItemOf(TEXT), exportItem(readItem(ITEM, new PageContent(page), 0))]) {
      expect(text).not.toContain(CANARY);
      expect(text).toBe(withoutSignatures(JSON.stringify(ITEM)));
    }
  });

  it('in the copies of items, though the document shows it; and that it is missing there is no change', async () => {
    const { copies, all } = disk();
    const library = (): ItemLibrary => new ItemLibrary({ loaded: { find: () => undefined }, copies, clock, ask: () => Promise.resolve(TEXT), textOf: () => Promise.resolve(TEXT) });
    expect((await library().documentOrAsk(key, signal)).text).toBe(TEXT);
    const restarted = library();
    expect((await restarted.refresh(key, signal)).earlier).toBeUndefined();
    expect((await restarted.document(key, signal)).text).toBe(TEXT);
    expect(await restarted.earlier(key)).toBeUndefined();
    expect(all()).toContain('files.example');
    expect(all()).not.toContain(CANARY);
  });

  it('in linked documents, nor in their addresses, which the editor keeps with its tabs', async () => {
    const { copies, all } = disk();
    const linked = new LinkedDocuments({ copies, clock, get: () => Promise.resolve(TEXT) });
    const at = await linked.fetch('Test', `https://api.example.com/collections/org?f=json&sig=${CANARY}`, signal);
    expect(at).toEqual({ path: '/Test/collections/org.json', query: 'f=json&sig=removed' });
    expect((await linked.document(at)).text).toBe(TEXT);
    expect(all()).not.toContain(CANARY);
  });

  it('in a line of the log', () => {
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const log = redactedLog(() => ({ info: line, warn: line, error: line }));
    log.request({ method: 'GET', origin: 'https://files.example', path: `/k?sig=${CANARY}`, status: 200, ms: 1, bytes: 1 });
    log.info(SIGNED);
    log.warn(SIGNED);
    log.error('failed', new Error(`no answer of ${SIGNED}`));
    log.foreign('refused', TEXT);
    expect(lines).toHaveLength(5);
    expect(lines.join('\n')).not.toContain(CANARY);
  });

  it('in a copied link or geometry', () => {
    expect(linkOf(TEXT, key, environmentAt('https://api.example.com'))).toBe('https://api.example.com/items/a?f=json');
    const geometry = geometryText(TEXT, 'geojson') ?? '';
    expect(geometry).toContain('files.example');
    expect(geometry).not.toContain(CANARY);
  });

  it('in the words of tooltips and hovers', () => {
    const words = JSON.stringify([
      formatProperty('preview', SIGNED), formatProperty('deep', ITEM.properties.deep), formatProperty('list', [SIGNED.slice(0, 40) + `&sig=${CANARY}`]),
      describeField(['properties', 'sci:citation'], `https://f.example/k?sig=${CANARY}`),
    ]);
    expect(words).toContain('removed');
    expect(words).not.toContain(CANARY);
  });
});

describe('taking signatures out', () => {
  it.each([
    `?sig=${CANARY}`, `&amp;sig=${CANARY}`, `\\u003fsig\\u003d${CANARY}\\u0026x=1`, `?sig=a\\/${CANARY}`, `?sig=a\\u003d${CANARY}`, `?url=https%3A%2F%2Ff%3FX-Goog-Signature%3D${CANARY}%26x`, `#access_token=${CANARY}`,
    `?Signature=${CANARY}&Key-Pair-Id=${CANARY}&Policy=${CANARY}`, `?x=1&X-Amz-Security-Token=${CANARY}`, `?x-oss-signature=${CANARY}`, `?api_key=${CANARY}`, `?subscription-key=${CANARY}`, `?hdnea=${CANARY}`,
  ])('finds it in %s', (query) => {
    expect(withoutSignatures(`{"href":"https://f.example/k${query}","x":1}`)).not.toContain(CANARY);
  });

  it('leaves JSON what it was but for the values', async () => {
    const piece = fc.constantFrom('?sig=', '&token=', 'a', '\\', '"', '/', '&', ' ', '=', '\u0026', '\u2028', '\n', '<', '%3fsig%3d', 'u0026');
    const texts = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
    const escaped = (text: string): string => JSON.stringify(text).replaceAll('/', '\\/').replaceAll('&', '\\u0026').replaceAll('=', '\\u003d');
    await fc.assert(fc.asyncProperty(texts, texts, async (one, other) => {
      for (const write of [JSON.stringify, escaped] as readonly ((text: string) => string)[]) {
        const cleaned = withoutSignatures(`{"a":${write(one)},"b":[${write(other)}]}`);
        expect(Object.keys(JSON.parse(cleaned) as object)).toEqual(['a', 'b']);
        expect(withoutSignatures(cleaned)).toBe(cleaned);
      }
      await Promise.resolve();
    }), { numRuns: 500 });
  });

  it('takes megabytes of one value, or of beginnings, in its stride', () => {
    for (const piece of ['\\u0041', '\\/', 'a', '?sig=', '?', '&X-Amz-']) {
      expect(withoutSignatures(`?sig=${piece.repeat(2_000_000 / piece.length)}"end`)).toMatch(/"end$/u);
    }
  });
});
