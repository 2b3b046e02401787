/**
 * Whether a footprint touches an area of interest, as `bbox` and `intersects` of STAC API item search means it: edges straight in longitude and
 * latitude (RFC 7946, section 3.1.1), borders included, over the antimeridian and the poles.
 */
import { boxesOf, boxPolygons, checkBoundingBox, type BoundingBox, type Rectangle } from './boundingBox.js';
import { outlineOf } from './outline.js';
import { edgesTouch, isInside, passes } from './planar.js';
import { boundsOf } from './bounds.js';
import { readGeometry } from './readGeometry.js';
import { firstTurn, FULL, placesWithin } from './split.js';
import type { Line, Parts, Polygon, Position } from './types.js';
import type { AreaGeometry } from './areaGeometry.js';
import { plainExtent } from './plainExtent.js';

/** An area made ready to be asked about many footprints. */
interface Prepared {
  readonly shapes: readonly Shape[];
  readonly extent: BoundingBox | undefined;
  /** An area that is a box: what lies within needs no closer look. */
  readonly boxes: readonly Rectangle[];
  readonly poles: ReadonlySet<number>;
}

/** One polygon, line or point of an area. A point is an edge without length. */
interface Shape extends Rectangle {
  /** What is touched: without what only closes a polygon over a pole. */
  readonly border: Banded;
  /** All edges of rings that are filled. */
  readonly rings: Banded | undefined;
}

interface Banded extends Rectangle {
  readonly edges: readonly Edge[];
  /** The edges by the band of latitude that they reach into. */
  readonly bands: readonly (readonly Edge[])[];
}

type Edge = readonly [from: Position, to: Position];

const MAX_BANDS = 512;
/** Pairs of edges that are looked at for one footprint: some 20 ms. Only a footprint and an area of thousands of edges each need more. */
const MAX_PAIRS = 2_000_000;
const prepared = new WeakMap<AreaGeometry | BoundingBox, Prepared>();

/**
 * @param area a box is an area like any other: the same answer as for a polygon of its sides.
 * @param geometry the item's footprint, unchecked.
 * @param bbox the item's own box, unchecked: it stands for a footprint that is missing, and tells one that is really more than
 *   180 degrees wide from one that crosses the antimeridian.
 * @returns undefined where nothing can be said, or not in a time that nobody notices.
 */
export function meetsArea(area: AreaGeometry | BoundingBox, geometry: unknown, bbox?: unknown): boolean | undefined {
  const target = preparedOf(area);
  if (target.extent === undefined) {
    return undefined;
  }
  const plain = plainExtent(geometry);
  if (plain !== undefined && target.boxes.some((box) => box.west <= plain.west && plain.east <= box.east && box.south <= plain.south && plain.north <= box.north)) {
    return true;
  }
  if (plain !== undefined && !boxesOf(target.extent).some((box) => [-360, 0, 360].some((turn) =>
    plain.west + turn <= box.east && box.west <= plain.east + turn && plain.south <= box.north && box.south <= plain.north))) {
    return false;
  }
  const own = Array.isArray(bbox) ? checkBoundingBox(bbox) : undefined;
  const ownBox = own?.ok === true ? own.value : undefined;
  if (plain === undefined && ownBox !== undefined && ownBox[0] <= ownBox[2] && ownBox[2] - ownBox[0] > 180) {
    // Which way round its edges go cannot be told from its positions.
    return meets(target, boxParts(ownBox)) === false ? false : undefined;
  }
  const reading = readGeometry(geometry);
  const border = reading.kind === 'unusable' && reading.reason.kind === 'noArea' ? readGeometry(ringsAsLines(geometry)) : reading;
  if (border.kind === 'usable') {
    return meets(target, border.continuous);
  }
  return ownBox === undefined ? undefined : meets(target, boxParts(ownBox));
}

/** A polygon without an area lies where its border is. */
function ringsAsLines(geometry: unknown): unknown {
  const { type, coordinates } = geometry as { readonly type?: unknown; readonly coordinates?: unknown };
  return { type: 'MultiLineString', coordinates: type === 'MultiPolygon' && Array.isArray(coordinates) ? coordinates.flat() : coordinates };
}

function preparedOf(area: AreaGeometry | BoundingBox): Prepared {
  const known = prepared.get(area);
  if (known !== undefined) {
    return known;
  }
  const made = prepare(area);
  prepared.set(area, made);
  return made;
}

function prepare(area: AreaGeometry | BoundingBox): Prepared {
  if (!('type' in area)) {
    const parts = boxParts(area);
    return { shapes: shapesOf(parts), extent: area, boxes: boxesOf(area), poles: polesOf(parts) };
  }
  const reading = readGeometry(area);
  return reading.kind === 'usable'
    ? { shapes: shapesOf(reading.continuous), extent: reading.extent, boxes: [], poles: polesOf(reading.continuous) }
    : { shapes: [], extent: undefined, boxes: [], poles: new Set() };
}

/** Undefined where too many pairs of edges lie so near to each other that all would have to be looked at. */
function meets(target: Prepared, { polygons, lines, points }: Parts): boolean | undefined {
  // All longitudes are one place at a pole.
  if (target.poles.size > 0 && [...polesOf({ polygons, lines, points })].some((latitude) => target.poles.has(latitude))) {
    return true;
  }
  const budget = { pairs: MAX_PAIRS };
  const touched = polygons.some((polygon) => touchesPart(target, polygon, borderOf(polygon), true, budget))
    || lines.some((line) => touchesPart(target, [line], [line], false, budget))
    || points.some((point) => touchesPart(target, [[point, point]], [[point, point]], false, budget));
  return touched || (budget.pairs < 0 ? undefined : false);
}

function shapesOf({ polygons, lines, points }: Parts): readonly Shape[] {
  return [
    ...polygons.map((polygon) => {
      const rings = banded(polygon.flatMap(edgesOf));
      const border = borderOf(polygon);
      return { ...extentOf(rings), border: border === polygon ? rings : banded(border.flatMap(edgesOf)), rings };
    }),
    ...lines.map((line) => openShape(edgesOf(line))),
    ...points.map((point) => openShape([[point, point]])),
  ];
}

function openShape(edges: readonly Edge[]): Shape {
  const border = banded(edges);
  return { ...extentOf(border), border, rings: undefined };
}

function extentOf({ west, south, east, north }: Rectangle): Rectangle {
  return { west, south, east, north };
}

function banded(edges: readonly Edge[]): Banded {
  const { west, south, east, north } = boundsOf(edges);
  const bands: Edge[][] = Array.from({ length: Math.min(MAX_BANDS, Math.ceil(edges.length / 8)) }, () => []);
  const shape = { edges, west, south, east, north, bands };
  for (const edge of edges) {
    const last = bandOf(shape, Math.max(edge[0][1], edge[1][1]));
    for (let band = bandOf(shape, Math.min(edge[0][1], edge[1][1])); band <= last; band += 1) {
      bands[band]?.push(edge);
    }
  }
  return shape;
}

/** The number of the band that holds a latitude; the nearest one for a latitude outside. */
function bandOf({ south, north, bands }: Pick<Banded, 'south' | 'north' | 'bands'>, latitude: number): number {
  return Math.min(bands.length - 1, Math.max(0, Math.floor(((latitude - south) / (north - south || 1)) * bands.length)));
}

/** Whether one part of a footprint (the rings of a polygon, a line) touches the area. What is asked once is not sorted into bands. */
function touchesPart({ shapes }: Prepared, lines: readonly Line[], border: readonly Line[], filled: boolean, budget: { pairs: number }): boolean {
  const own = boundsOf(lines);
  return shapes.some((shape) => overlap(shape, own)
    && (crosses(shape.border, border, budget) || holds(shape, lines[0]?.[0]) || (filled && encloses(lines, own, (shape.rings ?? shape.border).edges[0]?.[0]))));
}

/** The lines of a polygon that can be touched: without those that only close it over a pole. */
function borderOf(polygon: Polygon): readonly Line[] {
  return polygon.some((ring) => ring.some((position, index) => isPole(position) && ring[index - 1]?.[1] === position[1])) ? outlineOf([polygon]) : polygon;
}

/** Whether two boxes overlap, where one of them is moved by whole turns. */
function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.south <= b.north && b.south <= a.north && b.west + firstTurn(a.west, b.east) <= a.east;
}

function crosses(shape: Banded, lines: readonly Line[], budget: { pairs: number }): boolean {
  for (const line of lines) {
    let p = line[0];
    for (const q of line) {
      if (p !== undefined && p !== q && reaches(shape, p, q, budget)) {
        return true;
      }
      p = q;
    }
    // A point is an edge without length.
    if (line.length === 2 && p !== undefined && line[0] === p && reaches(shape, p, p, budget)) {
      return true;
    }
  }
  return false;
}

/** Whether an edge touches those of a shape, however many turns away it was followed to. */
function reaches(shape: Banded, p: Position, q: Position, budget: { pairs: number }): boolean {
  if (Math.min(p[1], q[1]) > shape.north || Math.max(p[1], q[1]) < shape.south) {
    return false;
  }
  const low = Math.min(p[0], q[0]);
  for (let turn = firstTurn(shape.west, Math.max(p[0], q[0])); low + turn <= shape.east; turn += FULL) {
    if (meetsEdge(shape, moved(p, turn), moved(q, turn), budget)) {
      return true;
    }
  }
  return false;
}

function moved(position: Position, degrees: number): Position {
  return degrees === 0 ? position : [position[0] + degrees, position[1]];
}

function meetsEdge(shape: Banded, p: Position, q: Position, budget: { pairs: number }): boolean {
  const first = bandOf(shape, Math.min(p[1], q[1]));
  const last = bandOf(shape, Math.max(p[1], q[1]));
  // An edge that lies in many bands would be looked at in each of them.
  const groups = last - first > shape.bands.length / 8 ? [shape.edges] : shape.bands.slice(first, last + 1);
  for (const edges of groups) {
    budget.pairs -= edges.length;
    if (budget.pairs < 0) {
      return false;
    }
    if (edges.some(([r, s]) => edgesTouch(p, q, r, s))) {
      return true;
    }
  }
  return false;
}

/** Whether a shape holds a position that does not lie on its edges. */
function holds(shape: Shape, position: Position | undefined): boolean {
  const { rings } = shape;
  return rings !== undefined && position !== undefined && isAround(position, shape, (there) =>
    (rings.bands[bandOf(rings, there[1])] ?? []).reduce((inside, [from, to]) => inside !== passes(from, to, there), false));
}

/** Whether rings, which lie in a box, hold a position that does not lie on them. */
function encloses(rings: readonly Line[], box: Rectangle, position: Position | undefined): boolean {
  return position !== undefined && isAround(position, box, (there) => rings.reduce((inside, ring) => inside !== isInside(ring, there), false));
}

/** Whether something holds a position, in any of the places within its box where whole turns bring that. */
function isAround([longitude, latitude]: Position, { west, east }: Rectangle, holdsIt: (there: Position) => boolean): boolean {
  return placesWithin([west, east], longitude).some((place) => holdsIt([place, latitude]));
}

function edgesOf(line: readonly Position[]): readonly Edge[] {
  return line.slice(1).map((to, index) => [line[index] ?? to, to]);
}

/** The latitudes of the poles that lie in polygons, on their borders, on lines or points. */
function polesOf({ polygons, lines, points }: Parts): ReadonlySet<number> {
  const touched = [...polygons.flatMap(borderOf).flat(), ...lines.flat(), ...points].filter(isPole).map(([, latitude]) => latitude);
  return new Set([...touched, ...polygons.flatMap((polygon) => [90, -90].filter((latitude) => Math.abs(wayAlong(polygon, latitude)) > FULL - 1e-9))]);
}

/** How far rings go along a latitude, to the east less to the west. */
function wayAlong(polygon: Polygon, latitude: number): number {
  let way = 0;
  for (const ring of polygon) {
    for (let index = 1; index < ring.length; index += 1) {
      const [from, to] = [ring[index - 1], ring[index]];
      way += from !== undefined && to !== undefined && from[1] === latitude && to[1] === latitude ? to[0] - from[0] : 0;
    }
  }
  return way;
}

function isPole(position: Position): boolean {
  return Math.abs(position[1]) === 90;
}

function boxParts(box: BoundingBox): Parts {
  return { polygons: boxPolygons(box), lines: [], points: [] };
}
