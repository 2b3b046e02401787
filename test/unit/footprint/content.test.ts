import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/core/steps.js';
import { readPacked } from '../../../src/core/geo/packedFootprints.js';
import { exportedText } from '../export/support.js';
import { documentContentSteps } from '../../../src/features/footprint/documentContent.js';
import { itemContentSteps } from '../../../src/features/footprint/itemContent.js';
import { measuresText, unionFactsSteps } from '../../../src/features/footprint/measures.js';
import type { MapContent } from '../../../src/features/footprint/mapContent.js';
import { runSteps } from '../../../src/platform/runSteps.js';
import { emptyTexts, ResultsContent } from '../../../src/features/footprint/resultsContent.js';
import type { ResultSet } from '../../../src/core/catalog/pages.js';
import { parseToFootprintView } from '../../../src/shared/footprintMessages.js';
import type { MapTexts } from '../../../src/shared/footprintProtocol.js';
import { item, setOf, square } from './sources.js';

const key = { environment: 'Demo', collection: 'org', id: 'a' };
const itemContent = (text: string): MapContent => atOnce(itemContentSteps(key, text));

function contentOf(set: ResultSet, most?: number): ResultsContent {
  const content = new ResultsContent(set, most);
  atOnce(content.extendSteps(set));
  return content;
}

/** Two parts: read and packed in several steps. */
function twoSquares(west: number): unknown {
  const ring = (south: number): unknown => [[[west, south], [west + 1, south], [west + 1, south + 1], [west, south]]];
  return { type: 'MultiPolygon', coordinates: [ring(0), ring(5)] };
}

function passes(texts: MapTexts, chunks: readonly Uint8Array[] = []): boolean {
  return parseToFootprintView({ type: 'more', revision: 0, chunks, box: undefined, texts }) !== undefined;
}

describe('itemContent', () => {
  const text = (geometry: unknown, more: object = {}): string => JSON.stringify({ id: 'a', collection: 'org', geometry, properties: { datetime: '2026-06-10T08:15:30Z', platform: 'Kestrel-1', 'x:status': 'COMMANDED' }, ...more });

  it('says what and where a footprint is', () => {
    const { texts, set } = itemContent(text({ type: 'Polygon', coordinates: [[[7, 46, 100], [7.1, 46, 100], [7.1, 46.1, 300], [7, 46.1, 300], [7, 46, 100]]] }));
    expect(texts).toMatchObject({ title: 'a', subtitle: 'Kestrel-1 · COMMANDED · 2026-06-10 08:15:30 UTC', message: '' });
    expect(Object.fromEntries(texts.facts.map(({ label, value }) => [label, value]))).toMatchObject({ Centre: '46.0500° N, 7.0500° E', Area: '85.8 km²', Height: expect.stringMatching(/^100 m to 300 m, mean 180 m$/u) as string });
    expect(texts.summary).toMatch(/^Footprint of a\. Centre: 46\.0500° N/u);
    expect(set.chunks.map((chunk) => readPacked(chunk)?.items)).toEqual([1]);
    expect(set.box).toEqual([7, 46, 7.1, 46.1]);
  });

  it.each<readonly [string, unknown, string | undefined]>([
    ['a polygon beside a pole', { type: 'Polygon', coordinates: [[[0, 89], [90, 89], [90, 89.5], [0, 89.5], [0, 89]]] }, '175 km × 55.6 km'],
    ['points around a pole', { type: 'MultiPoint', coordinates: [[0, 89.9], [120, 89.9], [-120, 89.9]] }, undefined],
  ])('gives the sides of a box that are sides: %s', (_name, geometry, size) => {
    const { texts } = itemContent(text(geometry));
    expect(texts.facts.find(({ label }) => label === 'Size')?.value).toBe(size);
  });

  it.each([
    ['null', null, 'it has no geometry'],
    ['a latitude of 91', square(0, 91), 'beyond the pole'],
    ['an unknown type', { type: 'Circle' }, 'a type that GeoJSON does not know'],
  ])('names a footprint that is %s', (_name, geometry, reason) => {
    const { texts, set } = itemContent(text(geometry));
    expect(texts.message).toMatch(new RegExp(`^This item has no usable footprint: .*${reason}`, 'u'));
    expect(set.chunks).toEqual([]);
  });

  it.each([
    ['[]', 'the item is not a JSON object.'],
    ['{"id"', 'the item is not a JSON object.'],
  ])('says what is wrong with a text that is no item: %.20s', (broken, reason) => {
    expect(itemContent(broken).texts.message).toBe(`This item has no usable footprint: ${reason}`);
  });

  it('shows the footprint of an item that is nested deep', () => {
    const { texts, set } = itemContent(`{"id":"a","geometry":${JSON.stringify(square(1, 2))},"properties":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`);
    expect([texts.message, set.usable]).toEqual(['', 1]);
  });

  it('never throws and passes the check of messages, whatever an item holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.record({ id: fc.anything(), geometry: fc.anything(), properties: fc.anything() }).map((value) => JSON.stringify(value) as string | undefined)), (value) => {
        const { texts, set } = itemContent(value ?? '');
        expect(passes(texts, set.chunks)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('ResultsContent', () => {
  it('counts in words, names every footprint, and lists those that cannot be drawn', () => {
    const content = contentOf(setOf([item('a', square(10, 50)), item('b', null), item('c', square(14, 50))]));
    expect(content.texts).toMatchObject({ title: '2 footprints; 1 item has no usable footprint', subtitle: 'Demo · 3 items', message: '', notes: [], problems: [{ title: 'b', reason: 'it has no geometry.' }] });
    expect([0, 1, 2, 3].map((place) => content.describe(place)?.title)).toEqual(['a', 'b', 'c', undefined]);
    expect(content.describe(0)?.subtitle).toBe('Kestrel-1 · COMMANDED · 2026-06-10 08:15:30 UTC');
    expect(content.set.box).toEqual([10, 50, 15, 51]);
    expect(content.texts.statuses).toEqual([{ label: 'COMMANDED', colour: 'blue' }]);
    expect(content.set.chunks.map((chunk) => [...readPacked(chunk)?.places ?? []])).toEqual([[0, 2]]);
    expect([content.key(2), content.place({ ...key, id: 'c' }), content.place({ ...key, id: 'x' }), content.place({ ...key, environment: 'Other', id: 'c' })]).toEqual([{ ...key, id: 'c' }, 2, undefined, undefined]);
  });

  it('packs only what is new when a page is added', () => {
    const [first, second] = [setOf([item('a', square(0, 0))]), setOf([item('a', square(0, 0)), item('b', square(179.5, 0)), item('c', null)])];
    const content = contentOf(first);
    const [before] = content.set.chunks;
    const added = atOnce(content.extendSteps(second));
    expect(content.set.chunks[0]).toBe(before);
    expect(added.map((chunk) => [...readPacked(chunk)?.places ?? []])).toEqual([[1]]);
    expect(content.texts.title).toBe('2 footprints; 1 item has no usable footprint');
    // The shorter way around the earth.
    expect(content.set.box).toEqual([0, 0, -179.5, 1]);
    expect(atOnce(content.extendSteps(second))).toEqual([]);
  });

  it('draws the first ones and says so where there are too many', () => {
    const items = Array.from({ length: 8 }, (_, index) => item(String(index), square(index, 0)));
    expect((contentOf(setOf(items), 18)).texts.notes).toEqual([expect.stringMatching(/^Only the first 5 of 8 items are on this map/u)]);
    expect((contentOf(setOf(items), 1000)).texts.notes).toEqual([]);
  });

  it('stops when it is no longer wanted', async () => {
    const stop = new AbortController();
    const set = setOf(Array.from({ length: 50 }, (_, index) => item(String(index), square(0, 0))));
    const content = new ResultsContent(set);
    const reading = runSteps(content.extendSteps(set), stop.signal, 0);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(content.set.read).toBe(1);
  });

  it('lets others have their turn when its own is over, whatever a footprint takes, and leaves nothing out', async () => {
    const set = setOf(Array.from({ length: 5 }, (_, index) => item(String(index), square(index, 0))));
    const content = new ResultsContent(set);
    const seen: number[] = [];
    const look = (): void => {
      seen.push(content.set.read);
      if (content.set.read < 5) {
        setImmediate(look);
      }
    };
    setImmediate(look);
    await runSteps(content.extendSteps(set), new AbortController().signal, 0);
    expect(seen.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(content.set.usable).toBe(5);
  });

  it('goes on where it was stopped, in the middle of a footprint too', () => {
    const set = setOf(Array.from({ length: 5 }, (_, index) => item(String(index), twoSquares(index))));
    // After each number of steps once.
    for (let stopped = 0, isOver = false; !isOver; stopped += 1) {
      const content = new ResultsContent(set);
      const steps = content.extendSteps(set);
      for (let step = 0; step < stopped && !isOver; step += 1) {
        isOver = steps.next().done === true;
      }
      const added = isOver ? [] : atOnce(content.extendSteps(set));
      expect(content.set.read).toBe(5);
      const packed = content.set.chunks.map((chunk) => readPacked(chunk));
      expect(packed.map((one) => [...one?.places ?? []])).toEqual([[0, 1, 2, 3, 4]]);
      expect(packed.map((one) => [...one?.itemStarts ?? []])).toEqual([[0, 2, 4, 6, 8, 10]]);
      expect(added).toEqual(isOver ? [] : content.set.chunks);
    }
  });

  it('says why there is nothing to see, and packs the area of the search', () => {
    expect((contentOf(setOf([]))).texts.message).toBe('The search found no items.');
    const nothing = contentOf(setOf([item('a', null), item('b', {})], { query: { limit: 100, bbox: [170, -20, -170, -10] } }));
    expect(nothing.texts.message).toBe('None of the items has a usable footprint.');
    expect(nothing.area === undefined ? undefined : readPacked(nothing.area)?.items).toBe(1);
    expect(passes(emptyTexts('none'))).toBe(true);
    expect(nothing.box).toEqual([170, -20, -170, -10]);
    const some = setOf([item('a', square(-165, -15))], { query: { limit: 100, bbox: [170, -20, -170, -10] } });
    expect((contentOf(some)).box).toEqual([170, -20, -164, -10]);
    expect((contentOf({ ...some, query: { limit: 100 } })).box).toEqual([-165, -15, -164, -14]);
  });

  it('whatever items hold: harmless texts and readable chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.string({ unit: 'binary' }), geometry: fc.anything(), properties: fc.anything() }), { maxLength: 5 }), (features) => {
        const content = contentOf(setOf(features.map(({ id, geometry, properties }) => item(`${id}\u202E$(error)`, geometry, (properties ?? {}) as object))));
        expect(passes(content.texts, content.set.chunks)).toBe(true);
        expect(JSON.stringify(content.texts)).not.toMatch(/\u202E|\$\(/u);
        expect(content.set.chunks.every((chunk) => readPacked(chunk) !== undefined)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('documentContent', () => {
  const of = (text: string, part = false) => atOnce(documentContentSteps({ uri: 'file:///a.geojson', name: 'a.geojson', text, part }));
  const collection = { type: 'FeatureCollection', features: [{ id: 'x', geometry: square(0, 0) }, { geometry: null }, 5, { geometry: square(2, 0) }] };

  it.each<readonly [string, unknown, number]>([
    ['a geometry', square(0, 0), 1],
    ['a collection of geometries', { type: 'GeometryCollection', geometries: [square(0, 0)] }, 1],
    ['a feature', { type: 'Feature', geometry: square(0, 0) }, 1],
    ['a feature collection', collection, 2],
    ['an array of features', collection.features, 2],
  ])('takes %s', (_name, value, count) => {
    const { texts, set } = of(JSON.stringify(value));
    expect(set.usable).toBe(count);
    expect(texts.message).toBe('');
  });

  it.each(['', '\u001e'])('takes an export of 7,000 items, one a line after %j, with each of them', async (separator) => {
    const lines = await exportedText(Array.from({ length: 7_000 }, (_, index) => JSON.stringify({ id: `item-${index}`, geometry: square(index % 170, 0), properties: {} })), 'ndjson');
    const content = of(lines.replace(/^(?=\{)/gmu, separator));
    expect([content.set.usable, content.texts.message, content.texts.subtitle]).toEqual([7_000, '', '7,000 footprints']);
    expect(content.describe(6_999)?.title).toBe('item-6999');
  });

  it('draws the other lines where one is being typed, and says which', () => {
    const line = JSON.stringify({ type: 'Feature', geometry: square(0, 0), properties: {} });
    const { texts, set } = of(`${line}\r\n\r\n{"type":\n${line}\n`);
    expect([set.usable, texts.message]).toEqual([2, 'Line 3 is not JSON yet; the others are drawn.']);
    expect(of(`${line}\n{"ty`).texts.message).toBe('Line 2 is not JSON yet; the others are drawn.');
  });

  it('names features and says which have no footprint', () => {
    const content = of(JSON.stringify(collection), true);
    expect(content.texts).toMatchObject({ title: 'a.geojson (selection)', subtitle: '2 footprints; 2 features without a usable footprint' });
    expect([0, 1, 3].map((place) => content.describe(place)?.title)).toEqual(['x', 'Feature 2 of 4', 'Feature 4 of 4']);
    expect(content.texts.problems.map(({ title }) => title)).toEqual(['Feature 2 of 4', 'Feature 3 of 4']);
  });

  it('draws what is there of a document that is being typed, and says where it goes wrong', () => {
    const text = '{ "type": "FeatureCollection", "features": [\n{ "geometry": {"type":"Point","coordinates":[1, 2]} },\n{ "geometry": }]';
    const { texts, set } = of(text);
    expect(set.usable).toBe(1);
    expect(texts.message).toBe('This is not JSON yet: value expected in line 3, column 15.');
    expect(of('').texts.message).toMatch(/^There is no GeoJSON here/u);
    expect(of('{"a": 1}').texts.message).toMatch(/^There is no GeoJSON here/u);
    expect(of(JSON.stringify(square(0, 95))).texts.message).toMatch(/^No usable footprint: a latitude of 95/u);
  });

  it('reads lists in lists, and says that a document is nested too deep where it is not finished', () => {
    expect(of('['.repeat(2000)).texts.message).toBe('This is nested too deep to be read.');
    expect(of('['.repeat(100_000) + ']'.repeat(100_000)).texts.message).toMatch(/^There is no GeoJSON here/u);
    const lists = [[{ id: 'a', geometry: square(1, 2) }], [[square(3, 4), { features: [{ id: 'c', geometry: square(5, 6) }, 7] }]]];
    expect([0, 1, 2, 3].map((place) => of(JSON.stringify(lists)).describe(place)?.title)).toEqual(['a', 'Feature 2 of 4', 'c', 'Feature 4 of 4']);
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"geometry":${JSON.stringify(square(1, 2))}}`;
    expect([of(deep).texts.message, of(deep).set.usable]).toEqual(['', 1]);
  });

  it('never throws, cut anywhere', () => {
    const text = JSON.stringify(collection);
    fc.assert(fc.property(fc.nat(text.length), fc.string(), (at, more) => passes(of(text.slice(0, at) + more).texts)), { numRuns: 200 });
  });
});

describe('measures', () => {
  const facts = (geometries: readonly unknown[]) => Object.fromEntries(atOnce(unionFactsSteps(geometries)).map(({ label, value }) => [label, value]));

  it('of several footprints together count what lies twice once', () => {
    expect(facts([square(0, 0, 2), square(1, 0, 2)])).toEqual({ Chosen: '2 footprints', Extent: '0.00° to 3.00° E, 0.00° to 2.00° N', 'Areas together': '98,890 km²', Covered: '74,170 km²', Overlap: '24,720 km²' });
    expect(facts([square(0, 0), square(5, 0)])['Overlap']).toBe('none');
    // One inside the other, and crossing sides only.
    expect(facts([square(0, 0, 4), square(1, 1, 1)])['Overlap']).toBe(facts([square(1, 1, 1), square(1, 1, 1)])['Covered']);
    // Crossing sides only: a diamond over a square.
    const diamond = { type: 'Polygon', coordinates: [[[1, -0.5], [2.5, 1], [1, 2.5], [-0.5, 1], [1, -0.5]]] };
    expect(facts([square(0, 0, 2), diamond])['Overlap']).toBe('43,270 km²');
    expect(facts([square(179, 0, 2), square(-180, 0, 1)])['Extent']).toContain('179.00° E to 179.00° W');
    expect(facts([square(-175, 0), square(170, 0, 8), square(190, 0)])['Extent']).toContain('170.0° E to 169.0° W');
    // The widest gap is that within the first one.
    expect(facts([{ type: 'MultiPoint', coordinates: [[0, 0], [170, 0]] }, { type: 'LineString', coordinates: [[190, 0], [350, 1]] }])['Extent']).toContain('170.0° E to 0.0°');
  });

  it('of several are not said to overlap where that would take very long', () => {
    const comb = (shift: number): unknown => ({ type: 'Polygon', coordinates: [Array.from({ length: 170 }, (_, index) => [(index % 2) * 40 + shift, ((index * 7919) % 1000) / 20])] });
    expect(Object.keys(facts(Array.from({ length: 8 }, (_, index) => comb(index * 0.3))))).toEqual(['Chosen', 'Extent', 'Areas together']);
  });

  it('are copied with the box as numbers', () => {
    expect(measuresText({ title: 'a', facts: [{ label: 'Area', value: '1 km²' }], box: [1.5, 2, 3, 4] })).toBe('a\nArea: 1 km²\nbbox: 1.5, 2, 3, 4');
  });
});
