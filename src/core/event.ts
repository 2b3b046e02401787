/** What core hands out where the editor's API would hand out a `Disposable`. Structurally the same. */
export interface Disposable {
  dispose(): void;
}

/** Subscribe to something that happens; dispose the result to stop listening. Compatible with `vscode.Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The source of one {@link Event}. A listener that throws does not keep the others from being called. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function subscribed twice is called twice and disposed once each.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  constructor(private readonly onListenerError: (error: unknown) => void = () => undefined) {}

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.onListenerError(error);
      }
    }
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
