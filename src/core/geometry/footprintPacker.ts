/** Packs geometries one by one for the map: plain footprints straight from their numbers, all others through {@link readShape}. */
import type { BoundingBox } from '../boundingBox.js';
import { GatheredExtent } from './extent.js';
import { NO_CLASS, NO_TIME, RING, STEPS_PER_DEGREE, writePacked } from './packedFootprints.js';
import { outlineOf } from './outline.js';
import { normalPoint } from './positions.js';
import { readShape, type Shape } from './readGeometry.js';
import { splitLine, splitPolygon } from './split.js';
import { thin } from './thin.js';
import type { Polygon, Position, Ring, UnusableReason } from './types.js';

/** Longer edges (degrees) are followed in steps: straight in longitude and latitude is not straight on every map. */
const STEP = 2;
/** Positions added along edges between two calls of `take`: those of several hundred footprints around the whole earth. What comes then is followed coarsely. */
const MAX_ADDED = 200_000;
const COARSE_STEP = 20;
/** A plain ring has few positions. Others are worth a closer look. */
const MAX_PLAIN = 64;
/** Degrees. A longer edge may be meant the other way round the earth. */
const MAX_PLAIN_EDGE = 90;
/** Square degrees. Less may be no area at all, which the closer look tells. */
const PLAIN_AREA = 1e-9;

/** What the map tells apart by colour. */
export interface FootprintClass {
  /** The item's place among all items that are packed. */
  readonly place: number;
  readonly minutes: number;
  readonly status: number;
  readonly platform: number;
}

/** What became of one geometry. */
export type Packing = { readonly ok: true; readonly simplified: boolean } | { readonly ok: false; readonly reason: UnusableReason };

const PLAIN: Packing = { ok: true, simplified: false };

export class FootprintPacker {
  readonly #coordinates = new Growing((size) => new Int32Array(size));
  readonly #ringStarts = new Growing((size) => new Uint32Array(size));
  readonly #kinds = new Growing((size) => new Uint8Array(size));
  readonly #itemStarts = new Growing((size) => new Uint32Array(size));
  readonly #places = new Growing((size) => new Uint32Array(size));
  readonly #minutes = new Growing((size) => new Int32Array(size));
  readonly #statuses = new Growing((size) => new Uint8Array(size));
  readonly #platforms = new Growing((size) => new Uint8Array(size));
  #added = 0;

  /** `most`: positions of one item; one with more is simplified. `extent` grows with what is packed. */
  constructor(private readonly most = 20_000, private readonly extent = new GatheredExtent()) {}

  get items(): number {
    return this.#places.length;
  }

  get positions(): number {
    return this.#coordinates.length / 2;
  }

  get box(): BoundingBox | undefined {
    return this.extent.box;
  }

  /** Never throws and never changes what it is given. A geometry that cannot be drawn adds nothing. */
  add(geometry: unknown, { place, minutes, status, platform }: FootprintClass = { place: this.items, minutes: NO_TIME, status: NO_CLASS, platform: NO_CLASS }): Packing {
    const rings = this.#kinds.length;
    let packing = PLAIN;
    if (!this.#addPlain(geometry)) {
      const shape = readShape(geometry);
      if (shape.kind === 'unusable') {
        return { ok: false, reason: shape.reason };
      }
      packing = this.#addShape(shape);
    }
    this.#itemStarts.push(rings);
    this.#places.push(place);
    this.#minutes.push(minutes);
    this.#statuses.push(status);
    this.#platforms.push(platform);
    return packing;
  }

  /** What was packed since the last call, in one piece; the packer is empty then, but for its extent. */
  take(): Uint8Array {
    this.#ringStarts.push(this.positions);
    this.#itemStarts.push(this.#kinds.length);
    const packed = writePacked({
      coordinates: this.#coordinates.take(), ringStarts: this.#ringStarts.take(), kinds: this.#kinds.take(), itemStarts: this.#itemStarts.take(),
      places: this.#places.take(), minutes: this.#minutes.take(), statuses: this.#statuses.take(), platforms: this.#platforms.take(),
    });
    this.#added = 0;
    return packed;
  }

  /** One ring, far from the antimeridian and the poles, closed, with an area. */
  #addPlain(geometry: unknown): boolean {
    const ring = plainRing(geometry);
    if (ring === undefined) {
      return false;
    }
    const last = ring.length - 1;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    let area = 0;
    let [x, y] = [Number.NaN, Number.NaN];
    for (const position of ring) {
      const [longitude, latitude] = Array.isArray(position) ? (position as readonly unknown[]) : [];
      if (typeof longitude !== 'number' || typeof latitude !== 'number' || !(Math.abs(longitude) < 180) || !(Math.abs(latitude) < 89) || Math.abs(longitude - x) > MAX_PLAIN_EDGE) {
        return false;
      }
      area += Number.isNaN(x) ? 0 : x * latitude - longitude * y;
      [x, y] = [longitude, latitude];
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
    const [first, end] = [ring[0], ring[last]] as readonly Position[];
    // Rounding of a sum of products so far from the origin is part of what is compared.
    if (first === undefined || end === undefined || first[0] !== end[0] || first[1] !== end[1] || Math.abs(area) < PLAIN_AREA) {
      return false;
    }
    this.#ringStarts.push(this.positions);
    this.#kinds.push(RING.fill | RING.stroke);
    let before: Position | undefined;
    for (let index = 0; index <= last; index += 1) {
      const position = ring[area > 0 ? index : last - index] as Position;
      if (before !== undefined) {
        this.#follow(before, position);
      }
      if (index < last) {
        this.#put(position[0], position[1]);
      }
      before = position;
    }
    this.extent.add(west, south, east, north);
    return true;
  }

  #addShape({ continuous }: Shape): Packing {
    const { polygons, lines, points, simplified } = thin(continuous, this.most);
    const cut: Polygon[] = [];
    for (const polygon of polygons) {
      if (isFarFromCuts(polygon)) {
        polygon.forEach((ring) => this.#addRing(ring, RING.fill | RING.stroke));
      } else {
        cut.push(polygon);
      }
    }
    // Where a cut runs along the border, what is filled and what is stroked differ. A border on the cut lies on either side of it.
    cut.flatMap(splitPolygon).flat().forEach((ring) => this.#addRing(ring, RING.fill));
    outlineOf(cut).flatMap(splitLine).forEach((line) => this.#addRing(line, RING.stroke, false));
    lines.flatMap(splitLine).forEach((line) => this.#addRing(line, RING.stroke));
    points.forEach((point) => this.#addRing([normalPoint(point)], RING.point));
    return { ok: true, simplified };
  }

  #addRing(ring: Ring, kind: number, counts = true): void {
    this.#ringStarts.push(this.positions);
    this.#kinds.push(kind);
    const first = ring[0];
    const last = ring.length - 1;
    let before: Position | undefined;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    ring.forEach((position, index) => {
      if (before !== undefined) {
        this.#follow(before, position);
      }
      before = position;
      if (index < last || (kind & RING.fill) === 0 || position[0] !== first?.[0] || position[1] !== first[1]) {
        this.#put(position[0], position[1]);
      }
      west = Math.min(west, position[0]);
      east = Math.max(east, position[0]);
      south = Math.min(south, position[1]);
      north = Math.max(north, position[1]);
    });
    if (counts && ring.length > 0) {
      this.extent.add(west, south, east, north);
    }
  }

  /** The positions between the ends of a long edge. */
  #follow([x, y]: Position, to: Position): void {
    const [dx, dy] = [to[0] - x, to[1] - y];
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / (this.#added < MAX_ADDED ? STEP : COARSE_STEP));
    this.#added += Math.max(0, steps - 1);
    for (let index = 1; index < steps; index += 1) {
      this.#put(x + (dx * index) / steps, y + (dy * index) / steps);
    }
  }

  #put(longitude: number, latitude: number): void {
    this.#coordinates.push(Math.round(longitude * STEPS_PER_DEGREE));
    this.#coordinates.push(Math.round(latitude * STEPS_PER_DEGREE));
  }
}

/** The only ring of a polygon of few positions; undefined for anything else. */
function plainRing(geometry: unknown): readonly unknown[] | undefined {
  if (typeof geometry !== 'object' || geometry === null || !('type' in geometry) || geometry.type !== 'Polygon' || !('coordinates' in geometry) || !Array.isArray(geometry.coordinates)) {
    return undefined;
  }
  const rings = geometry.coordinates as readonly unknown[];
  const [ring] = rings;
  return rings.length === 1 && Array.isArray(ring) && ring.length > 3 && ring.length <= MAX_PLAIN ? (ring as readonly unknown[]) : undefined;
}

function isFarFromCuts(polygon: Polygon): boolean {
  return polygon.every((ring) => ring.every(([longitude, latitude]) => Math.abs(longitude) < 180 && Math.abs(latitude) < 90));
}

/** A typed array that makes room as it is filled. */
class Growing<T extends Int32Array | Uint32Array | Uint8Array> {
  #array: T;
  length = 0;

  constructor(private readonly make: (size: number) => T) {
    this.#array = make(64);
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const longer = this.make(this.length * 2);
      longer.set(this.#array);
      this.#array = longer;
    }
    this.#array[this.length] = value;
    this.length += 1;
  }

  /** What is there, and nothing is left. */
  take(): T {
    const taken = this.#array.subarray(0, this.length) as T;
    this.#array = this.make(64);
    this.length = 0;
    return taken;
  }
}
