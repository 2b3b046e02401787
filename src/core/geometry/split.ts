/** Cuts continuous shapes into pieces with longitudes in [-180, 180] (RFC 7946, section 3.1.9), or into any other cells. */
import { isInside } from './planar.js';
import type { Line, Polygon, Position, Ring } from './types.js';

const FULL = 360;
/** Lower and upper bound, in degrees. */
export type Span = readonly [low: number, high: number];

/** The pieces of one continuous polygon, each brought into [-180, 180]. One that does not cross the antimeridian gives one piece. */
export function splitPolygon(polygon: Polygon): Polygon[] {
  const [outer, ...holes] = polygon;
  if (outer === undefined) {
    return [];
  }
  return turns(spanOf(outer, 0)).flatMap((turn) => {
    const window: Span = [FULL * turn - 180, FULL * turn + 180];
    const piece = cutPolygon([outer, ...holes], window, 0);
    return piece.length === 0 ? [] : [piece.map((ring) => shift(ring, -FULL * turn))];
  });
}

/** The part of a polygon between two longitudes (axis 0) or latitudes (axis 1); empty where there is none. */
export function cutPolygon(polygon: Polygon, span: Span, axis: 0 | 1): Polygon {
  const [outer, ...holes] = polygon.map((ring) => cutRing(ring, span, axis));
  if (outer === undefined || !covers(outer)) {
    return [];
  }
  return [outer, ...holes.filter(covers)];
}

/** The pieces of one continuous line, each brought into [-180, 180]. Takes a line that winds around the earth any number of times. */
export function splitLine(line: Line): Line[] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  let turn = NaN;
  const put = (from: Position, to: Position): void => {
    // An edge along the antimeridian belongs to either side: it stays where the line is.
    if (!(Math.abs(from[0] - FULL * turn) <= 180 && Math.abs(to[0] - FULL * turn) <= 180)) {
      turn = turnOf(Math.min(from[0], to[0]));
      piece = [[from[0] - FULL * turn, from[1]]];
      pieces.push(piece);
    }
    piece.push([to[0] - FULL * turn, to[1]]);
  };
  let previous: Position | undefined;
  for (const position of line) {
    if (previous !== undefined) {
      let from = previous;
      for (const cut of seamsBetween(previous[0], position[0])) {
        const at = meet(previous, position, 0, cut);
        put(from, at);
        from = at;
      }
      put(from, position);
    }
    previous = position;
  }
  return pieces;
}

/** The longitudes 180 plus whole turns that lie between two longitudes, in the order in which they are met. */
function seamsBetween(from: number, to: number): number[] {
  const [low, high] = from < to ? [from, to] : [to, from];
  const seams: number[] = [];
  for (let seam = FULL * turnOf(low) + 180; seam < high; seam += FULL) {
    seams.push(seam);
  }
  return from < to ? seams : seams.reverse();
}

/** The same longitude in [-180, 180). */
export function normalLongitude(longitude: number): number {
  return longitude >= -180 && longitude < 180 ? longitude : longitude - FULL * turnOf(longitude);
}

/**
 * A hole belongs where its outer ring is: brought over by whole turns, once or (where it lies over the ends of a ring around a pole)
 * twice. Empty where the hole does not lie inside the outer ring; `exact` false leaves that to their extents.
 * `around` is the span of the outer ring's longitudes.
 */
export function placeHole(hole: Ring, outer: Ring, around: Span, exact: boolean): Ring[] {
  const own = spanOf(hole, 0);
  const placed: Ring[] = [];
  for (let turn = Math.ceil((around[0] - own[1]) / FULL); turn <= Math.floor((around[1] - own[0]) / FULL); turn += 1) {
    const cut = cutRing(shift(hole, FULL * turn), around, 0);
    if (covers(cut) && (!exact || samples(cut).some((position) => isInside(outer, position)))) {
      placed.push(cut);
    }
  }
  return placed;
}

export function spanOf(positions: readonly Position[], axis: 0 | 1): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const position of positions) {
    low = Math.min(low, position[axis]);
    high = Math.max(high, position[axis]);
  }
  return [low, high];
}

export function shift<T extends readonly Position[]>(positions: T, degrees: number): readonly Position[] {
  return degrees === 0 ? positions : positions.map(([longitude, latitude]) => [longitude + degrees, latitude]);
}

/** The whole turns in whose window [-180, 180] a span has a part, at least the one it lies in. */
function turns([low, high]: Span): number[] {
  const first = turnOf(low);
  const beyond = turnOf(high);
  const last = Math.max(first, high > FULL * beyond - 180 ? beyond : beyond - 1);
  return Number.isFinite(first) && Number.isFinite(last) ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : [];
}

/** The whole turn in whose window [-180, 180) a longitude lies. A sum of that size can be rounded up to the next window, hence the comparison. */
function turnOf(longitude: number): number {
  const turn = Math.floor((longitude + 180) / FULL);
  return longitude < FULL * turn - 180 ? turn - 1 : turn;
}

/** What is left of a ring that only touches a cut is a line along it. */
function covers(ring: Ring): boolean {
  const [[west, east], [south, north]] = [spanOf(ring, 0), spanOf(ring, 1)];
  return ring.length > 3 && east > west && north > south;
}

function cutRing(ring: Ring, [low, high]: Span, axis: 0 | 1): Ring {
  const own = spanOf(ring, axis);
  if (own[0] >= low && own[1] <= high) {
    return ring;
  }
  return keepSide(keepSide(ring, axis, low, 1), axis, high, -1);
}

/** Sutherland and Hodgman: the part of a closed ring on one side of a straight cut. Where it falls apart, the pieces stay joined along the cut. */
function keepSide(ring: Ring, axis: 0 | 1, cut: number, side: 1 | -1): Ring {
  const kept: Position[] = [];
  const put = (position: Position): void => {
    const last = kept.at(-1);
    if (last === undefined || last[0] !== position[0] || last[1] !== position[1]) {
      kept.push(position);
    }
  };
  let previous = ring.at(-1);
  for (const position of ring) {
    const inside = (position[axis] - cut) * side >= 0;
    if (previous !== undefined && (previous[axis] - cut) * side >= 0 !== inside) {
      put(meet(previous, position, axis, cut));
    }
    if (inside) {
      put(position);
    }
    previous = position;
  }
  const [first] = kept;
  if (first !== undefined) {
    put(first);
  }
  return kept;
}

/** Where an edge meets a cut, never beyond its ends: rounding would otherwise put it past a pole. */
function meet(a: Position, b: Position, axis: 0 | 1, cut: number): Position {
  const other = axis === 0 ? 1 : 0;
  const [from, to] = [a[other], b[other]];
  const straight = from + ((cut - a[axis]) / (b[axis] - a[axis])) * (to - from);
  const value = Math.max(Math.min(from, to), Math.min(Math.max(from, to), straight));
  return axis === 0 ? [cut, value] : [value, cut];
}

/** A few positions that stand for a ring where each would cost too much. */
function samples(ring: Ring): Position[] {
  const stride = Math.max(1, Math.floor(ring.length / 16));
  return ring.filter((_, index) => index % stride === 0);
}
