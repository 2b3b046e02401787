/** Work that several callers may wait for. It is cancelled when the last of them has gone. */
import { CatalogError } from './failure.js';

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (value: number) => void;
}

export class SharedWork<T> {
  readonly #controller = new AbortController();
  readonly #listeners = new Set<(value: number) => void>();
  readonly #result: Promise<T>;
  #waiting = 0;

  /** Starts the work at once, but not before the constructor has returned. */
  constructor(run: (options: WorkOptions) => Promise<T>) {
    const { signal } = this.#controller;
    const onProgress = (value: number): void => this.#listeners.forEach((listener) => listener(value));
    this.#result = Promise.resolve().then(() => run({ signal, onProgress }));
    this.#result.catch(() => undefined);
  }

  /** Aborted when nobody waits any more, or by {@link abandon}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Waits for the result.
   * @throws CatalogError `cancelled` as soon as the signal aborts or the work is given up; else what the work throws.
   */
  async join(signal: AbortSignal, onProgress?: (value: number) => void): Promise<T> {
    this.#waiting += 1;
    // Wrapped, so that the same listener given twice is removed once each.
    const listener = onProgress === undefined ? undefined : (value: number): void => onProgress(value);
    if (listener !== undefined) {
      this.#listeners.add(listener);
    }
    const gone = cancelledBy([signal, this.#controller.signal]);
    try {
      return await Promise.race([gone.promise, this.#result]);
    } finally {
      gone.dispose();
      this.#waiting -= 1;
      if (listener !== undefined) {
        this.#listeners.delete(listener);
      }
      if (this.#waiting === 0) {
        this.#controller.abort();
      }
    }
  }

  /** Gives the work up for all who wait. */
  abandon(): void {
    this.#controller.abort();
  }
}

/** A promise that rejects with `cancelled` when one of the signals aborts, and otherwise stays open. */
function cancelledBy(signals: readonly AbortSignal[]): { readonly promise: Promise<never>; readonly dispose: () => void } {
  let stop: () => void = () => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new CatalogError({ kind: 'cancelled' }));
  });
  if (signals.some((signal) => signal.aborted)) {
    stop();
  }
  signals.forEach((signal) => signal.addEventListener('abort', stop));
  return { promise, dispose: () => signals.forEach((signal) => signal.removeEventListener('abort', stop)) };
}
