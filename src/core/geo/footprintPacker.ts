/** Packs geometries one by one for the map: plain footprints straight from their numbers, all others through `readShape`. */
import type { BoundingBox } from './boundingBox.js';
import { atOnce, type Steps } from '../steps.js';
import { GatheredExtent } from './extent.js';
import { Growing } from './growing.js';
import { NO_CLASS, NO_TIME, RING, STEPS_PER_DEGREE, writePacked } from './packedFootprints.js';
import { outlineOf } from './outline.js';
import { normalPoint } from './positions.js';
import { readShapeSteps } from './readShape.js';
import { splitLine, splitPolygon } from './split.js';
import { simplifySteps, type Simplified } from './simplify.js';
import type { Parts, Polygon, Position, Ring, UnusableReason } from './types.js';

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
const SIMPLIFIED: Packing = { ok: true, simplified: true };

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
  add(geometry: unknown, as = this.#next()): Packing {
    return atOnce(this.addSteps(geometry, as));
  }

  /** The same in steps. Nothing is added before the last one. */
  *addSteps(geometry: unknown, as = this.#next()): Steps<Packing> {
    if (this.#addPlain(geometry, as)) {
      return PLAIN;
    }
    const shape = yield* readShapeSteps(geometry);
    return shape.kind === 'unusable' ? { ok: false, reason: shape.reason } : yield* this.addPartsSteps(shape.continuous, as);
  }

  /** The same with the continuous parts of a geometry that was read already. */
  *addPartsSteps(continuous: Parts, as: FootprintClass): Steps<Packing> {
    const thinned = yield* simplifySteps(continuous, this.most);
    const rings = this.#kinds.length;
    this.#putParts(thinned);
    this.#endItem(rings, as);
    return thinned.simplified ? SIMPLIFIED : PLAIN;
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

  #next(): FootprintClass {
    return { place: this.items, minutes: NO_TIME, status: NO_CLASS, platform: NO_CLASS };
  }

  #endItem(rings: number, { place, minutes, status, platform }: FootprintClass): void {
    this.#itemStarts.push(rings);
    this.#places.push(place);
    this.#minutes.push(minutes);
    this.#statuses.push(status);
    this.#platforms.push(platform);
  }

  /** Adds one short ring, far from the antimeridian and the poles, closed, with an area; says whether the geometry is one. */
  #addPlain(geometry: unknown, as: FootprintClass): boolean {
    const ring = plainRing(geometry);
    if (ring === undefined) {
      return false;
    }
    const last = ring.length - 1;
    let west = Infinity;
    let south = Infinity;
    let east = -Infinity;
    let north = -Infinity;
    let area = 0;
    let x = Number.NaN;
    let y = Number.NaN;
    for (const position of ring) {
      const numbers: readonly unknown[] = Array.isArray(position) ? position : [];
      const longitude = numbers[0];
      const latitude = numbers[1];
      if (typeof longitude !== 'number' || typeof latitude !== 'number' || !(Math.abs(longitude) < 180) || !(Math.abs(latitude) < 89) || Math.abs(longitude - x) > MAX_PLAIN_EDGE) {
        return false;
      }
      area += Number.isNaN(x) ? 0 : x * latitude - longitude * y;
      x = longitude;
      y = latitude;
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
    const first = ring[0] as Position;
    const end = ring[last] as Position;
    // Rounding of a sum of products so far from the origin is part of what is compared.
    if (first[0] !== end[0] || first[1] !== end[1] || Math.abs(area) < PLAIN_AREA) {
      return false;
    }
    this.#endItem(this.#kinds.length, as);
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

  #putParts({ polygons, lines, points }: Simplified): void {
    const cut: Polygon[] = [];
    for (const polygon of polygons) {
      if (isFarFromCuts(polygon)) {
        this.#putPolygon(polygon, RING.fill | RING.stroke);
      } else {
        cut.push(polygon);
      }
    }
    // Where a cut runs along the border, what is filled and what is stroked differ. A border on the cut lies on either side of it.
    for (const polygon of cut) {
      splitPolygon(polygon).forEach((piece) => { this.#putPolygon(piece, RING.fill); });
    }
    for (const line of cut.length > 0 ? outlineOf(cut) : []) {
      splitLine(line).forEach((piece) => { this.#putRing(piece, RING.stroke, false); });
    }
    for (const line of lines) {
      splitLine(line).forEach((piece) => { this.#putRing(piece, RING.stroke); });
    }
    for (const point of points) {
      this.#putRing([normalPoint(point)], RING.point);
    }
  }

  #putPolygon(polygon: Polygon, kind: number): void {
    for (const ring of polygon) {
      this.#putRing(ring, kind);
    }
  }

  #putRing(ring: Ring, kind: number, counts = true): void {
    this.#ringStarts.push(this.positions);
    this.#kinds.push(kind);
    const first = ring[0];
    const last = ring.length - 1;
    let before: Position | undefined;
    let west = Infinity;
    let south = Infinity;
    let east = -Infinity;
    let north = -Infinity;
    for (let index = 0; index <= last; index += 1) {
      const position = ring[index] as Position;
      const longitude = position[0];
      const latitude = position[1];
      if (before !== undefined) {
        this.#follow(before, position);
      }
      before = position;
      if (index < last || (kind & RING.fill) === 0 || longitude !== first?.[0] || latitude !== first[1]) {
        this.#put(longitude, latitude);
      }
      west = longitude < west ? longitude : west;
      east = longitude > east ? longitude : east;
      south = latitude < south ? latitude : south;
      north = latitude > north ? latitude : north;
    }
    if (counts && ring.length > 0) {
      this.extent.add(west, south, east, north);
    }
  }

  /** The positions between the ends of a long edge. */
  #follow(from: Position, to: Position): void {
    const x = from[0];
    const y = from[1];
    const dx = to[0] - x;
    const dy = to[1] - y;
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / (this.#added < MAX_ADDED ? STEP : COARSE_STEP));
    this.#added += Math.max(0, steps - 1);
    for (let index = 1; index < steps; index += 1) {
      this.#put(x + (dx * index) / steps, y + (dy * index) / steps);
    }
  }

  #put(longitude: number, latitude: number): void {
    this.#coordinates.pushPair(Math.round(longitude * STEPS_PER_DEGREE), Math.round(latitude * STEPS_PER_DEGREE));
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
  for (const ring of polygon) {
    for (const position of ring) {
      if (!(Math.abs(position[0]) < 180 && Math.abs(position[1]) < 90)) {
        return false;
      }
    }
  }
  return true;
}
