/** Fewer positions for shapes that have more of them than anybody can see. */
import type { Steps } from '../steps.js';
import { NOWHERE } from './steps.js';
import type { Line, Parts, Polygon, Position } from './types.js';
import { RADIANS } from './vector.js';

/** A ten-thousandth of the shape's size is thinned first: less than a tenth of a pixel where it fills a window. */
const FINEST = 1e-4;
/** More than there are squares beside each other. */
const ROW = 2 / FINEST;
/** A ring of no more positions may stay as it is. */
const MOST_KEPT = 20;
/** A ring smaller than so many tolerances may grow or shrink to keep its area. */
const MOVED = 8;

export interface Simplified {
  readonly polygons: readonly Polygon[];
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
  readonly simplified: boolean;
}

/**
 * At most so many positions, or as near to that as can be come. Thins out with a growing tolerance, one at a step, until few enough
 * positions are left. Of parts and holes smaller than the tolerance, one in each square of that size stays, as large as all of them together:
 * what is drawn has the area of the whole.
 */
export function* simplifySteps({ polygons, lines, points }: Parts, most: number): Steps<Simplified> {
  let fewer = { polygons, lines, points };
  let left = positionsIn(fewer);
  if (left <= most) {
    return { ...fewer, simplified: false };
  }
  const squares = new Squares({ polygons, lines, points });
  const { size } = squares;
  // In larger steps while there is much too much.
  for (let tolerance = size * FINEST; tolerance < size && left > most; tolerance *= left > 8 * most ? 8 : 2) {
    yield;
    squares.clear(tolerance);
    fewer = {
      polygons: thinPolygons(fewer.polygons, tolerance, squares),
      lines: fewer.lines.filter((line) => squares.keeps(line)).map((line) => thinLine(line, tolerance, 2)),
      points: squares.thinned(fewer.points),
    };
    left = positionsIn(fewer);
  }
  return { ...fewer, simplified: true };
}

function thinPolygons(polygons: readonly Polygon[], tolerance: number, squares: Squares): Polygon[] {
  const kept = gathered(polygons, ([outer = []]) => outer, areaOf, tolerance, squares);
  return kept.map(({ part: [outer = [], ...holes], area, alone }) => {
    if (!alone) {
      // No line or point is drawn there as well.
      squares.take(outer[0] ?? NOWHERE);
      return [resized(thinLine(outer, tolerance, 4), outer, area, tolerance)];
    }
    const keptHoles = holes.length === 0 ? [] : gathered(holes, (hole) => hole, ringArea, tolerance, squares);
    return [outer, ...keptHoles.map(({ part }) => part)].map((ring, index) => resized(thinLine(ring, tolerance, 4), ring, keptHoles[index - 1]?.area, tolerance));
  });
}

/** A part that stays. `area`: of all the small ones in its square that it stands for; not measured where it stands for itself alone. */
interface Gathered<Part> {
  readonly part: Part;
  area: number;
  readonly alone: boolean;
}

function gathered<Part>(parts: readonly Part[], borderOf: (part: Part) => Line, measure: (part: Part) => number, tolerance: number, squares: Squares): readonly Gathered<Part>[] {
  const kept: Gathered<Part>[] = [];
  const bySquare = new Map<number, Gathered<Part>>();
  for (const part of parts) {
    const border = borderOf(part);
    const [first] = border;
    const alone = first === undefined || !isSmall(border, tolerance);
    const square = alone ? Number.NaN : squares.of(first);
    const stays = alone ? undefined : bySquare.get(square);
    if (stays !== undefined) {
      stays.area += measure(part);
    } else {
      const one = { part, area: alone ? Number.NaN : measure(part), alone };
      kept.push(one);
      if (!alone) {
        bySquare.set(square, one);
      }
    }
  }
  return kept;
}

/** A thinned ring with an area that is wanted, where it is small enough that nobody sees it move. What has lost all of its area stays as it was. */
function resized(ring: Line, whole: Line, wanted: number | undefined, tolerance: number): Line {
  const fixed = !isSmall(ring, MOVED * tolerance) || ring.some(isAtSeam);
  if (fixed && whole.length > MOST_KEPT) {
    return ring;
  }
  const area = wanted === undefined || Number.isNaN(wanted) ? ringArea(whole) : wanted;
  const now = ringArea(ring);
  if (now <= area * 1e-6) {
    return whole;
  }
  const off = Math.abs(area / now - 1);
  if (fixed) {
    // A long ring that is narrower than the tolerance: it waits for a larger one.
    return off > 0.01 ? whole : ring;
  }
  if (off < 1e-4) {
    return ring;
  }
  const scale = Math.sqrt(area / now);
  const [x, y] = ring.reduce<readonly [number, number]>(([sumX, sumY], position) => [sumX + position[0] / ring.length, sumY + position[1] / ring.length], [0, 0]);
  return ring.map((position): Position => [x + (position[0] - x) * scale, Math.max(-90, Math.min(90, y + (position[1] - y) * scale))]);
}

/** On the antimeridian or at a pole, where other parts meet it. */
function isAtSeam(position: Position): boolean {
  return Math.abs(position[0]) % 360 === 180 || Math.abs(position[1]) === 90;
}

/** In square degrees as they are at its latitude, for comparison. */
function areaOf([outer = [], ...holes]: Polygon): number {
  return Math.max(0, holes.reduce((area, hole) => area - ringArea(hole), ringArea(outer)));
}

function ringArea(ring: Line): number {
  const [x0, y0] = ring[0] ?? NOWHERE;
  let twice = 0;
  let x = 0;
  let y = 0;
  for (const position of ring) {
    const nextX = position[0] - x0;
    const nextY = position[1] - y0;
    twice += x * nextY - nextX * y;
    x = nextX;
    y = nextY;
  }
  return Math.abs(twice / 2) * Math.cos(y0 * RADIANS);
}

/** Drops positions nearer to the last kept one than the tolerance; those on the antimeridian or at a pole stay, since others meet them there. */
function thinLine(line: Line, tolerance: number, least: number): Line {
  if (line.length <= least) {
    return line;
  }
  const kept: Position[] = [];
  const square = tolerance * tolerance;
  const end = line.length - 1;
  let lastX = Infinity;
  let lastY = Infinity;
  for (let index = 0; index <= end; index += 1) {
    const position = line[index] ?? NOWHERE;
    const x = position[0];
    const y = position[1];
    const dx = (x - lastX) * Math.cos(y * RADIANS);
    const dy = y - lastY;
    if (dx * dx + dy * dy > square || index === end || isAtSeam(position)) {
      kept.push(position);
      lastX = x;
      lastY = y;
    }
  }
  if (kept.length >= least) {
    return kept;
  }
  const stride = end / (least - 1);
  return Array.from({ length: least }, (_, index) => line[Math.round(index * stride)] ?? NOWHERE);
}

/** The squares of a grid over everything that is thinned: of parts smaller than a square, one stays in each. */
class Squares {
  /** The longer side of the box around everything, degrees. */
  readonly size: number;
  readonly #west: number;
  readonly #south: number;
  readonly #taken = new Set<number>();
  #side = 1;

  constructor({ polygons, lines, points }: Parts) {
    let west = Infinity;
    let east = -Infinity;
    let south = Infinity;
    let north = -Infinity;
    for (const line of [...polygons.flat(), ...lines, points]) {
      for (const position of line) {
        west = Math.min(west, position[0]);
        east = Math.max(east, position[0]);
        south = Math.min(south, position[1]);
        north = Math.max(north, position[1]);
      }
    }
    this.#west = west;
    this.#south = south;
    this.size = Math.max(1e-6, east - west, north - south);
  }

  /** Squares of this side, all of them free. */
  clear(side: number): void {
    this.#side = side;
    this.#taken.clear();
  }

  /** Whether a line stays: one larger than a square, or the first one in its square. */
  keeps(line: Line): boolean {
    const [first] = line;
    return first === undefined || !isSmall(line, this.#side) || this.take(first);
  }

  thinned(points: readonly Position[]): Position[] {
    return points.filter((point) => this.take(point));
  }

  /** The number of the square that a position lies in. */
  of(position: Position): number {
    // Less than 1 / FINEST squares lie beside each other, give or take a rounding.
    return Math.floor((position[0] - this.#west) / this.#side) * ROW + Math.floor((position[1] - this.#south) / this.#side);
  }

  /** Takes the square of a position; false where it is taken. */
  take(position: Position): boolean {
    const square = this.of(position);
    const free = !this.#taken.has(square);
    this.#taken.add(square);
    return free;
  }
}

/** Whether the box around a line is smaller than this in both directions. */
function isSmall(line: Line, size: number): boolean {
  let west = Infinity;
  let east = -Infinity;
  let south = Infinity;
  let north = -Infinity;
  for (const position of line) {
    west = position[0] < west ? position[0] : west;
    east = position[0] > east ? position[0] : east;
    south = position[1] < south ? position[1] : south;
    north = position[1] > north ? position[1] : north;
    if (east - west >= size || north - south >= size) {
      return false;
    }
  }
  return true;
}

function positionsIn({ polygons, lines, points }: Parts): number {
  let count = points.length;
  for (const polygon of polygons) {
    for (const ring of polygon) {
      count += ring.length;
    }
  }
  for (const line of lines) {
    count += line.length;
  }
  return count;
}
