/**
 * Makes rings and lines continuous: each next longitude is chosen nearest to the one before, so that a footprint over the
 * antimeridian or around a pole becomes one shape in a plane that goes on past 180. Winding is ignored throughout.
 */
import type { CrossingSearch } from './crossings.js';
import { integral } from './planar.js';
import { FULL, meet, spanOf } from './split.js';
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
/** What decimals lose of a difference of longitudes, degrees. */
const ROUNDED = 1e-9;
/** Two sides of a ring around a pole that differ by less (steradians) are as large as each other: it then holds the north pole. */
const EQUAL = 1e-9;

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
  if (first !== undefined && second !== undefined && positions.length === 2 && isWholeTurn(second[0] - first[0])) {
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

/** A difference of longitudes brought into [-180, 180]; half a turn keeps its direction. */
export function shortest(difference: number): number {
  const size = Math.abs(difference);
  return isShort(difference) ? difference : difference - Math.sign(difference) * FULL * Math.ceil((size - 180 - ROUNDED) / FULL);
}

function isShort(difference: number): boolean {
  return Math.abs(difference) <= 180 + ROUNDED;
}

/** One turn exactly, as the side of a band or a seam has it. Anything longer is a longitude that was written turns away. */
function isWholeTurn(difference: number): boolean {
  return Math.abs(Math.abs(difference) - FULL) <= ROUNDED;
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
    if (before === undefined || isPole(position) || !isShort(position[0] - before[0])) {
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
    if (isWholeTurn(position[0] - before[0])) {
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
  return isWholeTurn(difference) && (keepWholeTurns || (isPole(from) && isPole(to))) ? difference : shortest(difference);
}

function hasArea(trace: Trace): boolean {
  const ring = close(trace.path);
  return isArea(Math.abs(integral(ring)), ring);
}

/** Whether an area (steradians) is more than what rounding leaves of none. */
export function isArea(area: number, ring: Ring): boolean {
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
  const around: Line = [...path, [first[0] + turns * FULL, first[1]]];
  const eastward = turns > 0 ? around : around.toReversed();
  const whole = Math.abs(turns) * 2 * Math.PI;
  const toEquator = integral(eastward);
  const pole: Pole = whole + toEquator <= whole - toEquator + EQUAL ? 'north' : 'south';
  const signed = whole - Math.abs(toEquator);
  if (!isArea(signed, around)) {
    return undefined;
  }
  const ring = closedOverPole(eastward, Math.abs(turns), pole);
  return { ring, ...search.covered(ring, signed), poles: [pole] };
}

/** Where an eastward path crosses or touches the antimeridian. */
interface Seam {
  /** Of the end of the edge that does. */
  readonly index: number;
  readonly position: Position;
}

/**
 * An eastward path of whole turns as a ring closed over a pole, from -180. The path may turn back in longitude, and no other meridian is
 * sure to be crossed once: the ring is closed where the path comes nearest to the pole on the antimeridian, so that nothing lies between.
 */
function closedOverPole(eastward: Line, turns: number, pole: Pole): Ring {
  const seam = seamNearest(eastward, pole);
  const [x, y] = seam.position;
  const west = -x - 180;
  const east = turns * FULL - 180;
  const latitude = pole === 'north' ? 90 : -90;
  const ring: Position[] = [[-180, y]];
  for (let index = seam.index; index < eastward.length; index += 1) {
    putNext(ring, eastward[index], west);
  }
  for (let index = 1; index < seam.index; index += 1) {
    putNext(ring, eastward[index], west + turns * FULL);
  }
  putNext(ring, [east, y], 0);
  putNext(ring, [east, latitude], 0);
  putNext(ring, [-180, latitude], 0);
  putNext(ring, ring[0], 0);
  // Eastward with the pole on the left is counter-clockwise around the north pole, clockwise around the south pole.
  return pole === 'north' ? ring : ring.reverse();
}

/** Adds a position, moved by whole turns, unless it repeats the last one. */
function putNext(ring: Position[], position: Position | undefined, degrees: number): void {
  const last = ring[ring.length - 1];
  if (position !== undefined && (last === undefined || last[0] !== position[0] + degrees || last[1] !== position[1])) {
    ring.push(degrees === 0 ? position : [position[0] + degrees, position[1]]);
  }
}

function seamNearest(eastward: Line, pole: Pole): Seam {
  const up = pole === 'north' ? 1 : -1;
  let found: Seam | undefined;
  for (let index = 1; index < eastward.length; index += 1) {
    const from = eastward[index - 1];
    const to = eastward[index];
    if (from === undefined || to === undefined) {
      continue;
    }
    const west = Math.min(from[0], to[0]);
    const seam = FULL * Math.ceil((west - 180) / FULL) + 180;
    if (seam > Math.max(from[0], to[0])) {
      continue;
    }
    const latitude = from[0] === to[0] ? up * Math.max(up * from[1], up * to[1]) : meet(from, to, 0, seam)[1];
    if (found === undefined || up * latitude > up * found.position[1]) {
      found = { index, position: [seam, latitude] };
    }
  }
  // A path of a whole turn crosses every meridian.
  return found ?? { index: 1, position: eastward[0] ?? [-180, 0] };
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
    if (isPole(position) && before?.[1] === position[1] && Math.abs(position[0] - before[0]) >= FULL - ROUNDED) {
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
