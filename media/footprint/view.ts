/**
 * What part of the sphere is looked at. Lambert's azimuthal equal-area projection, turned so that the middle of the view is its
 * centre: no footprint is ever cut by the antimeridian or a pole, areas are true, and zooming out ends with the whole earth.
 */
import { geoAzimuthalEqualArea, type GeoProjection } from 'd3-geo';
import { EARTH_RADIUS_M, normalLongitude, turned, type LonLat } from './sphere.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface View {
  readonly centre: LonLat;
  /** Pixels per radian in the centre. */
  readonly scale: number;
}

/** A point is fitted as if it were so wide, in degrees. */
const POINT_RADIUS = 0.5;
const METRES_PER_PIXEL = 0.25;
const RADIANS = Math.PI / 180;

/** The view in which a cap (radius in degrees) takes this share of the view's shorter half. */
export function fitted(cap: { readonly centre: LonLat; readonly radius: number }, share: number, size: Size): View {
  const radius = cap.radius === 0 ? POINT_RADIUS : cap.radius;
  const half = Math.min(size.width, size.height) / 2;
  return { centre: cap.centre, scale: bounded((half * share) / (2 * Math.sin((radius * RADIANS) / 2)), size) };
}

export function zoomed(view: View, factor: number, size: Size, at?: readonly [x: number, y: number]): View {
  const scale = bounded(view.scale * factor, size);
  const next: View = { ...view, scale };
  const held = at === undefined ? undefined : positionAt(view, size, at);
  return at === undefined || held === undefined ? next : holding(next, size, held, at);
}

/** Moves what lies at `from` to `to`, in pixels. */
export function panned(view: View, size: Size, from: readonly [number, number], to: readonly [number, number]): View {
  const held = positionAt(view, size, from);
  return held === undefined ? view : holding(view, size, held, to);
}

/** The position under a pixel; undefined beside the earth. */
export function positionAt(view: View, size: Size, [x, y]: readonly [number, number]): LonLat | undefined {
  if (Math.hypot(x - size.width / 2, y - size.height / 2) > 2 * view.scale * 0.9999) {
    return undefined;
  }
  const position = projectionOf(view, size).invert?.([x, y]);
  return position === null || position === undefined || !Number.isFinite(position[0]) || !Number.isFinite(position[1]) ? undefined : position;
}

/** Not clipped and not smoothed: whoever draws adds what it needs. */
export function projectionOf({ centre, scale }: View, { width, height }: Size): GeoProjection {
  return geoAzimuthalEqualArea().rotate([-centre[0], -centre[1]]).scale(scale).translate([width / 2, height / 2]).precision(0).clipAngle(179.9);
}

/** How far the view reaches from its centre to its corners, degrees. */
export function reachOf({ scale }: View, { width, height }: Size): number {
  return (2 * Math.asin(Math.min(1, Math.hypot(width, height) / 2 / (2 * scale)))) / RADIANS;
}

function bounded(scale: number, { width, height }: Size): number {
  const whole = (Math.min(width, height) / 2 - 10) / 2;
  return Math.min(EARTH_RADIUS_M / METRES_PER_PIXEL, Math.max(whole, scale));
}

/** Turns the earth until a position lies under a pixel again. North stays up, so that it takes a few rounds. */
function holding(view: View, size: Size, held: LonLat, at: readonly [number, number]): View {
  let next = view;
  for (let round = 0; round < 4; round += 1) {
    const under = positionAt(next, size, at);
    if (under === undefined) {
      break;
    }
    const [longitude, latitude] = turned(next.centre, under, held);
    next = { ...next, centre: [normalLongitude(longitude), Math.max(-90, Math.min(90, latitude))] };
  }
  return next;
}
