/** Which footprints lie under a place of the map. */
import { RING } from '../../src/core/geo/packedFootprints.js';
import type { FootprintStore, ItemRef } from './footprintStore.js';
import { stepsAt, type Frame } from './frame.js';

/** How near the pointer has to come to a mark, a point or a line, pixels. */
const NEAR = 6;
/** Below so many pixels a footprint is a mark. */
const SMALLEST_SHAPE = 6;

/** The footprints under a pixel, the smallest first. */
export function footprintsAt(store: FootprintStore, frame: Frame, pixel: readonly [number, number]): ItemRef[] {
  const [across, y] = stepsAt(frame, pixel);
  const { around } = frame.plane;
  const x = around === undefined ? across : across - around * Math.floor(across / around + 0.5);
  const near = NEAR / frame.scale;
  const chunks = store.chunks(frame.plane);
  const found: { readonly ref: ItemRef; readonly size: number }[] = [];
  for (const ref of store.search(frame.plane, x - near, y - near, x + near, y + near)) {
    const chunk = chunks[ref.chunk];
    if (chunk === undefined) {
      continue;
    }
    const [west = 0, south = 0, east = 0, north = 0] = chunk.boxes.subarray(4 * ref.item, 4 * ref.item + 4);
    const size = Math.max(east - west, north - south);
    if (size * frame.scale < SMALLEST_SHAPE || holds(chunk.packed, chunk.projected, ref.item, x, y, near)) {
      found.push({ ref, size: (east - west) * (north - south) });
    }
  }
  return found.sort((one, other) => one.size - other.size).map(({ ref }) => ref);
}

interface Rings {
  readonly itemStarts: Uint32Array;
  readonly ringStarts: Uint32Array;
  readonly kinds: Uint8Array;
}

/** Inside its filled rings (nonzero), or near to its lines and points. */
export function holds({ itemStarts, ringStarts, kinds }: Rings, projected: Int32Array, item: number, x: number, y: number, near: number): boolean {
  let winding = 0;
  for (let ring = itemStarts[item] ?? 0; ring < (itemStarts[item + 1] ?? 0); ring += 1) {
    const kind = kinds[ring] ?? 0;
    const [first, last] = [ringStarts[ring] ?? 0, ringStarts[ring + 1] ?? 0];
    const fills = (kind & RING.fill) !== 0;
    let [fromX, fromY] = at(projected, fills ? last - 1 : first);
    for (let position = first; position < last; position += 1) {
      const [toX, toY] = at(projected, position);
      if (fills) {
        if (fromY > y !== toY > y && fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) > x) {
          winding += toY > fromY ? 1 : -1;
        }
      } else if (isNear(fromX, fromY, toX, toY, x, y, near)) {
        return true;
      }
      [fromX, fromY] = [toX, toY];
    }
  }
  return winding !== 0;
}

function at(projected: Int32Array, position: number): readonly [number, number] {
  return [projected[2 * position] ?? 0, projected[2 * position + 1] ?? 0];
}

function isNear(fromX: number, fromY: number, toX: number, toY: number, x: number, y: number, near: number): boolean {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const share = Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(fromX + share * dx - x, fromY + share * dy - y) <= near;
}
