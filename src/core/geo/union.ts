/** The area that several footprints cover together, each place counted once. */
import type { Steps } from '../steps.js';
import { coveredAreaSteps } from './coveredArea.js';
import { EARTH_RADIUS_KM, type Polygon } from './types.js';

/** Edges of all footprints together, and how often they cross each other: some tenths of a second. */
const MAX_EDGES = 1500;
const MAX_CROSSINGS = 100_000;

/** In km2, exact for edges that are straight in longitude and latitude; undefined where it would take too long. Takes polygons after the split. */
export function* unionAreaSteps(polygons: readonly Polygon[]): Steps<number | undefined> {
  const rings = polygons.flat();
  const edges = rings.reduce((sum, { length }) => sum + length, 0);
  const area = edges > MAX_EDGES ? undefined : yield* coveredAreaSteps(rings, MAX_CROSSINGS);
  return area === undefined ? undefined : area * EARTH_RADIUS_KM ** 2;
}
