/**
 * The geometries of a page while nobody looks at them. Most are a polygon of one short ring: as numbers in a row they take a fifth of
 * the memory that arrays in arrays do, and none of it is the collector's to walk through.
 */
import { isJsonObject } from '../jsonObject.js';

/** A longer ring is kept as it came. */
const MAX_RING = 64;
/** Before the numbers of a ring stand how many its positions are and how many numbers each has. */
const HEAD = 2;

/** Arrays and objects of a page's other geometries that are kept as they came: some ten megabytes. What is more is read again when it is asked for. */
const MAX_NODES = 100_000;

/** Gives back what was put in, value for value, member for member; only the order of a geometry's members may be another. */
export class RestingGeometries {
  #nodes = MAX_NODES;
  #numbers = new Float64Array(0);
  #length = 0;
  /** Of each geometry where its numbers begin, or itself. */
  readonly #places: ({ readonly geometry: unknown } | (() => unknown) | number)[] = [];

  /**
   * @param again reads the geometry of the feature at `index` again; absent where that cannot be
   * @returns the place of the geometry
   */
  add(geometry: unknown, again?: (index: number) => unknown, index = 0): number {
    const ring = onlyRing(geometry);
    this.#places.push((ring === undefined ? undefined : this.#put(ring)) ?? (again === undefined || this.#mayKeep(geometry) ? { geometry } : () => again(index)));
    return this.#places.length - 1;
  }

  /** A new object each time where it was a plain polygon. */
  get(place: number): unknown {
    const found = this.#places[place];
    if (typeof found === 'function') {
      return found();
    }
    return typeof found === 'number' ? { type: 'Polygon', coordinates: [this.#take(found)] } : found?.geometry;
  }

  #mayKeep(geometry: unknown): boolean {
    const nodes = nodesOf(geometry, this.#nodes);
    if (nodes <= this.#nodes) {
      this.#nodes -= nodes;
      return true;
    }
    return false;
  }

  /** Gives back the room that was made for more. */
  close(): void {
    this.#numbers = this.#numbers.slice(0, this.#length);
  }

  /** @returns where the numbers begin; undefined where they are not all numbers, or not as many in each position */
  #put(ring: readonly unknown[]): number | undefined {
    const start = this.#length;
    const size = Array.isArray(ring[0]) ? ring[0].length : 0;
    const end = start + HEAD + ring.length * size;
    this.#makeRoom(end);
    const numbers = this.#numbers;
    numbers[start] = ring.length;
    numbers[start + 1] = size;
    let at = start + HEAD;
    for (let index = 0; index < ring.length; index += 1) {
      const position = ring[index];
      if (!Array.isArray(position) || position.length !== size) {
        return undefined;
      }
      for (let part = 0; part < size; part += 1) {
        const number: unknown = position[part];
        if (typeof number !== 'number') {
          return undefined;
        }
        numbers[at] = number;
        at += 1;
      }
    }
    this.#length = end;
    return start;
  }

  #take(start: number): readonly (readonly number[])[] {
    const numbers = this.#numbers;
    const size = numbers[start + 1] ?? 0;
    const count = numbers[start] ?? 0;
    const ring: number[][] = [];
    for (let index = 0; index < count; index += 1) {
      const at = start + HEAD + index * size;
      const position: number[] = [];
      for (let part = at; part < at + size; part += 1) {
        position.push(numbers[part] ?? 0);
      }
      ring.push(position);
    }
    return ring;
  }

  #makeRoom(end: number): void {
    if (end > this.#numbers.length) {
      const longer = new Float64Array(end * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
  }
}

/** What a value takes in memory, in arrays and objects of an ordinary size; counted until there are more than `most`. */
function nodesOf(root: unknown, most: number): number {
  let nodes = 0;
  const waiting: unknown[] = [root];
  // Whatever waits takes one at least.
  while (waiting.length > 0 && nodes + waiting.length - 1 <= most) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      nodes += value.length / 32;
    } else if (typeof value === 'object' && value !== null) {
      const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      nodes += 1 + members.length / (Array.isArray(value) ? 8 : 1);
      for (const member of members) {
        if (typeof member !== 'number') {
          waiting.push(member);
        }
        if (nodes + waiting.length > most) {
          return Infinity;
        }
      }
    }
  }
  return waiting.length > 0 ? Infinity : nodes;
}

/** The ring of a polygon of one short ring and no other members; undefined for anything else. */
function onlyRing(geometry: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(geometry) || geometry['type'] !== 'Polygon') {
    return undefined;
  }
  const { coordinates } = geometry;
  if (!Array.isArray(coordinates) || coordinates.length !== 1 || Object.keys(geometry).length !== 2) {
    return undefined;
  }
  const ring: unknown = coordinates[0];
  return Array.isArray(ring) && ring.length > 0 && ring.length <= MAX_RING ? ring : undefined;
}
