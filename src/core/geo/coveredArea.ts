/** The area that rings cover, each place counted once. Edges are straight in longitude and latitude, on the unit sphere. */
import type { Steps } from '../steps.js';
import { crossingOf, longitudeAt } from './planar.js';
import type { Position, Ring } from './types.js';
import { RADIANS } from './vector.js';

/** Pairs of edges, or edges of strips, between two steps. */
const AT_ONCE = 4096;

/** An edge from its southern to its northern end. `turn`: what passing it to the east adds to the winding number. */
interface Edge {
  readonly from: Position;
  readonly to: Position;
  readonly turn: 1 | -1;
  /** The longitude in the middle of the strip that is looked at. */
  at: number;
}

/**
 * The area in steradians that closed rings cover together where their winding number is not zero (as a map fills them): for rings that
 * cross themselves or each other, whose signed areas count lobes against each other. Undefined where edges cross more often than `most`,
 * or more pairs of them would have to be looked at than there are left in `budget`.
 */
export function* coveredAreaSteps(rings: readonly Ring[], most: number, budget = { pairs: Infinity }): Steps<number | undefined> {
  const edges = risingEdges(rings);
  const crossings = yield* crossingSteps(edges, most, budget);
  if (crossings === undefined) {
    return undefined;
  }
  const levels = [...new Set([...edges.flatMap(({ from, to }) => [from[1], to[1]]), ...crossings])].sort((a, b) => a - b);
  let begun = 0;
  let active: Edge[] = [];
  let area = 0;
  let looked = 0;
  for (let index = 1; index < levels.length; index += 1) {
    const south = levels[index - 1] ?? 0;
    const north = levels[index] ?? south;
    active = active.filter(({ to }) => to[1] > south);
    for (let next = edges[begun]; next !== undefined && next.from[1] <= south; next = edges[begun]) {
      active.push(next);
      begun += 1;
    }
    area += stripArea(active, south, north);
    looked += active.length;
    budget.pairs -= active.length;
    if (budget.pairs < 0) {
      return undefined;
    }
    if (looked >= AT_ONCE) {
      looked = 0;
      yield;
    }
  }
  return area;
}

/** Those that lie along a latitude bound no area. */
function risingEdges(rings: readonly Ring[]): readonly Edge[] {
  const edges: Edge[] = [];
  for (const ring of rings) {
    let a = ring[0];
    for (const b of ring) {
      if (a !== undefined && a[1] !== b[1]) {
        edges.push(a[1] < b[1] ? { from: a, to: b, turn: 1, at: 0 } : { from: b, to: a, turn: -1, at: 0 });
      }
      a = b;
    }
  }
  return edges.sort((a, b) => a.from[1] - b.from[1]);
}

/** The latitudes in which edges, southern ends in order, cross each other; undefined where there are more than `most`. */
function* crossingSteps(edges: readonly Edge[], most: number, budget: { pairs: number }): Steps<readonly number[] | undefined> {
  const latitudes: number[] = [];
  let looked = 0;
  for (let first = 0; first < edges.length; first += 1) {
    const edge = edges[first];
    if (edge === undefined) {
      break;
    }
    for (let second = first + 1; second < edges.length; second += 1) {
      budget.pairs -= 1;
      looked += 1;
      const other = edges[second];
      if (other === undefined || other.from[1] >= edge.to[1]) {
        break;
      }
      const crossing = crossingOf(edge.from, edge.to, other.from, other.to);
      if (crossing !== undefined) {
        latitudes.push(crossing[1]);
      }
    }
    if (latitudes.length > most || budget.pairs < 0) {
      return undefined;
    }
    if (looked >= AT_ONCE) {
      looked = 0;
      yield;
    }
  }
  return latitudes;
}

/** Between two latitudes that hold no end and no crossing of edges, the shape is a row of trapezoids. Leaves the edges sorted from the west. */
function stripArea(active: Edge[], south: number, north: number): number {
  sortAt(active, (south + north) / 2);
  let low = 0;
  let high = 0;
  let winding = 0;
  for (const { from, to, turn } of active) {
    const side = winding === 0 ? -1 : winding + turn === 0 ? 1 : 0;
    if (side !== 0) {
      low += side * longitudeAt(from, to, south);
      high += side * longitudeAt(from, to, north);
    }
    winding += turn;
  }
  return trapezoid(low, high, south, north);
}

/** By insertion: from one strip to the next few edges change places. */
function sortAt(edges: Edge[], latitude: number): void {
  for (let index = 0; index < edges.length; index += 1) {
    const edge = edges[index];
    if (edge === undefined) {
      return;
    }
    edge.at = longitudeAt(edge.from, edge.to, latitude);
    let place = index;
    for (let before = edges[place - 1]; before !== undefined && before.at > edge.at; before = edges[place - 1]) {
      edges[place] = before;
      place -= 1;
    }
    edges[place] = edge;
  }
}

/** The integral of width times cos(latitude), the width in degrees going straight from `low` to `high`. */
function trapezoid(low: number, high: number, south: number, north: number): number {
  const middle = ((south + north) / 2) * RADIANS;
  const half = ((north - south) / 2) * RADIANS;
  const mean = ((low + high) / 2) * RADIANS;
  const slope = ((high - low) / 2) * RADIANS;
  // Moments of cos(middle + t) over [-half, half], of order 0 and (divided by half) of order 1.
  const zeroth = 2 * Math.cos(middle) * Math.sin(half);
  const first = half === 0 ? 0 : (-2 * Math.sin(middle) * (Math.sin(half) - half * Math.cos(half))) / half;
  return mean * zeroth + slope * first;
}
