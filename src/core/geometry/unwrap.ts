/**
 * Makes rings and lines continuous: each next longitude is chosen nearest to the one before, so that a footprint over the
 * antimeridian or around a pole becomes one shape in a plane that goes on past 180. Winding is ignored throughout.
 */
import type { CrossingSearch } from './crossings.js';
import { integral } from './planar.js';
import { FULL, spanOf } from './split.js';
import type { Line, Pole, Position, Ring } from './types.js';

/** A ring in the continuous plane: closed, counter-clockwise. */
export interface ContinuousRing {
  readonly ring: Ring;
  /** In steradians. */
  readonly area: number;
  readonly selfCrossing: boolean;
  /** The pole or poles that it was closed over. */
  readonly poles: readonly Pole[];
}

const NO_POLES: readonly Pole[] = [];
const HALF_SPHERE = 2 * Math.PI;
/** Steradians; a square of 2 cm. Less is no area. */
const NO_AREA = 1e-17;
/** What rounding leaves of the area of a ring that runs out and back on one line, in steradians per degree of way in either direction. */
const ROUNDING = 2e-16;
/** An edge of a whole turn, give or take what decimals lose. */
const WHOLE_TURN = FULL - 1e-9;

/** Rings that go around the earth more often are not followed: no footprint does, and each turn is a piece to cut. */
const MAX_WIDTH = 1440;

/** A word where the ring encloses nothing that could be drawn. `given` is closed and has no neighbours that are equal. */
export function continuousRing(given: Ring, search: CrossingSearch): ContinuousRing | 'noArea' | 'winding' {
  if (given.length < 4) {
    return 'noArea';
  }
  if (isPlain(given)) {
    return plainRing(given, false, search) ?? 'noArea';
  }
  const { path, turns, inferred } = chooseTrace(given.slice(0, -1));
  const [west, east] = spanOf(path, 0);
  if (east - west > MAX_WIDTH) {
    return 'winding';
  }
  return (turns === 0 ? plainRing(close(path), inferred, search) : ringAroundPole(path, turns, search)) ?? 'noArea';
}

/** A line with each longitude nearest to the one before. A lone edge of a whole turn is a parallel and stays. */
export function continuousLine(positions: Line): Line {
  const [first, second] = positions;
  if (first !== undefined && second !== undefined && positions.length === 2 && Math.abs(second[0] - first[0]) >= WHOLE_TURN) {
    return positions;
  }
  const line: Position[] = [];
  let longitude = first?.[0] ?? 0;
  for (const position of positions) {
    longitude += shortest(position[0] - longitude);
    line.push([longitude, position[1]]);
  }
  return line;
}

/** A difference of longitudes brought into [-180, 180]; one within that is kept as it is, half a turn included. */
export function shortest(difference: number): number {
  return Math.abs(difference) <= 180 ? difference : difference - FULL * Math.round(difference / FULL);
}

/** A ring followed once around. `path` is open; the step from its last position to its first plus `turns` whole turns closes it. */
interface Trace {
  readonly path: readonly Position[];
  readonly turns: number;
  /** Some edge was longer than half a turn and was taken the other way. */
  readonly inferred: boolean;
}

/** Whether every edge of a closed ring means what it says: none is longer than half a turn, and none touches a pole. All but very few rings are so. */
function isPlain(ring: Ring): boolean {
  let west = Infinity;
  let east = -Infinity;
  let before = ring[0];
  for (const position of ring) {
    if (before === undefined || isPole(position) || Math.abs(position[0] - before[0]) > 180) {
      return false;
    }
    before = position;
    west = Math.min(west, position[0]);
    east = Math.max(east, position[0]);
  }
  return east - west <= MAX_WIDTH;
}

/**
 * An edge of a whole turn can mean two things: the seam inside a footprint that crosses it (170, 180, -180, -170),
 * or the long side of a band around the earth (-180, 180). Whichever leaves a shape with an area is meant.
 */
function chooseTrace(given: readonly Position[]): Trace {
  let start = 0;
  while (start < given.length && isPole(at(given, start))) {
    start += 1;
  }
  const positions = start % given.length === 0 ? given : [...given.slice(start), ...given.slice(0, start)];
  const seam = follow(positions, false);
  if (!hasWholeTurn(positions)) {
    return seam;
  }
  const band = follow(positions, true);
  if (seam.turns === 0 && hasArea(seam)) {
    return seam;
  }
  if (band.turns === 0 && hasArea(band)) {
    return band;
  }
  return seam;
}

/** Whether an edge of an open ring goes once around the earth. */
function hasWholeTurn(positions: readonly Position[]): boolean {
  let before = at(positions, -1);
  for (const position of positions) {
    if (Math.abs(position[0] - before[0]) >= WHOLE_TURN) {
      return true;
    }
    before = position;
  }
  return false;
}

function follow(positions: readonly Position[], keepWholeTurns: boolean): Trace {
  const path: Position[] = [];
  let longitude = positions[0]?.[0] ?? 0;
  let inferred = false;
  let before = at(positions, -1);
  for (let index = 0; index < positions.length; index += 1) {
    const position = at(positions, index);
    const next = at(positions, index + 1);
    // A pole has no longitude: a ring comes to it along one meridian and leaves along another, unless the one given lies between.
    const overPole = isPole(position) && !isPole(before) && !isPole(next);
    const arriving = overPole ? longitude - step(before, position, keepWholeTurns) : longitude;
    const leaving = overPole ? arriving + shortest(next[0] - before[0]) : longitude;
    if (longitude < Math.min(arriving, leaving) || longitude > Math.max(arriving, leaving)) {
      path.push([arriving, position[1]], [leaving, position[1]]);
      longitude = leaving;
    } else {
      path.push([longitude, position[1]]);
      const difference = step(position, next, keepWholeTurns);
      inferred ||= difference !== next[0] - position[0];
      longitude += difference;
    }
    before = position;
  }
  const start = path[0]?.[0] ?? 0;
  return { path, turns: Math.round((longitude - start) / FULL), inferred };
}

function step(from: Position, to: Position, keepWholeTurns: boolean): number {
  const difference = to[0] - from[0];
  if (Math.abs(difference) >= WHOLE_TURN && (keepWholeTurns || (isPole(from) && isPole(to)))) {
    return difference;
  }
  return shortest(difference);
}

function hasArea(trace: Trace): boolean {
  const ring = close(trace.path);
  return isArea(Math.abs(integral(ring)), ring);
}

function isArea(area: number, ring: Ring): boolean {
  let way = 0;
  let before = ring[0];
  for (const position of ring) {
    way += before === undefined ? 0 : Math.abs(position[0] - before[0]) + Math.abs(position[1] - before[1]);
    before = position;
  }
  return area > NO_AREA + ROUNDING * way;
}

function plainRing(closed: Ring, inferred: boolean, search: CrossingSearch): ContinuousRing | undefined {
  const signed = integral(closed);
  const { selfCrossing, area } = search.covered(closed, Math.abs(signed));
  if (!isArea(area, closed)) {
    return undefined;
  }
  const ring = signed < 0 ? closed.toReversed() : closed;
  if (inferred && !selfCrossing && area > HALF_SPHERE) {
    const outside = complement(ring);
    if (outside !== undefined) {
      return { ring: outside, area: 2 * HALF_SPHERE - area, selfCrossing, poles: ['north', 'south'] };
    }
  }
  return { ring, area, selfCrossing, poles: polesTouched(ring) };
}

/** A ring that comes back a turn away from where it began holds a pole: the one on its smaller side. */
function ringAroundPole(path: readonly Position[], turns: number, search: CrossingSearch): ContinuousRing | undefined {
  const [first] = path;
  if (first === undefined) {
    return undefined;
  }
  const end: Position = [first[0] + turns * FULL, first[1]];
  const around = [...path, end];
  const eastward = turns > 0 ? around : around.toReversed();
  const whole = Math.abs(turns) * 2 * Math.PI;
  const toEquator = integral(eastward);
  const north = whole + toEquator;
  const south = whole - toEquator;
  const pole: Pole = north <= south ? 'north' : 'south';
  const area = Math.min(north, south);
  if (!isArea(area, around)) {
    return undefined;
  }
  const start = eastward[0] ?? first;
  const stop = eastward.at(-1) ?? first;
  // Eastward with the pole on the left is counter-clockwise around the north pole; the other way around the south pole.
  const ring: Ring =
    pole === 'north'
      ? [...eastward, [stop[0], 90], [start[0], 90], start]
      : [...eastward.toReversed(), [start[0], -90], [stop[0], -90], stop];
  return { ring, ...search.covered(ring, area), poles: [pole] };
}

/** Everything outside a counter-clockwise ring, as one ring: from its westernmost position around the world and back. */
function complement(ring: Ring): Ring | undefined {
  const open = ring.slice(0, -1);
  let west = 0;
  let east = -Infinity;
  open.forEach((position, index) => {
    west = position[0] < (open[west]?.[0] ?? 0) ? index : west;
    east = Math.max(east, position[0]);
  });
  const start = open[west];
  if (start === undefined || east - start[0] > FULL) {
    return undefined;
  }
  const [x, y] = start;
  const inner = [...open.slice(west), ...open.slice(0, west), start].toReversed();
  return [...inner, [x, -90], [x + FULL, -90], [x + FULL, 90], [x, 90], [x, y]];
}

function polesTouched(ring: Ring): readonly Pole[] {
  let north = false;
  let south = false;
  let before = ring[0];
  for (const position of ring) {
    if (isPole(position) && before?.[1] === position[1] && Math.abs(position[0] - before[0]) >= WHOLE_TURN) {
      north ||= position[1] === 90;
      south ||= position[1] === -90;
    }
    before = position;
  }
  return north || south ? [...(north ? (['north'] as const) : []), ...(south ? (['south'] as const) : [])] : NO_POLES;
}

function close(path: readonly Position[]): Ring {
  const [first] = path;
  return first === undefined ? path : [...path, first];
}

function at(positions: readonly Position[], index: number): Position {
  const { length } = positions;
  return positions[index < 0 ? index + length : index < length ? index : index - length] ?? [0, 0];
}

function isPole(position: Position): boolean {
  return Math.abs(position[1]) === 90;
}
