/** Makes what a map draws from a geometry: few enough positions, in pieces small enough for any projection. */
import { along, stepFor } from './measure.js';
import { outlineOf } from './outline.js';
import { cutPolygon, normalLongitude, spanOf, splitPolygon } from './split.js';
import type { Cap, Line, Polygon, Position, UsableGeometry } from './types.js';

/** Positions drawn before a shape is thinned out. */
const MAX_POSITIONS = 20_000;
/** Pieces are cut at multiples of so many degrees, once a shape is wider: a piece never comes near half the sphere. */
const CELL = 45;
/** A ten-thousandth of the footprint's size is thinned first: less than a tenth of a pixel where the footprint fills a window. */
const FINEST = 1e-4;

/** A footprint as it is drawn on a sphere, between positions along great circles. Degrees. */
export interface Drawing {
  /** To be filled, never stroked: pieces wound clockwise, the inside on the right. Holes counter-clockwise. */
  readonly fill: readonly Polygon[];
  /** To be stroked, never filled. */
  readonly outline: readonly Line[];
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
  readonly cap: Cap;
  /** Drawn with fewer positions than the geometry has. */
  readonly simplified: boolean;
}

/** Bounded: the result has some 100,000 positions at most, whatever the geometry has. */
export function drawingOf(geometry: UsableGeometry): Drawing {
  const { continuous, cap } = geometry;
  const thinned = thin(continuous.polygons, continuous.lines, continuous.points, cap.radius);
  const outline = outlineOf(thinned.polygons);
  const step = stepFor([...outline, ...thinned.lines]);
  const follow = (line: Line): Line => along(line, step).map(rounded);
  return {
    fill: thinned.polygons.flatMap(splitPolygon).flatMap(cells).map((polygon) => polygon.map((ring) => follow(ring).toReversed())),
    outline: outline.map(follow),
    lines: thinned.lines.map(follow),
    points: thinned.points.map(([longitude, latitude]) => rounded([normalLongitude(longitude), latitude])),
    cap,
    simplified: thinned.simplified,
  };
}

interface Thinned {
  readonly polygons: readonly Polygon[];
  readonly lines: readonly Line[];
  readonly points: readonly Position[];
  readonly simplified: boolean;
}

/**
 * Thins out with a doubling tolerance until few enough positions are left. Holes smaller than the tolerance are left out;
 * of parts smaller than it, one in each square of that size stays.
 */
function thin(polygons: readonly Polygon[], lines: readonly Line[], points: readonly Position[], radius: number): Thinned {
  let fewer = { polygons, lines, points };
  const isFew = (): boolean => fewer.polygons.reduce((sum, polygon) => sum + count(polygon), 0) + count(fewer.lines) + fewer.points.length <= MAX_POSITIONS;
  if (isFew()) {
    return { ...fewer, simplified: false };
  }
  for (let tolerance = 2 * radius * FINEST; tolerance < 2 * radius && !isFew(); tolerance *= 2) {
    const wide = tolerance;
    fewer = {
      polygons: onePerSquare(fewer.polygons, ([outer]) => outer ?? [], wide).map((polygon) =>
        polygon.flatMap((ring, index) => (index > 0 && isSmall(ring, wide) ? [] : [thinLine(ring, wide, 4)])),
      ),
      lines: onePerSquare(fewer.lines, (line) => line, wide).map((line) => thinLine(line, wide, 2)),
      points: onePerSquare(fewer.points, (point) => [point], wide),
    };
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

/** A wide piece in cells: no projection then has to guess which side of it is meant. */
function cells(polygon: Polygon): Polygon[] {
  const [outer] = polygon;
  if (outer === undefined) {
    return [];
  }
  const [longitudes, latitudes] = [spanOf(outer, 0), spanOf(outer, 1)];
  if (longitudes[1] - longitudes[0] <= CELL && latitudes[1] - latitudes[0] <= CELL) {
    return [polygon];
  }
  const columns = cuts(longitudes).flatMap((span) => {
    const column = cutPolygon(polygon, span, 0);
    return column.length === 0 ? [] : [column];
  });
  return columns.flatMap((column) =>
    cuts(latitudes).flatMap((span) => {
      const cell = cutPolygon(column, span, 1);
      return cell.length === 0 ? [] : [cell];
    }),
  );
}

function cuts([low, high]: readonly [number, number]): (readonly [number, number])[] {
  const first = Math.floor(low / CELL);
  return Array.from({ length: Math.max(1, Math.ceil(high / CELL) - first) }, (_, index) => [(first + index) * CELL, (first + index + 1) * CELL] as const);
}

function count(lines: readonly (readonly Position[])[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** To a centimetre: shorter to post, and far below what is drawn. */
function rounded(position: Position): Position {
  return [Math.round(position[0] * 1e7) / 1e7, Math.round(position[1] * 1e7) / 1e7];
}

