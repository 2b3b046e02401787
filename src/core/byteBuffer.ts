/** Bytes that arrive piece by piece, kept in a row, so that what is there can be read. */
export class ByteBuffer {
  #bytes: Uint8Array;
  #size = 0;

  /** @param announced how many bytes are to come, as far as the sender is right: fewer or more may, and nonsense is no announcement */
  constructor(announced = 0) {
    this.#bytes = new Uint8Array(Number.isSafeInteger(announced) && announced > 0 ? announced : 0);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    this.#makeRoom(size);
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  /** What came so far. It stays as it is when more comes. */
  soFar(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** What came, without the room for more. */
  whole(): Uint8Array {
    return this.#size === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#size);
  }

  #makeRoom(size: number): void {
    if (size > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(size, this.#bytes.length * 2));
      longer.set(this.soFar());
      this.#bytes = longer;
    }
  }
}
