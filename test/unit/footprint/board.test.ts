/** The pixels of the rasteriser: the short way for one colour gives what the long way for several gives. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Board } from '../../../media/footprint/board.js';
import type { Colour } from '../../../media/footprint/colour.js';

const [WIDTH, ROWS] = [40, 30];
const RED: Colour = [250, 60, 20];
const DENSE: Colour = [255, 240, 200];
/** Tenths of a pixel, also out of sight. */
const tenths = (from: number, to: number): fc.Arbitrary<number> => fc.integer({ min: 10 * from, max: 10 * to }).map((value) => value / 10);
const position = fc.tuple(tenths(-20, 60), tenths(-20, 50));
const ring = fc.array(position, { minLength: 3, maxLength: 6 });

function draw(board: Board, rings: readonly (readonly (readonly [number, number])[])[], marks: readonly (readonly [number, number])[]): void {
  for (const positions of rings) {
    positions.forEach(([x, y], index) => {
      const [fromX, fromY] = positions.at(index - 1) ?? [x, y];
      board.side(fromX, fromY, x, y, 0);
      board.line(fromX, fromY, x, y, 0);
    });
  }
  marks.forEach(([x, y]) => board.mark(x, y, 0, 1));
}

it('is the same picture with one colour as with a second one that nothing has', () => {
  const [one, two] = [new Board(WIDTH, ROWS, 1), new Board(WIDTH, ROWS, 2)];
  fc.assert(fc.property(fc.array(ring, { maxLength: 12 }), fc.array(position, { maxLength: 20 }), (rings, marks) => {
    for (const board of [one, two]) {
      board.clear();
      draw(board, rings, marks);
    }
    const short = one.resolve([RED], DENSE, ROWS);
    const long = two.resolve([RED, [0, 0, 255]], DENSE, ROWS);
    // Sums of other order may round the other way.
    expect(short.findIndex((value, at) => Math.abs(value - (long[at] ?? 0)) > 1)).toBe(-1);
  }), { numRuns: 300 });
});

it('shows what it is told, in the colours it is given, and nothing elsewhere', () => {
  const board = new Board(WIDTH, ROWS, 1);
  board.clear();
  draw(board, [], [[10, 10]]);
  const pixels = board.resolve([RED], DENSE, ROWS);
  const at = (x: number, y: number): readonly number[] => [...pixels.subarray(4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 4)];
  expect(at(10, 10)).toEqual([...RED, Math.round(0.26 * 255)]);
  expect([at(8, 10), at(12, 10), at(10, 12)]).toEqual([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]);
});
