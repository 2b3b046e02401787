/** What d3 says of rings: an implementation on the sphere that shares nothing with ours. Its edges are great circles, so ours are cut into short ones. */
import { geoArea, geoContains } from 'd3-geo';
import type { Polygon as GeoPolygon } from 'geojson';
import { EARTH_RADIUS_KM, type Position } from '../../../src/core/geo/types.js';
import { closedPath, type RandomRing } from './randomFootprints.js';

export interface OnSphere {
  readonly areaKm2: number;
  /** Positions along the border, never farther apart than the step. */
  readonly border: readonly Position[];
  contains(position: Position): boolean;
}

/** The smaller side of a ring, whichever way it runs. */
export function onSphere(ring: RandomRing, step: number): OnSphere {
  const border = shortEdges(closedPath(ring), step);
  const given = polygonOf(border);
  const area = geoArea(given);
  const smaller = area <= 2 * Math.PI ? given : polygonOf(border.toReversed());
  return {
    areaKm2: Math.min(area, 4 * Math.PI - area) * EARTH_RADIUS_KM ** 2,
    border,
    contains: (position) => geoContains(smaller, [position[0], position[1]]),
  };
}

function polygonOf(border: readonly Position[]): GeoPolygon {
  const ring = border.map(([x, y]) => [x - 360 * Math.round(x / 360), y]);
  return { type: 'Polygon', coordinates: [[...ring.slice(0, -1), ring[0] ?? [0, 0]]] };
}

function shortEdges(path: readonly Position[], step: number): readonly Position[] {
  const positions: Position[] = path.slice(0, 1);
  for (let index = 1; index < path.length; index += 1) {
    const [from = [0, 0], to = [0, 0]] = [path[index - 1], path[index]];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) / step));
    for (let part = 1; part <= steps; part += 1) {
      positions.push(part === steps ? to : [from[0] + ((to[0] - from[0]) * part) / steps, from[1] + ((to[1] - from[1]) * part) / steps]);
    }
  }
  return positions;
}
