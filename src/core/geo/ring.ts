/** Closed rings as a person draws them: their winding, and where they cross themselves. Each step goes the short way round the earth. */
import { continuousLine } from './unwrap.js';
import type { Position } from './types.js';

interface Edge {
  readonly from: Position;
  readonly to: Position;
  /** Along the axis in which edges are sorted. */
  readonly low: number;
  readonly high: number;
  /** Along the other one. */
  readonly least: number;
  readonly most: number;
}

/** How much of an edge at its ends is no crossing but a touch. */
const END = 1e-9;
/** Pairs of edges that are looked at for one area: some 10 ms. More lie near each other only where rings run to and fro thousands of times. */
export const MAX_PAIRS = 500_000;

/** Twice the area of a closed ring in square degrees; positive when it runs counter-clockwise. */
export function signedArea(ring: readonly Position[]): number {
  const path = continuousLine(ring);
  let sum = 0;
  let before = path[0];
  for (const position of path) {
    sum += before === undefined ? 0 : before[0] * position[1] - position[0] * before[1];
    before = position;
  }
  return sum;
}

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
      const place = crossing(a, b);
      if (place !== undefined) {
        return place;
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
      edges.push({ from, to, low: Math.min(a, b), high: Math.max(a, b), least: Math.min(c, d), most: Math.max(c, d) });
    }
    from = to;
  }
  return edges;
}

function crossing(a: Edge, b: Edge): Position | undefined {
  if (a.least > b.most || b.least > a.most) {
    return undefined;
  }
  const [ax, ay] = [a.to[0] - a.from[0], a.to[1] - a.from[1]];
  const [bx, by] = [b.to[0] - b.from[0], b.to[1] - b.from[1]];
  const cross = ax * by - ay * bx;
  if (cross === 0) {
    return undefined;
  }
  const [dx, dy] = [b.from[0] - a.from[0], b.from[1] - a.from[1]];
  const onA = (dx * by - dy * bx) / cross;
  const onB = (dx * ay - dy * ax) / cross;
  const inside = (share: number): boolean => share > END && share < 1 - END;
  return inside(onA) && inside(onB) ? [a.from[0] + onA * ax, a.from[1] + onA * ay] : undefined;
}
