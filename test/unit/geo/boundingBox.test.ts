import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meetsArea } from '../../../src/core/geo/predicates.js';
import { boxesOf, checkBoundingBox, parseBoundingBox, type BoundingBox } from '../../../src/core/geo/boundingBox.js';
import { readSharedJson, sharedDataIsThere } from '../catalog/shared.js';

describe('a typed box', () => {
  it.each([
    ['5.9,45.8,10.5,47.8', [5.9, 45.8, 10.5, 47.8]],
    ['[5.9, 45.8, 10.5, 47.8]', [5.9, 45.8, 10.5, 47.8]],
    [' 0  0.3\t1 1e0 ', [0, 0.3, 1, 1]],
    ['170 -20 -170 -10', [170, -20, -170, -10]],
    ['1,2,-5,3,4,900', [1, 2, 3, 4]],
    ['-0,-0,0,0', [0, 0, 0, 0]],
  ])('%j is %j', (text, box) => {
    expect(parseBoundingBox(text)).toEqual({ ok: true, value: box });
  });

  it.each([
    ['', /^Type west, south, east, north/u],
    ['1,2,3', /four numbers .* or six .* here are 3/u],
    ['1,2,3,4,5', /here are 5/u],
    ['1,,2,3', /Separate them with commas/u],
    ['a,b,c,d', /Separate them with commas/u],
    ['0x1,0,2,2', /Separate them with commas/u],
    ['0,1,1,0', /^South \(1\) is north of north \(0\)/u],
    ['0,-91,1,1', /^South is -91; a latitude/u],
    ['0,0,1,91', /^North is 91; a latitude/u],
    ['-181,0,1,1', /^West is -181; a longitude/u],
    ['0,0,181,1', /^East is 181; a longitude/u],
    ['0,0,9,1,1,8', /lowest height/u],
    ['Infinity,0,1,1', /Separate them/u],
    ['1e999,0,1,1', /numbers only/u],
  ])('%j is refused in words', (text, problem) => {
    const parsed = parseBoundingBox(text);
    expect(parsed.ok ? 'accepted' : parsed.problem).toMatch(problem);
  });

  it('is refused at once even when it is a megabyte', () => {
    expect(parseBoundingBox(' 1'.repeat(500_000)).ok).toBe(false);
    expect(parseBoundingBox(','.repeat(1_000_000)).ok).toBe(false);
  });

  it('takes no array of anything but numbers', () => {
    expect(checkBoundingBox(['1', 2, 3, 4]).ok).toBe(false);
    expect(checkBoundingBox([NaN, 2, 3, 4]).ok).toBe(false);
  });

  it.runIf(sharedDataIsThere)('is taken and refused as stac-server lists', () => {
    const lists = readSharedJson('case-lists/stac-server-datetimes-bboxes.json') as { readonly invalid_bboxes: readonly number[][]; readonly valid_bbox_strings: readonly string[] };
    expect(lists.invalid_bboxes.filter((box) => checkBoundingBox(box).ok)).toEqual([]);
    expect(lists.valid_bbox_strings.filter((text) => !parseBoundingBox(text).ok)).toEqual([]);
  });
});

function polygon(...rings: readonly (readonly (readonly number[])[])[]): unknown {
  return { type: 'Polygon', coordinates: rings };
}

function rectangle(west: number, south: number, east: number, north: number): readonly (readonly number[])[] {
  return [[west, south], [east, south], [east, north], [west, north], [west, south]];
}

describe('a footprint and a box', () => {
  const swiss: BoundingBox = [6, 45, 10, 48];
  const fiji: BoundingBox = [175, -20, -175, -15];
  it.each<readonly [string, unknown, BoundingBox, boolean | undefined]>([
    ['a corner inside', polygon(rectangle(9, 47, 20, 60)), swiss, true],
    ['far away', polygon(rectangle(20, 47, 30, 60)), swiss, false],
    ['the box inside it', polygon(rectangle(0, 40, 20, 60)), swiss, true],
    ['the box in its hole', polygon(rectangle(0, 40, 20, 60), rectangle(5, 44, 11, 49)), swiss, false],
    ['crossing like a plus', polygon(rectangle(7, 0, 8, 80)), swiss, true],
    ['bounds overlap, shapes do not', polygon([[0, 45.5], [6.5, 60], [0, 60], [0, 45.5]]), swiss, false],
    ['three-dimensional', polygon([[7, 46, 500], [8, 46, 500], [8, 47, 500], [7, 46, 500]]), swiss, true],
    ['a point', { type: 'Point', coordinates: [7, 46] }, swiss, true],
    ['a line through', { type: 'LineString', coordinates: [[0, 46], [20, 46]] }, swiss, true],
    ['the second of two polygons', { type: 'MultiPolygon', coordinates: [[rectangle(20, 20, 21, 21)], [rectangle(7, 46, 8, 47)]] }, swiss, true],
    ['a collection', { type: 'GeometryCollection', geometries: [null, { type: 'Point', coordinates: [7, 46] }] }, swiss, true],
    ['written across 180 degrees', polygon(rectangle(179, -18, 181, -17)), fiji, true],
    ['jumping at 180 degrees', polygon([[179, -18], [-179, -18], [-179, -17], [179, -17], [179, -18]]), fiji, true],
    ['jumping at 180 degrees, box at Greenwich', polygon([[179, -18], [-179, -18], [-179, -17], [179, -17], [179, -18]]), [-10, -20, 10, -15], false],
    ['longitudes of 540', polygon(rectangle(539, -18, 541, -17)), fiji, true],
    ['the whole world', polygon(rectangle(-180, -90, 180, 90)), swiss, true],
    ['round the north pole', polygon([[0, 70], [90, 70], [180, 70], [-90, 70], [0, 70]]), [40, 80, 50, 85], true],
    ['round the north pole, box at the equator', polygon([[0, 70], [90, 70], [180, 70], [-90, 70], [0, 70]]), [40, 0, 50, 5], false],
    ['round the south pole', polygon([[0, -70], [90, -70], [180, -70], [-90, -70]]), [40, -90, 50, -85], true],
    ['nothing', null, swiss, undefined],
    ['an unknown type', { type: 'Circle', coordinates: [7, 46] }, swiss, undefined],
    ['texts for numbers', { type: 'Point', coordinates: ['7', '46'] }, swiss, undefined],
    ['latitudes of 120', { type: 'Point', coordinates: [46, 120] }, swiss, undefined],
    ['empty', polygon([]), swiss, undefined],
    ['not a list', { type: 'Polygon', coordinates: { length: 3 } }, swiss, undefined],
  ])('%s', (_name, geometry, box, touches) => {
    expect(meetsArea(box, geometry)).toBe(touches);
  });

  it('uses the item box where there is no geometry, and to tell a wide ring from a crossing one', () => {
    expect(meetsArea(swiss, null, [7, 46, 8, 47])).toBe(true);
    expect(meetsArea(swiss, null, [7, 46, 0, 8, 47, 9])).toBe(true);
    expect(meetsArea(swiss, null, [20, 46, 21, 47])).toBe(false);
    const wide = polygon(rectangle(-150, -10, 150, 10));
    // Which way round its edges go cannot be told from its positions: within its own box it is taken on trust.
    expect(meetsArea([0, 0, 1, 1], wide, [-150, -10, 150, 10])).toBeUndefined();
    expect(meetsArea([160, 0, 161, 1], wide, [-150, -10, 150, 10])).toBe(false);
    expect(meetsArea([0, 0, 1, 1], wide)).toBe(false);
  });

  it('survives depth, size and winding round the globe', () => {
    let deep: unknown = { type: 'Point', coordinates: [7, 46] };
    for (let depth = 0; depth < 100_000; depth += 1) {
      deep = { type: 'GeometryCollection', geometries: [deep] };
    }
    expect(meetsArea(swiss, deep)).toBeUndefined();
    const spiral = Array.from({ length: 200_000 }, (_, index) => [((index * 100) % 360) - 180, 0]);
    expect(meetsArea(swiss, { type: 'LineString', coordinates: spiral })).toBe(false);
    expect(meetsArea(swiss, { type: 'MultiPoint', coordinates: spiral })).toBe(false);
  });

  it('is decided for convex rectangles as by comparing their sides', () => {
    const side = fc.integer({ min: -80, max: 80 });
    const box = fc.tuple(fc.integer({ min: -180, max: 180 }), side, fc.integer({ min: -180, max: 180 }), side)
      .map(([west, a, east, b]): BoundingBox => [west, Math.min(a, b), east, Math.max(a, b)]);
    const small = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: 1, max: 170 }), side, side)
      .map(([west, width, a, b]) => ({ west, east: west + width, south: Math.min(a, b), north: Math.max(a, b) }));
    fc.assert(fc.property(box, small, (wanted, shape) => {
      const naive = boxesOf(wanted).some((part) => [-360, 0, 360].some((turn) =>
        shape.west + turn <= part.east && part.west <= shape.east + turn && shape.south <= part.north && part.south <= shape.north));
      expect(meetsArea(wanted, polygon(rectangle(shape.west, shape.south, shape.east, shape.north)))).toBe(naive);
    }), { numRuns: 1000 });
  });
});
