/** Places on the unit sphere. Angles in degrees. */
import type { Position } from './types.js';

export const RADIANS = Math.PI / 180;

export type Vector = readonly [x: number, y: number, z: number];

export function toVector(longitude: number, latitude: number): Vector {
  const lambda = longitude * RADIANS;
  const phi = latitude * RADIANS;
  const shrink = Math.cos(phi);
  return [shrink * Math.cos(lambda), shrink * Math.sin(lambda), Math.sin(phi)];
}

export function toPosition([x, y, z]: Vector): Position {
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS];
}

/** The angle between two positions in degrees. */
export function distance(a: Position, b: Position): number {
  return angleBetween(toVector(a[0], a[1]), toVector(b[0], b[1]));
}

function angleBetween(p: Vector, q: Vector): number {
  const x = p[0] - q[0];
  const y = p[1] - q[1];
  const z = p[2] - q[2];
  return angleOfChord(x * x + y * y + z * z);
}

/** The angle in degrees between two places that are so far from each other in a straight line; the square of that. */
export function angleOfChord(square: number): number {
  return (2 * Math.asin(Math.min(1, Math.sqrt(square) / 2))) / RADIANS;
}
