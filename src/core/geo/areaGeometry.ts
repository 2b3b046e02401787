/** The geometry of an area of interest: checked strictly, since a person gave it, and brought into the form that services accept. */
import type { Checked } from '../environment.js';
import { MAX_LONGITUDE, MAX_NESTED } from './limits.js';
import { readGeometry } from './readGeometry.js';
import type { Parts, Polygon, Position } from './types.js';
import { plainExtent } from './plainExtent.js';
import { integral } from './planar.js';
import { MAX_PAIRS, ringCrossing } from './ring.js';
import { continuousLine, isArea } from './antimeridian.js';

/** A GeoJSON geometry (RFC 7946, section 3.1) in two dimensions, rings closed, outer ones counter-clockwise, cut at the antimeridian. */
export type AreaGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Polygon[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly AreaGeometry[] };

/** More cannot be sent, nor checked in time against thousands of items. */
export const MAX_AREA_POSITIONS = 20_000;
export const TOO_MANY_POSITIONS = `An area has at most ${MAX_AREA_POSITIONS.toLocaleString('en')} positions. Simplify it first.`;

/**
 * A GeoJSON geometry, Feature or FeatureCollection as one geometry. Heights are dropped, as are positions that repeat the one before and
 * spikes of rings; winding is mended; what crosses the antimeridian is cut there.
 * @returns a problem in words for people: unclosed or self-crossing rings, positions off the earth, nothing in it.
 */
export function checkAreaGeometry(value: unknown): Checked<AreaGeometry> {
  try {
    const parts: AreaGeometry[] = [];
    collect(value, new Budget(), 0, parts);
    if (parts.length === 0) {
      throw new AreaProblem('There is no geometry in it.');
    }
    const whole = join(parts);
    return { ok: true, value: cutAtAntimeridian(whole) ?? whole };
  } catch (error) {
    if (error instanceof AreaProblem) {
      return { ok: false, problem: error.message };
    }
    throw error;
  }
}

/** Every position of a geometry, in order. */
export function positionsOf(geometry: AreaGeometry): readonly Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(positionsOf);
  }
}

class AreaProblem extends Error {}

/** How many positions may still come, and how many pairs of edges be looked at. */
class Budget {
  pairs = MAX_PAIRS;
  #left = MAX_AREA_POSITIONS;

  /** @param depth how deep the positions lie in the arrays */
  spend(coordinates: unknown, depth: number): void {
    this.#left -= countOf(coordinates, depth);
    if (this.#left < 0) {
      throw new AreaProblem(TOO_MANY_POSITIONS);
    }
  }
}

function countOf(coordinates: unknown, depth: number): number {
  if (!Array.isArray(coordinates) || depth === 0) {
    return 1;
  }
  return depth === 1 ? coordinates.length : coordinates.reduce((sum: number, part) => sum + countOf(part, depth - 1), 0);
}

function collect(value: unknown, budget: Budget, depth: number, parts: AreaGeometry[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AreaProblem('This is no GeoJSON: a geometry is an object with type and coordinates.');
  }
  if (depth > MAX_NESTED) {
    throw new AreaProblem('The collections are nested too deeply.');
  }
  const { type, coordinates, geometries, geometry, features } = value as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'Feature':
      if (geometry !== null && geometry !== undefined) {
        collect(geometry, budget, depth + 1, parts);
      }
      return;
    case 'FeatureCollection':
      return list(features, 'features').forEach((feature) => collect(feature, budget, depth + 1, parts));
    case 'GeometryCollection':
      return list(geometries, 'geometries').forEach((part) => collect(part, budget, depth + 1, parts));
    case 'Point':
      budget.spend(coordinates, 0);
      return void parts.push({ type, coordinates: position(coordinates) });
    case 'MultiPoint':
      budget.spend(coordinates, 1);
      return void parts.push({ type, coordinates: positions(coordinates) });
    case 'LineString':
      budget.spend(coordinates, 1);
      return void parts.push({ type, coordinates: line(coordinates) });
    case 'MultiLineString':
      budget.spend(coordinates, 2);
      return void parts.push({ type, coordinates: list(coordinates, 'coordinates').map(line) });
    case 'Polygon':
      budget.spend(coordinates, 2);
      return void parts.push({ type, coordinates: polygon(coordinates, budget) });
    case 'MultiPolygon':
      budget.spend(coordinates, 3);
      return void parts.push({ type, coordinates: list(coordinates, 'coordinates').map((one) => polygon(one, budget)) });
    default:
      throw new AreaProblem('This is no GeoJSON: type is none of Point, LineString, Polygon, their Multi forms, GeometryCollection, Feature and FeatureCollection.');
  }
}

function polygon(value: unknown, budget: Budget): Polygon {
  return list(value, 'coordinates').map((ring, index) => {
    const read = closedRing(ring, budget, index === 0 ? 'The ring' : `Hole ${index}`);
    return integral(continuousLine(read)) > 0 === (index === 0) ? read : read.toReversed();
  });
}

function closedRing(value: unknown, budget: Budget, name: string): readonly Position[] {
  const ring = withoutSpikes(positions(value));
  const [first] = ring;
  const last = ring.at(-1);
  if (first === undefined || last === undefined || first[0] !== last[0] || first[1] !== last[1]) {
    throw new AreaProblem(`${name} is not closed: end it with its first position${first === undefined ? '' : ` (${first.join(', ')})`}.`);
  }
  if (ring.length < 4) {
    throw new AreaProblem(`${name} has fewer than three different positions.`);
  }
  const crossing = ringCrossing(ring, budget);
  if (crossing !== undefined) {
    throw new AreaProblem(`${name} crosses itself near ${crossing.map((degrees) => Number(degrees.toFixed(4))).join(', ')}.`);
  }
  const path = continuousLine(ring);
  if (!isArea(Math.abs(integral(path)), path)) {
    throw new AreaProblem(`${name} has no area.`);
  }
  return ring;
}

/** A ring without the ways that run out and back on one line: they enclose nothing, and services refuse them. */
function withoutSpikes(ring: readonly Position[]): readonly Position[] {
  const kept: Position[] = [];
  for (const next of ring) {
    const before = kept.at(-2);
    if (before?.[0] === next[0] && before[1] === next[1]) {
      kept.pop();
    } else {
      kept.push(next);
    }
  }
  return kept;
}

function line(value: unknown): readonly Position[] {
  const read = positions(value);
  if (read.length < 2) {
    throw new AreaProblem('A line has at least two different positions.');
  }
  return read;
}

function positions(value: unknown): readonly Position[] {
  const entries = list(value, 'coordinates');
  const read: Position[] = [];
  for (const entry of entries) {
    const next = position(entry);
    const last = read.at(-1);
    if (last === undefined || last[0] !== next[0] || last[1] !== next[1]) {
      read.push(next);
    }
  }
  return read;
}

function position(value: unknown): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number' || !Number.isFinite(longitude) || !Number.isFinite(latitude)) {
    throw new AreaProblem('A position is two numbers: longitude, latitude.');
  }
  if (Math.abs(latitude) > 90) {
    throw new AreaProblem(`${latitude} is no latitude (-90 to 90). Longitude comes first.`);
  }
  if (Math.abs(longitude) > MAX_LONGITUDE) {
    throw new AreaProblem(`${longitude} is no longitude (-180 to 180).`);
  }
  // Adding zero turns -0 into 0, which is what it is sent as.
  return [longitude + 0, latitude + 0];
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new AreaProblem(`This is no GeoJSON: ${name} is not a list.`);
  }
  if (value.length === 0) {
    throw new AreaProblem('There is no geometry in it.');
  }
  return value as readonly unknown[];
}

/** Several geometries as one, as simple as they allow: services know collections less often than the rest. */
function join(parts: readonly AreaGeometry[]): AreaGeometry {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    return only;
  }
  const polygons = parts.flatMap((part) => (part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : []));
  if (parts.every(({ type }) => type === 'Polygon' || type === 'MultiPolygon')) {
    return { type: 'MultiPolygon', coordinates: polygons };
  }
  return { type: 'GeometryCollection', geometries: parts };
}

/** The geometry with longitudes in [-180, 180], over a pole closed along latitude 90; undefined where it is so already. */
function cutAtAntimeridian(geometry: AreaGeometry): AreaGeometry | undefined {
  if (plainExtent(geometry) !== undefined) {
    // No edge is longer than half a turn: there is nothing to cut.
    return undefined;
  }
  const reading = readGeometry(geometry);
  if (reading.kind === 'unusable') {
    return undefined;
  }
  const { split, continuous } = reading;
  const positions = positionsOf(geometry);
  const cut = split.polygons.length > continuous.polygons.length || split.lines.length > continuous.lines.length;
  const aroundPole = reading.poles.length > 0 && !positions.some(([, latitude]) => Math.abs(latitude) === 90);
  if (!cut && !aroundPole && positions.every(([longitude]) => Math.abs(longitude) <= 180)) {
    return undefined;
  }
  return join(partsOf(split));
}

function partsOf({ polygons, lines, points }: Parts): readonly AreaGeometry[] {
  const [polygon] = polygons;
  const [line] = lines;
  const [point] = points;
  return [
    ...(polygon === undefined ? [] : [polygons.length === 1 ? { type: 'Polygon' as const, coordinates: polygon } : { type: 'MultiPolygon' as const, coordinates: polygons }]),
    ...(line === undefined ? [] : [lines.length === 1 ? { type: 'LineString' as const, coordinates: line } : { type: 'MultiLineString' as const, coordinates: lines }]),
    ...(point === undefined ? [] : [points.length === 1 ? { type: 'Point' as const, coordinates: point } : { type: 'MultiPoint' as const, coordinates: points }]),
  ];
}
