/** Geometries in words and numbers for people. Nothing here repeats text of the item. */
import { unreachable } from '../failure.js';
import { widthOf, type BoundingBox } from './boundingBox.js';
import { EARTH_RADIUS_KM, type GeometryNote, type Heights, type Position, type UnusableReason, type UsableGeometry } from './types.js';

/** Why a footprint cannot be drawn, to follow "This item has no usable footprint: ". */
export function formatUnusable(reason: UnusableReason): string {
  switch (reason.kind) {
    case 'none':
      return 'it has no geometry.';
    case 'notGeometry':
      return 'its geometry is not built as GeoJSON wants it.';
    case 'unknownType':
      return 'its geometry is of a type that GeoJSON does not know.';
    case 'empty':
      return 'its geometry has no positions.';
    case 'notNumbers':
      return 'its positions are not pairs of numbers.';
    case 'latitude':
      return reason.swapped
        ? `a latitude of ${plain(reason.latitude, 4)}° lies beyond the pole. Longitude and latitude may be swapped.`
        : `a latitude of ${plain(reason.latitude, 4)}° lies beyond the pole. The coordinates may not be degrees.`;
    case 'longitude':
      return `a longitude of ${plain(reason.longitude, 4)} is not in degrees.`;
    case 'noArea':
      return 'its polygon encloses no area: it has fewer than three different positions, or they lie on one line.';
    case 'winding':
      return 'its polygon goes around the earth several times.';
    case 'noLength':
      return 'its line has fewer than two different positions.';
    case 'tooDeep':
      return `its geometry collections lie more than ${reason.limit} deep inside each other.`;
    case 'tooLarge':
      return 'it is too large to be read here.';
    default:
      return unreachable(reason);
  }
}

/** One sentence for what a person should know of how a geometry was read. */
export function formatNote(note: GeometryNote): string {
  switch (note.kind) {
    case 'ringsClosed':
      return `${counted(note.count, 'ring was', 'rings were')} not closed; the last position was joined to the first.`;
    case 'positionsSkipped':
      return `${counted(note.count, 'position is', 'positions are')} not a pair of numbers and left out.`;
    case 'partsLeftOut':
      return `${note.count} of ${note.of} parts cannot be drawn: ${formatUnusable(note.reason)}`;
    case 'holesLeftOut':
      return `${counted(note.count, 'hole does', 'holes do')} not lie inside the polygon and ${note.count === 1 ? 'is' : 'are'} left out.`;
    case 'nesting':
      return 'The coordinates are those of another type than the one named; they are read as they are.';
    case 'bareRing':
      return 'The coordinates of a polygon are a list of rings. Here they are one list of positions, which is drawn as its ring.';
    case 'selfCrossing':
      return 'The border crosses itself.';
    case 'partsOverlap':
      return note.counted ? 'Its parts overlap; the area counts each place once.' : 'Its parts may overlap: the area counts what lies in several of them several times.';
    case 'crsIgnored':
      return 'The geometry names a coordinate system of its own; it is read as longitude and latitude (WGS 84).';
    default:
      return unreachable(note);
  }
}

/** `37.4880° N, 122.3082° W`, with digits to suit the size of what is shown (`radius` of its cap, degrees). */
export function formatPosition([longitude, latitude]: Position, radius: number): string {
  const digits = digitsFor(radius);
  if (Math.abs(latitude) > 90 - 0.5 * 10 ** -digits) {
    return latitude > 0 ? 'the north pole' : 'the south pole';
  }
  return `${formatLatitude(latitude, digits)}, ${formatLongitude(longitude, digits)}`;
}

/** `170.0° E to 170.0° W, 40.0° N to 50.0° N`. */
export function formatExtent([west, south, east, north]: BoundingBox, radius: number): string {
  const digits = digitsFor(radius);
  const longitudes = west === -180 && east === 180 ? 'all longitudes' : range(formatLongitude(west, digits), formatLongitude(east, digits));
  return `${longitudes}, ${range(formatLatitude(south, digits), formatLatitude(north, digits))}`;
}

/** `25.1 km²`, `8,450 m²`, `1.21 million km²`: three digits that count. */
export function formatArea(areaKm2: number): string {
  if (areaKm2 >= 1e6) {
    return `${significant(areaKm2 / 1e6)} million km²`;
  }
  return areaKm2 >= 0.01 ? `${significant(areaKm2)} km²` : `${significant(areaKm2 * 1e6)} m²`;
}

/** `4.8 km × 5.1 km`: the extent's width (where it is widest) and height on the ground. */
export function formatSize(extent: BoundingBox): string {
  const [, south, , north] = extent;
  const perDegree = (EARTH_RADIUS_KM * Math.PI) / 180;
  const widest = south > 0 ? south : north < 0 ? north : 0;
  return `${formatLength(widthOf(extent) * perDegree * Math.cos((widest * Math.PI) / 180))} × ${formatLength((north - south) * perDegree)}`;
}

/** Kilometres, or metres below one. */
export function formatLength(kilometres: number): string {
  return kilometres >= 1 || kilometres === 0 ? `${significant(kilometres)} km` : `${significant(kilometres * 1000)} m`;
}

/** Metres. One number where all are the same to the metre. */
export function formatHeights({ lowest, highest, mean }: Heights): string {
  return Math.round(lowest) === Math.round(highest) ? `${plain(mean, 0)} m` : `${plain(lowest, 0)} m to ${plain(highest, 0)} m, mean ${plain(mean, 0)} m`;
}

/** What a geometry is made of: `1 polygon`, `2 polygons and 3 points`. */
export function formatParts({ continuous }: UsableGeometry): string {
  const { polygons, lines, points } = continuous;
  const words = [
    ...(polygons.length > 0 ? [counted(polygons.length, 'polygon', 'polygons')] : []),
    ...(lines.length > 0 ? [counted(lines.length, 'line', 'lines')] : []),
    ...(points.length > 0 ? [counted(points.length, 'point', 'points')] : []),
  ];
  return words.join(' and ');
}

function formatLatitude(latitude: number, digits: number): string {
  return `${plain(Math.abs(latitude), digits)}°${hemisphere(latitude, digits, 'N', 'S')}`;
}

function formatLongitude(longitude: number, digits: number): string {
  return `${plain(Math.abs(longitude), digits)}°${Math.abs(longitude) === 180 ? '' : hemisphere(longitude, digits, 'E', 'W')}`;
}

function hemisphere(value: number, digits: number, positive: string, negative: string): string {
  if (Math.abs(value) < 0.5 * 10 ** -digits) {
    return '';
  }
  return ` ${value > 0 ? positive : negative}`;
}

function range(from: string, to: string): string {
  return from === to ? from : `${from} to ${to}`;
}

/** Two digits more than the size has. */
function digitsFor(radius: number): number {
  return Math.min(6, Math.max(1, 2 - Math.floor(Math.log10(Math.max(radius, 1e-6)))));
}

function significant(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 1000 ? 4 : 3 });
}

function plain(value: number, digits: number): string {
  return Math.abs(value) >= 1e9 ? value.toExponential(2) : value.toLocaleString('en-US', { minimumFractionDigits: digits > 4 ? 4 : digits, maximumFractionDigits: digits });
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
