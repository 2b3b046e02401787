import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundingBox } from '../../../src/core/geo/boundingBox.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import { EARTH_RADIUS_KM, type Position, type UsableGeometry } from '../../../src/core/geo/types.js';
import { polygon, zone } from './cases.js';
import { meets } from './meets.js';
import { onSphere } from './d3Sphere.js';
import { isClear, curvedSwath, written } from './randomFootprints.js';

function usable(geometry: unknown): UsableGeometry {
  const reading = readGeometry(geometry);
  if (reading.kind !== 'usable') {
    throw new Error(`unusable: ${reading.reason.kind}`);
  }
  return reading;
}

function startingAt(open: readonly Position[], start: number): Position[] {
  const turned = [...open.slice(start), ...open.slice(0, start)];
  return [...turned, turned[0] ?? [0, 0]];
}

/** Turns back in longitude twice on its way around the north pole. */
const FOLDED: readonly Position[] = [[0, 70], [40, 70], [40, 75], [-40, 75], [-40, 80], [90, 80], [180, 80], [-90, 80], [-60, 70]];

describe('a ring around a pole', () => {
  it.each(FOLDED.map((position, start) => [start, position]))('means the same from its vertex %i', (start) => {
    for (const ring of [startingAt(FOLDED, Number(start)), startingAt(FOLDED, Number(start)).toReversed()]) {
      const reading = usable(polygon(ring));
      // As d3 has it for edges cut into short ones.
      expect(reading.areaKm2 / 6_427_765).toBeCloseTo(1, 4);
      expect([reading.poles, reading.notes]).toEqual([['north'], []]);
      reading.extent.forEach((value, index) => expect(value).toBeCloseTo([-180, 70, 180, 90][index] ?? NaN, 9));
      const answers = ([[10, 76, 30, 78], [10, 71, 30, 74], [10, 81, 30, 85], [-110, 72, -100, 75], [100, 70, 170, 79]] as const).map((box) => meets({ bbox: box }, polygon(ring)));
      expect(answers).toEqual([false, true, true, false, false]);
    }
  });

  it.each<readonly [string, readonly (readonly number[])[]]>([
    ['in its middle', [[0, 80], [120, 81], [-480, 82], [0, 80]]],
    ['where it closes', [[120, 81], [240, 82], [-360, 80], [120, 81]]],
    ['where it is closed for it', [[120, 81], [240, 82], [-360, 80]]],
    ['of 600 degrees the other way', [[0, 80], [-480, 82], [120, 81], [0, 80]]],
    ['of two turns and a third', [[0, 80], [840, 81], [-480, 82], [0, 80]]],
  ])('keeps its pole with a jump of more than a turn %s', (_name, ring) => {
    const reading = usable(polygon(ring));
    expect(reading.areaKm2 / 3_152_667).toBeCloseTo(1, 4);
    expect(reading.poles).toEqual(['north']);
  });

  it('of any bent swath has the area that d3 finds, and no note', () => {
    fc.assert(fc.property(curvedSwath, fc.nat(), fc.array(fc.integer({ min: -1, max: 1 }), { maxLength: 9 }), (swath, start, turns) => {
      fc.pre(isClear(swath));
      const open = written(swath, turns).slice(0, -1);
      const reading = usable(polygon(startingAt(open, start % open.length)));
      expect(reading.areaKm2 / onSphere(swath, 0.5).areaKm2).toBeCloseTo(1, 3);
      expect(reading.notes).toEqual([]);
    }), { numRuns: 300 });
  });

  it.each<readonly [string, readonly Position[], number]>([
    ['over the middle', [[100, 85], [120, 85], [120, 86], [100, 86]], zone(85, 86, 20)],
    ['over the antimeridian', [[170, 85], [190, 85], [190, 86], [170, 86]], zone(85, 86, 20)],
    ['where the ring turns back', [[-30, 76], [-20, 76], [-20, 78], [-30, 78]], 0],
    ['south of where it turns back', [[10, 71], [20, 71], [20, 72], [10, 72]], zone(71, 72, 10)],
  ])('has its hole %s, from whichever vertex it begins', (_name, open, share) => {
    // Turned by hand so that the part that turns back lies over the antimeridian.
    for (const turn of [0, 160, 180, 200]) {
      const moved = (ring: readonly Position[]): Position[] => ring.map(([x, y]) => [x + turn, y]);
      for (let start = 0; start < FOLDED.length; start += 1) {
        const [ring, hole] = [moved(startingAt(FOLDED, start)), moved(startingAt(open, 0))];
        const reading = usable(polygon(ring, hole));
        expect(reading.notes).toEqual(share === 0 ? [{ kind: 'holesLeftOut', count: 1 }] : []);
        expect((usable(polygon(ring)).areaKm2 - reading.areaKm2) / (4 * Math.PI * EARTH_RADIUS_KM ** 2)).toBeCloseTo(share, 9);
        const [west = 0, south = 0, east = 0, north = 0] = [open[0]?.[0], open[0]?.[1], open[2]?.[0], open[2]?.[1]];
        const inside: BoundingBox = [normal(west + turn + 1), south + 0.2, normal(east + turn - 1), north - 0.2];
        expect(meets({ bbox: inside }, polygon(ring))).toBe(share > 0);
        expect(meets({ bbox: inside }, polygon(ring, hole))).toBe(false);
      }
    }
  });
});

describe('a ring wider than the earth', () => {
  it('covers each place once, and says that it lies over itself', () => {
    const band: readonly Position[] = [...[-200, -100, 0, 100, 200].map((x): Position => [x, -10]), ...[200, 100, 0, -100, -200].map((x): Position => [x, 30])];
    const reading = usable(polygon(startingAt(band, 0)));
    expect(reading.areaKm2 / (4 * Math.PI * EARTH_RADIUS_KM ** 2)).toBeCloseTo(zone(-10, 30), 9);
    expect(reading.notes).toEqual([{ kind: 'selfCrossing' }]);
  });
});

function normal(longitude: number): number {
  return longitude - 360 * Math.floor((longitude + 180) / 360);
}
