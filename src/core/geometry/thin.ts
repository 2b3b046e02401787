/** Fewer positions for shapes that have more of them than anybody can see. */
import { spanOf } from './split.js';
import type { Line, Parts, Polygon, Position } from './types.js';

/** A ten-thousandth of the shape's size is thinned first: less than a tenth of a pixel where it fills a window. */
const FINEST = 1e-4;

export interface Thinned {
  readonly polygons: readonly Polygon[];
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
  readonly simplified: boolean;
}

/**
 * At most so many positions, or as near to that as can be come. Thins out with a doubling tolerance until few enough positions are left. Holes smaller than the tolerance are left out;
 * of parts smaller than it, one in each square of that size stays.
 */
export function thin({ polygons, lines, points }: Parts, most: number): Thinned {
  let fewer = { polygons, lines, points };
  const total = (): number => fewer.polygons.reduce((sum, polygon) => sum + count(polygon), 0) + count(fewer.lines) + fewer.points.length;
  let left = total();
  if (left <= most) {
    return { ...fewer, simplified: false };
  }
  const size = Math.max(1e-6, sizeOf([...polygons.flat(), ...lines, points]));
  // In larger steps while there is much too much.
  for (let tolerance = size * FINEST; tolerance < size && left > most; tolerance *= left > 8 * most ? 8 : 2) {
    const wide = tolerance;
    fewer = {
      polygons: onePerSquare(fewer.polygons, ([outer]) => outer ?? [], wide).map((polygon) =>
        polygon.flatMap((ring, index) => (index > 0 && isSmall(ring, wide) ? [] : [thinLine(ring, wide, 4)])),
      ),
      lines: onePerSquare(fewer.lines, (line) => line, wide).map((line) => thinLine(line, wide, 2)),
      points: onePerSquare(fewer.points, (point) => [point], wide),
    };
    left = total();
  }
  return { ...fewer, simplified: true };
}

/** Drops positions nearer to the last kept one than the tolerance; those on the antimeridian or at a pole stay, since others meet them there. */
function thinLine(line: Line, tolerance: number, least: number): Line {
  if (line.length <= least) {
    return line;
  }
  const kept: Position[] = [];
  line.forEach((position, index) => {
    const last = kept.at(-1);
    const fixed = index === line.length - 1 || Math.abs(position[0]) % 360 === 180 || Math.abs(position[1]) === 90;
    if (last === undefined || fixed || Math.hypot((position[0] - last[0]) * Math.cos((position[1] * Math.PI) / 180), position[1] - last[1]) > tolerance) {
      kept.push(position);
    }
  });
  if (kept.length >= least) {
    return kept;
  }
  const stride = (line.length - 1) / (least - 1);
  return Array.from({ length: least }, (_, index) => line[Math.round(index * stride)] ?? [0, 0]);
}

function onePerSquare<T>(parts: readonly T[], border: (part: T) => Line, side: number): T[] {
  const taken = new Set<string>();
  return parts.filter((part) => {
    const line = border(part);
    const [first] = line;
    if (first === undefined || !isSmall(line, side)) {
      return true;
    }
    const key = `${Math.floor(first[0] / side)} ${Math.floor(first[1] / side)}`;
    return !taken.has(key) && taken.add(key).size > 0;
  });
}

function isSmall(line: Line, size: number): boolean {
  const [[west, east], [south, north]] = [spanOf(line, 0), spanOf(line, 1)];
  return Math.max(east - west, north - south) < size;
}

function count(lines: readonly (readonly Position[])[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** The longer side of the box around lines, degrees. */
function sizeOf(lines: readonly Line[]): number {
  const sides = [0, 1].map((axis) => {
    const spans = lines.filter((line) => line.length > 0).map((line) => spanOf(line, axis as 0 | 1));
    return spans.reduce((most, [, high]) => Math.max(most, high), -Infinity) - spans.reduce((least, [low]) => Math.min(least, low), Infinity);
  });
  return Math.max(...sides);
}
