/** Footprints made at random: around the poles, over the antimeridian, wider than half the earth. */
import fc from 'fast-check';
import type { Position } from '../../../src/core/geo/types.js';

/**
 * An open ring whose longitudes go on past 180: each edge is what its two positions say. Around a pole the last edge ends whole `turns`
 * away from the first position.
 */
export interface RandomRing {
  readonly path: readonly Position[];
  readonly turns: number;
}

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Around a centre: never crosses itself, and may lie over 180 degrees. */
const star: fc.Arbitrary<RandomRing> = fc
  .record({ longitude: between(-180, 180), latitude: between(-62, 62), radii: fc.array(between(2, 25), { minLength: 4, maxLength: 20 }) })
  .map(({ longitude, latitude, radii }) => ({
    path: radii.map((radius, index): Position => {
      const angle = (2 * Math.PI * index) / radii.length;
      return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
    }),
    turns: 0,
  }));

/** Once around a pole, eastward, at latitudes that may reach far beyond the equator. */
const aroundPole: fc.Arbitrary<RandomRing> = fc
  .record({ longitude: between(-180, 180), south: fc.boolean(), low: between(-60, 70), latitudes: fc.array(between(0, 1), { minLength: 4, maxLength: 24 }) })
  .map(({ longitude, south, low, latitudes }) => ({
    path: latitudes.map((share, index): Position => [longitude + (360 * index) / latitudes.length, (south ? -1 : 1) * (low + share * (89 - low))]),
    turns: 1,
  }));

/** Degrees; `heading` counts from the east, so that 90 leads to the pole. */
interface Swath {
  readonly longitude: number;
  readonly fromPole: number;
  readonly heading: number;
  readonly bend: number;
  readonly steps: number;
  readonly half: number;
  readonly south: boolean;
}

/** What a satellite sees on a bent way near or over a pole: the ring may turn back in longitude several times. */
export const curvedSwath: fc.Arbitrary<RandomRing> = fc
  .record({ longitude: between(-180, 180), fromPole: between(0, 40), heading: fc.oneof(between(0, 360), between(65, 115)), bend: between(-2, 2), steps: fc.integer({ min: 4, max: 30 }), half: between(1, 8), south: fc.boolean() })
  .map((swath) => followed(borderOf(swath)));

export const anyRing: fc.Arbitrary<RandomRing> = fc.oneof(star, aroundPole, curvedSwath);

const RADIANS = Math.PI / 180;
type Vector = readonly [number, number, number];

function borderOf({ longitude, fromPole, heading, bend, steps, half, south }: Swath): readonly Position[] {
  const [lambda, phi] = [longitude * RADIANS, (90 - fromPole) * RADIANS];
  let at: Vector = [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  const east: Vector = [-Math.sin(lambda), Math.cos(lambda), 0];
  let ahead = turned(east, at, heading * RADIANS);
  const left: Position[] = [];
  const right: Position[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const side = cross(at, ahead);
    left.push(positionOf(sum(at, Math.cos(half * RADIANS), side, Math.sin(half * RADIANS)), south));
    right.push(positionOf(sum(at, Math.cos(half * RADIANS), side, -Math.sin(half * RADIANS)), south));
    const way = 3 * RADIANS;
    [at, ahead] = [sum(at, Math.cos(way), ahead, Math.sin(way)), sum(ahead, Math.cos(way), at, -Math.sin(way))];
    ahead = turned(ahead, at, bend * RADIANS);
  }
  return [...left, ...right.reverse()];
}

function turned(vector: Vector, axis: Vector, angle: number): Vector {
  return sum(vector, Math.cos(angle), cross(axis, vector), Math.sin(angle));
}

function sum(a: Vector, shareA: number, b: Vector, shareB: number): Vector {
  return [a[0] * shareA + b[0] * shareB, a[1] * shareA + b[1] * shareB, a[2] * shareA + b[2] * shareB];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function positionOf([x, y, z]: Vector, south: boolean): Position {
  return [Math.atan2(y, x) / RADIANS, (south ? -1 : 1) * (Math.asin(Math.max(-1, Math.min(1, z))) / RADIANS)];
}

/** Positions in [-180, 180] with each longitude nearest to the one before. */
function followed(positions: readonly Position[]): RandomRing {
  const path: Position[] = [];
  const [first = [0, 0]] = positions;
  let longitude: number = first[0];
  for (const [x, y] of positions) {
    longitude += nearest(x - longitude);
    path.push([longitude, y]);
  }
  return { path, turns: Math.round((longitude + nearest(first[0] - longitude) - first[0]) / 360) };
}

function nearest(difference: number): number {
  return difference - 360 * Math.round(difference / 360);
}

/** The ring closed, on the path that it means. */
export function closedPath({ path, turns }: RandomRing): readonly Position[] {
  const [first = [0, 0]] = path;
  return [...path, [first[0] + 360 * turns, first[1]]];
}

/** Written as services do: closed, each longitude any whole turns away (up to `most`). */
export function written({ path }: RandomRing, turns: readonly number[]): Position[] {
  const ring = path.map(([x, y], index): Position => [x - 360 * Math.floor((x + 180) / 360) + 360 * (turns[index % Math.max(1, turns.length)] ?? 0), y]);
  const [first = [0, 0]] = ring;
  return [...ring, first];
}

/** Whether edges of a ring, straight in longitude and latitude, cross each other anywhere on the earth. Every pair is looked at. */
function crossesItself(ring: RandomRing): boolean {
  const path = closedPath(ring);
  for (let one = 0; one < path.length - 1; one += 1) {
    for (let other = one + 1; other < path.length - 1; other += 1) {
      const [a, b, c, d] = [path[one], path[one + 1], path[other], path[other + 1]];
      if (a === undefined || b === undefined || c === undefined || d === undefined) {
        continue;
      }
      // Edges are shorter than half a turn: they meet where they are nearest, or nowhere.
      const turn = 360 * Math.round((a[0] + b[0] - c[0] - d[0]) / 720);
      if (crosses(a, b, [c[0] + turn, c[1]], [d[0] + turn, d[1]])) {
        return true;
      }
    }
  }
  return false;
}

function crosses(a: Position, b: Position, c: Position, d: Position): boolean {
  const side = (p: Position, q: Position, r: Position): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < -1e-12 && side(c, d, a) * side(c, d, b) < -1e-12;
}

/** Whether a ring means one thing: it crosses itself nowhere, and no edge is as long one way round the earth as the other. */
export function isClear(ring: RandomRing): boolean {
  const path = closedPath(ring);
  return path.every(([x], index) => index === 0 || Math.abs(x - (path[index - 1]?.[0] ?? x)) < 179.99) && !crossesItself(ring);
}
