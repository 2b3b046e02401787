/** The flat maps that footprints are drawn on: the whole world, mercator, and one around each pole. */
import { addCoordinateTransforms, addProjection } from 'ol/proj.js';
import Projection from 'ol/proj/Projection.js';
import { STEPS_PER_DEGREE } from '../../src/core/geo/packedFootprints.js';
import { EARTH_RADIUS_M, type LonLat } from './sphere.js';

export type PlaneName = 'world' | 'mercator' | 'north' | 'south';

export interface Plane {
  readonly name: PlaneName;
  /** The projection's code in OpenLayers. */
  readonly code: string;
  /** Map units of one step of projected coordinates. */
  readonly step: number;
  /** Steps around the world where the map repeats itself. */
  readonly around: number | undefined;
  /** From packed longitudes and latitudes to steps; the same array where nothing has to be done. */
  project(coordinates: Int32Array): Int32Array;
  /** Steps of a position, its longitude as it is (it may pass 180 where the plane repeats itself). */
  toSteps(position: LonLat): readonly [x: number, y: number];
  /** The position at steps; longitudes may pass 180 where the plane repeats itself. */
  toPosition(x: number, y: number): LonLat;
}

const RADIANS = Math.PI / 180;
/** The radius of the sphere that EPSG:3857 is on, metres. */
const MERCATOR_RADIUS = 6_378_137;
const MERCATOR_STEP = (Math.PI * MERCATOR_RADIUS) / 2_147_483_647;
const MOST = 2_147_483_647;
/** Polar maps go as far as this beyond the equator; what lies farther is drawn on their rim, out of sight. */
const POLAR_EDGE = -30;
const POLAR_REACH = polarRadius(POLAR_EDGE);
const POLAR_STEP = POLAR_REACH / MOST;
/** As far as one can pan on a polar map, metres from the pole: about 20 degrees of latitude. */
export const POLAR_LIMIT = polarRadius(20);

/** Stereographic: the distance from the pole in metres. `latitude` counts from the equator towards the pole. */
function polarRadius(latitude: number): number {
  return 2 * EARTH_RADIUS_M * Math.tan(((90 - Math.max(POLAR_EDGE, latitude)) * RADIANS) / 2);
}

function polar(name: 'north' | 'south'): Plane {
  const side = name === 'north' ? 1 : -1;
  const code = `catalog:${name}`;
  const projection = new Projection({ code, units: 'm', extent: [-POLAR_REACH, -POLAR_REACH, POLAR_REACH, POLAR_REACH], worldExtent: [-180, -90, 180, 90], metersPerUnit: 1 });
  addProjection(projection);
  const forward = ([longitude = 0, latitude = 0]: number[]): number[] => {
    const radius = polarRadius(side * latitude);
    return [radius * Math.sin(longitude * RADIANS), -side * radius * Math.cos(longitude * RADIANS)];
  };
  const inverse = ([x = 0, y = 0]: number[]): number[] => [
    Math.atan2(x, -side * y) / RADIANS,
    side * (90 - (2 * Math.atan(Math.hypot(x, y) / (2 * EARTH_RADIUS_M))) / RADIANS),
  ];
  addCoordinateTransforms('EPSG:4326', projection, forward, inverse);
  addCoordinateTransforms(
    'EPSG:3857',
    projection,
    ([x = 0, y = 0]) => forward([x / MERCATOR_RADIUS / RADIANS, Math.atan(Math.sinh(y / MERCATOR_RADIUS)) / RADIANS]),
    (at) => {
      const [longitude = 0, latitude = 0] = inverse(at);
      return [longitude * RADIANS * MERCATOR_RADIUS, MERCATOR_RADIUS * Math.asinh(Math.tan(latitude * RADIANS))];
    },
  );
  return {
    name,
    code,
    step: POLAR_STEP,
    around: undefined,
    toSteps: (position) => forward([...position]).map((value) => value / POLAR_STEP) as [number, number],
    toPosition: (x, y) => inverse([x * POLAR_STEP, y * POLAR_STEP]) as unknown as LonLat,
    project(coordinates) {
      const projected = new Int32Array(coordinates.length);
      const toRadians = RADIANS / STEPS_PER_DEGREE;
      for (let index = 0; index < coordinates.length; index += 2) {
        const longitude = (coordinates[index] ?? 0) * toRadians;
        const radius = polarRadius((side * (coordinates[index + 1] ?? 0)) / STEPS_PER_DEGREE) / POLAR_STEP;
        projected[index] = radius * Math.sin(longitude);
        projected[index + 1] = -side * radius * Math.cos(longitude);
      }
      return projected;
    },
  };
}

export const PLANES: Readonly<Record<PlaneName, Plane>> = {
  /** Degrees as they are: shows both poles. */
  world: {
    name: 'world',
    code: 'EPSG:4326',
    step: 1 / STEPS_PER_DEGREE,
    around: 360 * STEPS_PER_DEGREE,
    project: (coordinates) => coordinates,
    toSteps: ([longitude, latitude]) => [longitude * STEPS_PER_DEGREE, latitude * STEPS_PER_DEGREE],
    toPosition: (x, y) => [x / STEPS_PER_DEGREE, y / STEPS_PER_DEGREE],
  },
  mercator: {
    name: 'mercator',
    code: 'EPSG:3857',
    step: MERCATOR_STEP,
    around: 2 * MOST,
    toSteps: ([longitude, latitude]) => [(longitude / 180) * MOST, Math.max(-MOST, Math.min(MOST, (Math.atanh(Math.sin(latitude * RADIANS)) / Math.PI) * MOST))],
    toPosition: (x, y) => [(x / MOST) * 180, Math.atan(Math.sinh((y / MOST) * Math.PI)) / RADIANS],
    project(coordinates) {
      const projected = new Int32Array(coordinates.length);
      const perStep = MOST / (180 * STEPS_PER_DEGREE);
      const toRadians = RADIANS / STEPS_PER_DEGREE;
      const scale = MOST / Math.PI;
      for (let index = 0; index < coordinates.length; index += 2) {
        projected[index] = Math.round((coordinates[index] ?? 0) * perStep);
        const y = scale * Math.atanh(Math.sin((coordinates[index + 1] ?? 0) * toRadians));
        // The poles lie at infinity.
        projected[index + 1] = y > MOST ? MOST : y < -MOST ? -MOST : Math.round(y);
      }
      return projected;
    },
  },
  north: polar('north'),
  south: polar('south'),
};

/** How far a view reaches, for the choice of its plane. */
export interface Reach {
  readonly centre: LonLat;
  /** From the middle of the view to its corners, degrees on the ground. */
  readonly degrees: number;
}

/** The plane that shows a view best; `now` is kept while it does well enough, so that a map does not flicker between two. */
export function planeFor({ centre, degrees }: Reach, now?: PlaneName): PlaneName {
  const latitude = Math.abs(centre[1]);
  const isPolar = now === 'north' || now === 'south';
  if (degrees < (isPolar ? 75 : 60) && latitude > (isPolar ? 58 : 72)) {
    return centre[1] > 0 ? 'north' : 'south';
  }
  return degrees > (now === 'world' ? 50 : 70) || latitude > 82 ? 'world' : 'mercator';
}
