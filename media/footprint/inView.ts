/** What of the packed footprints is to be seen. */
import type { Chunk } from './footprintStore.js';
import type { Frame } from './frame.js';

/**
 * Items of a chunk whose boxes are in view, with the copy of the world they are seen in. A visit that gives `false` is the last one.
 * @returns whether all were visited
 */
export function forEachInView(frame: Frame, { boxes, packed: { items } }: Chunk, visit: (item: number, copy: number) => unknown): boolean {
  const [west, south, east, north] = frame.bounds;
  for (const copy of frame.copies) {
    for (let item = 0; item < items; item += 1) {
      if ((boxes[4 * item + 2] ?? 0) + copy >= west && (boxes[4 * item] ?? 0) + copy <= east && (boxes[4 * item + 3] ?? 0) >= south && (boxes[4 * item + 1] ?? 0) <= north && visit(item, copy) === false) {
        return false;
      }
    }
  }
  return true;
}
