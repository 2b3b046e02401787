/** Draws all footprints of the map: a few with paths, many with the rasteriser. */
import type { FrameState } from 'ol/Map.js';
import type { Colours } from './colours.js';
import type { Chunk } from './footprintStore.js';
import type { Frame } from './frame.js';
import { forEachInView } from './inView.js';
import { isMoving } from './ground.js';
import { rasterise } from './rasteriser.js';
import { paintItem } from './shapes.js';
import { css, type Theme } from './themeColours.js';

/** So many footprints, and so many positions, are drawn with paths. */
const FEW = 1200;
const FEW_POSITIONS = 60_000;
/** A frame that takes longer is not drawn anew while the map is being moved, milliseconds. */
const TOO_LONG = 40;

export class FootprintsPainter {
  /** What the rasteriser drew last, to be moved along while there is no time for a new picture. */
  readonly #last = document.createElement('canvas');
  #lastFrame: Frame | undefined;
  #took = 0;

  /** Forgets what was drawn: something else is to be seen. */
  reset(): void {
    this.#lastFrame = undefined;
    this.#took = 0;
  }

  paint(context: CanvasRenderingContext2D, state: FrameState, frame: Frame, chunks: readonly Chunk[], colours: Colours, isShown: (chunk: Chunk, item: number) => boolean, theme: Theme): void {
    if (isMoving(state) && this.#took > TOO_LONG && this.#lastFrame?.plane === frame.plane) {
      this.#move(context, this.#lastFrame, frame);
      return;
    }
    const start = performance.now();
    const visible = inView(frame, chunks, isShown);
    if (visible === undefined) {
      this.#raster(context, frame, chunks, colours, isShown, theme);
      this.#lastFrame = frame;
    } else {
      for (const [chunk, item, copy] of visible) {
        const colour = colours.entries[colours.slotOf(chunk, item)]?.colour ?? theme.accent;
        paintItem(context, frame, chunk, item, copy, { fill: css(colour, theme.contrast ? 0.14 : visible.length === 1 ? 0.36 : 0.26), stroke: css(colour), width: theme.contrast ? 2 : visible.length < 50 ? 2 : 1.25, mark: 3 });
      }
      this.#lastFrame = undefined;
    }
    this.#took = performance.now() - start;
  }

  #raster(context: CanvasRenderingContext2D, frame: Frame, chunks: readonly Chunk[], colours: Colours, isShown: (chunk: Chunk, item: number) => boolean, theme: Theme): void {
    const [width, height] = [Math.round(frame.width * frame.ratio), Math.round(frame.height * frame.ratio)];
    if (this.#last.width !== width || this.#last.height !== height) {
      this.#last.width = width;
      this.#last.height = height;
    }
    const last = this.#last.getContext('2d');
    for (const { top, rows, pixels } of rasterise(frame, chunks, { colours: colours.colours, dense: theme.dense, slots: (chunk) => colours.slots(chunk), isShown })) {
      last?.putImageData(new ImageData(pixels.subarray(0, 4 * width * rows) as Uint8ClampedArray<ArrayBuffer>, width, rows), 0, top);
    }
    // Device pixels: the picture is laid in as it is.
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#last, 0, 0);
    context.restore();
  }

  /** The last picture, where it lies in this frame. */
  #move(context: CanvasRenderingContext2D, from: Frame, to: Frame): void {
    const [a, b, c, d, e, f] = to.matrix;
    const inverse = new DOMMatrix([...from.matrix]).inverse();
    context.save();
    context.transform(a, b, c, d, e, f);
    context.transform(inverse.a, inverse.b, inverse.c, inverse.d, inverse.e, inverse.f);
    context.drawImage(this.#last, 0, 0, from.width, from.height);
    context.restore();
  }
}

/** What is in view, the largest first so that small ones lie on top; undefined as soon as it is more than a few. */
function inView(frame: Frame, chunks: readonly Chunk[], isShown: (chunk: Chunk, item: number) => boolean): readonly (readonly [chunk: Chunk, item: number, copy: number])[] | undefined {
  const found: (readonly [chunk: Chunk, item: number, copy: number, size: number])[] = [];
  let positions = 0;
  for (const chunk of chunks) {
    const { boxes, packed: { itemStarts, ringStarts } } = chunk;
    const isAll = forEachInView(frame, chunk, (item, copy) => {
      if (!isShown(chunk, item)) {
        return true;
      }
      positions += (ringStarts[itemStarts[item + 1] ?? 0] ?? 0) - (ringStarts[itemStarts[item] ?? 0] ?? 0);
      found.push([chunk, item, copy, ((boxes[4 * item + 2] ?? 0) - (boxes[4 * item] ?? 0)) * ((boxes[4 * item + 3] ?? 0) - (boxes[4 * item + 1] ?? 0))]);
      return found.length <= FEW && (positions <= FEW_POSITIONS || found.length <= 16);
    });
    if (!isAll) {
      return undefined;
    }
  }
  return found.sort((x, y) => y[3] - x[3]).map(([chunk, item, copy]) => [chunk, item, copy]);
}
