/** Closed rings as a person draws them, and where they cross themselves. Each step goes the short way round the earth. */
import { crossingOf } from './planar.js';
import { continuousLine } from './antimeridian.js';
import type { Position } from './types.js';

interface Edge {
  readonly from: Position;
  readonly to: Position;
  /** Along the axis in which edges are sorted. */
  readonly low: number;
  readonly high: number;
  /** Along the other one. */
  readonly min: number;
  readonly max: number;
}

/** Pairs of edges that are looked at for one area: some 10 ms. More lie near each other only where rings run to and fro thousands of times. */
export const MAX_PAIRS = 500_000;

/**
 * A place in which two edges of a closed ring cross; undefined for a ring that does not, and where that would take long to find out.
 * Rings that only touch themselves pass.
 * @param budget pairs of edges that may still be looked at
 */
export function ringCrossing(ring: readonly Position[], budget = { pairs: MAX_PAIRS }): Position | undefined {
  const path = continuousLine(ring);
  // Along the axis on which edges are shorter, fewer lie beside each other.
  const edges = edgesOf(path, wayAlong(path, 0) <= wayAlong(path, 1) ? 0 : 1).sort((a, b) => a.low - b.low);
  for (let first = 0; first < edges.length && budget.pairs > 0; first += 1) {
    const a = edges[first];
    for (let second = first + 1; a !== undefined && second < edges.length; second += 1) {
      const b = edges[second];
      if (b === undefined || b.low > a.high) {
        break;
      }
      budget.pairs -= 1;
      const crossing = a.min > b.max || b.min > a.max ? undefined : crossingOf(a.from, a.to, b.from, b.to);
      if (crossing !== undefined) {
        return crossing;
      }
    }
  }
  return undefined;
}

/** How far a path goes along one axis, to and fro. */
function wayAlong(path: readonly Position[], axis: 0 | 1): number {
  let way = 0;
  let before = path[0];
  for (const position of path) {
    way += Math.abs(position[axis] - (before?.[axis] ?? 0));
    before = position;
  }
  return way;
}

function edgesOf(path: readonly Position[], axis: 0 | 1): Edge[] {
  const other = axis === 0 ? 1 : 0;
  const edges: Edge[] = [];
  let from: Position | undefined;
  for (const to of path) {
    if (from !== undefined) {
      const [a, b, c, d] = [from[axis], to[axis], from[other], to[other]];
      edges.push({ from, to, low: Math.min(a, b), high: Math.max(a, b), min: Math.min(c, d), max: Math.max(c, d) });
    }
    from = to;
  }
  return edges;
}

