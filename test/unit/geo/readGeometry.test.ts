import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNote } from '../../../src/core/geo/formatGeometry.js';
import { distance } from '../../../src/core/geo/vector.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import { EARTH_RADIUS_KM, type Polygon, type Position, type UsableGeometry } from '../../../src/core/geo/types.js';
import { box, cases, circle, polygon, zone } from './cases.js';
import { share } from './sphere.js';

const SPHERE_KM2 = 4 * Math.PI * EARTH_RADIUS_KM ** 2;

function usable(geometry: unknown): UsableGeometry {
  const reading = readGeometry(geometry);
  if (reading.kind !== 'usable') {
    throw new Error(`unusable: ${JSON.stringify(reading.reason)}`);
  }
  return reading;
}

function reasonOf(geometry: unknown): string {
  const reading = readGeometry(geometry);
  return reading.kind === 'unusable' ? reading.reason.kind : 'usable';
}

describe('readGeometry', () => {
  it.each(cases)('%s: covers the right share of the sphere', (_name, geometry, expected, extent) => {
    const before = structuredClone(geometry);
    const reading = usable(geometry);
    expect(geometry).toEqual(before);
    expect(reading.areaKm2 / SPHERE_KM2).toBeCloseTo(expected, 6);
    expect(Math.abs(share(reading.split.polygons) - expected)).toBeLessThan(0.003);
    for (const [longitude] of reading.split.polygons.flat(2)) {
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
    }
    extent?.forEach((value, index) => expect(reading.extent[index]).toBeCloseTo(value, 9));
  });

  it.each(cases.filter(([name]) => name !== 'a bow-tie'))('%s: pieces are wound as RFC 7946 wants them', (_name, geometry) => {
    const reading = usable(geometry);
    const check = (polygons: readonly Polygon[], sign: 1 | -1): void => {
      for (const [outer, ...holes] of polygons) {
        expect(sign * flatArea(outer ?? [])).toBeGreaterThan(-1e-9);
        holes.forEach((hole) => expect(-sign * flatArea(hole)).toBeGreaterThan(-1e-9));
      }
    };
    check(reading.split.polygons, 1);
  });

  it.each<readonly [string, unknown, string]>([
    ['null', null, 'none'],
    ['nothing', undefined, 'none'],
    ['a text', 'POINT (1 2)', 'notGeometry'],
    ['a list', [1, 2], 'notGeometry'],
    ['no type', {}, 'unknownType'],
    ['an unknown type', { type: 'Circle', coordinates: [1, 2] }, 'unknownType'],
    ['a type from the prototype', { type: 'constructor' }, 'unknownType'],
    ['no coordinates', { type: 'Polygon' }, 'notGeometry'],
    ['empty coordinates', { type: 'Polygon', coordinates: [] }, 'empty'],
    ['an empty ring', { type: 'Polygon', coordinates: [[]] }, 'empty'],
    ['an empty point', { type: 'Point', coordinates: [] }, 'empty'],
    ['an empty collection', { type: 'GeometryCollection', geometries: [] }, 'empty'],
    ['texts', polygon([['1', '2'], ['3', '4'], ['5', '6']] as unknown as number[][]), 'notNumbers'],
    ['infinite', polygon([[Infinity, 0], [1, NaN], [JSON.parse('1e999') as number, 2]]), 'notNumbers'],
    ['a latitude of 91', polygon(box(0, 80, 10, 91)), 'latitude'],
    ['swapped', polygon(box(40, 110, 50, 120)), 'latitude'],
    ['metres', polygon([[500000, 60], [500100, 60], [500100, 61], [500000, 60]]), 'longitude'],
    ['two positions', polygon([[0, 0], [1, 1], [0, 0]]), 'noArea'],
    ['one position, many times', polygon([[3, 3], [3, 3], [3, 3], [3, 3]]), 'noArea'],
    ['a line out and back', polygon([[0.1, 0.2], [0.3, 0.6], [0.7, 1.4], [0.1, 0.2]]), 'noArea'],
    ['a line of one position', { type: 'LineString', coordinates: [[1, 1], [1, 1]] }, 'noLength'],
    ['a ring like a spring', polygon(Array.from({ length: 40 }, (_, index) => [index * 170 - 360 * Math.round((index * 170) / 360), index])), 'winding'],
    ['a band five times around the earth, there and back in plain longitudes', polygon([...Array.from({ length: 12 }, (_, index) => [index * 170 - 900, 10]), ...Array.from({ length: 12 }, (_, index) => [970 - index * 170, 20])]), 'winding'],
    ['collections without end', Array.from({ length: 100_000 }).reduce((geometries) => ({ type: 'GeometryCollection', geometries: [geometries] }), { type: 'Point', coordinates: [1, 1] }), 'tooDeep'],
  ])('%s is named as unusable', (_name, geometry, reason) => {
    expect(reasonOf(geometry)).toBe(reason);
  });

  it('says when longitude and latitude look swapped', () => {
    expect(readGeometry(polygon(box(40, 110, 50, 120)))).toEqual({ kind: 'unusable', reason: { kind: 'latitude', latitude: 110, swapped: true } });
  });

  it('tells a part over the antimeridian from parts on both sides of it, where the box is all around the earth', () => {
    const boxes = (...each: readonly (readonly [number, number])[]): boolean => {
      const reading = usable({ type: 'MultiPolygon', coordinates: each.map(([west, east]) => [box(west, 0, east, 10)]) });
      expect(reading.extent).toEqual([-180, 0, 180, 10]);
      return reading.crossesAntimeridian;
    };
    expect(boxes([170, 190], [-170, -20], [-20, 90], [90, 170])).toBe(true);
    expect(boxes([-180, -20], [-20, 90], [90, 180])).toBe(false);
  });

  it('takes collections 100 deep, points and lines', () => {
    const deep = Array.from({ length: 100 }).reduce<unknown>((geometries) => ({ type: 'GeometryCollection', geometries: [geometries] }), { type: 'Point', coordinates: [181, 1, 40] });
    expect(usable(deep)).toMatchObject({ centre: [expect.closeTo(-179, 6) as number, expect.closeTo(1, 6) as number], areaKm2: 0, heights: { mean: 40 }, cap: { radius: 0 } });
    const line = usable({ type: 'LineString', coordinates: [[170, -10], [-170, 10], [-160, 10]] });
    expect(line.split.lines).toEqual([[[170, -10], [180, 0]], [[-180, 0], [-170, 10], [-160, 10]]]);
    expect(line.extent).toEqual([170, -10, -160, 10]);
    expect(line.crossesAntimeridian).toBe(true);
  });

  it.each(['Polygon', 'MultiPolygon'])('draws a %s whose coordinates are a bare list of positions, and says what it is', (type) => {
    const bare = usable({ type, coordinates: box(7, 46, 8, 47) });
    expect(bare.areaKm2).toBe(usable(polygon(box(7, 46, 8, 47))).areaKm2);
    expect(bare.continuous).toEqual(usable(polygon(box(7, 46, 8, 47))).continuous);
    expect(bare.notes).toEqual([{ kind: 'bareRing' }]);
    expect(bare.notes.map(formatNote)).toEqual(['The coordinates of a polygon are a list of rings. Here they are one list of positions, which is drawn as its ring.']);
    expect(usable({ type, coordinates: [[7, 46, 400], [8, 46, 400], [8, 47, 400]] }).notes).toEqual([{ kind: 'ringsClosed', count: 1 }, { kind: 'bareRing' }]);
  });

  it.each<readonly [string, unknown, string]>([
    ['positions and rings', [[7, 46], [[8, 46], [8, 47], [7, 46]]], 'notNumbers'],
    ['numbers alone', [7, 46, 8, 46, 8, 47], 'notGeometry'],
    ['two positions', [[7, 46], [8, 47]], 'noArea'],
  ])('guesses nothing for a polygon of %s', (_name, coordinates, reason) => {
    expect(reasonOf({ type: 'Polygon', coordinates })).toBe(reason);
  });

  it('tells what it did', () => {
    const { notes } = usable({ type: 'MultiPolygon', crs: {}, coordinates: [[[[0, 0], [9, 0], ['x', 1], [9, 9]], box(50, 50, 51, 51)], [[[0, 95], [1, 95], [1, 96]]]] });
    expect(notes).toEqual([
      { kind: 'partsLeftOut', count: 1, of: 2, reason: { kind: 'latitude', latitude: 95, swapped: true } },
      { kind: 'holesLeftOut', count: 1 },
      { kind: 'positionsSkipped', count: 1 },
      { kind: 'ringsClosed', count: 1 },
      { kind: 'crsIgnored' },
    ]);
    const point = { type: 'Point', coordinates: [1, 2] };
    const left = (...geometries: readonly unknown[]): unknown => usable({ type: 'GeometryCollection', geometries: [point, ...geometries] }).notes;
    expect(left({ type: 'MultiPolygon', coordinates: [] })).toEqual([{ kind: 'partsLeftOut', count: 1, of: 2, reason: { kind: 'empty' } }]);
    expect(left({ type: 'Polygon', coordinates: [] }, { type: 'MultiPolygon', coordinates: [7] })).toEqual([{ kind: 'partsLeftOut', count: 2, of: 3, reason: { kind: 'empty' } }]);
    expect(left({ type: 'MultiPolygon', coordinates: 7 }, 7)).toEqual([{ kind: 'partsLeftOut', count: 2, of: 3, reason: { kind: 'notGeometry' } }]);
  });

  it('counts what lies in several parts once, and says that they overlap', () => {
    const parts = (...rings: readonly (readonly (readonly (readonly number[])[])[])[]): UsableGeometry => usable({ type: 'MultiPolygon', coordinates: rings });
    const share = (reading: UsableGeometry): number => reading.areaKm2 / SPHERE_KM2;
    const overlapping = [{ kind: 'partsOverlap', counted: true }];
    const beside = parts([box(0, 0, 10, 10)], [box(9, 0, 20, 10)]);
    expect([share(beside), beside.notes]).toEqual([expect.closeTo(zone(0, 10, 20), 9), overlapping]);
    const overAntimeridian = parts([box(170, 0, 190, 10)], [box(-175, 5, -165, 15)]);
    expect([share(overAntimeridian), overAntimeridian.notes]).toEqual([expect.closeTo(zone(0, 10, 20) + zone(5, 15, 10) - zone(5, 10, 5), 9), overlapping]);
    const inHole = parts([box(0, 0, 10, 10), box(2, 2, 8, 8)], [box(3, 3, 7, 7)]);
    expect([share(inHole), inHole.notes]).toEqual([expect.closeTo(zone(0, 10, 10) - zone(2, 8, 6) + zone(3, 7, 4), 9), []]);
    expect(parts([box(0, 0, 10, 10)], [box(10, 0, 20, 10)], [box(0, 10, 20, 20)]).notes).toEqual([]);
    const twice = usable({ type: 'GeometryCollection', geometries: [polygon(circle(60)), polygon(circle(70).toReversed())] });
    expect([share(twice), twice.notes]).toEqual([expect.closeTo(zone(60, 90), 9), overlapping]);
  });

  it('says that parts of too many edges may overlap', () => {
    const comb = (west: number): readonly Position[] => [...Array.from({ length: 3000 }, (_, index): Position => [west + index / 1000, (index % 2) * 40]), [west + 3, -1], [west, -1], [west, 0]];
    const reading = usable({ type: 'MultiPolygon', coordinates: [[comb(0)], [comb(0.0005)]] });
    expect(reading.notes).toEqual([{ kind: 'partsOverlap', counted: false }]);
  });

  it('measures a footprint of five kilometres to the metre', () => {
    const half = 2.5 / 111.1949;
    const reading = usable(polygon(box(20 - half / Math.cos(Math.PI / 3), 60 - half, 20 + half / Math.cos(Math.PI / 3), 60 + half)));
    expect(reading.areaKm2).toBeCloseTo(25, 2);
    expect(reading.centre[0]).toBeCloseTo(20, 9);
    expect(reading.centre[1]).toBeCloseTo(60, 9);
    expect(reading.cap.radius * 111.1949).toBeCloseTo(2.5 * Math.SQRT2, 2);
  });

  /** Goes around the earth in steps that mean what they say. */
  const band = (west: number): readonly Position[] => [-80, 80].flatMap((latitude) => {
    const border = [0, 90, 180, 270, 360].map((step): Position => [west + step, latitude]);
    return latitude < 0 ? border : border.toReversed();
  });
  it.each<readonly [string, unknown, boolean]>([
    ['a band around it', polygon(band(-180)), true],
    ['the same, written a turn farther on', polygon(band(190)), true],
    ['the same with a hole on the other side', polygon(band(-180), box(-10, -10, 10, 10)), false],
    ['three quarters of a band', polygon(box(20, -80, 160, 80), box(30, 30, 40, 40)), false],
  ])('sees the whole earth where a footprint covers the other side of it: %s', (_name, geometry, whole) => {
    expect(usable(geometry).cap.radius === 180).toBe(whole);
  });
});

function flatArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [px, py] = ring[index - 1] ?? [x, y];
    return sum + (px * y - x * py) / 2;
  }, 0);
}

/** A star around a centre: never crosses itself, and may lie over 180 or near a pole. */
const star = fc
  .record({
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -60, max: 60, noNaN: true }),
    radii: fc.array(fc.double({ min: 0.5, max: 25, noNaN: true }), { minLength: 4, maxLength: 20 }),
  })
  .map(({ longitude, latitude, radii }) =>
    [...radii, radii[0] ?? 1].map((radius, index): Position => {
      const angle = (2 * Math.PI * (index % radii.length)) / radii.length;
      return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
    }),
  );

function wrap(ring: readonly Position[]): Position[] {
  return ring.map(([x, y]) => [x - 360 * Math.floor((x + 180) / 360), y]);
}

function areaOfRings(polygons: readonly Polygon[]): number {
  return polygons.reduce((sum, [outer]) => sum + usable({ type: 'Polygon', coordinates: [outer] }).areaKm2, 0);
}

function expectOnEarth({ split, centre, extent, cap }: UsableGeometry): void {
  const [west, south, east, north] = extent;
  const all = [...split.polygons.flat(2), ...split.lines.flat(), ...split.points, centre, cap.centre, [west, south], [east, north]];
  expect(all.filter((position) => !(Math.abs(position[0] ?? NaN) <= 180 && Math.abs(position[1] ?? NaN) <= 90))).toEqual([]);
  expect(cap.radius).toBeGreaterThanOrEqual(0);
  expect(cap.radius).toBeLessThanOrEqual(180);
}

describe('properties of readGeometry', () => {
  it('never throws and never changes its input, whatever it is given', () => {
    const coordinate = fc.oneof(fc.double(), fc.constantFrom(-180, 180, 90, -90, 0, 360, 540), fc.string(), fc.constant(null));
    const nested = fc.letrec((tie) => ({ node: fc.oneof({ maxDepth: 6 }, coordinate, fc.array(tie('node'), { maxLength: 6 })) })).node;
    const type = fc.constantFrom('Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection', 'x');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ type, coordinates: nested, geometries: fc.anything() })), (geometry) => {
        const before = structuredClone(geometry);
        const reading = readGeometry(geometry);
        expect(reading.kind).toMatch(/^(?:usable|unusable)$/u);
        expect(geometry).toEqual(before);
      }),
      { numRuns: 2000 },
    );
  });

  // Longitudes beside the antimeridian and latitudes beside a pole are where rounding could put a piece off the earth.
  const longitude = fc.oneof(fc.double({ min: -360, max: 360, noNaN: true }), fc.constantFrom(-180, 180, 0, -180.00000000000003, -179.99999999999997, 179.99999999999997, 180.00000000000003, 539.9999999999999));
  const latitude = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 89.99999999999999, -89.99999999952813));
  const position = fc.tuple(longitude, latitude);

  it('no piece of a cut beside a pole is off the earth', () => {
    expectOnEarth(usable({ type: 'Polygon', coordinates: [[[-180.00000000000003, -90], [0, -89.99999999952813], [-180, 90]]] }));
  });

  it('no piece of a line along a parallel is off the earth', () => {
    expectOnEarth(usable({ type: 'LineString', coordinates: [[539.9999999999999, -90], [179.99999999999997, 0]] }));
  });

  it('a way to a pole and back along one meridian, however written, is no area', () => {
    expect(reasonOf({ type: 'Polygon', coordinates: [[[180, 0], [-0.04652832727227008, -90], [-180, 0]]] })).toBe('noArea');
  });

  it('holds for polygons of any positions: finite, on the earth, and each piece with an area', () => {
    fc.assert(
      fc.property(fc.array(fc.array(position, { maxLength: 12 }), { maxLength: 3 }), (coordinates) => {
        const reading = readGeometry({ type: 'Polygon', coordinates });
        if (reading.kind === 'usable') {
          expect(reading.areaKm2).toBeGreaterThanOrEqual(0);
          expect(reading.split.polygons.length).toBeGreaterThan(0);
          expectOnEarth(reading);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('holds for lines of any positions: finite, on the earth', () => {
    fc.assert(
      fc.property(fc.array(fc.array(position, { maxLength: 12 }), { maxLength: 3 }), (coordinates) => {
        const reading = readGeometry({ type: 'MultiLineString', coordinates });
        if (reading.kind === 'usable') {
          expect(reading.split.lines.length).toBeGreaterThan(0);
          expectOnEarth(reading);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the pieces have the area of the whole', () => {
    fc.assert(
      fc.property(star, (ring) => {
        const reading = usable(polygon(ring));
        expect(areaOfRings(reading.split.polygons) / reading.areaKm2).toBeCloseTo(1, 6);
      }),
    );
  });

  it('turned by any longitude, wrapped or not, a footprint keeps its area and size', () => {
    fc.assert(
      fc.property(star, fc.double({ min: -360, max: 360, noNaN: true }), (ring, degrees) => {
        const turned = ring.map(([x, y]): Position => [x + degrees, y]);
        const [one, two, three] = [usable(polygon(ring)), usable(polygon(turned)), usable(polygon(wrap(turned)))];
        expect(two.areaKm2 / one.areaKm2).toBeCloseTo(1, 6);
        expect(three.areaKm2 / one.areaKm2).toBeCloseTo(1, 6);
        expect(three.cap.radius).toBeCloseTo(one.cap.radius, 1);
        expect(distance(three.centre, two.centre)).toBeLessThan(1e-6);
      }),
    );
  });

  it('winding and the position it starts with do not matter', () => {
    fc.assert(
      fc.property(star, fc.nat(30), (ring, start) => {
        const open = wrap(ring).slice(0, -1);
        const at = start % open.length;
        const moved = [...open.slice(at), ...open.slice(0, at)];
        const one = usable(polygon(open));
        for (const other of [moved, moved.toReversed()]) {
          const reading = usable(polygon(other));
          expect(reading.areaKm2 / one.areaKm2).toBeCloseTo(1, 9);
          expect(distance(reading.centre, one.centre)).toBeLessThan(1e-6);
          reading.extent.forEach((value, index) => expect(value).toBeCloseTo(one.extent[index] ?? NaN, 6));
        }
      }),
    );
  });
});
