/** Where the features of a page are in its bytes: noted a piece of the page at a time, found within it when somebody asks. */
import { rangesBetween, type ByteRange } from '../jsonText.js';

export class FeatureIndex {
  /** Of each piece the place of its first feature, and where its features begin and end. */
  readonly #firsts: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** The geometries of features that are too much to be parsed at once. */
  readonly #geometries = new Map<number, ByteRange>();
  /** The piece that was asked about last, so that one feature after the other costs one look at each piece. */
  #last: { readonly piece: number; readonly ranges: readonly ByteRange[] } | undefined;

  /** Whether anything is known of where the features are. */
  get isEmpty(): boolean {
    return this.#firsts.length === 0;
  }

  /** The piece with nothing but features and the commas between them. @param first the place of its first feature */
  add(first: number, { start, end }: ByteRange): void {
    this.#firsts.push(first);
    this.#starts.push(start);
    this.#ends.push(end);
  }

  addGeometry(index: number, range: ByteRange): void {
    this.#geometries.set(index, range);
  }

  geometryOf(index: number): ByteRange | undefined {
    return this.#geometries.get(index);
  }

  /** The bytes of a feature. @param page the page, as far as it is there */
  of(page: Uint8Array, index: number): ByteRange | undefined {
    const piece = this.#pieceOf(index);
    if (piece < 0) {
      return undefined;
    }
    if (this.#last?.piece !== piece) {
      this.#last = { piece, ranges: rangesBetween(page, this.#starts[piece] ?? 0, this.#ends[piece] ?? 0) };
    }
    return this.#last.ranges[index - (this.#firsts[piece] ?? 0)];
  }

  /** The last piece that begins with this feature or an earlier one; -1 where there is none. */
  #pieceOf(index: number): number {
    let [low, high] = [0, this.#firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] ?? 0) <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
