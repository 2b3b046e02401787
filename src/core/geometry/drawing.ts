/** Makes what a map draws from a geometry: few enough positions, in pieces small enough for any projection. */
import { along } from './measure.js';
import { outlineOf } from './outline.js';
import { cutPolygon, normalLongitude, spanOf, splitPolygon } from './split.js';
import type { Cap, Line, Polygon, Position, UsableGeometry } from './types.js';

/** Positions drawn before a shape is thinned out. */
const MAX_POSITIONS = 20_000;
/** Positions added along long edges, at most (roughly). */
const MAX_ADDED = 40_000;
/** Pieces are cut at multiples of so many degrees, once a shape is wider: a piece never comes near half the sphere. */
const CELL = 45;
/** A hundred-thousandth of the footprint's size is thinned first; less than a tenth of a pixel in any window. */
const FINEST = 1e-5;

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
  const thinned = thin([...continuous.polygons], [...continuous.lines], [...continuous.points], cap.radius);
  const outline = outlineOf(thinned.polygons);
  const step = Math.max(1, way([...outline, ...thinned.lines]) / MAX_ADDED);
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

/** Thins out with a doubling tolerance until few enough positions are left, then leaves out the smallest parts. */
function thin(polygons: Polygon[], lines: Line[], points: Position[], radius: number): Thinned {
  const rings = polygons.reduce((sum, polygon) => sum + polygon.reduce((length, ring) => length + ring.length, 0), 0);
  if (rings + count(lines) + points.length <= MAX_POSITIONS) {
    return { polygons, lines, points, simplified: false };
  }
  let fewer = { polygons, lines, points };
  for (let tolerance = 2 * radius * FINEST; tolerance < 2 * radius; tolerance *= 2) {
    const wide = tolerance;
    fewer = {
      polygons: fewer.polygons.map((polygon) => polygon.map((ring) => thinLine(ring, wide, 4)).filter((ring, index) => index === 0 || ring.length > 3)),
      lines: fewer.lines.map((line) => thinLine(line, wide, 2)),
      points: onePerCell(fewer.points, wide),
    };
    if (fewer.polygons.reduce((sum, polygon) => sum + count(polygon), 0) + count(fewer.lines) + fewer.points.length <= MAX_POSITIONS) {
      break;
    }
  }
  return {
    polygons: largest(fewer.polygons, ([outer]) => outer ?? [], (polygon) => count(polygon)),
    lines: largest(fewer.lines, (line) => line, (line) => line.length),
    points: fewer.points.slice(0, MAX_POSITIONS),
    simplified: true,
  };
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

function onePerCell(points: Position[], size: number): Position[] {
  const cellsTaken = new Map<string, Position>();
  for (const point of points) {
    const key = `${Math.round(point[0] / size)} ${Math.round(point[1] / size)}`;
    if (!cellsTaken.has(key)) {
      cellsTaken.set(key, point);
    }
  }
  return [...cellsTaken.values()];
}

function largest<T>(parts: T[], border: (part: T) => Line, positions: (part: T) => number): T[] {
  const sized = parts.map((part) => {
    const [west, east] = spanOf(border(part), 0);
    const [south, north] = spanOf(border(part), 1);
    return { part, size: Math.max(east - west, north - south) };
  });
  sized.sort((a, b) => b.size - a.size);
  let sum = 0;
  const kept: T[] = [];
  for (const { part } of sized) {
    sum += positions(part);
    if (sum > 2 * MAX_POSITIONS) {
      break;
    }
    kept.push(part);
  }
  return kept;
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

/** Degrees of way along lines, as the larger of both directions. */
function way(lines: readonly Line[]): number {
  let sum = 0;
  for (const line of lines) {
    line.forEach((position, index) => {
      const before = line[index - 1] ?? position;
      sum += Math.max(Math.abs(position[0] - before[0]), Math.abs(position[1] - before[1]));
    });
  }
  return sum;
}

/** To a centimetre: shorter to post, and far below what is drawn. */
function rounded(position: Position): Position {
  return [Math.round(position[0] * 1e7) / 1e7, Math.round(position[1] * 1e7) / 1e7];
}

