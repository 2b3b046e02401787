import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundingBox } from '../../../src/core/geo/boundingBox.js';
import { readGeometry } from '../../../src/core/geo/readGeometry.js';
import type { Position, UsableGeometry } from '../../../src/core/geo/types.js';
import { polygon } from './cases.js';
import { meets } from './meets.js';
import { anyRing, isClear, written, type RandomRing } from './randomFootprints.js';

/** The ways in which one footprint is written. */
const rewritings: readonly (readonly [name: string, rewrite: (open: readonly Position[], start: number) => unknown])[] = [
  ['begun elsewhere', (open, start) => polygon(closed([...open.slice(start), ...open.slice(0, start)]))],
  ['reversed', (open) => polygon(closed(open.toReversed()))],
  ['reversed and begun elsewhere', (open, start) => polygon(closed([...open.slice(start), ...open.slice(0, start)].toReversed()))],
  ['a turn farther on', (open) => polygon(closed(open).map(([x, y]): Position => [x + 360, y]))],
  ['a turn farther back', (open) => polygon(closed(open).map(([x, y]): Position => [x - 360, y]))],
  ['each position a turn farther on or not', (open, start) => polygon(closed(open.map(([x, y], index): Position => [x + 360 * ((index * start) % 2), y])))],
];

function closed(open: readonly Position[]): Position[] {
  return [...open, open[0] ?? [0, 0]];
}

function usable(geometry: unknown): UsableGeometry {
  const reading = readGeometry(geometry);
  if (reading.kind !== 'usable') {
    throw new Error(`unusable: ${reading.reason.kind}`);
  }
  return reading;
}

// On which side of 180 degrees a position lies there is not left to rounding.
const clearRing = anyRing.filter((ring) => isClear(ring) && ring.path.every(([x]) => Math.abs(x / 360 - 0.5 - Math.round(x / 360 - 0.5)) > 1e-8));
const box = fc.tuple(fc.double({ min: -180, max: 179, noNaN: true }), fc.double({ min: -90, max: 80, noNaN: true }), fc.double({ min: 1, max: 40, noNaN: true }))
  .map(([west, south, side]): BoundingBox => [west + 1e-5, south + 1e-5, west + side > 180 ? west + side - 360 : west + side, Math.min(90, south + side)]);

function expectSame(geometry: unknown, wanted: UsableGeometry, ring: RandomRing, boxes: readonly BoundingBox[]): void {
  const reading = usable(geometry);
  expect(reading.areaKm2 / wanted.areaKm2).toBeCloseTo(1, 7);
  reading.extent.forEach((value, index) => expect(value).toBeCloseTo(wanted.extent[index] ?? NaN, 7));
  expect([reading.notes, reading.poles, reading.crossesAntimeridian]).toEqual([[], wanted.poles, wanted.crossesAntimeridian]);
  for (const one of boxes) {
    expect(meets({ bbox: one }, geometry)).toBe(meets({ bbox: one }, polygon(written(ring, []))));
  }
}

describe('a footprint means the same', () => {
  it.each(rewritings)('%s', (_name, rewrite) => {
    fc.assert(fc.property(clearRing, fc.nat(), fc.array(box, { minLength: 3, maxLength: 3 }), (ring, start, boxes) => {
      const open = written(ring, []).slice(0, -1);
      expectSame(rewrite(open, start % open.length), usable(polygon(closed(open))), ring, boxes);
    }), { numRuns: 150 });
  });

  it('split by hand at 180 degrees', () => {
    fc.assert(fc.property(clearRing, fc.array(box, { minLength: 3, maxLength: 3 }), (ring, boxes) => {
      const whole = usable(polygon(written(ring, [])));
      expectSame({ type: 'MultiPolygon', coordinates: whole.split.polygons }, whole, ring, boxes);
    }), { numRuns: 150 });
  });
});
