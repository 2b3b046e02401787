/** The cap of the sphere that holds a footprint. Degrees. */
import { covers } from './measure.js';
import { normalLongitude } from './split.js';
import { NOWHERE, stepFor, stepsOf } from './steps.js';
import type { Cap, Line, Parts, Position, UsableGeometry } from './types.js';
import { angleOfChord, distance, toPosition, toVector, type Vector } from './vector.js';

/** Rounds of moving the cap's centre towards what lies farthest. */
const ROUNDS = 60;
/** Degrees. Positions nearer to each other are one place. */
const ONE_PLACE = 1e-9;
/** The cap is made from at most so many positions. */
const MAX_POSITIONS = 4000;

/** A cap that holds all parts, at most a few percent wider than the smallest. */
export function capOf(geometry: Pick<UsableGeometry, 'continuous' | 'centre'>): Cap {
  const { continuous, centre } = geometry;
  const cloud = cloudOf(continuous);
  let middle = toVector(centre[0], centre[1]);
  let far = farthest(cloud, middle);
  let best: Cap = { centre, radius: far.angle };
  if (best.radius < ONE_PLACE) {
    return { centre, radius: 0 };
  }
  for (let round = 1; round <= ROUNDS && best.radius < 90; round += 1) {
    const [x, y, z] = far.vector;
    const moved: Vector = [middle[0] + (x - middle[0]) / (round + 1), middle[1] + (y - middle[1]) / (round + 1), middle[2] + (z - middle[2]) / (round + 1)];
    const length = Math.hypot(...moved);
    if (length < 1e-9) {
      break;
    }
    middle = [moved[0] / length, moved[1] / length, moved[2] / length];
    far = farthest(cloud, middle);
    if (far.angle < best.radius) {
      best = { centre: toPosition(middle), radius: far.angle };
    }
  }
  // A shape can reach farther than its border: the whole earth has none.
  const opposite: Position = [normalLongitude(best.centre[0] + 180), -best.centre[1]];
  return best.radius > 60 && covers(continuous.polygons, opposite) ? { centre: best.centre, radius: 180 } : overPole(best, cloud);
}

/** A cap around a pole that is all but centred on it is: the map then stands straight, the prime meridian downwards. */
function overPole(cap: Cap, cloud: Float64Array): Cap {
  const pole: Position = [0, cap.centre[1] > 0 ? 90 : -90];
  if (distance(cap.centre, pole) > cap.radius * 0.1) {
    return cap;
  }
  return { centre: pole, radius: farthest(cloud, toVector(pole[0], pole[1])).angle };
}

/** Places of all parts, long edges followed, as vectors in a row: all of them, or one in so many where all are more than each round can look at. */
function cloudOf({ polygons, lines, points }: Parts): Float64Array {
  const borders: Line[] = [...polygons.flat(), ...lines];
  const step = stepFor(borders);
  let count = points.length;
  for (const border of borders) {
    let from = border[0] ?? NOWHERE;
    for (const to of border) {
      count += stepsOf(from, to, step, false);
      from = to;
    }
  }
  const cloud = new Cloud(count);
  for (const border of borders) {
    // The first position is an edge without length, of one step.
    let from = border[0] ?? NOWHERE;
    for (const to of border) {
      cloud.add(from, to, stepsOf(from, to, step, false));
      from = to;
    }
  }
  for (const point of points) {
    cloud.add(point, point, 1);
  }
  return cloud.vectors;
}

class Cloud {
  readonly vectors: Float64Array;
  readonly #stride: number;
  #used = 0;
  /** Places to pass over before the next one that is taken. */
  #skip = 0;

  constructor(places: number) {
    this.#stride = Math.max(1, Math.ceil(places / MAX_POSITIONS));
    this.vectors = new Float64Array(3 * Math.ceil(places / this.#stride));
  }

  /** The ends of so many steps from one position to another. */
  add(from: Position, to: Position, steps: number): void {
    let part = this.#skip + 1;
    for (; part <= steps; part += this.#stride) {
      const share = part / steps;
      const [x, y, z] = part === steps ? toVector(to[0], to[1]) : toVector(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
      this.vectors[this.#used] = x;
      this.vectors[this.#used + 1] = y;
      this.vectors[this.#used + 2] = z;
      this.#used += 3;
    }
    this.#skip = part - 1 - steps;
  }
}

function farthest(cloud: Float64Array, origin: Vector): { readonly angle: number; readonly vector: Vector } {
  const [ox, oy, oz] = origin;
  let longest = 0;
  let vector = origin;
  let found = -1;
  for (let at = 0; at < cloud.length; at += 3) {
    const x = (cloud[at] ?? 0) - ox;
    const y = (cloud[at + 1] ?? 0) - oy;
    const z = (cloud[at + 2] ?? 0) - oz;
    const square = x * x + y * y + z * z;
    if (square > longest) {
      longest = square;
      found = at;
    }
  }
  if (found >= 0) {
    vector = [cloud[found] ?? 0, cloud[found + 1] ?? 0, cloud[found + 2] ?? 0];
  }
  return { angle: angleOfChord(longest), vector };
}
