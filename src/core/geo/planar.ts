/** Measures of shapes whose edges are straight in longitude and latitude, on the unit sphere. Angles in degrees, areas in steradians. */
import type { Position, Ring } from './types.js';
import { RADIANS } from './vector.js';

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

/** Where an edge from `a` to `b` and one from `c` to `d` cross, well inside of both; undefined where they do not. */
export function crossingOf(a: Position, b: Position, c: Position, d: Position): Position | undefined {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])
    || Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) {
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
  return isWithin(onFirst) && isWithin(onSecond) ? [a[0] + onFirst * abX, a[1] + onFirst * abY] : undefined;
}

/** Whether a share of an edge lies well between its ends. */
function isWithin(share: number): boolean {
  return share > 1e-9 && share < 1 - 1e-9;
}

/** The longitude in which an edge passes a latitude. */
export function longitudeAt(a: Position, b: Position, latitude: number): number {
  return a[0] + ((latitude - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);
}

/** Whether two edges share a position: ends, and edges that lie on each other, included. */
export function edgesTouch(a: Position, b: Position, c: Position, d: Position): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])
    || Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) {
    return false;
  }
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

function side([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

/** Whether a position of the same plane lies inside a closed ring (even-odd). */
export function isInside(ring: Ring, position: Position): boolean {
  let inside = false;
  let from = ring[0];
  for (const to of ring) {
    inside = from !== undefined && passes(from, to, position) ? !inside : inside;
    from = to;
  }
  return inside;
}

/** Whether an edge passes a position on its east: an odd number of edges of a ring does so where the ring holds it. */
export function passes(from: Position, to: Position, position: Position): boolean {
  const y = position[1];
  return from[1] > y !== to[1] > y && longitudeAt(from, to, y) > position[0];
}
