/** Where edges of a ring cross each other. They are straight in longitude and latitude. */
import { atOnce } from '../steps.js';
import { coveredAreaSteps } from './coveredArea.js';
import { crossingOf } from './planar.js';
import { FULL, shift, spanOf, splitPolygon } from './split.js';
import type { Position, Ring } from './types.js';

/** Above this many edges a ring is not searched for crossings of its own. */
const MAX_EDGES = 160;
/** Pairs of edges that are looked at for one geometry, its rings together: some 10 ms. */
const MAX_PAIRS = 1_000_000;
/** A footprint that was drawn by mistake crosses itself a few times. */
const MAX_CROSSINGS = 50;
/** Degrees. What rounding adds to the width of a ring that goes once around. */
const MORE_THAN_ROUND = 1e-9;
/** Of an area. Two sums of the same differ by less. */
const SAME_AREA = 1e-6;

/** Searches the rings of one geometry. Those that are long, and all that follow when there was much to look at, count as simple. */
export class CrossingSearch {
  #pairs = MAX_PAIRS;

  /**
   * Whether a closed ring crosses itself anywhere on the earth, and the area that it covers then, in steradians. The lobes of one that
   * crosses itself all over count against each other, as `signed` has them.
   */
  covered(ring: Ring, signed: number): { readonly selfCrossing: boolean; readonly area: number } {
    const [west, east] = spanOf(ring, 0);
    // Of a ring wider than the earth, the ends may lie over each other.
    const isWide = east - west > FULL + MORE_THAN_ROUND;
    const crossings = this.#count(ring, isWide);
    if ((crossings === 0 && !(isWide && ring.length <= MAX_EDGES)) || crossings >= MAX_CROSSINGS) {
      return { selfCrossing: crossings > 0, area: signed };
    }
    const area = atOnce(coveredAreaSteps(isWide ? splitPolygon([ring]).flat() : [ring], MAX_CROSSINGS));
    return area === undefined || (crossings === 0 && Math.abs(area - signed) <= signed * SAME_AREA) ? { selfCrossing: crossings > 0, area: signed } : { selfCrossing: true, area };
  }

  /** How often the edges of a ring cross each other, at most {@link MAX_CROSSINGS}. */
  #count(ring: Ring, isWide: boolean): number {
    const edges = ring.length - 1;
    const pairs = (edges * edges) / 2;
    if (edges < 4 || edges > MAX_EDGES || pairs > this.#pairs) {
      return 0;
    }
    this.#pairs -= pairs;
    const found = crossingsOf(ring, isWide);
    // What it covers takes three times as long.
    this.#pairs -= found > 0 && found < MAX_CROSSINGS ? 3 * pairs : 0;
    return found;
  }
}

/** In a ring that `isWide`, the edges that cross may have been written a turn apart. */
function crossingsOf(ring: Ring, isWide: boolean): number {
  const edges = ring.length - 1;
  let found = 0;
  for (let first = 0; first < edges - 2 && found < MAX_CROSSINGS; first += 1) {
    const [a, b] = [ring[first], ring[first + 1]];
    // The last edge touches the first one in the position that closes the ring.
    const end = first === 0 ? edges - 1 : edges;
    let c = ring[first + 2];
    for (let second = first + 2; second < end; second += 1) {
      const d = ring[second + 1];
      found += a !== undefined && b !== undefined && c !== undefined && d !== undefined && areCrossing(a, b, c, d, isWide) ? 1 : 0;
      c = d;
    }
  }
  return Math.min(found, MAX_CROSSINGS);
}

function areCrossing(a: Position, b: Position, c: Position, d: Position, isWide: boolean): boolean {
  const turns = isWide ? Math.round((a[0] + b[0] - c[0] - d[0]) / (2 * FULL)) : 0;
  const [from = c, to = d] = turns === 0 ? [c, d] : shift([c, d], FULL * turns);
  return crossingOf(a, b, from, to) !== undefined;
}
