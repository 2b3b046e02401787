/**
 * A body while it arrives. Where its length is announced, each piece goes to its place at once, while the processor still holds it;
 * else they are joined at the end.
 */
export class BodyBuffer {
  readonly #whole: Uint8Array;
  #placed = 0;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  /** @param announced how many bytes are to come, as far as the sender is right: fewer or more may, and nonsense is no announcement */
  constructor(announced = 0) {
    this.#whole = new Uint8Array(Number.isSafeInteger(announced) && announced > 0 ? announced : 0);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size <= this.#whole.length) {
      this.#whole.set(piece, this.#placed);
      this.#placed = this.#size;
    } else {
      this.#pieces.push(piece);
    }
  }

  /** What came so far. */
  bytes(): Uint8Array {
    const placed = this.#whole.subarray(0, this.#placed);
    if (this.#pieces.length === 0) {
      return placed;
    }
    const joined = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of [placed, ...this.#pieces]) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}
