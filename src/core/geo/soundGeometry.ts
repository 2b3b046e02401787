/** Geometries that writers can take without looking: RFC 7946 with every position of the same length. */
import type { Geometry, Position } from 'geojson';
import { MAX_NESTED } from './limits.js';

/** How deep positions lie in `coordinates`. */
const DEPTHS: ReadonlyMap<string, number> = new Map([['Point', 0], ['LineString', 1], ['MultiPoint', 1], ['Polygon', 2], ['MultiLineString', 2], ['MultiPolygon', 3]]);

export interface SoundGeometry {
  readonly geometry: Geometry;
  readonly dimensions: 2 | 3;
}

/**
 * A copy of a geometry as sent, if it is one: known type, finite numbers, no empty list. Positions keep three numbers where all of
 * them have three, else two. Whether rings are closed or cross themselves is not looked at.
 */
export function soundGeometry(value: unknown): SoundGeometry | undefined {
  const lengths = { least: Infinity };
  if (!isSound(value, lengths, 0)) {
    return undefined;
  }
  const dimensions = lengths.least >= 3 ? 3 : 2;
  return { geometry: cut(value, dimensions), dimensions };
}

/** West, south, east, north of the numbers of a sound geometry that lies nowhere on the earth. */
export function plainExtentOf(geometry: Geometry): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    const list = value as readonly unknown[];
    const [x, y] = list;
    if (typeof x === 'number' && typeof y === 'number') {
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    } else {
      list.forEach(visit);
    }
  };
  const walk = (one: Geometry): void => (one.type === 'GeometryCollection' ? one.geometries.forEach(walk) : visit(one.coordinates));
  walk(geometry);
  return [west, south, east, north];
}

function isSound(value: unknown, lengths: { least: number }, nesting: number): value is Geometry {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { type, coordinates, geometries } = value as { readonly type?: unknown; readonly coordinates?: unknown; readonly geometries?: unknown };
  if (type === 'GeometryCollection') {
    return nesting < MAX_NESTED && Array.isArray(geometries) && geometries.length > 0 && geometries.every((one) => isSound(one, lengths, nesting + 1));
  }
  const depth = typeof type === 'string' ? DEPTHS.get(type) : undefined;
  return depth !== undefined && arePositions(coordinates, depth, lengths);
}

function arePositions(value: unknown, depth: number, lengths: { least: number }): boolean {
  if (!Array.isArray(value)) {
    return false;
  }
  if (depth > 0) {
    return value.length > 0 && value.every((one) => arePositions(one, depth - 1, lengths));
  }
  lengths.least = Math.min(lengths.least, value.length);
  return value.length >= 2 && value.slice(0, 3).every((number) => typeof number === 'number' && Number.isFinite(number));
}

function cut(geometry: Geometry, dimensions: number): Geometry {
  if (geometry.type === 'GeometryCollection') {
    return { type: geometry.type, geometries: geometry.geometries.map((one) => cut(one, dimensions)) };
  }
  const positions = (value: unknown, depth: number): unknown =>
    (depth === 0 ? (value as Position).slice(0, dimensions) : (value as readonly unknown[]).map((one) => positions(one, depth - 1)));
  return { type: geometry.type, coordinates: positions(geometry.coordinates, DEPTHS.get(geometry.type) ?? 0) } as Geometry;
}
