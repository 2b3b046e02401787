/** Long edges are followed in steps, where a sum stands for an integral or a few places for all of a border. Degrees. */
import type { Line, Position } from './types.js';

/** Short enough for what is summed up. */
const STEP = 1;
/** Positions added along long edges, at most (roughly). */
const MAX_ADDED = 50_000;
/** The position before the first one of a line that has none. */
export const NOWHERE: Position = [0, 0];

/** The step in which lines are followed: longer where there is much to follow, so that the work stays bounded. */
export function stepFor(lines: readonly Line[]): number {
  let way = 0;
  for (const line of lines) {
    let from = line[0] ?? NOWHERE;
    for (const to of line) {
      way += Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
      from = to;
    }
  }
  return Math.max(STEP, way / MAX_ADDED);
}

/**
 * In how many steps an edge is followed, at least one. Positions at a pole are one place, and an edge between them needs no more: it is
 * followed with `alongPoles` only.
 */
export function stepsOf(from: Position, to: Position, step: number, alongPoles: boolean): number {
  if (!alongPoles && Math.abs(from[1]) === 90 && from[1] === to[1]) {
    return 1;
  }
  return Math.max(1, Math.ceil(Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) / step));
}
