/** Where edges cross each other. They are straight in longitude and latitude; all longitudes are of one plane. */
import { atOnce } from '../steps.js';
import { coveredAreaSteps } from './coveredArea.js';
import { crossingOf } from './planar.js';
import type { Ring } from './types.js';

/** Above this many edges a ring is not searched for crossings of its own. */
const MAX_EDGES = 160;
/** Pairs of edges that are looked at for one geometry, its rings together: some 10 ms. */
const MAX_PAIRS = 1_000_000;
/** A footprint that was drawn by mistake crosses itself a few times. */
const MAX_CROSSINGS = 50;

/** Searches the rings of one geometry. Those that are long, and all that follow when there was much to look at, count as simple. */
export class CrossingSearch {
  #pairs = MAX_PAIRS;

  /**
   * Whether a closed ring crosses itself, and the area that it covers then, in steradians. The lobes of one that crosses itself all over
   * count against each other, as `signed` has them.
   */
  covered(ring: Ring, signed: number): { readonly selfCrossing: boolean; readonly area: number } {
    const crossings = this.#count(ring);
    const area = crossings > 0 && crossings < MAX_CROSSINGS ? atOnce(coveredAreaSteps([ring], MAX_CROSSINGS)) : undefined;
    return { selfCrossing: crossings > 0, area: area ?? signed };
  }

  /** How often the edges of a ring cross each other, at most {@link MAX_CROSSINGS}. */
  #count(ring: Ring): number {
    const edges = ring.length - 1;
    const pairs = (edges * edges) / 2;
    if (edges < 4 || edges > MAX_EDGES || pairs > this.#pairs) {
      return 0;
    }
    this.#pairs -= pairs;
    const found = crossingsOf(ring);
    // What it covers takes three times as long.
    this.#pairs -= found > 0 && found < MAX_CROSSINGS ? 3 * pairs : 0;
    return found;
  }
}

function crossingsOf(ring: Ring): number {
  const edges = ring.length - 1;
  let found = 0;
  for (let first = 0; first < edges - 2 && found < MAX_CROSSINGS; first += 1) {
    const [a, b] = [ring[first], ring[first + 1]];
    // The last edge touches the first one in the position that closes the ring.
    const end = first === 0 ? edges - 1 : edges;
    let c = ring[first + 2];
    for (let second = first + 2; second < end; second += 1) {
      const d = ring[second + 1];
      found += a !== undefined && b !== undefined && c !== undefined && d !== undefined && crossingOf(a, b, c, d) !== undefined ? 1 : 0;
      c = d;
    }
  }
  return Math.min(found, MAX_CROSSINGS);
}
