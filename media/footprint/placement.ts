/** Which plane and which view suit a box, and what of a box lies where. */
import View from 'ol/View.js';
import { widthOf } from '../../src/core/geo/boundingBox.js';
import type { MapBox } from '../../src/shared/footprintProtocol.js';
import { planeFor, POLAR_LIMIT, type Plane, type PlaneName } from './planes.js';
import { angleBetween, EARTH_RADIUS_M, type LonLat } from './sphere.js';

const RADIANS = Math.PI / 180;
/** A point is fitted as if it were so wide, in degrees. */
const POINT_RADIUS = 0.25;
/** What a box takes of a view of the world, unless it goes around more of it. */
const MOST_OF_WORLD = 0.85;
/** Metres to a pixel, at least. */
const CLOSEST = 0.25;

/** A view of a plane, turned by so many radians. */
export function viewOf(plane: Plane, rotation: number): View {
  const limit = { world: 90, mercator: 20_037_508, north: POLAR_LIMIT, south: POLAR_LIMIT }[plane.name];
  const sideways = plane.around === undefined ? limit : Number.MAX_SAFE_INTEGER;
  const metresPerUnit = plane.name === 'world' ? EARTH_RADIUS_M * RADIANS : 1;
  return new View({
    projection: plane.code,
    center: [0, 0],
    resolution: 1,
    rotation,
    constrainRotation: false,
    // Beyond the poles of a flat map there is nothing to see; a polar map may show its rim.
    constrainOnlyCenter: plane.around === undefined,
    extent: [-sideways, -limit, sideways, limit],
    smoothExtentConstraint: false,
    smoothResolutionConstraint: false,
    multiWorld: true,
    showFullExtent: true,
    minResolution: CLOSEST / metresPerUnit,
    maxResolution: { world: 1, mercator: 78_000, north: 60_000, south: 60_000 }[plane.name],
  });
}

/** On a polar map north is up where the middle of the view is; around the pole itself the prime meridian points down. */
export function rotationFor(name: PlaneName, [longitude]: LonLat, overPole: boolean): number {
  if (overPole) {
    return 0;
  }
  return name === 'north' ? longitude * RADIANS : name === 'south' ? -longitude * RADIANS : 0;
}

/** A box that is at least a little wide and high, and whose east is not less than its west. */
export function grown([west, south, east, north]: MapBox): MapBox {
  const [width, height] = [widthOf([west, south, east, north]), north - south];
  const wide = width === 0 && height === 0 ? POINT_RADIUS : 0;
  return [west - wide, Math.max(-90, south - wide), west + width + wide, Math.min(90, north + wide)];
}

/** The middle of a box whose east is not less than its west, as `grown` gives it. */
export function centreOf([west, south, east, north]: MapBox): LonLat {
  return [(west + east) / 2, (south + north) / 2];
}

/** Whether such a box goes around the earth up to a pole. */
export function holdsPole([west, south, east, north]: MapBox): boolean {
  return east - west > 300 && Math.max(north, -south) > 80;
}

/** The plane on which such a box is seen best. */
export function planeOfBox(box: MapBox): PlaneName {
  const [west, south, east, north] = box;
  if (holdsPole(box) && (south > 20 || north < -20)) {
    return south > 0 ? 'north' : 'south';
  }
  const centre = centreOf(box);
  const reach = Math.max(...borderOf(box).map((position) => angleBetween(centre, position)), (north - south) / 2, ((east - west) / 2) * Math.cos(centre[1] * RADIANS));
  // Mercator has no room for the poles, and polar maps none for what is far from them.
  if (Math.max(north, -south) > 84 && Math.min(Math.abs(north), Math.abs(south)) < 40) {
    return 'world';
  }
  return planeFor({ centre, degrees: reach });
}

/** The share of the view's width that a box takes where a plane shows all of the earth: of what does not go all around there is a little more to see. */
export function shareOfWorld(box: MapBox): number {
  return Math.max(MOST_OF_WORLD, Math.min(1, widthOf(box) / 360));
}

/** Positions along the border of a box. */
export function borderOf([west, south, east, north]: MapBox): LonLat[] {
  return Array.from({ length: 33 }, (_, index) => index / 32).flatMap((share): LonLat[] => {
    const [x, y] = [west + share * (east - west), south + share * (north - south)];
    return [[x, south], [x, north], [west, y], [east, y]];
  });
}
