import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readItem, type Item } from '../../../src/core/item.js';
import { emptyResultSet, type ResultSet } from '../../../src/core/pages.js';
import { emptyResults, FootprintReader, resultsState } from '../../../src/features/footprint/resultsState.js';
import { parseFromFootprintView, parseSavedFootprint, parseToFootprintView } from '../../../src/shared/footprintProtocol.js';

const place = { search: 1, revision: 2, chosen: undefined };
const signal = new AbortController().signal;

function square(west: number, south: number, side = 1): unknown {
  return { type: 'Polygon', coordinates: [[[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]] };
}

function item(id: string, geometry: unknown, properties: object = { datetime: '2026-06-10T08:15:30Z', platform: 'Kestrel-1', 'x:status': 'COMMANDED' }): Item {
  return readItem({ id, collection: 'org', geometry, properties }, { page: new Uint8Array(), index: 0 });
}

function setOf(items: readonly Item[], more: Partial<ResultSet> = {}): ResultSet {
  return { ...emptyResultSet('Demo', { limit: 100 }, 0), items, ...more };
}

describe('FootprintReader and resultsState', () => {
  it('counts in words, names every footprint and fits them all', async () => {
    const found = await new FootprintReader().read(setOf([item('a', square(10, 50)), item('b', null), item('c', square(14, 50))]), signal);
    const state = resultsState(found, { ...place, chosen: 1 });
    expect(state).toMatchObject({ title: '2 footprints; 1 item has no usable footprint', subtitle: 'Demo · 3 items', chosen: 1, message: '', notes: [] });
    expect(state.footprints.map(({ title, subtitle }) => [title, subtitle])).toEqual([
      ['a', 'Kestrel-1 · COMMANDED · 2026-06-10 08:15:30 UTC'],
      ['c', 'Kestrel-1 · COMMANDED · 2026-06-10 08:15:30 UTC'],
    ]);
    expect(found.items.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(state.cap?.centre[0]).toBeCloseTo(12.5, 1);
    expect(state.cap?.centre[1]).toBeCloseTo(50.5, 1);
    expect(state.summary).toMatch(/^Map of the search results: 2 footprints; 1 item has no usable footprint\. Centre: 50\.4/u);
  });

  it.each([
    ['the antimeridian', [square(179, -17), square(-178, -17)], [-179, -16.5], 3],
    ['the north pole', [square(0, 84), square(90, 84), square(-180, 84), square(-90, 84)], undefined, 8],
  ] as const)('fits around %s', async (_name, geometries, centre, radius) => {
    const { cap } = resultsState(await new FootprintReader().read(setOf(geometries.map((geometry, index) => item(String(index), geometry))), signal), place);
    expect(cap?.radius).toBeLessThan(radius);
    if (centre === undefined) {
      expect(cap?.centre[1]).toBeGreaterThan(88);
    } else {
      expect(cap?.centre[0]).toBeCloseTo(centre[0], 0);
      expect(cap?.centre[1]).toBeCloseTo(centre[1], 0);
    }
  });

  it('shows the whole earth for footprints all around it', async () => {
    const items = [0, 60, 120, -180, -120, -60].map((west) => item(String(west), square(west, 0)));
    expect(resultsState(await new FootprintReader().read(setOf(items), signal), place)).toMatchObject({ cap: { radius: 180 }, facts: [{ value: 'around the earth' }] });
  });

  it('draws the first ones and says so where there are too many', async () => {
    const items = Array.from({ length: 8 }, (_, index) => item(String(index), square(index, 0)));
    const few = await new FootprintReader({ footprints: 5, positions: 1e6 }).read(setOf(items), signal);
    expect(few.items.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
    expect(resultsState(few, place).notes).toEqual([expect.stringMatching(/^Only the first 5 of 8 items are on this map/u)]);
    const one = (await new FootprintReader().read(setOf(items.slice(0, 1)), signal)).footprints[0]?.drawing;
    const positions = [...(one?.fill.flat() ?? []), ...(one?.outline ?? [])].flat().length;
    const short = await new FootprintReader({ footprints: 100, positions: positions * 3 }).read(setOf(items), signal);
    expect(short.items).toHaveLength(3);
    const enough = await new FootprintReader({ footprints: 8, positions: 1e6 }).read(setOf(items), signal);
    expect(resultsState(enough, place).notes).toEqual([]);
  });

  it('reads an item once, however often the set grows', async () => {
    const reader = new FootprintReader();
    const first = item('a', square(0, 0));
    const [before] = (await reader.read(setOf([first]), signal)).footprints;
    const [after, added] = (await reader.read(setOf([first, item('b', square(2, 0))]), signal)).footprints;
    expect(after).toBe(before);
    expect(added?.title).toBe('b');
  });

  it('stops when it is no longer wanted', async () => {
    const stop = new AbortController();
    const items = Array.from({ length: 500 }, (_, index) => item(String(index), square(0, 0)));
    const reading = new FootprintReader().read(setOf(items), stop.signal);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });

  it('says why there is nothing to see', async () => {
    const read = async (items: readonly Item[]) => resultsState(await new FootprintReader().read(setOf(items), signal), place);
    expect(await read([])).toMatchObject({ title: '0 footprints', message: 'The search found no items.', cap: undefined });
    expect(await read([item('a', null), item('b', {})])).toMatchObject({ title: '0 footprints; 2 items have no usable footprint', message: 'None of the items has a usable footprint.' });
  });

  it('passes the check of the view, whatever the items hold, with hostile texts made visible', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ id: fc.string({ unit: 'binary' }), geometry: fc.oneof(fc.jsonValue(), fc.constant(square(1, 2))), platform: fc.string({ unit: 'binary' }) })), async (values) => {
        const items = values.map(({ id, geometry, platform }) => item(id, geometry, { platform: `${platform}\u202E$(error)${'x'.repeat(500)}` }));
        const state = resultsState(await new FootprintReader().read(setOf(items), signal), place);
        // VS Code sends messages as JSON.
        const message: unknown = JSON.parse(JSON.stringify({ type: 'state', state }));
        expect(parseToFootprintView(message)).toEqual(message);
        expect(JSON.stringify(state)).not.toMatch(/\u202E|\$\(/u);
      }),
      { numRuns: 50 },
    );
  });
});

describe('messages about results', () => {
  it('only whole places pass', () => {
    for (const [parse, type] of [[parseFromFootprintView, 'open'], [parseToFootprintView, 'choose']] as const) {
      expect(parse({ type, revision: 1, index: 0, command: 'x' })).toEqual({ type, revision: 1, index: 0 });
      for (const index of [-1, 0.5, NaN, '0', null, undefined, 2 ** 60]) {
        expect(parse({ type, revision: 1, index })).toBeUndefined();
        expect(parse({ type, revision: index, index: 0 })).toBeUndefined();
      }
    }
    expect(parseSavedFootprint({ version: 1, results: true, key: 'x' })).toEqual({ version: 1, results: true });
    expect(parseSavedFootprint({ version: 1, results: 'yes' })).toBeUndefined();
  });

  it('a state with one wrong member does not pass', async () => {
    const state = resultsState(await new FootprintReader().read(setOf([item('a', square(0, 0))]), signal), place);
    const passes = (more: object): boolean => parseToFootprintView({ type: 'state', state: { ...state, ...more } }) !== undefined;
    expect(passes({})).toBe(true);
    expect(passes({ chosen: 0 })).toBe(true);
    expect(parseToFootprintView({ type: 'state', state: emptyResults('none', place) })).toBeDefined();
    const wrong = [{ chosen: 1 }, { chosen: -1 }, { cap: undefined }, { cap: { centre: [0, 91], radius: 1 } }, { cap: { centre: [0, 0], radius: 181 } }, { title: 1 }, { search: '1' }, { footprints: [{}] }, { notes: [1] }, { summary: 'x'.repeat(5000) }];
    expect(wrong.filter(passes)).toEqual([]);
    expect(passes({ footprints: [{ ...state.footprints[0], drawing: { ...state.footprints[0]?.drawing, outline: [[[0, NaN]]] } }] })).toBe(false);
  });
});
