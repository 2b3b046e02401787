/**
 * Whether a footprint touches an area of interest, as `intersects` of STAC API item search means it: edges straight in longitude and
 * latitude (RFC 7946, section 3.1.1), borders included, over the antimeridian and the poles.
 */
import { boxesOf, checkBoundingBox, type BoundingBox } from '../boundingBox.js';
import { readGeometry, readSplit } from '../geometry/readGeometry.js';
import type { Parts, Polygon, Position } from '../geometry/types.js';
import type { AreaGeometry } from './areaGeometry.js';
import { plainExtent } from './plainExtent.js';

/** An area made ready to be asked about many footprints. */
interface Prepared {
  readonly shapes: readonly Shape[];
  readonly extent: BoundingBox | undefined;
  readonly poles: ReadonlySet<number>;
}

/** One polygon, line or point. A point is an edge without length. */
interface Shape {
  readonly edges: readonly Edge[];
  readonly filled: boolean;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** The edges by the band of latitude that they reach into. */
  readonly bands: readonly (readonly Edge[])[];
}

type Edge = readonly [from: Position, to: Position];

const MAX_BANDS = 512;
const prepared = new WeakMap<AreaGeometry, Prepared>();

/**
 * @param geometry the item's footprint, unchecked.
 * @param bbox the item's own box, unchecked: it stands for a footprint that is missing, and tells one that is really more than
 *   180 degrees wide from one that crosses the antimeridian.
 * @returns undefined where nothing can be said.
 */
export function meetsArea(area: AreaGeometry, geometry: unknown, bbox?: unknown): boolean | undefined {
  const target = preparedOf(area);
  if (target.extent === undefined) {
    return undefined;
  }
  const plain = plainExtent(geometry);
  if (plain !== undefined && !boxesOf(target.extent).some((box) => [-360, 0, 360].some((turn) =>
    plain.west + turn <= box.east && box.west <= plain.east + turn && plain.south <= box.north && box.south <= plain.north))) {
    return false;
  }
  const own = Array.isArray(bbox) ? checkBoundingBox(bbox) : undefined;
  const ownBox = own?.ok === true ? own.value : undefined;
  if (plain === undefined && ownBox !== undefined && ownBox[0] <= ownBox[2] && ownBox[2] - ownBox[0] > 180) {
    // Which way round its edges go cannot be told from its positions.
    return meets(target, boxParts(ownBox)) ? undefined : false;
  }
  const split = readSplit(geometry);
  if (split !== undefined) {
    return meets(target, split);
  }
  return ownBox === undefined ? undefined : meets(target, boxParts(ownBox));
}

function preparedOf(area: AreaGeometry): Prepared {
  const known = prepared.get(area);
  if (known !== undefined) {
    return known;
  }
  const reading = readGeometry(area);
  const made: Prepared = reading.kind === 'usable'
    ? { shapes: shapesOf(reading.split).flatMap(withTwin), extent: reading.extent, poles: polesOf(reading.split) }
    : { shapes: [], extent: undefined, poles: new Set() };
  prepared.set(area, made);
  return made;
}

function meets(target: Prepared, parts: Parts): boolean {
  // All longitudes are one place at a pole.
  if (target.poles.size > 0 && [...polesOf(parts)].some((latitude) => target.poles.has(latitude))) {
    return true;
  }
  const own = shapesOf(parts);
  return target.shapes.some((shape) => own.some((other) => touch(shape, other)));
}

function shapesOf({ polygons, lines, points }: Parts): readonly Shape[] {
  return [
    ...polygons.map((polygon) => shapeOf(polygon.flatMap(edgesOf), true)),
    ...lines.map((line) => shapeOf(edgesOf(line), false)),
    ...points.map((point) => shapeOf([[point, point]], false)),
  ];
}

/** A shape on the antimeridian is written on one side of it, and is on the other as well. */
function withTwin(shape: Shape): readonly Shape[] {
  const turn = shape.west === -180 ? 360 : shape.east === 180 ? -360 : 0;
  const moved = ([longitude, latitude]: Position): Position => [longitude + turn, latitude];
  const twin = turn === 0 ? [] : [shapeOf(shape.edges.map(([from, to]) => [moved(from), moved(to)] as const), shape.filled)];
  // From one end to the other: on both sides.
  const third = shape.west === -180 && shape.east === 180 ? [shapeOf(shape.edges.map(([from, to]) => [[from[0] - 360, from[1]], [to[0] - 360, to[1]]] as const), shape.filled)] : [];
  return [shape, ...twin, ...third];
}

function shapeOf(edges: readonly Edge[], filled: boolean): Shape {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [from, to] of edges) {
    west = Math.min(west, from[0], to[0]);
    east = Math.max(east, from[0], to[0]);
    south = Math.min(south, from[1], to[1]);
    north = Math.max(north, from[1], to[1]);
  }
  const bands: Edge[][] = Array.from({ length: Math.min(MAX_BANDS, Math.ceil(edges.length / 8)) }, () => []);
  const shape = { edges, filled, west, south, east, north, bands };
  for (const edge of edges) {
    for (const band of bandsBetween(shape, Math.min(edge[0][1], edge[1][1]), Math.max(edge[0][1], edge[1][1]))) {
      bands[band]?.push(edge);
    }
  }
  return shape;
}

/** The numbers of the bands that hold these latitudes; the nearest ones for latitudes outside. */
function bandsBetween({ south, north, bands }: Pick<Shape, 'south' | 'north' | 'bands'>, from: number, to: number): readonly number[] {
  const bandOf = (latitude: number): number =>
    Math.min(bands.length - 1, Math.max(0, Math.floor(((latitude - south) / (north - south || 1)) * bands.length)));
  const first = bandOf(from);
  return Array.from({ length: bandOf(to) - first + 1 }, (_, index) => first + index);
}

function touch(a: Shape, b: Shape): boolean {
  if (a.west > b.east || b.west > a.east || a.south > b.north || b.south > a.north) {
    return false;
  }
  return crossing(a, b) || holds(a, b) || holds(b, a);
}

function crossing(a: Shape, b: Shape): boolean {
  const [many, few] = a.edges.length > b.edges.length ? [a, b] : [b, a];
  return few.edges.some(([p, q]) => {
    const [south, north] = [Math.min(p[1], q[1]), Math.max(p[1], q[1])];
    return bandsBetween(many, south, north).some((band) => many.bands[band]?.some(([r, s]) => segmentsTouch(p, q, r, s)));
  });
}

/** Whether a shape whose edges do not touch this one's lies inside it. */
function holds(outer: Shape, inner: Shape): boolean {
  const position = inner.edges[0]?.[0];
  if (!outer.filled || position === undefined) {
    return false;
  }
  const [x, y] = position;
  const [band = 0] = bandsBetween(outer, y, y);
  let inside = false;
  for (const [from, to] of outer.bands[band] ?? []) {
    if (from[1] > y !== to[1] > y && x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) {
      inside = !inside;
    }
  }
  return inside;
}

/** Ends and edges that lie on each other included. */
function segmentsTouch(p: Position, q: Position, r: Position, s: Position): boolean {
  if (Math.max(p[0], q[0]) < Math.min(r[0], s[0]) || Math.max(r[0], s[0]) < Math.min(p[0], q[0])
    || Math.max(p[1], q[1]) < Math.min(r[1], s[1]) || Math.max(r[1], s[1]) < Math.min(p[1], q[1])) {
    return false;
  }
  return side(p, q, r) * side(p, q, s) <= 0 && side(r, s, p) * side(r, s, q) <= 0;
}

function side([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function edgesOf(line: readonly Position[]): readonly Edge[] {
  return line.slice(1).map((to, index) => [line[index] ?? to, to]);
}

function polesOf({ polygons, lines, points }: Parts): ReadonlySet<number> {
  const latitudes = [...polygons.flat(2), ...lines.flat(), ...points].map(([, latitude]) => latitude);
  return new Set(latitudes.filter((latitude) => Math.abs(latitude) === 90));
}

function boxParts(box: BoundingBox): Parts {
  const polygons = boxesOf(box).map(({ west, south, east, north }): Polygon => [[[west, south], [east, south], [east, north], [west, north], [west, south]]]);
  return { polygons, lines: [], points: [] };
}
