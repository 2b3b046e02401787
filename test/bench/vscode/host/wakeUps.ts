/** How often the product wakes the extension host: each callback of a timer, a watcher, a socket or a file that its code asked for. */
import { createHook, type AsyncHook } from 'node:async_hooks';

/** What only runs on behalf of something else that is counted. */
const NOT_COUNTED = new Set(['PROMISE', 'TickObject', 'Microtask']);
const PRODUCT = /catalog-search\.catalog-search-[^/]*\/dist\//;

/** Milliseconds. */
const SAME_MS = 50;

export interface WakeUpCount {
  /** Milliseconds since counting began. */
  readonly elapsed: number;
  /** Which kind, such as `Timeout`, and when, milliseconds since counting began. */
  readonly wakes: readonly (readonly [kind: string, at: number])[];
}

/** Counts from its making on; `read` begins anew. */
export class WakeUps {
  readonly #asked = new Map<number, string>();
  readonly #hook: AsyncHook;
  #wakes: (readonly [string, number])[] = [];
  #since = performance.now();

  constructor() {
    this.#hook = createHook({
      init: (id, type) => {
        if (!NOT_COUNTED.has(type) && PRODUCT.test(stack())) {
          this.#asked.set(id, type);
        }
      },
      before: (id) => {
        const type = this.#asked.get(id);
        if (type !== undefined) {
          this.#woken(type, performance.now() - this.#since);
        }
      },
      destroy: (id) => void this.#asked.delete(id),
    }).enable();
  }

  /** What VS Code puts off to its next turn, such as sending what the status item shows, belongs to the same wake-up. */
  #woken(type: string, at: number): void {
    if (at - (this.#wakes.at(-1)?.[1] ?? -Infinity) > SAME_MS) {
      this.#wakes.push([type, at]);
    }
  }

  read(): WakeUpCount {
    const wakes = this.#wakes;
    const elapsed = performance.now() - this.#since;
    this.#wakes = [];
    this.#since = performance.now();
    return { elapsed, wakes };
  }

  dispose(): void {
    this.#hook.disable();
  }
}

function stack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const { stack: text = '' } = new Error('who asks');
  Error.stackTraceLimit = limit;
  return text;
}
