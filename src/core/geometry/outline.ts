/** The border of polygons as it is stroked: without what only closes a shape over a pole or along the cut at 180 degrees. */
import type { Line, Polygon, Position, Ring } from './types.js';

interface Upright {
  readonly longitude: number;
  readonly from: number;
  readonly to: number;
}

/** Lines that together are the border of continuous or split polygons. */
export function outlineOf(polygons: readonly Polygon[]): Line[] {
  const rings = polygons.flat();
  const seams = new Seams(rings);
  return rings.flatMap((ring) => strokes(ring, seams));
}

function strokes(ring: Ring, seams: Seams): Line[] {
  const lines: Position[][] = [];
  let line: Position[] | undefined;
  const overPole = closesOverPole(ring);
  const put = (from: Position, to: Position): void => {
    const end = line?.at(-1);
    if (line === undefined || end === undefined || end[0] !== from[0] || end[1] !== from[1]) {
      line = [from];
      lines.push(line);
    }
    line.push(to);
  };
  ring.forEach((to, index) => {
    const from = ring[index - 1];
    if (from === undefined || alongPole(from, to)) {
      return;
    }
    if (!canBeSeam(from, to, overPole)) {
      put(from, to);
      return;
    }
    for (const [start, end] of seams.open({ longitude: from[0], from: from[1], to: to[1] })) {
      put([from[0], start], [from[0], end]);
    }
  });
  return joinEnds(lines);
}

/** A ring that was begun in the middle of a stroke ends in its other half. */
function joinEnds(lines: Position[][]): Line[] {
  const first = lines[0];
  const last = lines.at(-1);
  const start = first?.[0];
  const end = last?.at(-1);
  if (first === undefined || last === undefined || first === last || start === undefined || end === undefined || start[0] !== end[0] || start[1] !== end[1]) {
    return lines;
  }
  return [[...last, ...first.slice(1)], ...lines.slice(1, -1)];
}

/** The meridians that run up in one place and down in another: inside the footprint, wherever both do. */
class Seams {
  readonly #up = new Map<string, Upright[]>();
  readonly #down = new Map<string, Upright[]>();

  constructor(rings: readonly Ring[]) {
    for (const ring of rings) {
      const overPole = closesOverPole(ring);
      ring.forEach((to, index) => {
        const from = ring[index - 1];
        if (from !== undefined && canBeSeam(from, to, overPole)) {
          const side = to[1] > from[1] ? this.#up : this.#down;
          const key = keyOf(from[0]);
          const upright = { longitude: from[0], from: from[1], to: to[1] };
          const others = side.get(key);
          if (others === undefined) {
            side.set(key, [upright]);
          } else {
            others.push(upright);
          }
        }
      });
    }
  }

  /** The parts of an edge that nothing runs back along, in the edge's own direction. */
  open({ longitude, from, to }: Upright): (readonly [number, number])[] {
    const opposite = (to > from ? this.#down : this.#up).get(keyOf(longitude)) ?? [];
    let parts: (readonly [low: number, high: number])[] = [[Math.min(from, to), Math.max(from, to)]];
    for (const other of opposite) {
      const [low, high] = [Math.min(other.from, other.to), Math.max(other.from, other.to)];
      parts = parts.flatMap(([south, north]) => [[south, Math.min(north, low)] as const, [Math.max(south, high), north] as const].filter(([a, b]) => b - a > 1e-9));
    }
    return to > from ? parts : parts.reverse().map(([low, high]) => [high, low]);
  }
}

function canBeSeam(from: Position, to: Position, overPole: boolean): boolean {
  return from[0] === to[0] && from[1] !== to[1] && (overPole || Math.abs(from[0]) % 360 === 180);
}

function closesOverPole(ring: Ring): boolean {
  return ring.some((position, index) => {
    const before = ring[index - 1];
    return before !== undefined && alongPole(before, position);
  });
}

function alongPole(from: Position, to: Position): boolean {
  return Math.abs(from[1]) === 90 && from[1] === to[1];
}

function keyOf(longitude: number): string {
  return ((((longitude + 180) % 360) + 360) % 360).toFixed(9);
}
