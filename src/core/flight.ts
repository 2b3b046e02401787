/** Work that several callers wait for, and that is brought to its end once it has cost something. */
import { CatalogError } from './failure.js';

export class Flight<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  /** Resolves when the work has ended, well or not. */
  readonly settled: Promise<void>;
  #waiting = 0;
  #committed = false;

  /**
   * Starts the work at once, but not before the constructor has returned.
   * @param run gets a signal that aborts when nobody waits any more, and a function after which it never does
   */
  constructor(run: (signal: AbortSignal, commit: () => void) => Promise<T>) {
    this.#result = Promise.resolve().then(async () => await run(this.#controller.signal, () => {
      this.#committed = true;
    }));
    this.settled = this.#result.then(() => undefined, () => undefined);
  }

  /** It was given up and will not bring a result: do not join. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Somebody still waits for it. */
  get awaited(): boolean {
    return this.#waiting > 0;
  }

  /** Keeps it going although nobody waits. */
  hold(): void {
    this.#waiting += 1;
  }

  /** @throws CatalogError `cancelled` as soon as the signal aborts; else what the work throws */
  async join(signal: AbortSignal): Promise<T> {
    this.#waiting += 1;
    let stop: () => void = () => undefined;
    const gone = new Promise<never>((_resolve, reject) => {
      stop = () => reject(new CatalogError({ kind: 'cancelled' }));
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) {
      stop();
    }
    try {
      return await Promise.race([this.#result, gone]);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#committed) {
        this.#controller.abort();
      }
    }
  }
}
