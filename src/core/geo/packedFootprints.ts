/**
 * Footprints in one piece of memory, as the map draws them: coordinates, and where rings and items begin. No properties and no text.
 * Written once in the extension host, posted as it is, and read in the webview without a copy.
 *
 * Layout, little endian: eight 32-bit numbers (mark, version, items, rings, positions, three unused), then
 * coordinates Int32[2 * positions] · ring starts Uint32[rings + 1] · item starts Uint32[items + 1] · places Uint32[items] ·
 * minutes Int32[items] · ring kinds Uint8[rings] · statuses Uint8[items] · platforms Uint8[items].
 */

const MARK = 0x70_6f_6f_66;
const VERSION = 1;
const HEADER = 8;

/** Steps per degree: a step is at most 1.1 cm, and 180 degrees fit into 32 bits. */
export const STEPS_PER_DEGREE = 1e7;
/** Not to be had, in `minutes`. */
export const NO_TIME = -0x8000_0000;
/** In `statuses` and `platforms`: none, or one beyond the {@link MAX_CLASSES} that are told apart. */
export const NO_CLASS = 255;
export const MAX_CLASSES = 200;

/** What is done with a ring: bits. One of several positions that is filled is closed, its last position not repeated. */
export const RING = { fill: 1, stroke: 2, point: 4 } as const;

export interface PackedFootprints {
  readonly items: number;
  /** Longitude and latitude in turn, in steps. Longitudes within 180 degrees: split at the antimeridian, closed over poles. */
  readonly coordinates: Int32Array;
  /** The first position of each ring, and the number of positions. */
  readonly ringStarts: Uint32Array;
  /** The first ring of each item, and the number of rings. */
  readonly itemStarts: Uint32Array;
  /** The item's place in what was packed: items without a usable footprint are left out. */
  readonly places: Uint32Array;
  /** The item's time in minutes since the epoch. */
  readonly minutes: Int32Array;
  /** {@link RING} bits. Outer rings run counter-clockwise and holes clockwise: what winds around is filled (nonzero rule). */
  readonly kinds: Uint8Array;
  readonly statuses: Uint8Array;
  readonly platforms: Uint8Array;
}

/** One piece of memory from its parts. */
export function writePacked(parts: Omit<PackedFootprints, 'items'>): Uint8Array {
  const { coordinates, ringStarts, kinds, itemStarts, places, minutes, statuses, platforms } = parts;
  const words = [coordinates, ringStarts, itemStarts, places, minutes];
  const bytes = [kinds, statuses, platforms];
  const size = HEADER * 4 + words.reduce((sum, { byteLength }) => sum + byteLength, 0) + bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const packed = new Uint8Array(size);
  new Uint32Array(packed.buffer, 0, HEADER).set([MARK, VERSION, places.length, kinds.length, coordinates.length / 2]);
  let at = HEADER * 4;
  for (const part of [...words, ...bytes]) {
    packed.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return packed;
}

/** Views of packed bytes; undefined for anything that {@link writePacked} did not write. Every offset and coordinate is checked: drawing does not. */
export function readPacked(given: Uint8Array): PackedFootprints | undefined {
  if (given.byteLength < HEADER * 4) {
    return undefined;
  }
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const { buffer, byteOffset } = bytes;
  const [mark, version, items = 0, rings = 0, positions = 0] = new Uint32Array(buffer, byteOffset, HEADER);
  const size = HEADER * 4 + 4 * (2 * positions + rings + 1 + items + 1 + 2 * items) + rings + 2 * items;
  if (mark !== MARK || version !== VERSION || size !== bytes.byteLength) {
    return undefined;
  }
  let at = byteOffset + HEADER * 4;
  const take = <T>(kind: new (buffer: ArrayBufferLike, offset: number, length: number) => T, length: number, each: 1 | 4): T => {
    const part = new kind(buffer, at, length);
    at += length * each;
    return part;
  };
  const coordinates = take(Int32Array, 2 * positions, 4);
  const ringStarts = take(Uint32Array, rings + 1, 4);
  const itemStarts = take(Uint32Array, items + 1, 4);
  const places = take(Uint32Array, items, 4);
  const minutes = take(Int32Array, items, 4);
  const kinds = take(Uint8Array, rings, 1);
  const statuses = take(Uint8Array, items, 1);
  const platforms = take(Uint8Array, items, 1);
  const isWhole = areStarts(ringStarts, positions) && areStarts(itemStarts, rings) && areOnEarth(coordinates) && kinds.every((kind) => kind <= 7);
  return isWhole ? { items, coordinates, ringStarts, itemStarts, places, minutes, kinds, statuses, platforms } : undefined;
}

function areStarts(starts: Uint32Array, total: number): boolean {
  for (let index = 1; index < starts.length; index += 1) {
    if ((starts[index] ?? 0) < (starts[index - 1] ?? 0)) {
      return false;
    }
  }
  return starts[0] === 0 && starts.at(-1) === total;
}

function areOnEarth(coordinates: Int32Array): boolean {
  const [east, north] = [180 * STEPS_PER_DEGREE, 90 * STEPS_PER_DEGREE];
  for (let index = 0; index < coordinates.length; index += 2) {
    if (Math.abs(coordinates[index] ?? 0) > east || Math.abs(coordinates[index + 1] ?? 0) > north) {
      return false;
    }
  }
  return true;
}

/** One ring of an item, in degrees; closed where it is filled. */
export interface UnpackedRing {
  readonly kind: number;
  readonly positions: readonly (readonly [longitude: number, latitude: number])[];
}

/** The rings of one item in the order in which they were packed. */
export function ringsOf(packed: PackedFootprints, item: number): UnpackedRing[] {
  const { itemStarts, ringStarts, kinds, coordinates } = packed;
  const rings: UnpackedRing[] = [];
  for (let ring = itemStarts[item] ?? 0; ring < (itemStarts[item + 1] ?? 0); ring += 1) {
    const positions: (readonly [number, number])[] = [];
    for (let at = ringStarts[ring] ?? 0; at < (ringStarts[ring + 1] ?? 0); at += 1) {
      positions.push([(coordinates[2 * at] ?? 0) / STEPS_PER_DEGREE, (coordinates[2 * at + 1] ?? 0) / STEPS_PER_DEGREE]);
    }
    const kind = kinds[ring] ?? 0;
    const [first] = positions;
    rings.push({ kind, positions: first !== undefined && (kind & RING.fill) !== 0 ? [...positions, first] : positions });
  }
  return rings;
}
