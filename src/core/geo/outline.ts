/** The border of polygons as it is stroked: without what only closes a shape over a pole or along the cut at 180 degrees. */
import { NOWHERE } from './steps.js';
import type { Line, Polygon, Position, Ring } from './types.js';

/** Degrees. Two sides of a cut that were rounded differently leave no border between them. */
const TOUCHING = 1e-6;

/** Lines that together are the border of continuous or split polygons. */
export function outlineOf(polygons: readonly Polygon[]): Line[] {
  const seams = new Seams();
  const lines: Line[] = [];
  for (const polygon of polygons) {
    for (const ring of polygon) {
      strokes(ring, seams, lines);
    }
  }
  seams.addBorders(lines);
  return lines;
}

/** What can be a seam is handed over; the rest is the border for certain and put behind what is there already. */
function strokes(ring: Ring, seams: Seams, border: Line[]): void {
  const lines: Position[][] = [];
  let line: Position[] | undefined;
  const overPole = closesOverPole(ring);
  for (let index = 1; index < ring.length; index += 1) {
    const from = ring[index - 1] ?? NOWHERE;
    const to = ring[index] ?? from;
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
  }
  for (const joined of joinEnds(lines)) {
    border.push(joined);
  }
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
  return [last.concat(first.slice(1)), ...lines.slice(1, -1)];
}

/** The edges along meridians that may be cuts: where as many run up as down, the footprint goes on to both sides. */
class Seams {
  readonly #edges = new Map<number, { readonly longitude: number; readonly ends: (readonly [latitude: number, direction: 1 | -1])[] }>();

  add(from: Position, to: Position): void {
    const key = keyOf(from[0]);
    let meridian = this.#edges.get(key);
    if (meridian === undefined) {
      meridian = { longitude: from[0], ends: [] };
      this.#edges.set(key, meridian);
    }
    meridian.ends.push([from[1], 1], [to[1], -1]);
  }

  /** Puts the edges where a footprint ends behind what is there already. */
  addBorders(border: Line[]): void {
    for (const { longitude, ends } of this.#edges.values()) {
      ends.sort((a, b) => a[0] - b[0]);
      let net = 0;
      let south = -Infinity;
      for (const [latitude, direction] of ends) {
        if (net !== 0 && latitude - south > TOUCHING) {
          border.push([[longitude, south], [longitude, latitude]]);
        }
        net += direction;
        south = latitude;
      }
    }
  }
}

function canBeSeam(from: Position, to: Position, overPole: boolean): boolean {
  return from[0] === to[0] && from[1] !== to[1] && (overPole || Math.abs(from[0]) % 360 === 180);
}

function closesOverPole(ring: Ring): boolean {
  for (let index = 1; index < ring.length; index += 1) {
    const to = ring[index] ?? NOWHERE;
    if (Math.abs(to[1]) === 90 && ring[index - 1]?.[1] === to[1]) {
      return true;
    }
  }
  return false;
}

function alongPole(from: Position, to: Position): boolean {
  return Math.abs(from[1]) === 90 && from[1] === to[1];
}

/** The same number for the same meridian, whole turns and the last decimals aside. */
function keyOf(longitude: number): number {
  return Math.round(((((longitude + 180) % 360) + 360) % 360) * 1e9);
}
