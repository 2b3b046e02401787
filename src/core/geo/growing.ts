/** A typed array that makes room as it is filled. */
export class Growing<T extends Int32Array | Uint32Array | Uint8Array> {
  #array: T;
  length = 0;

  constructor(private readonly make: (size: number) => T) {
    this.#array = make(64);
  }

  push(value: number): void {
    this.#makeRoom(1);
    this.#array[this.length] = value;
    this.length += 1;
  }

  pushPair(first: number, second: number): void {
    this.#makeRoom(2);
    this.#array[this.length] = first;
    this.#array[this.length + 1] = second;
    this.length += 2;
  }

  #makeRoom(count: number): void {
    if (this.length + count > this.#array.length) {
      const longer = this.make(this.length * 2 + count);
      longer.set(this.#array);
      this.#array = longer;
    }
  }

  /** What is there, and nothing is left. */
  take(): T {
    const taken = this.#array.subarray(0, this.length) as T;
    this.#array = this.make(64);
    this.length = 0;
    return taken;
  }
}
