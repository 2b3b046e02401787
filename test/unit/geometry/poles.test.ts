import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGeometry } from '../../../src/core/geometry/readGeometry.js';
import type { Position, UsableGeometry } from '../../../src/core/geometry/types.js';
import { polygon } from './cases.js';
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
});
