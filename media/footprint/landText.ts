/**
 * Land as text: packed footprints (see packedFootprints.ts) of polygons alone, on a grid, as base64 of variable-length integers. Written
 * when the extension is built, read by the map.
 *
 * Steps per degree and the number of items; for each item the number of rings; for each ring its kind, the number of positions, and the
 * differences of longitude and latitude from the position before, zigzag coded.
 */
import { NO_CLASS, NO_TIME, STEPS_PER_DEGREE, writePacked, type PackedFootprints } from '../../src/core/geo/packedFootprints.js';

export function writeLand(packed: PackedFootprints, steps: number): string {
  const { items, itemStarts, ringStarts, kinds, coordinates } = packed;
  const grid = STEPS_PER_DEGREE / steps;
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  const putSigned = (value: number): void => put(value < 0 ? -2 * value - 1 : 2 * value);
  const last = [0, 0];
  put(steps);
  put(items);
  for (let item = 0; item < items; item += 1) {
    const rings = itemStarts[item + 1] ?? 0;
    put(rings - (itemStarts[item] ?? 0));
    for (let ring = itemStarts[item] ?? 0; ring < rings; ring += 1) {
      const end = ringStarts[ring + 1] ?? 0;
      put(kinds[ring] ?? 0);
      put(end - (ringStarts[ring] ?? 0));
      for (let at = 2 * (ringStarts[ring] ?? 0); at < 2 * end; at += 1) {
        const value = Math.round((coordinates[at] ?? 0) / grid);
        putSigned(value - (last[at % 2] ?? 0));
        last[at % 2] = value;
      }
    }
  }
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
}

export function readLand(text: string): Uint8Array {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  let offset = 0;
  const take = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[offset] ?? 0;
      offset += 1;
      value += (byte & 127) * factor;
      if (byte < 128) {
        return value;
      }
    }
  };
  const takeSigned = (): number => {
    const value = take();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const grid = STEPS_PER_DEGREE / take();
  const items = take();
  const coordinates: number[] = [];
  const ringStarts = [0];
  const itemStarts = [0];
  const kinds: number[] = [];
  const last: [number, number] = [0, 0];
  for (let item = 0; item < items; item += 1) {
    for (let rings = take(); rings > 0; rings -= 1) {
      kinds.push(take());
      for (let positions = take(); positions > 0; positions -= 1) {
        last[0] += takeSigned();
        last[1] += takeSigned();
        coordinates.push(last[0] * grid, last[1] * grid);
      }
      ringStarts.push(coordinates.length / 2);
    }
    itemStarts.push(kinds.length);
  }
  return writePacked({
    coordinates: Int32Array.from(coordinates), ringStarts: Uint32Array.from(ringStarts), itemStarts: Uint32Array.from(itemStarts), kinds: Uint8Array.from(kinds),
    places: Uint32Array.from({ length: items }, (_, item) => item), minutes: new Int32Array(items).fill(NO_TIME),
    statuses: new Uint8Array(items).fill(NO_CLASS), platforms: new Uint8Array(items).fill(NO_CLASS),
  });
}
