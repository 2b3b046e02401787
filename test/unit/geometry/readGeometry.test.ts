import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../../src/core/geometry/drawing.js';
import { distance } from '../../../src/core/geometry/measure.js';
import { readGeometry } from '../../../src/core/geometry/readGeometry.js';
import { EARTH_RADIUS_KM, type Polygon, type Position, type UsableGeometry } from '../../../src/core/geometry/types.js';
import { parseToFootprintView } from '../../../src/shared/footprintProtocol.js';
import { agreement, share } from './sphere.js';

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

function polygon(...rings: readonly (readonly (readonly number[])[])[]): object {
  return { type: 'Polygon', coordinates: rings };
}

function box(west: number, south: number, east: number, north: number): Position[] {
  return [[west, south], [east, south], [east, north], [west, north], [west, south]];
}

function circle(latitude: number, count = 24): Position[] {
  return Array.from({ length: count + 1 }, (_, index) => [-180 + (360 * (index % count)) / count, latitude]);
}

/** The share of the sphere between two parallels and over so many degrees. */
function zone(south: number, north: number, width = 360): number {
  return ((Math.sin((north * Math.PI) / 180) - Math.sin((south * Math.PI) / 180)) / 2) * (width / 360);
}

/** name, geometry, the share of the sphere that it covers, the extent where it matters */
const cases: readonly (readonly [name: string, geometry: object, expected: number, extent: readonly number[] | undefined])[] = (<
  readonly (readonly [string, object, number, (readonly number[])?])[]
>[
  ['a box', polygon(box(10, 20, 30, 40)), zone(20, 40, 20), [10, 20, 30, 40]],
  ['a box wound clockwise', polygon(box(10, 20, 30, 40).toReversed()), zone(20, 40, 20), [10, 20, 30, 40]],
  ['a box over 180, given with -170', polygon(box(170, 20, -170, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box over 180, given with 190', polygon(box(170, 20, 190, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box over 180, given with -190', polygon(box(-190, 20, -170, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box with longitudes around 540', polygon(box(530, 20, 550, 40)), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a box with longitudes around 360', polygon(box(350, 20, 370, 40)), zone(20, 40, 20), [-10, 20, 10, 40]],
  ['a box that ends at 180', polygon(box(170, 20, 180, 40)), zone(20, 40, 10), [170, 20, 180, 40]],
  ['a box a hair over 180', polygon(box(170, 20, 180.0001, 40)), zone(20, 40, 10.0001), [170, 20, -179.9999, 40]],
  ['the seam inside the ring', polygon([[170, 20], [180, 20], [-180, 20], [-170, 20], [-170, 40], [-180, 40], [180, 40], [170, 40], [170, 20]]), zone(20, 40, 20), [170, 20, -170, 40]],
  ['a cap over the north pole', polygon(circle(70)), zone(70, 90), [-180, 70, 180, 90]],
  ['a cap over the north pole, wound the other way', polygon(circle(70).toReversed()), zone(70, 90), [-180, 70, 180, 90]],
  ['a cap over the south pole', polygon(circle(-60)), zone(60, 90), [-180, -90, 180, -60]],
  ['a cap over the south pole, wound the other way', polygon(circle(-60).toReversed()), zone(60, 90), [-180, -90, 180, -60]],
  ['a cap whose ring names both ends of the seam', polygon([...circle(70).slice(0, -1), [180, 70], [-180, 70]]), zone(70, 90), [-180, 70, 180, 90]],
  ['a cap as RFC 7946 closes it', polygon([...circle(70).slice(0, -1), [180, 70], [180, 90], [-180, 90], [-180, 70]]), zone(70, 90), [-180, 70, 180, 90]],
  ['a ring around the pole with a hole around it', polygon(circle(60), circle(80)), zone(60, 80), [-180, 60, 180, 90]],
  ['a latitude band', polygon(box(-180, -10, 180, 30)), zone(-10, 30), [-180, -10, 180, 30]],
  ['a latitude band from 0 to 360', polygon(box(0, -10, 360, 30)), zone(-10, 30), [-180, -10, 180, 30]],
  ['a latitude band of many positions', polygon([[-180, 40], [0, 40], [180, 40], [180, 50], [0, 50], [-180, 50], [-180, 40]]), zone(40, 50)],
  ['the whole world', polygon(box(-180, -90, 180, 90)), 1, [-180, -90, 180, 90]],
  ['the world without its poles', polygon(box(-180, -60, 180, 60)), zone(-60, 60)],
  ['half the world', polygon([[-90, -90], [0, -90], [90, -90], [90, 90], [0, 90], [-90, 90], [-90, -90]]), 0.5],
  ['a ring over 180 that would cover most of the earth', polygon([[-20, 80], [-140, 80], [100, 80], [20, 80], [20, -80], [100, -80], [-140, -80], [-20, -80], [-20, 80]]), 1 - zone(-80, 80, 320), [-180, -90, 180, 90]],
  ['a hole over 180', polygon(box(160, 20, -160, 60), box(170, 30, -170, 50)), zone(20, 60, 40) - zone(30, 50, 20)],
  ['a hole given on the other side of 180', polygon(box(160, 20, 200, 60), box(-175, 30, -165, 50)), zone(20, 60, 40) - zone(30, 50, 10)],
  ['a hole at the end of a ring around the pole', polygon(circle(60), box(175, 70, -175, 80)), zone(60, 90) - zone(70, 80, 10)],
  ['a hole outside', polygon(box(0, 0, 10, 10), box(50, 50, 60, 60)), zone(0, 10, 10)],
  ['a bow-tie', polygon([[0, -10], [20, 10], [20, -10], [0, 10], [0, -10]]), (1 - Math.cos(Math.PI / 18)) / Math.PI],
  ['an open ring with equal neighbours', polygon([[0, 0], [10, 0], [10, 0], [10, 10], [0, 10], [0, 10]]), zone(0, 10, 10)],
  ['positions of one, three and four numbers, one of them none', polygon([[0, 0, 5], [10, 0, 5, 7], [4], [10, 10, -1e308], [NaN, 3], [0, 10, null as unknown as number], [0, 0]]), zone(0, 10, 10)],
  ['a polygon with the coordinates of a multipolygon', { type: 'Polygon', coordinates: [[box(0, 0, 10, 10)], [box(20, 0, 30, 10)]] }, zone(0, 10, 20)],
  ['a multipolygon split at 180', { type: 'MultiPolygon', coordinates: [[box(170, 0, 180, 10)], [box(-180, 0, -170, 10)]] }, zone(0, 10, 20), [170, 0, -170, 10]],
  ['a multipolygon with nonsense in it', { type: 'MultiPolygon', coordinates: [[box(0, 0, 10, 10)], [], 7, [[[1, 2]]], [box(20, 0, 30, 10)]] }, zone(0, 10, 20)],
]).map(([name, geometry, expected, extent]) => [name, geometry, expected, extent]);

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

  it.each(cases)('%s: what is drawn covers the same', (_name, geometry) => {
    const reading = usable(geometry);
    const { fill, outline, cap } = drawingOf(reading);
    const pieces = fill.map((rings) => rings.map((ring) => ring.map(([x, y]): Position => [x, y]))) as Polygon[];
    expect(agreement(pieces, reading.split.polygons, 48)).toBeGreaterThan(0.98);
    for (const position of outline.flat()) {
      expect(distance(position, cap.centre)).toBeLessThanOrEqual(cap.radius + 0.01);
    }
  });

  it.each(cases.filter(([name]) => name !== 'a bow-tie'))('%s: pieces are wound as RFC 7946 wants them, and the other way for drawing', (_name, geometry) => {
    const reading = usable(geometry);
    const check = (polygons: readonly Polygon[], sign: 1 | -1): void => {
      for (const [outer, ...holes] of polygons) {
        expect(sign * flatArea(outer ?? [])).toBeGreaterThan(-1e-9);
        holes.forEach((hole) => expect(-sign * flatArea(hole)).toBeGreaterThan(-1e-9));
      }
    };
    check(reading.split.polygons, 1);
    check(drawingOf(reading).fill as readonly Polygon[], -1);
  });

  it('draws no border along the cut at 180 or at a pole', () => {
    const border = (geometry: unknown): Position[] => drawingOf(usable(geometry)).outline.flat();
    expect(border({ type: 'MultiPolygon', coordinates: [[box(170, 0, 180, 10)], [box(-180, 0, -170, 10)]] }).filter(([x, y]) => Math.abs(x) === 180 && y > 0 && y < 10)).toEqual([]);
    expect(border(polygon(circle(70))).every(([, y]) => y === 70)).toBe(true);
    expect(border(polygon(box(-180, -90, 180, 90)))).toEqual([]);
    expect(new Set(border(polygon(box(-180, 40, 180, 50))).map(([, y]) => y))).toEqual(new Set([40, 50]));
    // A real side that lies on the antimeridian stays.
    expect(border(polygon(box(170, 0, 180, 10))).filter(([x]) => x === 180).length).toBeGreaterThan(1);
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
    ['collections without end', Array.from({ length: 100_000 }).reduce((geometries) => ({ type: 'GeometryCollection', geometries: [geometries] }), { type: 'Point', coordinates: [1, 1] }), 'tooDeep'],
  ])('%s is named as unusable', (_name, geometry, reason) => {
    expect(reasonOf(geometry)).toBe(reason);
  });

  it('says when longitude and latitude look swapped', () => {
    expect(readGeometry(polygon(box(40, 110, 50, 120)))).toEqual({ kind: 'unusable', reason: { kind: 'latitude', latitude: 110, swapped: true } });
  });

  it('takes collections 100 deep, points and lines', () => {
    const deep = Array.from({ length: 100 }).reduce<unknown>((geometries) => ({ type: 'GeometryCollection', geometries: [geometries] }), { type: 'Point', coordinates: [181, 1, 40] });
    expect(usable(deep)).toMatchObject({ centre: [expect.closeTo(-179, 6) as number, expect.closeTo(1, 6) as number], areaKm2: 0, heights: { mean: 40 }, cap: { radius: 0 } });
    const line = usable({ type: 'LineString', coordinates: [[170, -10], [-170, 10], [-160, 10]] });
    expect(line.split.lines).toEqual([[[170, -10], [180, 0]], [[-180, 0], [-170, 10], [-160, 10]]]);
    expect(line.extent).toEqual([170, -10, -160, 10]);
    expect(line.crossesAntimeridian).toBe(true);
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
  });

  it('takes a million positions, and draws few enough of them', () => {
    const ring = Array.from({ length: 1_000_000 }, (_, index): Position => {
      const angle = (index / 1_000_000) * 2 * Math.PI;
      const radius = 5 + 0.2 * Math.sin(angle * 5000);
      return [179 + radius * Math.cos(angle), 10 + radius * Math.sin(angle)];
    });
    const reading = usable(polygon(ring));
    const drawing = drawingOf(reading);
    expect(reading.positionCount).toBe(1_000_000);
    expect(drawing.simplified).toBe(true);
    expect(drawing.fill.flat(2).length + drawing.outline.flat().length).toBeLessThan(100_000);
    expect(areaOfRings(drawing.fill as readonly Polygon[]) / reading.areaKm2).toBeCloseTo(1, 2);
  });

  it('draws something of a hundred thousand parts or holes', () => {
    const squares = (count: number): Position[][] => Array.from({ length: count }, (_, index) => box((index % 400) / 10 - 20, Math.floor(index / 400) / 10 - 12, (index % 400) / 10 - 19.95, Math.floor(index / 400) / 10 - 11.95));
    const parts = drawingOf(usable({ type: 'MultiPolygon', coordinates: squares(30_000).map((ring) => [ring]) }));
    const holes = drawingOf(usable(polygon(box(-30, -30, 30, 30), ...squares(30_000))));
    for (const { fill, outline } of [parts, holes]) {
      expect(fill.length).toBeGreaterThan(0);
      expect(fill.flat(2).length + outline.flat().length).toBeLessThan(100_000);
    }
    // What is left out is left out evenly.
    expect(Math.max(...parts.fill.flat(2).map(([x]) => x))).toBeGreaterThan(19);
    expect(Math.min(...parts.fill.flat(2).map(([x]) => x))).toBeLessThan(-19);
  });

  it('measures a footprint of five kilometres to the metre', () => {
    const half = 2.5 / 111.1949;
    const reading = usable(polygon(box(20 - half / Math.cos(Math.PI / 3), 60 - half, 20 + half / Math.cos(Math.PI / 3), 60 + half)));
    expect(reading.areaKm2).toBeCloseTo(25, 2);
    expect(reading.centre[0]).toBeCloseTo(20, 9);
    expect(reading.centre[1]).toBeCloseTo(60, 9);
    expect(reading.cap.radius * 111.1949).toBeCloseTo(2.5 * Math.SQRT2, 2);
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

describe('properties of readGeometry', () => {
  it('never throws and never changes its input, whatever it is given', () => {
    const coordinate = fc.oneof(fc.double(), fc.constantFrom(-180, 180, 90, -90, 0, 360, 540), fc.string(), fc.constant(null));
    const nested = fc.letrec((tie) => ({ node: fc.oneof({ maxDepth: 6 }, coordinate, fc.array(tie('node'), { maxLength: 6 })) })).node;
    const type = fc.constantFrom('Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection', 'x');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ type, coordinates: nested, geometries: fc.anything() })), (geometry) => {
        const before = structuredClone(geometry);
        const reading = readGeometry(geometry);
        if (reading.kind === 'usable') {
          const { simplified: _, ...drawing } = drawingOf(reading);
          const item = { key: { environment: '', collection: '', id: '' }, title: '', subtitle: '' };
          expect(parseToFootprintView({ type: 'state', state: { kind: 'footprint', item, drawing, facts: [], notes: [], summary: '' } })).toBeDefined();
        }
        expect(geometry).toEqual(before);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds for polygons of any positions: finite, on the earth, no more than all of it', () => {
    const position = fc.tuple(fc.oneof(fc.double({ min: -360, max: 360, noNaN: true }), fc.constantFrom(-180, 180, 0)), fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90)));
    fc.assert(
      fc.property(fc.array(fc.array(position, { maxLength: 12 }), { maxLength: 3 }), (coordinates) => {
        const reading = readGeometry({ type: 'Polygon', coordinates });
        if (reading.kind === 'usable') {
          expect(reading.areaKm2).toBeGreaterThanOrEqual(0);
          expect([...reading.centre, ...reading.extent, reading.cap.radius].every(Number.isFinite)).toBe(true);
          expect(reading.split.polygons.flat(2).every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true);
          expect(drawingOf(reading).fill.flat(2).every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true);
        }
      }),
      { numRuns: 1000 },
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
