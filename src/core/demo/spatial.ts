/** The little geometry that the demo's search needs, on longitudes that may run over ±180. Degrees, longitude first. */
import type { Rectangle } from '../geo/boundingBox.js';

const EARTH_RADIUS_KM = 6371.0088;
const RAD = Math.PI / 180;

export type Point = readonly number[];
export type Ring = readonly Point[];

/** The point `distanceKm` away on a great circle. The longitude is in [-180, 180). */
export function destination(lon: number, lat: number, bearing: number, distanceKm: number): { readonly lon: number; readonly lat: number } {
  const angle = distanceKm / EARTH_RADIUS_KM;
  const from = lat * RAD;
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing * RAD);
  const to = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turn = Math.atan2(Math.sin(bearing * RAD) * Math.sin(angle) * Math.cos(from), Math.cos(angle) - Math.sin(from) * sine);
  return { lon: normalizeLongitude(lon + turn / RAD), lat: to / RAD };
}

/** A longitude in [-180, 180). */
export function normalizeLongitude(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** The ring with each step taken the short way round, so that longitudes run on instead of jumping. */
export function unwrap(ring: Ring): Ring {
  let before: number | undefined;
  return ring.map(([lon = 0, lat = 0]) => {
    const next: number = before === undefined ? lon : before + normalizeLongitude(lon - before);
    before = next;
    return [next, lat];
  });
}

/** The extent of an outer ring. A ring that goes once round the globe holds a pole and has all longitudes. */
export function boundsOf(ring: Ring): Rectangle {
  const points = unwrap(ring);
  const lons = points.map(([lon = 0]) => lon);
  const lats = points.map(([, lat = 0]) => lat);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  if (!roundsPole(points)) {
    return { west, south, east, north };
  }
  return north + south > 0 ? { west: -180, south, east: 180, north: 90 } : { west: -180, south: -90, east: 180, north };
}

/** Whether two extents touch on the globe, whatever turn of the globe their longitudes are written in. */
export function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.south <= b.north && b.south <= a.north
    && TURNS.some((turn) => a.west <= b.east + turn && b.west + turn <= a.east);
}

/** Whether an outer ring touches a GeoJSON geometry. A geometry of a type that is not known touches nothing. */
export function touches(ring: Ring, geometry: unknown): boolean {
  const outer = unwrap(ring);
  const bounds = boundsOf(ring);
  return partsOf(geometry).some((part) => {
    if (!overlaps(bounds, boundsOf(part))) {
      return false;
    }
    // Around a pole the plane of longitude and latitude says nothing; the extents have to do.
    const points = unwrap(part);
    return roundsPole(outer) || roundsPole(points) || TURNS.some((turn) => ringsTouch(outer, points.map(([lon = 0, lat = 0]) => [lon + turn, lat])));
  });
}

const TURNS = [0, -360, 360, -720, 720] as const;

function roundsPole(unwrapped: Ring): boolean {
  const first = unwrapped[0]?.[0] ?? 0;
  const last = unwrapped.at(-1)?.[0] ?? 0;
  return Math.abs(last - first) > 180;
}

/** The rings, lines and points of a geometry; holes are left out, which makes the demo generous by their area. */
function partsOf(geometry: unknown): readonly Ring[] {
  const { type, coordinates, geometries } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown; geometries?: unknown };
  switch (type) {
    case 'Point':
      return [[coordinates as Point]];
    case 'MultiPoint':
      return (coordinates as readonly Point[]).map((point) => [point]);
    case 'LineString':
      return [coordinates as Ring];
    case 'MultiLineString':
      return coordinates as readonly Ring[];
    case 'Polygon':
      return (coordinates as readonly Ring[]).slice(0, 1);
    case 'MultiPolygon':
      return (coordinates as readonly (readonly Ring[])[]).flatMap((polygon) => polygon.slice(0, 1));
    case 'GeometryCollection':
      return Array.isArray(geometries) ? geometries.flatMap((member) => (isCollection(member) ? [] : partsOf(member))) : [];
    default:
      return [];
  }
}

// A collection in a collection is legal and discouraged (RFC 7946, section 3.1.8); not following it bounds the depth.
function isCollection(geometry: unknown): boolean {
  return (geometry as { type?: unknown } | null)?.type === 'GeometryCollection';
}

function ringsTouch(a: Ring, b: Ring): boolean {
  return (a[0] !== undefined && inside(a[0], b)) || (b[0] !== undefined && inside(b[0], a))
    || segments(a).some(([p, q]) => segments(b).some(([r, s]) => cross(p, q, r, s)));
}

function segments(ring: Ring): readonly (readonly [Point, Point])[] {
  return ring.slice(1).map((point, index) => [ring[index] ?? point, point]);
}

function inside([x = 0, y = 0]: Point, ring: Ring): boolean {
  let odd = false;
  for (const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] of segments(ring)) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) {
      odd = !odd;
    }
  }
  return odd;
}

function cross(p: Point, q: Point, r: Point, s: Point): boolean {
  return side(p, q, r) * side(p, q, s) <= 0 && side(r, s, p) * side(r, s, q) <= 0;
}

function side([x1 = 0, y1 = 0]: Point, [x2 = 0, y2 = 0]: Point, [x = 0, y = 0]: Point): number {
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
}
