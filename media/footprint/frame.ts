/** One look at the map: where which steps of the plane fall on the screen. CSS pixels, y downwards. */
import type { FrameState } from 'ol/Map.js';
import { getPointResolution, toLonLat } from 'ol/proj.js';
import type { Plane } from './planes.js';
import { EARTH_RADIUS_M, type LonLat } from './sphere.js';

export interface Frame {
  readonly plane: Plane;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Pixel = a * x + c * y + e and b * x + d * y + f, of steps. */
  readonly matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
  /** Pixels per step. */
  readonly scale: number;
  /** Shifts in steps that bring the copies of the world into view; 0 alone where the plane does not repeat itself. */
  readonly copies: readonly number[];
  /** West, south, east and north of what is in view, in steps. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  readonly centre: LonLat;
  /** Degrees on the ground of one pixel in the middle. */
  readonly degreesPerPixel: number;
}

export function frameOf({ size, pixelRatio, viewState, extent }: Pick<FrameState, 'size' | 'pixelRatio' | 'viewState'> & { readonly extent: readonly number[] | null }, plane: Plane): Frame {
  const [width = 0, height = 0] = size;
  const { center, resolution, rotation, projection } = viewState;
  const [x = 0, y = 0] = center;
  const scale = plane.step / resolution;
  const [cosine, sine] = [Math.cos(rotation) * scale, Math.sin(rotation) * scale];
  // Steps are turned by the rotation, clockwise on the screen, and y is turned over.
  const [a, b, c, d] = [cosine, sine, sine, -cosine];
  const [centreX, centreY] = [x / plane.step, y / plane.step];
  const [west = 0, south = 0, east = 0, north = 0] = (extent ?? [0, 0, 0, 0]).map((value) => value / plane.step);
  const [longitude = 0, latitude = 0] = toLonLat(center, projection);
  const metres = getPointResolution(projection, resolution, center, 'm');
  return {
    plane,
    width,
    height,
    ratio: pixelRatio,
    matrix: [a, b, c, d, width / 2 - a * centreX - c * centreY, height / 2 - b * centreX - d * centreY],
    scale,
    copies: copiesOf(plane, west, east),
    bounds: [west, south, east, north],
    centre: [longitude, Math.max(-90, Math.min(90, latitude))],
    degreesPerPixel: (metres / EARTH_RADIUS_M / Math.PI) * 180,
  };
}

function copiesOf({ around }: Plane, west: number, east: number): number[] {
  if (around === undefined) {
    return [0];
  }
  const first = Math.floor((west + around / 2) / around);
  const last = Math.floor((east + around / 2) / around);
  return Array.from({ length: Math.min(8, last - first + 1) }, (_, index) => (first + index) * around);
}

/** How far the view reaches from its middle to its corners, degrees on the ground. */
export function reachOf({ degreesPerPixel, width, height }: Pick<Frame, 'degreesPerPixel' | 'width' | 'height'>): number {
  return Math.min(180, (degreesPerPixel * Math.hypot(width, height)) / 2);
}

/** The pixel of a position; its longitude counts as it is. */
export function pixelOf({ matrix: [a, b, c, d, e, f], plane }: Frame, position: LonLat): readonly [x: number, y: number] {
  const [x, y] = plane.toSteps(position);
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The steps under a pixel. */
export function stepsAt({ matrix: [a, b, c, d, e, f] }: Frame, [x, y]: readonly [number, number]): readonly [x: number, y: number] {
  const whole = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / whole, (a * (y - f) - b * (x - e)) / whole];
}

/** The position under a pixel; undefined beyond the poles. Its longitude may pass 180. */
export function positionAt(frame: Frame, pixel: readonly [number, number]): LonLat | undefined {
  const position = frame.plane.toPosition(...stepsAt(frame, pixel));
  return Math.abs(position[1]) <= 90 ? position : undefined;
}

/** What is in view of a plane that repeats itself, in degrees; longitudes may pass 180. */
export function degreesInView({ plane, bounds: [west, south, east, north] }: Frame): readonly [west: number, south: number, east: number, north: number] {
  const [low, high] = [plane.toPosition(west, south), plane.toPosition(east, north)];
  return [low[0], Math.max(-90, low[1]), high[0], Math.min(90, high[1])];
}
