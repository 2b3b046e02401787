/** Cuts continuous shapes into pieces with longitudes in [-180, 180] (RFC 7946, section 3.1.9), or into any other cells. */
import { isInside } from './planar.js';
import type { Line, Polygon, Position, Ring } from './types.js';

/** Degrees of a whole turn. */
export const FULL = 360;
/** Lower and upper bound, in degrees. */
export type Span = readonly [low: number, high: number];

/**
 * The pieces of one continuous polygon, each brought into [-180, 180], behind those that are there already. One that does not cross the
 * antimeridian gives one piece.
 */
export function splitPolygon(polygon: Polygon, pieces: Polygon[] = []): Polygon[] {
  const [outer] = polygon;
  if (outer === undefined) {
    return pieces;
  }
  const [first, last] = turns(spanOf(outer, 0));
  for (let turn = first; turn <= last; turn += 1) {
    const piece = cutPolygon(polygon, [FULL * turn - 180, FULL * turn + 180], 0);
    if (piece.length > 0) {
      pieces.push(turn === 0 ? piece : piece.map((ring) => shift(ring, -FULL * turn)));
    }
  }
  return pieces;
}

/** The part of a polygon between two longitudes (axis 0) or latitudes (axis 1); empty where there is none. */
export function cutPolygon(polygon: Polygon, span: Span, axis: 0 | 1): Polygon {
  const kept: Ring[] = [];
  for (const ring of polygon) {
    const cut = cutRing(ring, span, axis);
    if (covers(cut)) {
      kept.push(cut);
    } else if (kept.length === 0) {
      // Without an outer ring there are no holes.
      return kept;
    }
  }
  return kept;
}

/**
 * The pieces of one continuous line, each brought into [-180, 180], behind those that are there already. Takes a line that winds around
 * the earth any number of times.
 */
export function splitLine(line: Line, pieces: Line[] = []): Line[] {
  let piece: Position[] = [];
  let turn = NaN;
  let from = line[0];
  for (let index = 1; index < line.length && from !== undefined; index += 1) {
    const start = from;
    const end = line[index] ?? start;
    const high = Math.max(start[0], end[0]);
    const firstSeam = FULL * turnOf(Math.min(start[0], end[0])) + 180;
    let seams = 0;
    // Counted, not divided: a rounding would lose the seam that an edge passes by a hair.
    while (firstSeam + FULL * seams < high) {
      seams += 1;
    }
    for (let part = 0; part <= seams; part += 1) {
      // The seams in the order in which they are met, then the end of the edge.
      const seam = firstSeam + FULL * (start[0] < end[0] ? part : seams - 1 - part);
      const to: Position = part === seams ? end : meet(start, end, 0, seam);
      // An edge along the antimeridian belongs to either side: it stays where the line is.
      if (!(Math.abs(from[0] - FULL * turn) <= 180 && Math.abs(to[0] - FULL * turn) <= 180)) {
        turn = turnOf(Math.min(from[0], to[0]));
        piece = [[from[0] - FULL * turn, from[1]]];
        pieces.push(piece);
      }
      piece.push([to[0] - FULL * turn, to[1]]);
      from = to;
    }
  }
  return pieces;
}

/** The same longitude in [-180, 180). */
export function normalLongitude(longitude: number): number {
  return longitude >= -180 && longitude < 180 ? longitude : longitude - FULL * turnOf(longitude);
}

/** A span of longitudes brought into [-180, 180]: two where it goes over the antimeridian. */
export function spansOnEarth(span: Span): readonly Span[] {
  const [west, east] = span;
  if (west >= -180 && east <= 180) {
    return [span];
  }
  const low = normalLongitude(west);
  const high = low + (east - west);
  return high <= 180 ? [[low, high]] : [[low, 180], [-180, Math.min(180, high - FULL)]];
}

/** Degrees of the whole turns after which a longitude is no longer west of another. */
export function firstTurn(west: number, longitude: number): number {
  return FULL * Math.ceil((west - longitude) / FULL);
}

/** The longitudes within a span to which whole turns bring one: none or one, more in a span wider than a turn. */
export function placesWithin([low, high]: Span, longitude: number): readonly number[] {
  const places: number[] = [];
  for (let place = longitude + firstTurn(low, longitude); place <= high; place += FULL) {
    places.push(place);
  }
  return places;
}

/**
 * A hole belongs where its outer ring is: brought over by whole turns, once or (where it lies over the ends of a ring around a pole)
 * twice. Empty where the hole does not lie inside the outer ring; `exact` false leaves that to their extents.
 * `around` is the span of the outer ring's longitudes.
 */
export function placeHole(hole: Ring, outer: Ring, around: Span, exact: boolean): Ring[] {
  if (around[1] - around[0] > FULL && exact) {
    return placeInFolds(hole, outer, around);
  }
  const own = spanOf(hole, 0);
  const placed: Ring[] = [];
  for (let turn = Math.ceil((around[0] - own[1]) / FULL); turn <= Math.floor((around[1] - own[0]) / FULL); turn += 1) {
    const cut = cutRing(shift(hole, FULL * turn), around, 0);
    if (covers(cut) && (!exact || isHalfInside(outer, cut))) {
      placed.push(cut);
    }
  }
  return placed;
}

/** A ring around a pole that turns back in longitude holds each place of the earth once, but not always within [-180, 180]. */
function placeInFolds(hole: Ring, outer: Ring, around: Span): Ring[] {
  return splitPolygon([hole]).flat().flatMap((piece) => {
    const [west] = spanOf(piece, 0);
    const turned = placesWithin([around[0] - FULL, around[1]], west).map((place) => shift(piece, place - west));
    const [best, inside] = turned.reduce<readonly [Ring, number]>((found, ring) => {
      const count = ring.filter((position) => isInside(outer, position)).length;
      return count > found[1] ? [ring, count] : found;
    }, [piece, 0]);
    return inside > 0 ? [best] : [];
  });
}

export function spanOf(positions: readonly Position[], axis: 0 | 1): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const position of positions) {
    const value = position[axis];
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  return [low, high];
}

export function shift<T extends readonly Position[]>(positions: T, degrees: number): readonly Position[] {
  return degrees === 0 ? positions : positions.map(([longitude, latitude]) => [longitude + degrees, latitude]);
}

/** The first and the last whole turn in whose window [-180, 180] a span has a part, at least the one it lies in. For an empty span the last comes before the first. */
function turns(span: Span): readonly [first: number, last: number] {
  const [low, high] = span;
  const first = turnOf(low);
  const beyond = turnOf(high);
  return low <= high ? [first, Math.max(first, high > FULL * beyond - 180 ? beyond : beyond - 1)] : [0, -1];
}

/** The whole turn in whose window [-180, 180) a longitude lies. A sum of that size can be rounded up to the next window, hence the comparison. */
function turnOf(longitude: number): number {
  const turn = Math.floor((longitude + 180) / FULL);
  return longitude < FULL * turn - 180 ? turn - 1 : turn;
}

/** What is left of a ring that only touches a cut is a line along it. */
function covers(ring: Ring): boolean {
  const [first] = ring;
  let wide = false;
  let tall = false;
  for (let index = 1; index < ring.length && first !== undefined && !(wide && tall); index += 1) {
    const position = ring[index] ?? first;
    wide ||= position[0] !== first[0];
    tall ||= position[1] !== first[1];
  }
  return ring.length > 3 && wide && tall;
}

function cutRing(ring: Ring, span: Span, axis: 0 | 1): Ring {
  for (const position of ring) {
    if (position[axis] < span[0] || position[axis] > span[1]) {
      return keepSide(keepSide(ring, axis, span[0], 1), axis, span[1], -1);
    }
  }
  return ring;
}

/** Sutherland and Hodgman: the part of a closed ring on one side of a straight cut. Where it falls apart, the pieces stay joined along the cut. */
function keepSide(ring: Ring, axis: 0 | 1, cut: number, side: 1 | -1): Ring {
  const kept: Position[] = [];
  let previous = ring.at(-1);
  for (const position of ring) {
    const inside = (position[axis] - cut) * side >= 0;
    if (previous !== undefined && (previous[axis] - cut) * side >= 0 !== inside) {
      putNext(kept, meet(previous, position, axis, cut));
    }
    if (inside) {
      putNext(kept, position);
    }
    previous = position;
  }
  const [first] = kept;
  if (first !== undefined) {
    putNext(kept, first);
  }
  return kept;
}

/** Adds a position unless it repeats the last one. */
function putNext(kept: Position[], position: Position): void {
  const last = kept[kept.length - 1];
  if (last === undefined || last[0] !== position[0] || last[1] !== position[1]) {
    kept.push(position);
  }
}

/** Where an edge meets a cut, never beyond its ends: rounding would otherwise put it past a pole. */
export function meet(a: Position, b: Position, axis: 0 | 1, cut: number): Position {
  const other = axis === 0 ? 1 : 0;
  const from = a[other];
  const to = b[other];
  const straight = from + ((cut - a[axis]) / (b[axis] - a[axis])) * (to - from);
  const value = Math.max(Math.min(from, to), Math.min(Math.max(from, to), straight));
  return axis === 0 ? [cut, value] : [value, cut];
}

/** Whether a ring has a position inside another one. A few stand for all, where each would cost too much. */
function isHalfInside(outer: Ring, ring: Ring): boolean {
  const stride = Math.max(1, Math.floor(ring.length / 16));
  for (let index = 0; index < ring.length; index += stride) {
    const position = ring[index];
    if (position !== undefined && isInside(outer, position)) {
      return true;
    }
  }
  return false;
}
