/** Boxes as people type them, and whether a footprint touches one. Flat geometry in degrees, as GeoJSON has it (RFC 7946). */
import type { Checked } from './environment.js';

/** West, south, east, north in degrees. West > east crosses the antimeridian (RFC 7946, section 5.2). */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

/** Degrees of longitude from the west of a box to its east. */
export function widthOf([west, , east]: BoundingBox): number {
  return east - west + (east < west ? 360 : 0);
}

/** West <= east: what does not cross the antimeridian, or goes on beyond 180 degrees on either side. */
export interface Rectangle {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Point = readonly [x: number, y: number];

/** Geometry collections deeper than this are not looked into. */
const MAX_DEPTH = 64;
/** Longitudes further out are no longitudes any more. */
const MAX_LONGITUDE = 3600;
/** A ring that winds round the globe more often than this is not followed to its end. */
const MAX_TURNS = 8;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;

/** A typed box: west, south, east, north (or with heights: six numbers), separated by commas or spaces, brackets optional. */
export function parseBoundingBox(text: string): Checked<BoundingBox> {
  const trimmed = text.trim();
  if (trimmed === '') {
    return problem('Type west, south, east, north in degrees, for example 5.9, 45.8, 10.5, 47.8.');
  }
  if (trimmed.length > 1000) {
    return problem('A box is four numbers: west, south, east, north.');
  }
  const bare = trimmed.startsWith('[') && trimmed.endsWith(']') ? trimmed.slice(1, -1).trim() : trimmed;
  const words = bare.split(/[\s,]+/u);
  // Two commas with nothing between them are a number that was forgotten, not a separator.
  if (bare.split(',').some((part) => part.trim() === '') || words.some((word) => !NUMBER.test(word))) {
    return problem('A box is four numbers: west, south, east, north. Separate them with commas.');
  }
  const numbers = words.map(Number);
  if (numbers.length === 2) {
    return problem(`A box has four numbers: west, south, east, north; here are 2. A point is a pair with a space, longitude first: ${words.join(' ')}.`);
  }
  return checkBoundingBox(numbers);
}

/** A box given as numbers: four, or six with heights, which a search does not need. West > east crosses the antimeridian. */
export function checkBoundingBox(numbers: readonly unknown[]): Checked<BoundingBox> {
  if (!numbers.every((number) => typeof number === 'number' && Number.isFinite(number))) {
    return problem('A box holds numbers only.');
  }
  if (numbers.length !== 4 && numbers.length !== 6) {
    return problem(`A box has four numbers (west, south, east, north) or six with heights; here are ${numbers.length}.`);
  }
  // Adding zero turns -0 into 0, which is what it is sent as.
  const values = (numbers as readonly number[]).map((number) => number + 0);
  const [west = 0, south = 0, east = 0, north = 0] = values.length === 6 ? [values[0], values[1], values[3], values[4]] : values;
  if (values.length === 6 && (values[2] ?? 0) > (values[5] ?? 0)) {
    return problem('The lowest height is above the highest.');
  }
  for (const [name, value] of [['South', south], ['North', north]] as const) {
    if (Math.abs(value) > 90) {
      return problem(`${name} is ${value}; a latitude is -90 to 90. The order is west, south, east, north.`);
    }
  }
  for (const [name, value] of [['West', west], ['East', east]] as const) {
    if (Math.abs(value) > 180) {
      return problem(`${name} is ${value}; a longitude is -180 to 180. The order is west, south, east, north.`);
    }
  }
  if (south > north) {
    return problem(`South (${south}) is north of north (${north}). The order is west, south, east, north.`);
  }
  return { ok: true, value: [west, south, east, north] };
}

/** The box as one rectangle, or as two where it crosses the antimeridian. */
export function boxesOf(box: BoundingBox): readonly Rectangle[] {
  const [west, south, east, north] = box;
  return west <= east ? [{ west, south, east, north }] : [{ west, south, east: 180, north }, { west: -180, south, east, north }];
}

/**
 * Whether a GeoJSON geometry touches the box. Rings are unwrapped at the antimeridian the short way, and closed over the pole where
 * they go round one.
 * @param bbox the item's own box: it tells a ring that is really more than 180 degrees wide from one that crosses the antimeridian,
 *   and stands for a geometry that is missing.
 * @returns undefined where there is no usable position to look at.
 */
export function intersectsBox(geometry: unknown, box: BoundingBox, bbox?: unknown): boolean | undefined {
  const own = Array.isArray(bbox) ? checkBoundingBox(bbox) : undefined;
  const ownBox = own?.ok === true ? own.value : undefined;
  const wide = ownBox !== undefined && ownBox[0] <= ownBox[2] && ownBox[2] - ownBox[0] > 180;
  const targets = boxesOf(box);
  let found: boolean | undefined;
  for (const polygon of shapesOf(geometry)) {
    const rings = polygon.rings.map((ring) => unwrap(ring, polygon.closed, wide)).filter((ring) => ring.length > 0);
    if (rings.length === 0) {
      continue;
    }
    found = false;
    if (targets.some((target) => touches(rings, polygon.closed, target))) {
      return true;
    }
  }
  if (found === undefined && ownBox !== undefined) {
    return boxesOf(ownBox).some((a) => targets.some((b) => overlaps(a, b)));
  }
  return found;
}

/** Points, lines and polygons alike: rings of positions, filled where `closed`. */
interface Shape {
  readonly rings: readonly (readonly unknown[])[];
  readonly closed: boolean;
}

function shapesOf(geometry: unknown): readonly Shape[] {
  const shapes: Shape[] = [];
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: geometry, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
      continue;
    }
    const { type, coordinates, geometries } = value as { readonly type?: unknown; readonly coordinates?: unknown; readonly geometries?: unknown };
    switch (type) {
      case 'Point':
        shapes.push({ rings: [[coordinates]], closed: false });
        break;
      case 'MultiPoint':
        list(coordinates).forEach((position) => shapes.push({ rings: [[position]], closed: false }));
        break;
      case 'LineString':
        shapes.push({ rings: [list(coordinates)], closed: false });
        break;
      case 'MultiLineString':
        list(coordinates).forEach((line) => shapes.push({ rings: [list(line)], closed: false }));
        break;
      case 'Polygon':
        shapes.push({ rings: list(coordinates).map(list), closed: true });
        break;
      case 'MultiPolygon':
        list(coordinates).forEach((polygon) => shapes.push({ rings: list(polygon).map(list), closed: true }));
        break;
      case 'GeometryCollection':
        list(geometries).forEach((part) => waiting.push({ value: part, depth: depth + 1 }));
        break;
      default:
        break;
    }
  }
  return shapes;
}

/** The usable positions of a ring with longitudes that run on over the antimeridian. */
function unwrap(ring: readonly unknown[], closed: boolean, wide: boolean): readonly Point[] {
  const points: Point[] = [];
  let written: number | undefined;
  let x = 0;
  for (const position of ring) {
    const numbers = list(position);
    const longitude = numbers[0];
    const latitude = numbers[1];
    if (typeof longitude !== 'number' || typeof latitude !== 'number' || !(Math.abs(longitude) <= MAX_LONGITUDE && Math.abs(latitude) <= 90)) {
      continue;
    }
    // The step is between longitudes as written: the unwrapped one may be whole turns away.
    x = written === undefined ? longitude : x + step(longitude - written, wide);
    written = longitude;
    points.push([x, latitude]);
  }
  return closed ? closeOverPole(points) : points;
}

/** A step from one longitude to the next: as written up to half the way round, and for whole turns; else the short way. */
function step(difference: number, wide: boolean): number {
  if (wide || Math.abs(difference) <= 180 || Math.abs(difference) === 360) {
    return Math.abs(difference) <= 360 ? difference : difference % 360;
  }
  return difference - 360 * Math.round(difference / 360);
}

/** A ring that ends a whole turn away from its start goes round a pole: the nearer one is inside. */
function closeOverPole(points: readonly Point[]): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) {
    return points;
  }
  const turn = last[0] - first[0];
  const open = first[1] !== last[1] || Math.abs(turn) % 360 > 1e-9;
  // An unclosed ring still has its last step to go.
  const whole = open ? turn + step((first[0] - last[0]) % 360, false) : turn;
  if (Math.abs(whole) < 359) {
    return points;
  }
  const pole = points.reduce((sum, point) => sum + point[1], 0) >= 0 ? 90 : -90;
  const end: Point = [first[0] + whole, first[1]];
  return [...points, end, [end[0], pole], [first[0], pole]];
}

function touches(rings: readonly (readonly Point[])[], closed: boolean, target: Rectangle): boolean {
  let west = Infinity;
  let east = -Infinity;
  for (const ring of rings) {
    for (const point of ring) {
      west = Math.min(west, point[0]);
      east = Math.max(east, point[0]);
    }
  }
  const from = Math.ceil((west - target.east) / 360);
  const to = Math.min(Math.floor((east - target.west) / 360), from + MAX_TURNS);
  for (let turn = from; turn <= to; turn += 1) {
    const moved = { ...target, west: target.west + turn * 360, east: target.east + turn * 360 };
    if (rings.some((ring) => outlineTouches(ring, closed, moved)) || (closed && contains(rings, [moved.west, moved.south]))) {
      return true;
    }
  }
  return false;
}

function outlineTouches(ring: readonly Point[], closed: boolean, target: Rectangle): boolean {
  let previous = closed ? ring.at(-1) : undefined;
  for (const point of ring) {
    if (segmentTouches(previous ?? point, point, target)) {
      return true;
    }
    previous = point;
  }
  return false;
}

/** Liang and Barsky: the part of the segment inside each of the four half planes. */
function segmentTouches(from: Point, to: Point, target: Rectangle): boolean {
  // Most segments lie on one side of the box, which costs nothing to see.
  if (Math.max(from[0], to[0]) < target.west || Math.min(from[0], to[0]) > target.east || Math.max(from[1], to[1]) < target.south || Math.min(from[1], to[1]) > target.north) {
    return false;
  }
  const [x0, y0] = from;
  const [x1, y1] = to;
  let enter = 0;
  let leave = 1;
  const edges = [[x0 - x1, x0 - target.west], [x1 - x0, target.east - x0], [y0 - y1, y0 - target.south], [y1 - y0, target.north - y0]] as const;
  for (const [direction, distance] of edges) {
    if (direction === 0) {
      if (distance < 0) {
        return false;
      }
    } else if (direction < 0) {
      enter = Math.max(enter, distance / direction);
    } else {
      leave = Math.min(leave, distance / direction);
    }
  }
  return enter <= leave;
}

/** Even-odd over all rings, so that holes are outside whichever way they wind. */
function contains(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    let previous = ring.at(-1);
    for (const point of ring) {
      if (previous !== undefined && point[1] > y !== previous[1] > y) {
        const crossing = ((previous[0] - point[0]) * (y - point[1])) / (previous[1] - point[1]) + point[0];
        inside = x < crossing ? !inside : inside;
      }
      previous = point;
    }
  }
  return inside;
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
