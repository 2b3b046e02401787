/** Closed rings as a person draws them: their winding, and where they cross themselves. Each step goes the short way round the earth. */
import { shortest } from '../geometry/unwrap.js';
import type { Position } from '../geometry/types.js';

interface Edge {
  readonly index: number;
  readonly from: Position;
  readonly to: Position;
  readonly west: number;
  readonly east: number;
}

/** How much of an edge at its ends is no crossing but a touch. */
const END = 1e-9;

/** Twice the area of a closed ring in square degrees; positive when it runs counter-clockwise. */
export function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (const { from, to } of edgesOf(ring)) {
    sum += from[0] * to[1] - to[0] * from[1];
  }
  return sum;
}

/** A place in which two edges of a closed ring cross; undefined for a ring that does not. Rings that only touch themselves pass. */
export function ringCrossing(ring: readonly Position[]): Position | undefined {
  const edges = edgesOf(ring).sort((a, b) => a.west - b.west);
  for (let first = 0; first < edges.length; first += 1) {
    const a = edges[first];
    for (let second = first + 1; a !== undefined && second < edges.length; second += 1) {
      const b = edges[second];
      if (b === undefined || b.west > a.east) {
        break;
      }
      const place = crossing(a, b);
      if (place !== undefined) {
        return place;
      }
    }
  }
  return undefined;
}

/** The edges in a plane that goes on past 180 degrees. */
function edgesOf(ring: readonly Position[]): Edge[] {
  const edges: Edge[] = [];
  let previous: Position | undefined;
  for (const [longitude, latitude] of ring) {
    const to: Position = [previous === undefined ? longitude : previous[0] + shortest(longitude - previous[0]), latitude];
    if (previous !== undefined) {
      edges.push({ index: edges.length, from: previous, to, west: Math.min(previous[0], to[0]), east: Math.max(previous[0], to[0]) });
    }
    previous = to;
  }
  return edges;
}

function crossing(a: Edge, b: Edge): Position | undefined {
  if (Math.min(a.from[1], a.to[1]) > Math.max(b.from[1], b.to[1]) || Math.min(b.from[1], b.to[1]) > Math.max(a.from[1], a.to[1])) {
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
