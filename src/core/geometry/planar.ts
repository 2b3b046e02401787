/** Measures of shapes whose edges are straight in longitude and latitude, on the unit sphere. Angles in degrees, areas in steradians. */
import type { Position, Ring } from './types.js';
import { RADIANS } from './vector.js';

/** Above this many edges a ring is not searched for crossings of its own: the area of one that is all crossings takes the cube of them. */
const MAX_EDGES_SEARCHED = 160;

/**
 * The area under a path, counted from the equator and exact for edges that are straight in longitude and latitude:
 * minus the integral of sin(latitude) over longitude. For a closed ring it is the enclosed area, positive when counter-clockwise.
 */
export function integral(path: readonly Position[]): number {
  const [first] = path;
  const last = path.at(-1);
  if (first === undefined || last === undefined) {
    return 0;
  }
  // Counted from the first latitude, not from the equator: a small ring far north would otherwise lose all its digits.
  const origin = first[1] * RADIANS;
  let sum = 0;
  let previous = first;
  for (const position of path) {
    if (position !== previous) {
      sum += (position[0] - previous[0]) * RADIANS * meanSineAbove(origin, previous[1] * RADIANS, position[1] * RADIANS);
    }
    previous = position;
  }
  return -(sum + (last[0] - first[0]) * RADIANS * Math.sin(origin));
}

/** The mean of sin(latitude) - sin(origin) along an edge, without cancellation. Radians. */
function meanSineAbove(origin: number, from: number, to: number): number {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  const sincMinusOne = Math.abs(half) < 1e-3 ? -(half * half) / 6 : Math.sin(half) / half - 1;
  return 2 * Math.cos((middle + origin) / 2) * Math.sin((middle - origin) / 2) + Math.sin(middle) * sincMinusOne;
}

/** How often edges of a closed ring cross each other, counted to `most`. Long rings are not searched, and count as simple. */
export function crossingsOf(ring: Ring, most: number): number {
  const edges = ring.length - 1;
  let found = 0;
  if (edges < 4 || edges > MAX_EDGES_SEARCHED) {
    return found;
  }
  for (let first = 0; first < edges - 2 && found < most; first += 1) {
    // The last edge touches the first one in the position that closes the ring.
    const end = first === 0 ? edges - 1 : edges;
    for (let second = first + 2; second < end; second += 1) {
      found += crossing(ring, first, second) === undefined ? 0 : 1;
    }
  }
  return Math.min(found, most);
}

/**
 * The area that closed rings cover together where their winding number is not zero (as a map fills them): for rings that cross
 * themselves, whose signed area counts lobes against each other. Quadratic or worse: for few edges.
 */
export function nonzeroArea(rings: readonly Ring[]): number {
  const latitudes = new Set<number>();
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, index) => [ring[index] ?? to, to] as const));
  edges.forEach(([a, b], first) => {
    latitudes.add(a[1]);
    latitudes.add(b[1]);
    for (let second = first + 1; second < edges.length; second += 1) {
      const [c, d] = edges[second] ?? [a, b];
      const latitude = crossingOf(a, b, c, d);
      if (latitude !== undefined) {
        latitudes.add(latitude);
      }
    }
  });
  const levels = [...latitudes].sort((a, b) => a - b);
  let area = 0;
  for (let index = 1; index < levels.length; index += 1) {
    area += stripArea(rings, levels[index - 1] ?? 0, levels[index] ?? 0);
  }
  return area;
}

/** Between two latitudes that hold no vertex and no crossing, the shape is a row of trapezoids. */
function stripArea(rings: readonly Ring[], south: number, north: number): number {
  const middle = (south + north) / 2;
  const crossings: { readonly at: number; readonly low: number; readonly high: number; readonly direction: 1 | -1 }[] = [];
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index += 1) {
      const a = ring[index - 1];
      const b = ring[index];
      if (a !== undefined && b !== undefined && a[1] !== b[1] && Math.min(a[1], b[1]) <= south && Math.max(a[1], b[1]) >= north) {
        crossings.push({ at: longitudeAt(a, b, middle), low: longitudeAt(a, b, south), high: longitudeAt(a, b, north), direction: b[1] > a[1] ? 1 : -1 });
      }
    }
  }
  crossings.sort((a, b) => a.at - b.at);
  let area = 0;
  let winding = 0;
  crossings.forEach((crossed, index) => {
    const before = crossings[index - 1];
    if (winding !== 0 && before !== undefined) {
      area += trapezoid(crossed.low - before.low, crossed.high - before.high, south, north);
    }
    winding += crossed.direction;
  });
  return area;
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

/** The latitude in which two edges of a ring cross, both well inside; undefined where they do not. */
function crossing(ring: Ring, first: number, second: number): number | undefined {
  const a = ring[first];
  const b = ring[first + 1];
  const c = ring[second];
  const d = ring[second + 1];
  return a === undefined || b === undefined || c === undefined || d === undefined ? undefined : crossingOf(a, b, c, d);
}

function crossingOf(a: Position, b: Position, c: Position, d: Position): number | undefined {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) {
    return undefined;
  }
  const abX = b[0] - a[0];
  const abY = b[1] - a[1];
  const cdX = d[0] - c[0];
  const cdY = d[1] - c[1];
  const cross = abX * cdY - abY * cdX;
  if (cross === 0) {
    return undefined;
  }
  const acX = c[0] - a[0];
  const acY = c[1] - a[1];
  const onFirst = (acX * cdY - acY * cdX) / cross;
  const onSecond = (acX * abY - acY * abX) / cross;
  return isWithin(onFirst) && isWithin(onSecond) ? a[1] + onFirst * abY : undefined;
}

/** Whether a share of an edge lies well between its ends. */
function isWithin(share: number): boolean {
  return share > 1e-9 && share < 1 - 1e-9;
}

/** The longitude in which an edge passes a latitude. */
export function longitudeAt(a: Position, b: Position, latitude: number): number {
  return a[0] + ((latitude - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);
}

/** Whether a position of the same plane lies inside a closed ring (even-odd). */
export function isInside(ring: Ring, [x, y]: Position): boolean {
  let inside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const a = ring[index - 1];
    const b = ring[index];
    if (a !== undefined && b !== undefined && a[1] > y !== b[1] > y && longitudeAt(a, b, y) > x) {
      inside = !inside;
    }
  }
  return inside;
}
