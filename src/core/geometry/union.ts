/** The area that several footprints cover together, each place counted once. */
import { nonzeroArea } from './planar.js';
import { EARTH_RADIUS_KM, type Parts } from './types.js';

/** Edges of all footprints together: the work grows with their square or more. */
const MAX_EDGES = 1500;

/** In km2, exact for edges that are straight in longitude and latitude; undefined where there are too many edges. Takes split parts. */
export function unionAreaKm2(footprints: readonly Pick<Parts, 'polygons'>[]): number | undefined {
  const rings = footprints.flatMap(({ polygons }) => polygons.flat());
  return rings.reduce((sum, { length }) => sum + length, 0) > MAX_EDGES ? undefined : nonzeroArea(rings) * EARTH_RADIUS_KM ** 2;
}
