/** Positions and turns of the sphere. Degrees. */

export type LonLat = readonly [longitude: number, latitude: number];
type Vector = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;
export const EARTH_RADIUS_M = 6_371_008.8;

export function angleBetween(a: LonLat, b: LonLat): number {
  const [p, q] = [toVector(a), toVector(b)];
  return (2 * Math.asin(Math.min(1, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) / 2))) / RADIANS;
}

/** Where `position` comes to lie by the shortest turn of the sphere that brings `from` to `to`. */
export function turned(position: LonLat, from: LonLat, to: LonLat): LonLat {
  const [p, a, b] = [toVector(position), toVector(from), toVector(to)];
  const axis = cross(a, b);
  const sine = Math.hypot(...axis);
  const cosine = dot(a, b);
  if (sine < 1e-15) {
    return position;
  }
  const unit: Vector = [axis[0] / sine, axis[1] / sine, axis[2] / sine];
  const along = dot(unit, p) * (1 - cosine);
  const side = cross(unit, p);
  return toLonLat([
    p[0] * cosine + side[0] * sine + unit[0] * along,
    p[1] * cosine + side[1] * sine + unit[1] * along,
    p[2] * cosine + side[2] * sine + unit[2] * along,
  ]);
}

/** The same longitude in [-180, 180). */
export function normalLongitude(longitude: number): number {
  return longitude - 360 * Math.floor((longitude + 180) / 360);
}

function toVector([longitude, latitude]: LonLat): Vector {
  const shrink = Math.cos(latitude * RADIANS);
  return [shrink * Math.cos(longitude * RADIANS), shrink * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
}

function toLonLat([x, y, z]: Vector): LonLat {
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
