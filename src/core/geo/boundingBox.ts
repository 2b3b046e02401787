/** Boxes as people type them. Degrees, as GeoJSON has them (RFC 7946, section 5). */
import type { Checked } from '../environment.js';
import type { Polygon } from './types.js';

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

/** Degrees. An edge of half a turn or more is read the other way round the earth. */
const LONGEST_EDGE = 120;

/** A box as polygons: two where it crosses the antimeridian (RFC 7946, section 3.1.9). Long sides have positions between their ends. */
export function boxPolygons(box: BoundingBox): readonly Polygon[] {
  return boxesOf(box).map(({ west, south, east, north }) => {
    const edges = Math.max(1, Math.ceil((east - west) / LONGEST_EDGE));
    const longitudes = Array.from({ length: edges + 1 }, (_, index) => (index === edges ? east : west + ((east - west) * index) / edges));
    return [[...longitudes.map((x) => [x, south] as const), ...longitudes.toReversed().map((x) => [x, north] as const), [west, south]]];
  });
}

/** A box as GeoJSON that means the same area. */
export function boxGeometry(box: BoundingBox): { readonly type: 'Polygon'; readonly coordinates: Polygon } | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Polygon[] } {
  const polygons = boxPolygons(box);
  const [only] = polygons;
  return only !== undefined && polygons.length === 1 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: polygons };
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
