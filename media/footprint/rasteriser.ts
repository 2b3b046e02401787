/**
 * Draws very many footprints without a path for each: fills are sums of differences along rows, so that a footprint costs as much as
 * its border is long, and what lies over each other grows denser. Works on arrays only; knows no canvas.
 */
import { RING } from '../../src/core/geometry/packedFootprints.js';
import type { Chunk } from './footprintStore.js';
import type { Frame } from './frame.js';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

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

/** Bytes of the sums of one band. */
const BAND_BYTES = 2_000_000;
/** An item of fewer pixels is a mark, so that it stays visible. */
const SMALLEST_SHAPE = 2.5;
/** Below so many pixels a border would be all there is to see. */
const SMALLEST_BORDER = 6;
const LEVELS = 1024;
const ALPHA = new Float64Array(LEVELS);
const DENSE = new Float64Array(LEVELS);
for (let level = 1; level < LEVELS; level += 1) {
  const doublings = Math.log2(level);
  ALPHA[level] = 0.26 + 0.6 * Math.min(1, doublings / 6);
  DENSE[level] = 0.75 * Math.min(1, Math.max(0, (doublings - 3) / 7));
}

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
    yield { top, rows: used, pixels: board.resolve(style, used) };
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

/** The arrays of one band. Everything is clipped to it. */
class Board {
  /** By slot and row: what is added to the count of footprints from a column on. */
  readonly #sums: Int32Array;
  readonly #borders: Uint8Array;
  readonly #borderSlots: Uint8Array;
  readonly #pixels: Uint8ClampedArray;
  readonly #row: number;

  constructor(readonly width: number, readonly rows: number, private readonly slots: number) {
    this.#row = width + 1;
    this.#sums = new Int32Array(slots * rows * this.#row);
    this.#borders = new Uint8Array(rows * width);
    this.#borderSlots = new Uint8Array(rows * width);
    this.#pixels = new Uint8ClampedArray(4 * rows * width);
  }

  clear(): void {
    this.#sums.fill(0);
    this.#borders.fill(0);
  }

  /** One side of a ring: in each row that it passes, what is inside begins or ends. */
  side(fromX: number, fromY: number, toX: number, toY: number, slot: number): void {
    const down = toY > fromY;
    const topY = down ? fromY : toY;
    const bottomY = down ? toY : fromY;
    const first = Math.max(0, Math.ceil(topY - 0.5));
    const last = Math.min(this.rows - 1, Math.ceil(bottomY - 0.5) - 1);
    if (last < first) {
      return;
    }
    const slope = (toX - fromX) / (toY - fromY);
    let x = fromX + (first + 0.5 - fromY) * slope + 0.5;
    let at = (slot * this.rows + first) * this.#row;
    // On the screen a ring that is counter-clockwise on the map goes down on the left.
    const direction = down ? 1 : -1;
    const sums = this.#sums;
    const width = this.width;
    for (let row = first; row <= last; row += 1) {
      const column = x < 0 ? 0 : x > width ? width : x | 0;
      sums[at + column] = (sums[at + column] ?? 0) + direction;
      x += slope;
      at += this.#row;
    }
  }

  /** A square around a place. */
  mark(x: number, y: number, slot: number, radius: number): void {
    const left = Math.max(0, Math.min(this.width, Math.floor(x) - radius));
    const right = Math.max(0, Math.min(this.width, Math.floor(x) + radius + 1));
    const middle = Math.floor(y);
    for (let row = Math.max(0, middle - radius); row <= Math.min(this.rows - 1, middle + radius); row += 1) {
      const at = (slot * this.rows + row) * this.#row;
      this.#sums[at + left] = (this.#sums[at + left] ?? 0) + 1;
      this.#sums[at + right] = (this.#sums[at + right] ?? 0) - 1;
    }
  }

  /** A smooth line about one and a half pixels wide. */
  line(fromX: number, fromY: number, toX: number, toY: number, slot: number): void {
    const steep = Math.abs(toY - fromY) > Math.abs(toX - fromX);
    // Along the longer way, one step a pixel.
    const [u0, v0, u1, v1] = steep ? [fromY, fromX, toY, toX] : [fromX, fromY, toX, toY];
    const [startU, startV, endU, endV] = u0 <= u1 ? [u0, v0, u1, v1] : [u1, v1, u0, v0];
    const [limitU, limitV] = steep ? [this.rows, this.width] : [this.width, this.rows];
    const slope = endU === startU ? 0 : (endV - startV) / (endU - startU);
    let first = Math.max(0, Math.round(startU));
    let last = Math.min(limitU - 1, Math.round(endU));
    if (slope !== 0) {
      // Only as far as the line is in sight across its way.
      const [one, two] = [startU + (-2 - startV) / slope, startU + (limitV + 2 - startV) / slope];
      first = Math.max(first, Math.floor(Math.min(one, two)));
      last = Math.min(last, Math.ceil(Math.max(one, two)));
    } else if (startV < -2 || startV > limitV + 2) {
      return;
    }
    let v = startV + (first - startU) * slope - 0.5;
    for (let u = first; u <= last; u += 1) {
      const base = Math.floor(v);
      const part = v - base;
      if (steep) {
        this.#dot(base, u, 1 - part, slot);
        this.#dot(base + 1, u, 1, slot);
        this.#dot(base + 2, u, part, slot);
      } else {
        this.#dot(u, base, 1 - part, slot);
        this.#dot(u, base + 1, 1, slot);
        this.#dot(u, base + 2, part, slot);
      }
      v += slope;
    }
  }

  #dot(x: number, y: number, share: number, slot: number): void {
    if (x >= 0 && y >= 0 && x < this.width && y < this.rows) {
      const at = y * this.width + x;
      const value = share * 255;
      if (value >= (this.#borders[at] ?? 0)) {
        this.#borders[at] = value;
        this.#borderSlots[at] = slot;
      }
    }
  }

  resolve({ colours, dense }: RasterStyle, rows: number): Uint8ClampedArray {
    const pixels = this.#pixels;
    const counts = new Int32Array(this.slots);
    const [reds, greens, blues] = [0, 1, 2].map((channel) => Float64Array.from(colours, (colour) => colour[channel] ?? 0)) as unknown as readonly [Float64Array, Float64Array, Float64Array];
    for (let row = 0; row < rows; row += 1) {
      counts.fill(0);
      for (let x = 0; x < this.width; x += 1) {
        let total = 0;
        let [red, green, blue] = [0, 0, 0];
        for (let slot = 0; slot < this.slots; slot += 1) {
          let count = (counts[slot] ?? 0) + (this.#sums[(slot * this.rows + row) * this.#row + x] ?? 0);
          counts[slot] = count;
          if (count !== 0) {
            // A ring that crosses itself runs around one of its parts the other way.
            count = Math.abs(count);
            total += count;
            red += count * (reds[slot] ?? 0);
            green += count * (greens[slot] ?? 0);
            blue += count * (blues[slot] ?? 0);
          }
        }
        const cell = row * this.width + x;
        const border = this.#borders[cell] ?? 0;
        const at = 4 * cell;
        if (total === 0 && border === 0) {
          pixels[at + 3] = 0;
          continue;
        }
        const level = total < LEVELS ? total : LEVELS - 1;
        const [alpha, heat] = [ALPHA[level] ?? 0, DENSE[level] ?? 0];
        const share = total === 0 ? 0 : (1 - heat) / total;
        red = red * share + heat * dense[0];
        green = green * share + heat * dense[1];
        blue = blue * share + heat * dense[2];
        if (border > 0) {
          const slot = this.#borderSlots[cell] ?? 0;
          const over = border / 255;
          const all = over + alpha * (1 - over);
          const under = (alpha * (1 - over)) / all;
          red = red * under + (reds[slot] ?? 0) * (1 - under);
          green = green * under + (greens[slot] ?? 0) * (1 - under);
          blue = blue * under + (blues[slot] ?? 0) * (1 - under);
          pixels[at + 3] = 255 * all;
        } else {
          pixels[at + 3] = 255 * alpha;
        }
        pixels[at] = red;
        pixels[at + 1] = green;
        pixels[at + 2] = blue;
      }
    }
    return pixels;
  }
}
