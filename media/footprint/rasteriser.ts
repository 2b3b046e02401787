/**
 * Draws very many footprints without a path for each: fills are sums of differences along rows, so that a footprint costs as much as
 * its border is long, and what lies over each other grows denser. Works on arrays only; knows no canvas.
 */
import { RING } from '../../src/core/geo/packedFootprints.js';
import { Board } from './board.js';
import type { Colour } from './colour.js';
import type { Chunk } from './footprintStore.js';
import type { Frame } from './frame.js';

export interface RasterStyle {
  /** Colours of fills and borders by slot. */
  readonly colours: readonly Colour[];
  /** What very dense places turn to. */
  readonly dense: Colour;
  /** The slot of each item of a chunk; undefined: all have the first. */
  readonly slots: (chunk: Chunk) => Uint8Array | undefined;
  /** Whether an item is drawn at all. */
  readonly isShown: (chunk: Chunk, item: number) => boolean;
}

/** Rows of the picture, from `top` on. */
export interface Band {
  readonly top: number;
  readonly rows: number;
  /** Red, green, blue, alpha, not premultiplied. */
  readonly pixels: Uint8ClampedArray;
}

/** Bytes of the sums of one band: each looks at all footprints again, so there are few. */
const BAND_BYTES = 6_000_000;
/** An item of fewer pixels is a mark, so that it stays visible. */
const SMALLEST_SHAPE = 2.5;
/** Below so many pixels a border would be all there is to see. */
const SMALLEST_BORDER = 6;
/** The picture of a frame in bands from top to bottom; the same arrays are used again for each. Width and height in device pixels. */
export function* rasterise(frame: Frame, chunks: readonly Chunk[], style: RasterStyle): Generator<Band> {
  const width = Math.round(frame.width * frame.ratio);
  const height = Math.round(frame.height * frame.ratio);
  const slots = style.colours.length;
  const rows = Math.max(16, Math.min(height, Math.floor(BAND_BYTES / (4 * slots * (width + 1)))));
  const board = new Board(width, rows, slots);
  for (let top = 0; top < height; top += rows) {
    board.clear();
    for (const chunk of chunks) {
      drawChunk(board, frame, chunk, style, top);
    }
    const used = Math.min(rows, height - top);
    yield { top, rows: used, pixels: board.resolve(style.colours, style.dense, used) };
  }
}

function drawChunk(board: Board, frame: Frame, chunk: Chunk, style: RasterStyle, top: number): void {
  const { boxes, packed: { items } } = chunk;
  const { ratio, bounds: [west, south, east, north] } = frame;
  const [a, b, c, d, e, f] = frame.matrix.map((value) => value * ratio) as unknown as Frame['matrix'];
  const slots = style.slots(chunk);
  const bottom = top + board.rows;
  // Half the width and height of a box on the screen, turned or not.
  const [absA, absB, absC, absD] = [Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)];
  for (const copy of frame.copies) {
    const [shiftX, shiftY] = [e + a * copy, f + b * copy - top];
    for (let item = 0; item < items; item += 1) {
      const left = boxes[4 * item] ?? 0;
      const low = boxes[4 * item + 1] ?? 0;
      const right = boxes[4 * item + 2] ?? 0;
      const high = boxes[4 * item + 3] ?? 0;
      if (right + copy < west || left + copy > east || high < south || low > north) {
        continue;
      }
      const x = (left + right) / 2;
      const y = (low + high) / 2;
      const pixelX = a * x + c * y + shiftX;
      const pixelY = b * x + d * y + shiftY;
      const halfWidth = (absA * (right - left) + absC * (high - low)) / 2;
      const halfHeight = (absB * (right - left) + absD * (high - low)) / 2;
      if (pixelY + halfHeight + 3 < 0 || pixelY - halfHeight - 3 > bottom - top || !style.isShown(chunk, item)) {
        continue;
      }
      const slot = slots === undefined ? 0 : (slots[item] ?? 0);
      const size = 2 * Math.max(halfWidth, halfHeight);
      if (size < SMALLEST_SHAPE * ratio) {
        board.mark(pixelX, pixelY, slot, 1);
      } else {
        drawItem(board, chunk, item, a, b, c, d, shiftX, shiftY, slot, size >= SMALLEST_BORDER * ratio);
      }
    }
  }
}

function drawItem(board: Board, { packed, projected }: Chunk, item: number, a: number, b: number, c: number, d: number, e: number, f: number, slot: number, bordered: boolean): void {
  const { itemStarts, ringStarts, kinds } = packed;
  const end = itemStarts[item + 1] ?? 0;
  for (let ring = itemStarts[item] ?? 0; ring < end; ring += 1) {
    const kind = kinds[ring] ?? 0;
    const first = ringStarts[ring] ?? 0;
    const last = ringStarts[ring + 1] ?? 0;
    const fills = (kind & RING.fill) !== 0;
    const strokes = (kind & RING.stroke) !== 0 && (bordered || !fills);
    if ((kind & RING.point) !== 0) {
      for (let at = first; at < last; at += 1) {
        const [x, y] = [projected[2 * at] ?? 0, projected[2 * at + 1] ?? 0];
        board.mark(a * x + c * y + e, b * x + d * y + f, slot, 2);
      }
      continue;
    }
    // A filled ring is closed: it begins at its last position.
    const start = fills ? last - 1 : first;
    const [startX, startY] = [projected[2 * start] ?? 0, projected[2 * start + 1] ?? 0];
    let fromX = a * startX + c * startY + e;
    let fromY = b * startX + d * startY + f;
    for (let at = fills ? first : first + 1; at < last; at += 1) {
      const x = projected[2 * at] ?? 0;
      const y = projected[2 * at + 1] ?? 0;
      const toX = a * x + c * y + e;
      const toY = b * x + d * y + f;
      if (fills) {
        board.side(fromX, fromY, toX, toY, slot);
      }
      if (strokes) {
        board.line(fromX, fromY, toX, toY, slot);
      }
      fromX = toX;
      fromY = toY;
    }
  }
}
