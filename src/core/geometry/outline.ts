/** The border of polygons as it is stroked: without what only closes a shape over a pole or along the cut at 180 degrees. */
import type { Line, Polygon, Position, Ring } from './types.js';

/** Degrees. Two sides of a cut that were rounded differently leave no border between them. */
const TOUCHING = 1e-6;

/** Lines that together are the border of continuous or split polygons. */
export function outlineOf(polygons: readonly Polygon[]): Line[] {
  const rings = polygons.flat();
  const seams = new Seams();
  return [...rings.flatMap((ring) => strokes(ring, seams)), ...seams.borders()];
}

/** What can be a seam is handed over; the rest is the border for certain. */
function strokes(ring: Ring, seams: Seams): Line[] {
  const lines: Position[][] = [];
  let line: Position[] | undefined;
  const overPole = closesOverPole(ring);
  ring.forEach((to, index) => {
    const from = ring[index - 1];
    if (from === undefined) {
      return;
    }
    if (alongPole(from, to)) {
      line = undefined;
    } else if (canBeSeam(from, to, overPole)) {
      seams.add(from, to);
      line = undefined;
    } else if (line === undefined) {
      line = [from, to];
      lines.push(line);
    } else {
      line.push(to);
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

/** The edges along meridians that may be cuts: where as many run up as down, the footprint goes on to both sides. */
class Seams {
  readonly #edges = new Map<string, { readonly longitude: number; readonly ends: (readonly [latitude: number, direction: 1 | -1])[] }>();

  add(from: Position, to: Position): void {
    const key = keyOf(from[0]);
    let meridian = this.#edges.get(key);
    if (meridian === undefined) {
      meridian = { longitude: from[0], ends: [] };
      this.#edges.set(key, meridian);
    }
    meridian.ends.push([from[1], 1], [to[1], -1]);
  }

  borders(): Line[] {
    return [...this.#edges.values()].flatMap(({ longitude, ends }) => {
      const sorted = ends.toSorted((a, b) => a[0] - b[0]);
      const lines: Line[] = [];
      let net = 0;
      sorted.forEach(([latitude, direction], index) => {
        const south = sorted[index - 1]?.[0] ?? latitude;
        if (net !== 0 && latitude - south > TOUCHING) {
          lines.push([[longitude, south], [longitude, latitude]]);
        }
        net += direction;
      });
      return lines;
    });
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
