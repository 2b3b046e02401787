import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FootprintPacker } from '../../../src/core/geo/footprintPacker.js';
import { NO_CLASS, NO_TIME, readPacked, RING, ringsOf } from '../../../src/core/geo/packedFootprints.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import type { Line, Position } from '../../../src/core/geo/types.js';
import { box, cases, circle, polygon } from './cases.js';
import { drawnParts, drawnRings, unpacked } from './packing.js';
import { agreement } from './sphere.js';

function footprint(index: number, side = 0.05): object {
  const [west, south] = [((index * 7919) % 3400) / 10 - 170, ((index * 104_729) % 1600) / 10 - 80];
  return polygon(box(west, south, west + side, south + side));
}

/** What real services and hostile ones send in the place of a footprint. */
const NONSENSE: readonly unknown[] = [
  null, undefined, 7, 'POINT (1 2)', [], {}, { type: 'Polygon' }, { type: 'Polygon', coordinates: [[]] }, polygon([[0, 0], [1, 1], [0, 0]]), polygon(box(0, 80, 10, 91)),
  polygon([[NaN, 0], [1, NaN], [Infinity, 1], [NaN, 0]]), { type: 'constructor', coordinates: [[0, 0]] }, { type: 'GeometryCollection', geometries: [null, 1, {}] },
];

describe('FootprintPacker', () => {
  it.each(cases)('%s: what is drawn covers what was meant', (_name, geometry) => {
    const before = structuredClone(geometry);
    const reading = readGeometry(geometry);
    const { polygons } = drawnParts(geometry);
    expect(geometry).toEqual(before);
    expect(reading.kind === 'usable' && agreement(polygons, reading.split.polygons, 48)).toBeGreaterThan(0.99);
  });

  it.each(cases)('%s: the extent is the same as of the whole', (_name, geometry) => {
    const packer = new FootprintPacker();
    packer.add(geometry);
    const reading = readGeometry(geometry);
    const wanted = reading.kind === 'usable' ? reading.extent : [];
    packer.box?.forEach((value, index) => expect(value).toBeCloseTo(wanted[index] ?? Number.NaN, 5));
  });

  it('draws no border along the cut at 180 or at a pole', () => {
    const border = (geometry: unknown): Position[] => drawnParts(geometry).lines.flat() as Position[];
    expect(border({ type: 'MultiPolygon', coordinates: [[box(170, 0, 180, 10)], [box(-180, 0, -170, 10)]] }).filter(([x, y]) => Math.abs(x) === 180 && y > 0 && y < 10)).toEqual([]);
    expect(border(polygon(box(170, 0, 190, 10))).filter(([x, y]) => Math.abs(x) === 180 && y > 0 && y < 10)).toEqual([]);
    expect(border(polygon(circle(70))).every(([, y]) => y === 70)).toBe(true);
    expect(border(polygon(box(-180, -90, 180, 90)))).toEqual([]);
    expect(new Set(border(polygon(box(-180, 40, 180, 50))).map(([, y]) => y))).toEqual(new Set([40, 50]));
    // A real side that lies on the antimeridian stays.
    expect(border(polygon(box(170, 0, 180, 10))).filter(([x]) => x === 180).length).toBeGreaterThan(1);
    // Parts far from the cut keep their borders beside one that is cut.
    expect(border({ type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)], [box(179, 0, 181, 1)]] }).filter(([x]) => x >= 0 && x <= 1).length).toBeGreaterThan(4);
  });

  it('keeps points and lines, cut where they cross the antimeridian', () => {
    const rings = drawnRings({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [190, 5] }, { type: 'LineString', coordinates: [[179, 0], [-179, 1]] }] });
    expect(rings).toEqual([
      { kind: RING.stroke, positions: [[179, 0], [180, 0.5]] },
      { kind: RING.stroke, positions: [[-180, 0.5], [-179, 1]] },
      { kind: RING.point, positions: [[-170, 5]] },
    ]);
  });

  it('gives back what was packed, to a centimetre, wound counter-clockwise', () => {
    const ring = fc.record({ x: fc.double({ min: -170, max: 160, noNaN: true }), y: fc.double({ min: -80, max: 70, noNaN: true }), width: fc.double({ min: 0.001, max: 1.9, noNaN: true }), height: fc.double({ min: 0.001, max: 1.9, noNaN: true }), turned: fc.boolean(), minutes: fc.integer({ min: NO_TIME, max: 0x7fff_ffff }), status: fc.nat(NO_CLASS) });
    fc.assert(
      fc.property(fc.array(ring, { maxLength: 12 }), (boxes) => {
        const packer = new FootprintPacker();
        boxes.forEach(({ x, y, width, height, turned, minutes, status }, index) => {
          const corners = box(x, y, x + width, y + height);
          expect(packer.add(polygon(turned ? corners.toReversed() : corners), { place: 3 * index, minutes, status, platform: index })).toEqual({ ok: true, simplified: false });
        });
        const packed = unpacked(packer.take());
        expect(packed.items).toBe(boxes.length);
        expect([...packed.places]).toEqual(boxes.map((_, index) => 3 * index));
        expect([...packed.minutes]).toEqual(boxes.map(({ minutes }) => minutes));
        expect([...packed.statuses]).toEqual(boxes.map(({ status }) => status));
        boxes.forEach(({ x, y, width, height }, index) => {
          const [only, ...others] = ringsOf(packed, index);
          expect(others).toEqual([]);
          const positions = only?.positions ?? [];
          expect(positions).toHaveLength(5);
          for (const [longitude, latitude] of positions) {
            expect(Math.min(Math.abs(longitude - x), Math.abs(longitude - x - width))).toBeLessThan(1e-7);
            expect(Math.min(Math.abs(latitude - y), Math.abs(latitude - y - height))).toBeLessThan(1e-7);
          }
          const [[ax, ay], [bx, by], [cx, cy]] = positions as unknown as readonly [Position, Position, Position];
          expect((bx - ax) * (cy - by) - (by - ay) * (cx - bx)).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });

  it('follows long edges closely while that is little, then coarsely, and closely again in the next piece', () => {
    const aroundPole = { type: 'Polygon', coordinates: [[[0, 80], [120, 85], [-120, 85], [0, 80]]] };
    const packer = new FootprintPacker();
    const added = (): number => {
      const before = packer.positions;
      packer.add(aroundPole);
      return packer.positions - before;
    };
    const closely = added();
    let items = 1;
    let coarsely = closely;
    // A page has no more items than this.
    for (; items < 10_000 && coarsely === closely; items += 1) {
      coarsely = added();
    }
    expect(coarsely).toBeLessThan(closely);
    Array.from({ length: 50 }, added);
    expect(added()).toBeLessThan(closely / 5);
    // Hundreds of footprints around the earth are followed closely.
    expect(items).toBeGreaterThan(200);
    expect(unpacked(packer.take()).items).toBe(items + 51);
    expect(added()).toBe(closely);
  });

  it('never throws, and writes only what can be read, whatever it is given', () => {
    const coordinate = fc.oneof(fc.double(), fc.double({ min: -400, max: 400 }), fc.constantFrom(-180, 180, 90, -90, 0, 360, 540), fc.string(), fc.constant(null));
    const nested = fc.letrec((tie) => ({ node: fc.oneof({ maxDepth: 6 }, coordinate, fc.array(tie('node'), { maxLength: 6 })) })).node;
    const rings = fc.array(fc.array(fc.tuple(fc.oneof(fc.double({ min: -360, max: 360, noNaN: true }), fc.constantFrom(-180, 180, 0)), fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90))), { maxLength: 8 }), { maxLength: 3 });
    const type = fc.constantFrom('Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection', 'x');
    const geometry = fc.oneof(fc.anything(), fc.record({ type, coordinates: nested, geometries: fc.anything() }), fc.record({ type: fc.constant('Polygon'), coordinates: rings }));
    fc.assert(
      fc.property(fc.array(geometry, { maxLength: 4 }), (geometries) => {
        const before = structuredClone(geometries);
        const packer = new FootprintPacker();
        const usable = geometries.filter((one) => packer.add(one).ok).length;
        const box = packer.box;
        expect(unpacked(packer.take()).items).toBe(usable);
        expect(usable === 0 || box?.every(Number.isFinite)).toBe(true);
        expect(geometries).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a hundred thousand footprints, a thousand of them nonsense, and page after page', () => {
    const packer = new FootprintPacker();
    const reasons: string[] = [];
    let read = 0;
    const pages: Uint8Array[] = [];
    for (let index = 0; index < 100_000; index += 1) {
      const packing = packer.add(index % 100 === 50 ? NONSENSE[(index / 50) % NONSENSE.length] : footprint(index), { place: index, minutes: index, status: 0, platform: 0 });
      if (!packing.ok) {
        reasons.push(packing.reason.kind);
      }
      if (index % 10_000 === 9_999) {
        pages.push(packer.take());
      }
    }
    for (const page of pages) {
      const packed = unpacked(page);
      read += packed.items;
      expect([...packed.places].every((place) => place % 100 !== 50)).toBe(true);
    }
    expect(reasons).toHaveLength(1000);
    expect(read).toBe(99_000);
    expect(packer.items).toBe(0);
    // Coordinates, and little else.
    expect(pages.reduce((sum, { byteLength }) => sum + byteLength, 0) / read).toBeLessThan(60);
  });

  const squares = Array.from({ length: 30_000 }, (_, index) => box((index % 400) / 10 - 20, Math.floor(index / 400) / 10 - 12, (index % 400) / 10 - 19.95, Math.floor(index / 400) / 10 - 11.95));
  const star = (): Position[] => Array.from({ length: 1_000_000 }, (_, index): Position => {
    const angle = (index / 1_000_000) * 2 * Math.PI;
    const radius = 5 + 0.2 * Math.sin(angle * 5000);
    return [179 + radius * Math.cos(angle), 10 + radius * Math.sin(angle)];
  });
  it.each<readonly [string, () => object, reach: number]>([
    ['a million positions', () => polygon(star()), 10],
    ['thirty thousand parts', () => ({ type: 'MultiPolygon', coordinates: squares.map((ring) => [ring]) }), 40],
    ['thirty thousand holes', () => polygon(box(-30, -30, 30, 30), ...squares), 30],
  ])('takes %s, and draws few enough of them', { timeout: 120_000 }, (_name, geometry, reach) => {
    const packer = new FootprintPacker();
    expect(packer.add(geometry())).toEqual({ ok: true, simplified: true });
    const rings = ringsOf(unpacked(packer.take()), 0);
    expect(rings.length).toBeGreaterThan(0);
    expect(rings.reduce((sum, { positions }) => sum + positions.length, 0)).toBeLessThan(60_000);
    // What is left out is left out evenly.
    const columns = new Set(rings.flatMap(({ positions }) => positions.map(([x]) => Math.round((x + 360) % 360))));
    expect(columns.size).toBeGreaterThan(reach * 0.9);
  });
});

describe('a footprint of many small parts', () => {
  /** Buildings as surveys have them: outlines of some five to thirteen positions, turned, some with a court, near each other in streets. */
  const building = (index: number): readonly (readonly Position[])[] => {
    const [x, y] = [5 + (index % 70) * 4e-4 + (index % 7) * 3e-5, 50 + Math.floor(index / 70) * 3e-4 + (index % 5) * 2e-5];
    const outline = ([[0, 0], [10, 0], [10, 4], [6, 4], [6, 9], [4, 9], [4, 12], [0, 12], [0, 0]] as const).filter((_, place) => index % 3 !== 0 || [0, 1, 2, 7, 8].includes(place));
    const turn = (index % 90) * (Math.PI / 180);
    const placed = (ring: readonly (readonly [number, number])[]): Position[] =>
      ring.map(([a, b]): Position => [x + (a * Math.cos(turn) - b * Math.sin(turn)) * 1.4e-5, y + (a * Math.sin(turn) + b * Math.cos(turn)) * 9e-6]);
    return [placed(outline), ...(index % 11 === 0 ? [placed([[1, 1], [1, 3], [3, 3], [3, 1], [1, 1]])] : [])];
  };
  const buildings = Array.from({ length: 4_439 }, (_, index) => building(index));
  const area = (rings: readonly Line[]): number => rings.reduce((sum, ring) => sum + ring.reduce((twice, [x, y], place) => {
    const [nextX, nextY] = ring[(place + 1) % ring.length] ?? [x, y];
    return twice + x * nextY - nextX * y;
  }, 0) / 2, 0);
  const drawn = (geometry: unknown, most: number): { readonly area: number; readonly positions: number } => {
    const polygons = drawnParts(geometry, most).polygons.flat();
    return { area: Math.abs(area(polygons)), positions: polygons.reduce((sum, ring) => sum + ring.length, 0) };
  };

  it.each<readonly [string, () => object]>([
    ['4,439 buildings', () => ({ type: 'MultiPolygon', coordinates: buildings })],
    ['as many courts in one block', () => polygon(box(4.99, 49.99, 5.04, 50.03), ...buildings.map(([ring = []]) => ring))],
    ['slivers', () => ({ type: 'MultiPolygon', coordinates: buildings.map(([ring = []]) => [ring.map(([x, y]) => [x, 50 + (y - 50) / 5])]) })],
    ['buildings and a lake', () => ({ type: 'MultiPolygon', coordinates: [...buildings, [circle(60).map(([x, y]) => [5 + x / 40_000, 50.02 + (y - 60) / 3_000]).slice(0, -1)]] })],
  ])('keeps its area, however few positions are drawn: %s', (_name, geometry) => {
    const whole = drawn(geometry(), Number.MAX_SAFE_INTEGER);
    expect(whole.positions).toBeGreaterThan(20_000);
    for (const most of [20_000, 4_000, 1_000]) {
      const few = drawn(geometry(), most);
      expect(few.positions).toBeLessThanOrEqual(most);
      expect(few.area / whole.area, `of ${most}`).toBeGreaterThan(0.97);
      expect(few.area / whole.area, `of ${most}`).toBeLessThan(1.03);
    }
  });
});

describe('readPacked', () => {
  const packer = new FootprintPacker();
  [footprint(1), polygon(box(170, 0, 190, 10)), { type: 'Point', coordinates: [1, 2] }].forEach((geometry) => packer.add(geometry));
  const bytes = packer.take();

  it('reads bytes that lie anywhere', () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(readPacked(shifted.subarray(3))?.items).toBe(3);
  });

  it('refuses what is cut or longer, and whatever a changed byte would let draw outside the arrays', () => {
    for (const length of [0, 8, 31, 32, bytes.length - 1]) {
      expect(readPacked(bytes.slice(0, length))).toBeUndefined();
    }
    expect(readPacked(Uint8Array.from([...bytes, 0]))).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const changed = bytes.slice();
        changed[at] = value;
        const packed = readPacked(changed);
        if (packed !== undefined) {
          for (let item = 0; item < packed.items; item += 1) {
            expect(ringsOf(packed, item).every(({ positions }) => positions.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90))).toBe(true);
          }
          expect(packed.ringStarts.every((start) => start <= packed.coordinates.length / 2)).toBe(true);
          expect(packed.itemStarts.every((start) => start <= packed.kinds.length)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
