import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredAreaSteps } from '../../../src/core/geo/coveredArea.js';
import { CrossingSearch } from '../../../src/core/geo/crossings.js';
import { integral, isInside } from '../../../src/core/geo/planar.js';
import type { Position, Ring } from '../../../src/core/geo/types.js';
import { atOnce } from '../../../src/core/steps.js';

const covered = (rings: readonly Ring[], most = Infinity): number | undefined => atOnce(coveredAreaSteps(rings, most));
const closed = (positions: readonly Position[]): Ring => [...positions, positions[0] ?? [0, 0]];
const box = (west: number, south: number, east: number, north: number): Ring => closed([[west, south], [east, south], [east, north], [west, north]]);
/** Crosses itself in the middle. */
const bow: Ring = closed([[0, 0], [10, 10], [10, 0], [0, 10]]);
/** Five points of a star, each joined to the one after the next: the middle is covered twice. */
const star: Ring = closed([0, 2, 4, 1, 3].map((point): Position => [10 * Math.sin(point * 0.4 * Math.PI), 10 * Math.cos(point * 0.4 * Math.PI)]));

/** Counter-clockwise around a centre, never crossing itself. */
const simple = fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true }), fc.array(fc.double({ min: 1, max: 9, noNaN: true }), { minLength: 3, maxLength: 9 }))
  .map(([x, y, radii]): Ring => closed(radii.map((radius, index): Position => {
    const angle = (2 * Math.PI * index) / radii.length;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  })));

describe('the area that rings cover', () => {
  it('is that of a ring which crosses nothing, whichever way round it goes', () => {
    fc.assert(fc.property(simple, (ring) => {
      expect(covered([ring])).toBeCloseTo(integral(ring), 12);
      expect(covered([ring.toReversed()])).toBeCloseTo(integral(ring), 12);
    }));
  });

  it('counts each place once, and all lobes', () => {
    expect(covered([bow])).toBeCloseTo(2 * integral(closed([[0, 0], [5, 5], [0, 10]])), 12);
    expect(covered([star, star])).toBeCloseTo(covered([star]) ?? 0, 12);
    expect(covered([star])).toBeLessThan(-integral(star) * 0.9);
    expect(covered([box(0, 0, 4, 4), box(1, 1, 2, 2)])).toBeCloseTo(integral(box(0, 0, 4, 4)), 12);
    expect(covered([box(0, 0, 2, 2), box(5, 0, 7, 2)])).toBeCloseTo(2 * integral(box(0, 0, 2, 2)), 12);
  });

  it('of two rings is what a grid of places finds inside one or the other', () => {
    fc.assert(fc.property(simple, simple, (one, other) => {
      const side = 0.5;
      let found = 0;
      for (let x = -15; x < 15; x += side) {
        for (let y = -15; y < 15; y += side) {
          const place: Position = [x + 0.237, y + 0.119];
          found += isInside(one, place) || isInside(other, place) ? integral(box(x, y, x + side, y + side)) : 0;
        }
      }
      const area = covered([one, other]) ?? NaN;
      expect(Math.abs(area - found)).toBeLessThan(0.12 * area + 0.002);
    }), { numRuns: 40 });
  });

  it('is not looked for where edges cross each other too often', () => {
    expect(covered([star], 5)).toBeDefined();
    expect(covered([star], 4)).toBeUndefined();
  });
});

describe('the search for crossings', () => {
  it('finds rings that cross themselves and what they cover', () => {
    const search = new CrossingSearch();
    expect(search.covered(bow, 7)).toEqual({ selfCrossing: true, area: covered([bow]) });
    expect(search.covered(box(0, 0, 1, 1), 7)).toEqual({ selfCrossing: false, area: 7 });
  });

  it('ends when there was much to look at, for all rings of a geometry together', () => {
    const search = new CrossingSearch();
    const found = Array.from({ length: 100_000 }, () => search.covered(bow, 7).selfCrossing);
    expect([found.at(0), found.at(1000), found.at(-1)]).toEqual([true, true, false]);
    expect(search.covered(bow, 7).area).toBe(7);
  });
});
