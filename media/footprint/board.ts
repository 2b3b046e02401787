/** The arrays that a part of the picture is gathered in: what begins and ends in each row, and borders. */
import type { Colour } from './colour.js';

const LEVELS = 1024;
const ALPHA = new Float64Array(LEVELS);
const DENSE = new Float64Array(LEVELS);
for (let level = 1; level < LEVELS; level += 1) {
  const doublings = Math.log2(level);
  ALPHA[level] = 0.26 + 0.6 * Math.min(1, doublings / 6);
  DENSE[level] = 0.75 * Math.min(1, Math.max(0, (doublings - 3) / 7));
}

/** One band. Everything is clipped to it. */
export class Board {
  /** By slot and row: what is added to the count of footprints from a column on. */
  readonly #sums: Int32Array;
  readonly #borders: Uint8Array;
  readonly #borderSlots: Uint8Array;
  readonly #pixels: Uint8ClampedArray;
  /** The same, a pixel at a time. */
  readonly #words: Uint32Array;
  readonly #row: number;

  constructor(readonly width: number, readonly rows: number, slots: number) {
    this.#row = width + 1;
    this.#sums = new Int32Array(slots * rows * this.#row);
    this.#borders = new Uint8Array(rows * width);
    this.#borderSlots = new Uint8Array(rows * width);
    this.#pixels = new Uint8ClampedArray(4 * rows * width);
    this.#words = new Uint32Array(this.#pixels.buffer);
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

  /** Red, green, blue and alpha of so many rows, not premultiplied. */
  resolve(colours: readonly Colour[], dense: Colour, rows: number): Uint8ClampedArray {
    const [only] = colours;
    if (colours.length === 1 && only !== undefined) {
      this.#resolveOne(only, dense, rows);
    } else {
      this.#resolveMany(colours, dense, rows);
    }
    return this.#pixels;
  }

  /** Footprints of one colour: what is not border is one of a few values. */
  #resolveOne(colour: Colour, dense: Colour, rows: number): void {
    const words = this.#words;
    const sums = this.#sums;
    const borders = this.#borders;
    const width = this.width;
    const fills = fillsOf(colour, dense);
    let cell = 0;
    for (let row = 0; row < rows; row += 1) {
      let at = row * this.#row;
      let count = 0;
      for (const end = cell + width; cell < end; cell += 1, at += 1) {
        count += sums[at] ?? 0;
        // A ring that crosses itself runs around one of its parts the other way.
        const total = count < 0 ? -count : count;
        const level = total < LEVELS ? total : LEVELS - 1;
        words[cell] = fills[level] ?? 0;
        if (borders[cell] !== 0) {
          const heat = DENSE[level] ?? 0;
          const share = level === 0 ? 0 : 1 - heat;
          this.#put(cell, colour[0] * share + heat * dense[0], colour[1] * share + heat * dense[1], colour[2] * share + heat * dense[2], ALPHA[level] ?? 0, colour);
        }
      }
    }
  }

  /** Footprints of several colours mix. A row of one colour after the other: that is how the sums lie. */
  #resolveMany(colours: readonly Colour[], dense: Colour, rows: number): void {
    const sums = this.#sums;
    const width = this.width;
    const totals = new Int32Array(width);
    const [reds, greens, blues] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
    for (let row = 0; row < rows; row += 1) {
      [totals, reds, greens, blues].forEach((values) => values.fill(0));
      colours.forEach(([red, green, blue], slot) => {
        const at = (slot * this.rows + row) * this.#row;
        let count = 0;
        for (let x = 0; x < width; x += 1) {
          count += sums[at + x] ?? 0;
          if (count !== 0) {
            const many = count < 0 ? -count : count;
            totals[x] = (totals[x] ?? 0) + many;
            reds[x] = (reds[x] ?? 0) + many * red;
            greens[x] = (greens[x] ?? 0) + many * green;
            blues[x] = (blues[x] ?? 0) + many * blue;
          }
        }
      });
      for (let x = 0, cell = row * width; x < width; x += 1, cell += 1) {
        const total = totals[x] ?? 0;
        const isBorder = this.#borders[cell] !== 0;
        if (total === 0 && !isBorder) {
          this.#words[cell] = 0;
          continue;
        }
        const level = total < LEVELS ? total : LEVELS - 1;
        const heat = DENSE[level] ?? 0;
        const share = total === 0 ? 0 : (1 - heat) / total;
        const red = (reds[x] ?? 0) * share + heat * dense[0];
        const green = (greens[x] ?? 0) * share + heat * dense[1];
        const blue = (blues[x] ?? 0) * share + heat * dense[2];
        if (isBorder) {
          this.#put(cell, red, green, blue, ALPHA[level] ?? 0, colours[this.#borderSlots[cell] ?? 0] ?? dense);
        } else {
          this.#words[cell] = wordOf(red, green, blue, ALPHA[level] ?? 0);
        }
      }
    }
  }

  /** A border over what is under it. */
  #put(cell: number, red: number, green: number, blue: number, alpha: number, border: Colour): void {
    const over = (this.#borders[cell] ?? 0) / 255;
    const all = over + alpha * (1 - over);
    const under = (alpha * (1 - over)) / all;
    this.#words[cell] = wordOf(red * under + border[0] * (1 - under), green * under + border[1] * (1 - under), blue * under + border[2] * (1 - under), all);
  }
}

/** A pixel for each number of footprints that lie over each other, from none on. */
function fillsOf([red, green, blue]: Colour, dense: Colour): Uint32Array {
  return Uint32Array.from(ALPHA, (alpha, level) => {
    const heat = DENSE[level] ?? 0;
    return level === 0 ? 0 : wordOf(red * (1 - heat) + heat * dense[0], green * (1 - heat) + heat * dense[1], blue * (1 - heat) + heat * dense[2], alpha);
  });
}

/** Little endian, as every machine is that browsers run on. Colours up to 255, `alpha` up to 1. */
function wordOf(red: number, green: number, blue: number, alpha: number): number {
  return ((Math.round(alpha * 255) << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}
