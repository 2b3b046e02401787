/** Fewer positions for shapes that have more of them than anybody can see. */
import type { Steps } from '../steps.js';
import { NOWHERE } from './steps.js';
import type { Line, Parts, Polygon, Position } from './types.js';
import { RADIANS } from './vector.js';

/** A ten-thousandth of the shape's size is thinned first: less than a tenth of a pixel where it fills a window. */
const FINEST = 1e-4;
/** More than there are squares beside each other. */
const ROW = 2 / FINEST;

export interface Simplified {
  readonly polygons: readonly Polygon[];
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
  readonly simplified: boolean;
}

/**
 * At most so many positions, or as near to that as can be come. Thins out with a growing tolerance, one at a step, until few enough
 * positions are left. Holes smaller than the tolerance are left out; of parts smaller than it, one in each square of that size stays.
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
      polygons: fewer.polygons.filter(([outer]) => squares.keeps(outer)).map((polygon) => thinPolygon(polygon, tolerance)),
      lines: fewer.lines.filter((line) => squares.keeps(line)).map((line) => thinLine(line, tolerance, 2)),
      points: squares.thinned(fewer.points),
    };
    left = positionsIn(fewer);
  }
  return { ...fewer, simplified: true };
}

function thinPolygon(polygon: Polygon, tolerance: number): Polygon {
  const thinned: Line[] = [];
  polygon.forEach((ring, index) => {
    if (index === 0 || !isSmall(ring, tolerance)) {
      thinned.push(thinLine(ring, tolerance, 4));
    }
  });
  return thinned;
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
    if (dx * dx + dy * dy > square || index === end || Math.abs(x) % 360 === 180 || Math.abs(y) === 90) {
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

  /** Whether a part stays: one larger than a square, or the first one in its square. */
  keeps(border: Line | undefined): boolean {
    const first = border?.[0];
    return border === undefined || first === undefined || !isSmall(border, this.#side) || this.#take(first);
  }

  thinned(points: readonly Position[]): Position[] {
    return points.filter((point) => this.#take(point));
  }

  #take(position: Position): boolean {
    // Less than 1 / FINEST squares lie beside each other, give or take a rounding.
    const square = Math.floor((position[0] - this.#west) / this.#side) * ROW + Math.floor((position[1] - this.#south) / this.#side);
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
