/** The packed footprints that are on the map, page after page, in the coordinates of the plane that is looked at. */
import Flatbush from 'flatbush';
import { readPacked, type PackedFootprints } from '../../src/core/geo/packedFootprints.js';
import type { Plane } from './planes.js';

/** One page of footprints. */
export interface Chunk {
  readonly packed: PackedFootprints;
  /** In steps of the plane. */
  readonly projected: Int32Array;
  /** West, south, east, north of each item in steps: what lies out of sight is not looked at. */
  readonly boxes: Int32Array;
}

/** One item: its chunk's place and its own. */
export interface ItemRef {
  readonly chunk: number;
  readonly item: number;
}

export class FootprintStore {
  #packed: PackedFootprints[] = [];
  #chunks: Chunk[] = [];
  #indexes: (Flatbush | undefined)[] = [];
  #plane: Plane | undefined;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @throws Error where the bytes are not packed footprints */
  set(chunks: readonly Uint8Array[]): void {
    this.#packed = [];
    this.#chunks = [];
    this.#indexes = [];
    this.#count = 0;
    this.add(chunks);
  }

  add(chunks: readonly Uint8Array[]): void {
    for (const bytes of chunks) {
      const packed = readPacked(bytes);
      if (packed === undefined) {
        throw new Error('not packed footprints');
      }
      this.#packed.push(packed);
      this.#count += packed.items;
    }
  }

  /** All pages in a plane. What is there for another plane is let go. */
  chunks(plane: Plane): readonly Chunk[] {
    if (this.#plane !== plane) {
      this.#plane = plane;
      this.#chunks = [];
      this.#indexes = [];
    }
    for (let index = this.#chunks.length; index < this.#packed.length; index += 1) {
      const packed = this.#packed[index];
      if (packed !== undefined) {
        const projected = plane.project(packed.coordinates);
        this.#chunks.push({ packed, projected, boxes: boxesOf(packed, projected) });
      }
    }
    return this.#chunks;
  }

  /** Items whose boxes meet a box in steps. */
  search(plane: Plane, west: number, south: number, east: number, north: number): ItemRef[] {
    return this.chunks(plane).flatMap((chunk, place) => (chunk.packed.items === 0 ? [] : this.#indexOf(chunk, place).search(west, south, east, north).map((item) => ({ chunk: place, item }))));
  }

  /** The item that came from a place among all that were packed. */
  find(place: number): ItemRef | undefined {
    for (const [chunk, { places }] of this.#packed.entries()) {
      const last = places.at(-1);
      if (last === undefined || last < place || (places[0] ?? 0) > place) {
        continue;
      }
      let [low, high] = [0, places.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((places[middle] ?? 0) < place) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (places[low] === place) {
        return { chunk, item: low };
      }
    }
    return undefined;
  }

  placeOf({ chunk, item }: ItemRef): number {
    return this.#packed[chunk]?.places[item] ?? 0;
  }

  get pages(): readonly PackedFootprints[] {
    return this.#packed;
  }

  packed(chunk: number): PackedFootprints | undefined {
    return this.#packed[chunk];
  }

  /** The places in the order in which they were packed: what "next" and "previous" go by. */
  at(index: number): ItemRef | undefined {
    let rest = index;
    for (const [chunk, { items }] of this.#packed.entries()) {
      if (rest < items) {
        return { chunk, item: rest };
      }
      rest -= items;
    }
    return undefined;
  }

  indexOf({ chunk, item }: ItemRef): number {
    return this.#packed.slice(0, chunk).reduce((sum, { items }) => sum + items, 0) + item;
  }

  /** Bytes that are held beside the packed data. */
  get heldBytes(): number {
    return this.#chunks.reduce((sum, { packed, projected, boxes }, index) => sum + (projected === packed.coordinates ? 0 : projected.byteLength) + boxes.byteLength + (this.#indexes[index]?.data.byteLength ?? 0), 0);
  }

  /** Made when somebody points at the map. */
  #indexOf({ boxes, packed }: Chunk, place: number): Flatbush {
    let index = this.#indexes[place];
    if (index === undefined) {
      index = new Flatbush(packed.items, 16, Int32Array);
      for (let at = 0; at < boxes.length; at += 4) {
        index.add(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0);
      }
      index.finish();
      this.#indexes[place] = index;
    }
    return index;
  }
}

function boxesOf({ items, itemStarts, ringStarts }: PackedFootprints, projected: Int32Array): Int32Array {
  const boxes = new Int32Array(4 * items);
  for (let item = 0; item < items; item += 1) {
    const end = 2 * (ringStarts[itemStarts[item + 1] ?? 0] ?? 0);
    let [west, south, east, north] = [0x7fff_ffff, 0x7fff_ffff, -0x7fff_ffff, -0x7fff_ffff];
    for (let at = 2 * (ringStarts[itemStarts[item] ?? 0] ?? 0); at < end; at += 2) {
      const x = projected[at] ?? 0;
      const y = projected[at + 1] ?? 0;
      west = x < west ? x : west;
      east = x > east ? x : east;
      south = y < south ? y : south;
      north = y > north ? y : north;
    }
    boxes[4 * item] = west;
    boxes[4 * item + 1] = south;
    boxes[4 * item + 2] = east;
    boxes[4 * item + 3] = north;
  }
  return boxes;
}
