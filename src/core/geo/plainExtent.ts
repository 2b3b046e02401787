/** The extent of a footprint that needs no interpretation: a quick answer for most of the many items that are nowhere near. */
import type { Rectangle } from './boundingBox.js';

const MAX_DEPTH = 5;
const TYPES: ReadonlySet<unknown> = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon']);

/**
 * The extent of a geometry's positions as written; undefined where that may not be its extent on the earth: an edge longer than half
 * the way round, a position that cannot be read or lies outside [-180, 180], a pole, a collection.
 */
export function plainExtent(geometry: unknown): Rectangle | undefined {
  const coordinates = typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry && 'type' in geometry && TYPES.has(geometry.type) ? geometry.coordinates : undefined;
  const extent = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  return Array.isArray(coordinates) && add(coordinates, extent, 0) && extent.west <= extent.east ? extent : undefined;
}

interface Growing {
  west: number;
  south: number;
  east: number;
  north: number;
}

function add(list: readonly unknown[], extent: Growing, depth: number): boolean {
  if (typeof list[0] === 'number') {
    return addPosition(list, extent) !== undefined;
  }
  let first: number | undefined;
  let before: number | undefined;
  for (const entry of list) {
    if (!Array.isArray(entry) || depth >= MAX_DEPTH) {
      return false;
    }
    if (typeof entry[0] !== 'number') {
      if (!add(entry as readonly unknown[], extent, depth + 1)) {
        return false;
      }
      continue;
    }
    const longitude = addPosition(entry as readonly unknown[], extent);
    if (longitude === undefined || Math.abs(longitude - (before ?? longitude)) > 180) {
      return false;
    }
    first ??= longitude;
    before = longitude;
  }
  // A ring that is not closed has a last edge all the same.
  return Math.abs((before ?? 0) - (first ?? 0)) <= 180;
}

function addPosition(position: readonly unknown[], extent: Growing): number | undefined {
  const [longitude, latitude] = position;
  if (typeof longitude !== 'number' || typeof latitude !== 'number' || !(Math.abs(longitude) <= 180 && Math.abs(latitude) < 90)) {
    return undefined;
  }
  extent.west = Math.min(extent.west, longitude);
  extent.east = Math.max(extent.east, longitude);
  extent.south = Math.min(extent.south, latitude);
  extent.north = Math.max(extent.north, latitude);
  return longitude;
}
