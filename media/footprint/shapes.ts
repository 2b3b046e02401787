/** Draws packed footprints with canvas paths: crisp, for as many as a person can tell apart. */
import { RING } from '../../src/core/geo/packedFootprints.js';
import type { Chunk } from './footprintStore.js';
import type { Frame } from './frame.js';

export interface ShapeStyle {
  /** Undefined: not filled. */
  readonly fill: string | undefined;
  readonly stroke: string | undefined;
  readonly width: number;
  /** What is smaller on the screen is drawn as a mark of this radius, pixels; 0: not at all. */
  readonly mark: number;
}

/** Below so many pixels a shape is a mark. */
const SMALLEST_SHAPE = 3;
/** Rings in one path, at most: a path with very many takes the browser for ever. */
const RINGS_IN_A_PATH = 16;

/** One item in one copy of the world. The context counts in CSS pixels. */
export function paintItem(context: CanvasRenderingContext2D, frame: Frame, chunk: Chunk, item: number, copy: number, style: ShapeStyle): void {
  const { packed: { itemStarts, kinds }, boxes } = chunk;
  const [a, b, c, d, e, f] = frame.matrix;
  const [left, low, right, high] = [boxes[4 * item] ?? 0, boxes[4 * item + 1] ?? 0, boxes[4 * item + 2] ?? 0, boxes[4 * item + 3] ?? 0];
  const shift = [e + a * copy, f + b * copy] as const;
  if (Math.max(right - left, high - low) * frame.scale < SMALLEST_SHAPE) {
    const [x, y] = [(left + right) / 2, (low + high) / 2];
    paintMark(context, a * x + c * y + shift[0], b * x + d * y + shift[1], style);
    return;
  }
  const [first, end] = [itemStarts[item] ?? 0, itemStarts[item + 1] ?? 0];
  if (style.fill !== undefined) {
    context.fillStyle = style.fill;
    fill(context, frame, chunk, first, end, shift);
  }
  if (style.stroke !== undefined) {
    context.strokeStyle = style.stroke;
    context.lineWidth = style.width;
    for (let ring = first; ring < end; ring += RINGS_IN_A_PATH) {
      context.beginPath();
      for (let one = ring; one < Math.min(end, ring + RINGS_IN_A_PATH); one += 1) {
        if (((kinds[one] ?? 0) & RING.stroke) !== 0) {
          trace(context, frame, chunk, one, shift);
        }
      }
      context.stroke();
    }
  }
  for (let ring = first; ring < end; ring += 1) {
    if (((kinds[ring] ?? 0) & RING.point) !== 0) {
      const at = chunk.packed.ringStarts[ring] ?? 0;
      const [x, y] = [chunk.projected[2 * at] ?? 0, chunk.projected[2 * at + 1] ?? 0];
      paintMark(context, a * x + c * y + shift[0], b * x + d * y + shift[1], style);
    }
  }
}

/** Outer rings and their holes have to be filled together; rings of very many parts are filled in groups that begin with an outer one. */
function fill(context: CanvasRenderingContext2D, frame: Frame, chunk: Chunk, first: number, end: number, shift: readonly [number, number]): void {
  const { kinds } = chunk.packed;
  let rings = 0;
  context.beginPath();
  for (let ring = first; ring < end; ring += 1) {
    if (((kinds[ring] ?? 0) & RING.fill) !== 0) {
      if (rings >= RINGS_IN_A_PATH && isOuter(chunk, ring)) {
        context.fill('nonzero');
        context.beginPath();
        rings = 0;
      }
      trace(context, frame, chunk, ring, shift);
      rings += 1;
    }
  }
  context.fill('nonzero');
}

/** Outer rings run counter-clockwise on the earth. */
function isOuter({ packed: { ringStarts, coordinates } }: Chunk, ring: number): boolean {
  const [first, last] = [ringStarts[ring] ?? 0, ringStarts[ring + 1] ?? 0];
  let area = 0;
  for (let at = first, before = last - 1; at < last; before = at, at += 1) {
    area += (coordinates[2 * before] ?? 0) * (coordinates[2 * at + 1] ?? 0) - (coordinates[2 * at] ?? 0) * (coordinates[2 * before + 1] ?? 0);
  }
  return area > 0;
}

function trace(context: CanvasRenderingContext2D, { matrix: [a, b, c, d] }: Frame, { packed: { ringStarts, kinds }, projected }: Chunk, ring: number, [e, f]: readonly [number, number]): void {
  const end = 2 * (ringStarts[ring + 1] ?? 0);
  let at = 2 * (ringStarts[ring] ?? 0);
  for (let isFirst = true; at < end; at += 2, isFirst = false) {
    const x = projected[at] ?? 0;
    const y = projected[at + 1] ?? 0;
    if (isFirst) {
      context.moveTo(a * x + c * y + e, b * x + d * y + f);
    } else {
      context.lineTo(a * x + c * y + e, b * x + d * y + f);
    }
  }
  if (((kinds[ring] ?? 0) & RING.fill) !== 0) {
    context.closePath();
  }
}

function paintMark(context: CanvasRenderingContext2D, x: number, y: number, { stroke, fill: face, mark }: ShapeStyle): void {
  const colour = stroke ?? face;
  if (mark > 0 && colour !== undefined) {
    context.beginPath();
    context.arc(x, y, mark, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  }
}
