import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxGeometry, widthOf, type BoundingBox } from '../../../src/core/geo/boundingBox.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import { EARTH_RADIUS_KM, type Position } from '../../../src/core/geo/types.js';
import { polygon, zone } from './cases.js';
import { onSphere, type OnSphere } from './d3Sphere.js';
import { meets } from './meets.js';
import { anyRing, isClear, written, type RandomRing } from './randomFootprints.js';

/** Footprints and boxes that are compared; many more with the variable set. */
const RUNS = Number(process.env['CATALOG_SEARCH_RUNS'] ?? 1500);

/** A box as a polygon, with positions along its edges so that none is longer than half a turn. */
function asPolygon(box: BoundingBox): unknown {
  const [west, south, east, north] = box;
  const longitudes = [west, ...[1, 2, 3].map((quarter) => west + (widthOf(box) * quarter) / 4), east];
  const ring = [...longitudes.map((x): Position => [x, south]), ...longitudes.toReversed().map((x): Position => [x, north])];
  return polygon([...ring, ring[0] ?? [0, 0]]);
}

const ringAt = (...positions: readonly (readonly [number, number])[]): unknown => polygon([...positions, positions[0] ?? [0, 0]]);
/** Around the north pole at 40 N, with a dip far into the south. */
const dips = ringAt([-180, 40], [-60, 40], [60, 40], [85, -60], [90, -60], [95, -60], [100, -60], [120, 40]);
/** Most of its vertices lie south of the equator, most of its way north. */
const many = ringAt(...Array.from({ length: 18 }, (_, index): [number, number] => [index * 2, -5]), [60, 20], [150, 20], [-120, 20], [-30, 20]);

describe('a search by box and by the same polygon', () => {
  it.each<readonly [string, unknown, BoundingBox, boolean]>([
    ['a ring at 40 N that dips to 60 S, near the north pole', dips, [0, 70, 10, 75], true],
    ['a ring at 40 N that dips to 60 S, near the south pole', dips, [0, -85, 10, -75], false],
    ['18 vertices at 5 S and 20 N for the rest, near the north pole', many, [0, 70, 10, 75], true],
    ['18 vertices at 5 S and 20 N for the rest, near the south pole', many, [0, -85, 10, -75], false],
    ['a box that ends at the north pole', ringAt([0, 80], [120, 80], [-120, 80]), [50, 85, 60, 90], true],
    ['a box that ends at the south pole', ringAt([0, -80], [120, -80], [-120, -80]), [50, -90, 60, -85], true],
    ['all longitudes, at the north pole', ringAt([10, 60], [20, 60], [20, 70], [10, 70]), [-180, 75, 180, 90], false],
    ['a pole that a footprint only touches', ringAt([10, 60], [20, 60], [15, 90]), [100, 80, 110, 90], true],
    ['over the antimeridian', ringAt([179, 0], [-179, 0], [-179, 5], [179, 5]), [175, 1, -175, 2], true],
    ['over the antimeridian, at Greenwich', ringAt([179, 0], [-179, 0], [-179, 5], [179, 5]), [-10, 1, 10, 2], false],
  ])('%s', (_name, footprint, box, answer) => {
    expect([meets({ bbox: box }, footprint), meets({ polygon: asPolygon(box) }, footprint)]).toEqual([answer, answer]);
  });

  // No side lies within a rounding of a footprint's border: there, either answer is right.
  const aside = (value: number): number => Math.round(value * 1e6) / 1e6 + 3e-7;
  const within = (most: number): fc.Arbitrary<number> => fc.double({ min: -most, max: most - 1, noNaN: true }).map(aside);
  const longitude = fc.oneof({ weight: 4, arbitrary: within(180) }, fc.constantFrom(-180, 180));
  const latitude = fc.oneof({ weight: 4, arbitrary: within(90) }, fc.constantFrom(-90, 90));
  const anyBox = fc.tuple(longitude, latitude, fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 5, arbitrary: fc.double({ min: 0.5, max: 60, noNaN: true }) }), longitude, latitude)
    .map(([west, a, width, far, b]): BoundingBox => {
      const east = width === 0 ? far : west + width > 180 ? west + width - 360 : west + width;
      return [west, Math.min(a, b), east, Math.max(a, b)];
    })
    .filter((box) => widthOf(box) >= 0.5 && (widthOf(box) < 359.9 || box[0] === -180) && box[3] - box[1] >= 0.5)
    // As a polygon over 180 degrees, one of more than half the earth means the other half.
    .filter((box) => box[0] < box[2] || zone(box[1], box[3], widthOf(box)) < 0.48);

  it('is the same area as GeoJSON, as the map draws it and a document keeps it', () => {
    fc.assert(fc.property(anyBox, (box) => {
      const reading = readGeometry(boxGeometry(box));
      expect(reading.kind === 'usable' && reading.areaKm2 / (4 * Math.PI * EARTH_RADIUS_KM ** 2)).toBeCloseTo(zone(box[1], box[3], widthOf(box)), 9);
      const extent = reading.kind === 'usable' ? reading.extent : [];
      // 180 and -180 are one meridian.
      box.forEach((value, index) => expect(Math.abs(Math.sin((((extent[index] ?? NaN) - value) * Math.PI) / 360))).toBeLessThan(1e-9));
    }));
  });

  it('always agree, and with what d3 finds on the sphere', () => {
    let met = 0;
    let apart = 0;
    fc.assert(fc.property(anyRing, anyBox, fc.array(fc.integer({ min: -1, max: 1 }), { maxLength: 9 }), (ring, box, turns) => {
      fc.pre(isClear(ring) && !isHalfOfAll(ring));
      const footprint = polygon(written(ring, turns));
      const answer = meets({ bbox: box }, footprint);
      expect(meets({ polygon: asPolygon(box) }, footprint)).toBe(answer);
      met += answer === true ? 1 : 0;
      apart += answer === false ? 1 : 0;
      // d3 looks at positions a step apart, and its short edges leave ours by a hair: what is that near is left open.
      if (answer !== touches(ring, box, 0.5, answer === true ? 0.02 : -0.02)) {
        expect(touches(ring, box, 0.02, answer === true ? 0.02 : -0.02)).toBe(answer);
      }
    }), { numRuns: RUNS });
    expect(Math.min(met, apart)).toBeGreaterThan(RUNS / 10);
  }, 30_000 + RUNS * 20);
});

/** Either side could be meant. */
function isHalfOfAll(ring: RandomRing): boolean {
  return onSphere(ring, 2).areaKm2 > 0.48 * 4 * Math.PI * 6371 ** 2;
}

/** Whether a position of the border lies in the box, or a corner of the box inside the border; the box made wider on all sides. */
function touches(ring: RandomRing, box: BoundingBox, step: number, wider: number): boolean {
  const sphere: OnSphere = onSphere(ring, step);
  const south = Math.max(-90, box[1] - wider);
  const north = Math.min(90, box[3] + wider);
  const width = Math.min(360, widthOf(box) + 2 * wider);
  const west = box[0] - wider;
  const within = ([x, y]: Position): boolean => y >= south && y <= north && (width >= 360 - 1e-9 + Math.min(0, wider) || x - west - 360 * Math.floor((x - west) / 360) <= width);
  return sphere.border.some(within)
    || ([[west, south], [west + width, south], [west, north], [west + width, north]] as const).some((corner) => sphere.contains(corner));
}
