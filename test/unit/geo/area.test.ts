import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, checkArea, parseArea } from '../../../src/core/geo/area.js';
import { ringCrossing } from '../../../src/core/geo/ring.js';
import { checkAreaGeometry, MAX_AREA_POSITIONS, type AreaGeometry } from '../../../src/core/geo/areaGeometry.js';
import { meetsArea } from '../../../src/core/geo/predicates.js';
import type { Position } from '../../../src/core/geo/types.js';
import { listShared, readSharedJson, sharedDataIsThere } from '../catalog/shared.js';

const triangle = { type: 'Polygon', coordinates: [[[7, 46], [8, 46], [8, 47], [7, 46]]] };

describe('an area as a person gives it', () => {
  it.each<readonly [string, unknown]>([
    ['5.9, 45.8, 10.5, 47.8', { bbox: [5.9, 45.8, 10.5, 47.8] }],
    ['170 -20 -170 -10', { bbox: [170, -20, -170, -10] }],
    ['7 46', { intersects: { type: 'Point', coordinates: [7, 46] } }],
    ['7 46, 8 47', { bbox: [7, 46, 8, 47] }],
    ['7 46, 8 46, 8 47', { intersects: triangle }],
    ['7, 46\n8, 46\n8, 47\n', { intersects: triangle }],
    ['[[7, 46], [8, 46], [8, 47], [7, 46]]', { intersects: triangle }],
    ['[[[7, 46], [8, 46], [8, 47], [7, 46]]]', { intersects: triangle }],
    ['POLYGON ((7 46, 8 46, 8 47, 7 46))', { intersects: triangle }],
    ['srid=4326; polygon z((7 46 400,8 46 400,8 47 400,7 46 400))', { intersects: triangle }],
    ['POINTZ(7e0 4.6E1 3)', { intersects: { type: 'Point', coordinates: [7, 46] } }],
    ['MULTIPOINT ((1 2), EMPTY)', { intersects: { type: 'MultiPoint', coordinates: [[1, 2]] } }],
    ['multipoint(empty, 1 2 , EMPTY,(3 4))', { intersects: { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] } }],
    ['MULTILINESTRING (EMPTY, (1 2, 3 4))', { intersects: { type: 'MultiLineString', coordinates: [[[1, 2], [3, 4]]] } }],
    ['MULTIPOLYGON (EMPTY, ((7 46, 8 46, 8 47, 7 46)), EMPTY)', { intersects: { type: 'MultiPolygon', coordinates: [[[[7, 46], [8, 46], [8, 47], [7, 46]]]] } }],
    ['GEOMETRYCOLLECTION (POINT EMPTY, POINT (1 2), MULTIPOINT (EMPTY))', { intersects: { type: 'Point', coordinates: [1, 2] } }],
    ['POINT (1e0 -2.)', { intersects: { type: 'Point', coordinates: [1, -2] } }],
    ['46 7', { intersects: { type: 'Point', coordinates: [46, 7] } }],
    ['MULTIPOINT((1 2), 3 4)', { intersects: { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] } }],
    ['GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(1 2, 3 4))', { intersects: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, { type: 'LineString', coordinates: [[1, 2], [3, 4]] }] } }],
    [JSON.stringify(triangle), { intersects: triangle }],
    [JSON.stringify({ type: 'Feature', properties: { a: 1 }, geometry: triangle }), { intersects: triangle }],
    [JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: triangle }, { type: 'Feature', geometry: null }] }), { intersects: triangle }],
  ])('%s', (text, area) => {
    expect(parseArea(text)).toEqual({ ok: true, value: area });
  });

  it('says of more positions than a service takes that they are too many, and of deep JSON that it is deep', () => {
    const pairs = (count: number): string => Array.from({ length: count }, (_, index) => `${index % 180} ${index % 90}`).join(',');
    expect(parseArea(pairs(MAX_AREA_POSITIONS + 1))).toMatchObject({ ok: false, problem: expect.stringContaining('at most') as string });
    expect(parseArea(`${pairs(3)},9`)).toMatchObject({ ok: false, problem: expect.stringContaining('four numbers') as string });
    expect(parseArea('['.repeat(5_000) + ']'.repeat(5_000))).toEqual({ ok: false, problem: 'This is nested too deeply.' });
  });

  it('mends what services refuse: clockwise rings, repeated positions, heights', () => {
    const clockwise = { type: 'Polygon', coordinates: [[[7, 46, 400], [8, 47, 400], [8, 47, 400], [8, 46, 400], [7, 46, 400]]] };
    expect(checkArea(clockwise)).toEqual({ ok: true, value: { intersects: triangle } });
  });

  it('cuts at the antimeridian what crosses it', () => {
    const across = checkArea({ type: 'Polygon', coordinates: [[[170, 0], [-170, 0], [-170, 10], [170, 10], [170, 0]]] });
    const geometry = across.ok && 'intersects' in across.value ? across.value.intersects : undefined;
    expect(geometry?.type).toBe('MultiPolygon');
    expect(geometry === undefined ? undefined : boxAround(geometry)).toEqual([170, 0, -170, 10]);
    // Cut once, it stays as it is.
    expect(checkArea(geometry)).toEqual(across);
    const drawn = checkArea({ type: 'Polygon', coordinates: [[[190, 0], [200, 0], [200, 10], [190, 0]]] });
    expect(drawn).toMatchObject({ ok: true, value: { intersects: { type: 'Polygon' } } });
    expect(JSON.stringify(drawn)).toContain('-170');
  });

  it.each<readonly [unknown, RegExp]>([
    ['', /west, south, east, north/u],
    ['1, 2, 3', /here are 3/u],
    ['0, 1, 1, 0', /north of north/u],
    ['45.8, 100, 10, 101', /latitude is -90 to 90/u],
    ['Bern', /paste coordinates, WKT or GeoJSON/u],
    ['POLYGON ((7 46, 8 46, 8 47', /ends too early: "\)" is missing/u],
    ['POLYGON ((7 46, 8 46, 8 47, 7', /ends too early: a position of two numbers/u],
    ['POLYGON ((7 46, 8 46, 8 47, 7 46)) x', /At character 36: nothing more/u],
    ['POLYGON EMPTY', /is empty/u],
    ['POINT (1 2, 3 4)', /At character 11: a point has one position/u],
    ['MULTIPOINT ((1 2, 3 4), (5 6))', /At character 17: a point has one position/u],
    ['GEOMETRYCOLLECTION (POINT (1 2, 3 4))', /a point has one position/u],
    ['POINT ((1 2))', /a position of two numbers/u],
    ['POINT (1 2', /ends too early/u],
    ['POINT (1.2.3)', /a position of two numbers/u],
    ['POINT (1 2-3)', /a position of two numbers/u],
    ['POINT (1 2e)', /a position of two numbers/u],
    ['LINESTRING (1 2, EMPTY)', /a position of two numbers/u],
    ['POLYGON (EMPTY, (7 46, 8 46, 8 47, 7 46))', /"\(" is missing/u],
    ['MULTIPOINT (EMPTY, EMPTY)', /is empty/u],
    ['GEOMETRYCOLLECTION (POINT EMPTY)', /is empty/u],
    ['MULTIPOINT EMPTY x', /nothing more/u],
    ['46,7', /here are 2\. A point is a pair with a space, longitude first: 46 7\./u],
    ['[46, 7]', /here are 2\. A point is a pair/u],
    ['POINT (7, 46)', /At character 9: a position of two numbers/u],
    ['SRID=3857;POINT(1 2)', /Only SRID 4326/u],
    ['POLYGON((7 46, 8 46, 8 47))', /not closed: end it with its first position \(7, 46\)/u],
    ['POLYGON((0 0, 10 10, 10 0, 0 10, 0 0))', /crosses itself near 5, 5/u],
    ['POLYGON((0 0, 10 0, 0 0, 0 0))', /fewer than three|no area/u],
    ['POLYGON((0 0, 10 0, 20 0, 0 0))', /no area/u],
    ['LINESTRING(1 1, 1 1)', /two different positions/u],
    ['POINT(7 91)', /91 is no latitude/u],
    ['POINT(5000 1)', /5000 is no longitude/u],
    ['{"type":"Polygon","coordinates":[[[7,46],', /not complete/u],
    ['{"type":"Polygon"}', /coordinates is not a list/u],
    ['{"type":"FeatureCollection","features":[]}', /no geometry/u],
    ['{"type":"Topology"}', /no GeoJSON/u],
    [{ type: 'Point', coordinates: ['7', '46'] }, /two numbers/u],
    [7, /no GeoJSON/u],
    [[1, 2, 3], /here are 3/u],
  ])('%j is refused', (text, problem) => {
    const area = checkArea(text);
    expect(area.ok).toBe(false);
    expect(area.ok ? '' : area.problem).toMatch(problem);
  });

  it('is not read on in WKT where it has more positions than it may', () => {
    const line = (count: number, behind: string): string => `LINESTRING(${Array.from({ length: count }, (_, index) => `${index / 1000} ${index % 2}`).join()}${behind}`;
    expect(parseArea(line(MAX_AREA_POSITIONS, ')'))).toMatchObject({ ok: true });
    expect(parseArea(line(MAX_AREA_POSITIONS + 1, ', nonsense'))).toMatchObject({ ok: false, problem: expect.stringMatching(/20,000 positions/u) });
  });

  it('is refused in time where it is large, deep or hostile', () => {
    const ring = Array.from({ length: MAX_AREA_POSITIONS + 1 }, (_, index) => [Math.cos(index / 4000), Math.sin(index / 4000)]);
    const large = checkAreaGeometry({ type: 'LineString', coordinates: ring });
    expect(large).toMatchObject({ ok: false, problem: expect.stringMatching(/20,000 positions/u) });
    for (const text of ['GEOMETRYCOLLECTION('.repeat(5000), `POLYGON((${'7 46,'.repeat(100_000)}`, ' '.repeat(100_000), `POLYGON${' '.repeat(100_000)}x`, `${'['.repeat(100_000)}1`, '1'.repeat(1_000_000), '1 '.repeat(500_000)]) {
      expect(parseArea(text).ok).toBe(false);
    }
  });
});

describe.runIf(sharedDataIsThere)('geometries of the lists', () => {
  it('are taken where they are good, and sent as they are', () => {
    const { geometries } = readSharedJson('case-lists/stac-api-validator-datetimes-geometries.json') as { readonly geometries: Readonly<Record<string, AreaGeometry>> };
    for (const [name, geometry] of Object.entries(geometries)) {
      expect([name, checkAreaGeometry(geometry)]).toEqual([name, { ok: true, value: name === 'polygon_with_hole' ? expect.objectContaining({ type: 'Polygon' }) as unknown : geometry }]);
    }
  });

  it.each(sharedDataIsThere ? listShared('bad-geometry') : [])('%s is mended, or refused with a sentence', (path) => {
    const checked = checkAreaGeometry(readSharedJson(path));
    if (!checked.ok) {
      // One part of RightHandRule2 is a line.
      expect(checked.problem).toMatch(path.includes('Unclosed') ? /not closed/u : path.includes('RightHandRule2') ? /no area/u : /^$/u);
      return;
    }
    // What comes out has no fault left: it is taken unchanged.
    const mended = checked.value;
    expect(checkAreaGeometry(mended)).toEqual(checked);
    const rings = mended.type === 'Polygon' ? mended.coordinates : mended.type === 'MultiPolygon' ? mended.coordinates.flatMap((polygon) => polygon.slice(0, 1)) : [];
    expect(rings.length).toBeGreaterThan(0);
    for (const ring of rings) {
      expect(new Set(ring.slice(1).map(String)).size).toBe(ring.length - 1);
    }
  });

  it('are matched by the items that they belong to', () => {
    for (const path of listShared('real-items')) {
      const document = readSharedJson(path) as { readonly geometry?: unknown; readonly bbox?: unknown; readonly features?: readonly { readonly geometry?: unknown }[] };
      for (const { geometry } of document.features ?? [document]) {
        const checked = checkAreaGeometry(geometry ?? undefined);
        expect([path, checked.ok ? meetsArea(checked.value, geometry) : true]).toEqual([path, true]);
      }
    }
  });
});

/** Positions on a grid, so that the naive answer is exact. */
type Grid = readonly (readonly [number, number])[];

/** Separating axes: convex shapes are apart where an edge of one has the whole other one strictly outside. */
function naiveTouch(a: Grid, b: Grid): boolean {
  const turn = ([ax, ay]: Grid[number], [bx, by]: Grid[number], [cx, cy]: Grid[number]): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const apart = (one: Grid, other: Grid): boolean => one.some((from, index) => {
    const to = one[(index + 1) % one.length] ?? from;
    return other.every((position) => turn(from, to, position) < 0);
  });
  return !apart(a, b) && !apart(b, a);
}

const triangleOnGrid = fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 }), fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 4, maxLength: 4 }))
  .map(([x, y, [a = 1, b = 1, c = 1, d = 1]]): Grid => {
    const ring: Grid = [[x, y], [x + a, y + (b % 3)], [x + (c % 4), y + d]];
    const [p, q, r] = ring;
    const area = p === undefined || q === undefined || r === undefined ? 0 : (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    return area < 0 ? [...ring].reverse() : ring;
  })
  .filter(([p, q, r]) => p !== undefined && q !== undefined && r !== undefined && (q[0] - p[0]) * (r[1] - p[1]) !== (q[1] - p[1]) * (r[0] - p[0]));

const closed = (grid: Grid): AreaGeometry => ({ type: 'Polygon', coordinates: [[...grid, grid[0] ?? [0, 0]]] });
const shiftedTo180 = (grid: Grid, by: number): Grid => grid.map(([x, y]) => {
  const longitude = x + by;
  return [longitude > 180 ? longitude - 360 : longitude, y] as const;
});

describe('whether a footprint touches an area', () => {
  it('agrees with a second, naive implementation, here and across the antimeridian', () => {
    fc.assert(fc.property(triangleOnGrid, triangleOnGrid, fc.constantFrom(0, 90, 178, 180), (area, footprint, by) => {
      const wanted = naiveTouch(area, footprint);
      const checked = checkAreaGeometry(closed(shiftedTo180(area, by)));
      expect(checked.ok).toBe(true);
      expect(checked.ok && meetsArea(checked.value, closed(shiftedTo180(footprint, by)))).toBe(wanted);
    }), { numRuns: 1000 });
  });

  it('says nothing where thousands of edges of both lie side by side, and decides as soon as one touches', () => {
    const inner = Array.from({ length: 3000 }, (_, index): readonly [number, number] => [1, 1 + index / 400]);
    const checked = checkAreaGeometry({ type: 'Polygon', coordinates: [[[0, 0], [10, 0], [10, 1], ...inner, [0, 9], [0, 0]]] });
    const beside = (edges: number, end: number): unknown => ({ type: 'LineString', coordinates: [...Array.from({ length: edges }, (_, index) => [5 + index / edges, index % 2 === 0 ? 2 : 8]), [6, end]] });
    const answer = (geometry: unknown): boolean | undefined => (checked.ok ? meetsArea(checked.value, geometry) : true);
    expect([answer(beside(100, 5)), answer(beside(100, 0.5)), answer(beside(2000, 5)), answer({ type: 'MultiLineString', coordinates: [[[5, 5], [5, 0.5]], ...[beside(2000, 5)].map((line) => (line as { readonly coordinates: unknown }).coordinates)] })])
      .toEqual([false, true, undefined, true]);
  });

  const square = (west: number, south: number, size: number): readonly (readonly [number, number])[] =>
    [[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]];
  const area = (value: unknown): AreaGeometry => {
    const checked = checkAreaGeometry(value);
    if (!checked.ok) {
      throw new Error(checked.problem);
    }
    return checked.value;
  };
  const withHole = area({ type: 'Polygon', coordinates: [square(0, 0, 10), square(4, 4, 3)] });
  const north = area({ type: 'Polygon', coordinates: [[[-180, 80], [-90, 80], [0, 80], [90, 80], [180, 80], [-180, 80]]] });

  it.each<readonly [string, AreaGeometry, unknown, unknown, boolean | undefined]>([
    ['inside', withHole, { type: 'Point', coordinates: [1, 1, 500] }, undefined, true],
    ['in the hole', withHole, { type: 'Polygon', coordinates: [square(5, 5, 1)] }, undefined, false],
    ['over the border of the hole', withHole, { type: 'Polygon', coordinates: [square(5, 5, 3)] }, undefined, true],
    ['around it all', withHole, { type: 'Polygon', coordinates: [square(-20, -20, 50)] }, undefined, true],
    ['beside it', withHole, { type: 'Polygon', coordinates: [square(11, 0, 3)] }, undefined, false],
    ['a shared border', withHole, { type: 'Polygon', coordinates: [square(10, 0, 3)] }, undefined, true],
    ['a line through', withHole, { type: 'LineString', coordinates: [[-5, 5], [15, 5]] }, undefined, true],
    ['a line within the hole', withHole, { type: 'LineString', coordinates: [[4.5, 5], [6.5, 5]] }, undefined, false],
    ['on the other side of 180', area({ type: 'Point', coordinates: [180, 0] }), { type: 'Point', coordinates: [-180, 0] }, undefined, true],
    ['a line twice around the earth', withHole, { type: 'LineString', coordinates: Array.from({ length: 13 }, (_, index) => [(60 * index + 30) % 360 - 180, -12 + 2 * index]) }, undefined, true],
    ['a line twice around the earth, beside it', withHole, { type: 'LineString', coordinates: Array.from({ length: 13 }, (_, index) => [(60 * index + 30) % 360 - 180, 12 + index]) }, undefined, false],
    ['written a turn farther on', withHole, { type: 'Polygon', coordinates: [square(361, 1, 1)] }, undefined, true],
    ['around it all, a turn farther on', withHole, { type: 'Polygon', coordinates: [square(340, -20, 50)] }, undefined, true],
    ['an area over 180, a footprint on its other side', area({ type: 'Polygon', coordinates: [square(170, 0, 20)] }), { type: 'Polygon', coordinates: [square(-175, 5, 1)] }, undefined, true],
    ['an area over 180, a footprint around its other side', area({ type: 'Polygon', coordinates: [square(170, 0, 20)] }), { type: 'Polygon', coordinates: [square(-175, -5, 60)] }, undefined, true],
    ['around all of the earth at its height', withHole, { type: 'Polygon', coordinates: [[[-180, 1], [180, 1], [180, 2], [-180, 2], [-180, 1]]] }, undefined, true],
    ['a pole under another longitude', area({ type: 'Point', coordinates: [20, 90] }), { type: 'LineString', coordinates: [[100, 80], [100, 90]] }, undefined, true],
    ['within a ring around the pole', north, { type: 'Polygon', coordinates: [square(30, 85, 1)] }, undefined, true],
    ['south of a ring around the pole', north, { type: 'Polygon', coordinates: [square(30, 70, 1)] }, undefined, false],
    ['no footprint, a box', withHole, null, [9, 9, 12, 12], true],
    ['no footprint, a box elsewhere', withHole, null, [20, 20, 30, 30], false],
    ['no footprint, no box', withHole, null, undefined, undefined],
    ['no usable position', withHole, { type: 'Polygon', coordinates: [[['a']]] }, undefined, undefined],
    ['really 300 degrees wide', withHole, { type: 'Polygon', coordinates: [[[-150, -5], [150, -5], [150, 5], [-150, 5], [-150, -5]]] }, [-150, -5, 150, 5], undefined],
    ['300 degrees wide, and elsewhere', withHole, { type: 'Polygon', coordinates: [[[-150, 50], [150, 50], [150, 55], [-150, 55], [-150, 50]]] }, [-150, 50, 150, 55], false],
  ])('%s', (_name, wanted, geometry, bbox, answer) => {
    expect(meetsArea(wanted, geometry, bbox)).toBe(answer);
  });
});

describe('ringCrossing', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 40 }));
  const turned = (ring: readonly Position[]): readonly Position[] => ring.map(([x, y]) => [y, x]);

  it('finds the same along either axis, and nothing where no pair may be looked at', () => {
    fc.assert(fc.property(fc.array(place, { minLength: 3, maxLength: 12 }), (open) => {
      const ring: readonly Position[] = [...open, open[0] ?? [0, 0]];
      expect(ringCrossing(turned(ring)) === undefined).toBe(ringCrossing(ring) === undefined);
      expect(ringCrossing(ring, { pairs: 0 })).toBeUndefined();
    }));
  });

  it('looks at so many pairs for all rings of an area, and lets the rest pass', () => {
    const bow = (west: number): readonly Position[] => [[west, 0], [west + 1, 1], [west + 1, 0], [west, 2], [west, 0]];
    // Each of its edges lies beside each other one, along both axes.
    const comb: readonly Position[] = [...Array.from({ length: 1500 }, (_, index): Position => [(index % 2) * 40 - index / 100, (index % 2) * 40 + index / 100]), [-60, 50], [-60, -1], [0, 0]];
    const area = (combs: number): unknown => ({ type: 'MultiPolygon', coordinates: [...Array.from({ length: combs }, () => [comb]), [bow(100)]] });
    expect(checkAreaGeometry(area(0))).toMatchObject({ ok: false, problem: expect.stringContaining('crosses itself') as string });
    expect(checkAreaGeometry(area(3))).toMatchObject({ ok: true });
    // Edges that lie beside each other along one axis only do not count.
    const rungs: readonly Position[] = [...Array.from({ length: 3000 }, (_, index): Position => [(index % 2) * 40, index / 100]), [-1, 40], [-1, 0], [0, 0]];
    for (const ladder of [rungs, turned(rungs)]) {
      expect(checkAreaGeometry({ type: 'MultiPolygon', coordinates: [[ladder], [bow(100)]] })).toMatchObject({ ok: false, problem: expect.stringContaining('crosses itself near 100') as string });
    }
  });
});
