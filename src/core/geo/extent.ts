/** The extent of many footprints, kept up while they are added one by one: the widest gap of longitudes is what it leaves out. */
import { boxesOf, type BoundingBox } from './boundingBox.js';
import { boundsOf } from './bounds.js';
import { spansOnEarth } from './split.js';
import type { Line, Parts } from './types.js';

/** Bins of one degree. */
const BINS = 360;

export class GatheredExtent {
  /** The westernmost and easternmost longitude that falls into each bin. */
  readonly #west = new Float64Array(BINS).fill(Infinity);
  readonly #east = new Float64Array(BINS).fill(-Infinity);
  #south = Infinity;
  #north = -Infinity;

  /** A box with west <= east, longitudes within 180 degrees. */
  add(west: number, south: number, east: number, north: number): void {
    this.#south = Math.min(this.#south, south);
    this.#north = Math.max(this.#north, north);
    const last = binOf(east);
    const first = binOf(west);
    this.#widen(first, west, Math.min(east, first - 179));
    this.#widen(last, Math.max(west, last - 180), east);
    for (let bin = first + 1; bin < last; bin += 1) {
      this.#west[bin] = bin - 180;
      this.#east[bin] = bin - 179;
    }
  }

  /** A box with longitudes within 180 degrees, west > east where it crosses the antimeridian. */
  addBox(box: BoundingBox): void {
    for (const { west, south, east, north } of boxesOf(box)) {
      this.add(west, south, east, north);
    }
  }

  /** The parts of a geometry before the split. */
  addParts({ polygons, lines, points }: Parts): void {
    for (const [outer] of polygons) {
      this.#addPart(outer ?? []);
    }
    for (const line of lines) {
      this.#addPart(line);
    }
    for (const point of points) {
      this.#addPart([point]);
    }
  }

  #addPart(part: Line): void {
    const { west, south, east, north } = boundsOf([part]);
    for (const [low, high] of spansOnEarth([west, east])) {
      this.add(low, south, high, north);
    }
  }

  #widen(bin: number, west: number, east: number): void {
    this.#west[bin] = Math.min(this.#west[bin] ?? Infinity, west);
    this.#east[bin] = Math.max(this.#east[bin] ?? -Infinity, east);
  }

  /** West > east where it crosses the antimeridian (RFC 7946, section 5.2); undefined where nothing was added. */
  get box(): BoundingBox | undefined {
    if (this.#south > this.#north) {
      return undefined;
    }
    let [west, east, widest] = [-180, 180, 0];
    let reach: number | undefined;
    let first = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      const start = this.#west[bin] ?? Infinity;
      if (start === Infinity) {
        continue;
      }
      if (reach === undefined) {
        first = start;
      } else if (start - reach > widest) {
        [west, east, widest] = [start, reach, start - reach];
      }
      reach = this.#east[bin] ?? start;
    }
    const last = reach ?? 180;
    // What is left between the last and, over the antimeridian, the first.
    if (first + 360 - last >= widest) {
      [west, east] = first + 360 - last < 1e-9 ? [-180, 180] : [first, last];
    }
    return [west, this.#south, east, this.#north];
  }
}

function binOf(longitude: number): number {
  return Math.max(0, Math.min(BINS - 1, Math.floor(longitude + 180)));
}
