/** An area of interest in any form that a person has at hand: a box, coordinates, WKT or GeoJSON. */
import { checkBoundingBox, parseBoundingBox, type BoundingBox } from './boundingBox.js';
import type { Checked } from '../environment.js';
import { readGeometry } from './readGeometry.js';
import { isTooDeep } from '../parseJson.js';
import { checkAreaGeometry, MAX_AREA_POSITIONS, type AreaGeometry } from './areaGeometry.js';
import { looksLikeWkt, parseWkt } from './wkt.js';

/** What a search takes as its area: one of the two. */
export type Area = { readonly bbox: BoundingBox } | { readonly intersects: AreaGeometry };

/** Longer text is a file, and not for a field. In UTF-16 units. */
export const MAX_AREA_TEXT = 10_000_000;

/** An area given as data: a box as an array of numbers, a GeoJSON object, or text as {@link parseArea} takes it. */
export function checkArea(value: unknown): Checked<Area> {
  if (typeof value === 'string') {
    return parseArea(value);
  }
  return Array.isArray(value) && value.every((one) => typeof one === 'number') ? boxed(checkBoundingBox(value)) : checkGeometryInput(value);
}

/**
 * A typed or pasted area: `5.9, 45.8, 10.5, 47.8` (west, south, east, north), pairs of longitude and latitude (two: opposite corners of
 * a box; more: a polygon), WKT, or GeoJSON (geometry, Feature, FeatureCollection or a list of positions).
 */
export function parseArea(text: string): Checked<Area> {
  const trimmed = text.trim();
  if (trimmed.length > MAX_AREA_TEXT) {
    return { ok: false, problem: 'This is too much text for an area.' };
  }
  if (/^\p{L}/u.test(trimmed)) {
    if (!looksLikeWkt(trimmed)) {
      return { ok: false, problem: 'Type west, south, east, north in degrees, or paste coordinates, WKT or GeoJSON.' };
    }
    const read = parseWkt(trimmed);
    return read.ok ? shaped(checkAreaGeometry(read.value)) : read;
  }
  if (trimmed.startsWith('{') || /^\[\s*[[{]/u.test(trimmed)) {
    return fromJson(trimmed);
  }
  const pairs = pairsOf(trimmed);
  return pairs === undefined ? boxed(parseBoundingBox(trimmed)) : fromPairs(pairs);
}

/** The geometry of a member `intersects`: GeoJSON as an object or as text, or WKT. */
export function checkIntersects(value: unknown): Checked<AreaGeometry> {
  if (typeof value !== 'string') {
    return checkAreaGeometry(value);
  }
  const area = parseArea(value);
  if (!area.ok) {
    return area;
  }
  return 'intersects' in area.value ? { ok: true, value: area.value.intersects } : { ok: false, problem: 'This is a box: give it as bbox.' };
}

/** The smallest box around a geometry; west > east where it crosses the antimeridian. Undefined where nothing of it can be drawn. */
export function boxAround(geometry: AreaGeometry): BoundingBox | undefined {
  const reading = readGeometry(geometry);
  return reading.kind === 'usable' ? reading.extent : undefined;
}

function fromJson(text: string): Checked<Area> {
  if (isTooDeep(text)) {
    return { ok: false, problem: 'This is nested too deeply.' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'This JSON is not complete, or not JSON.' };
  }
  return checkGeometryInput(value);
}

/** A list of positions is what people copy out of GeoJSON: a position, a line of them, a ring, or rings. */
function checkGeometryInput(value: unknown): Checked<Area> {
  if (!Array.isArray(value)) {
    return shaped(checkAreaGeometry(value));
  }
  const pairs = value as readonly unknown[];
  if (pairs.every((one) => Array.isArray(one) && one.every((part) => typeof part === 'number'))) {
    return fromPairs(pairs as readonly (readonly number[])[]);
  }
  const deep = Array.isArray(pairs[0]) && Array.isArray(pairs[0][0]) && Array.isArray(pairs[0][0][0]);
  return shaped(checkAreaGeometry({ type: deep ? 'MultiPolygon' : 'Polygon', coordinates: value }));
}

/** `7 46, 8 46, 8 47` or one pair to a line; undefined where the text is not made of pairs. More than an area can have are not read. */
function pairsOf(text: string): readonly (readonly number[])[] | undefined {
  const pairs: (readonly number[])[] = [];
  const separators = /[\n;]/u.test(text) ? '\n;' : ',';
  let end = -1;
  while (end < text.length) {
    const start = end + 1;
    end = start;
    while (end < text.length && !separators.includes(text.charAt(end))) {
      end += 1;
    }
    const trimmed = text.slice(start, end).trim();
    if (trimmed === '') {
      continue;
    }
    const pair = trimmed.split(/[\s,]+/u, 3).map((word) => (word === '' ? Number.NaN : Number(word)));
    if (pair.length !== 2 || !pair.every(Number.isFinite)) {
      return undefined;
    }
    pairs.push(pair);
    if (pairs.length > MAX_AREA_POSITIONS) {
      break;
    }
  }
  return pairs.length > 0 ? pairs : undefined;
}

function fromPairs(pairs: readonly (readonly number[])[]): Checked<Area> {
  const [first, second] = pairs;
  if (first === undefined || pairs.length === 1) {
    return shaped(checkAreaGeometry({ type: 'Point', coordinates: first }));
  }
  if (second !== undefined && pairs.length === 2) {
    return boxed(checkBoundingBox([...first, ...second]));
  }
  const last = pairs.at(-1);
  const closed = last?.[0] === first[0] && last?.[1] === first[1];
  return shaped(checkAreaGeometry({ type: 'Polygon', coordinates: [closed ? pairs : [...pairs, first]] }));
}

function boxed(check: Checked<BoundingBox>): Checked<Area> {
  return check.ok ? { ok: true, value: { bbox: check.value } } : check;
}

function shaped(check: Checked<AreaGeometry>): Checked<Area> {
  return check.ok ? { ok: true, value: { intersects: check.value } } : check;
}
