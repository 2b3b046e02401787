/** How often the product wakes the extension host: each callback of a timer, a watcher, a socket or a file that its code asked for. */
import { createHook, executionAsyncId, type AsyncHook } from 'node:async_hooks';

/** What only runs on behalf of something else that is counted. */
const NOT_COUNTED = new Set(['PROMISE', 'TickObject', 'Microtask']);
const PRODUCT = /catalog-search\.catalog-search-[^/]*\/dist\//;

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
      init: (id, type, _, resource) => {
        // What VS Code puts off to its next turn, such as sending what the status item shows, belongs to the same wake-up.
        const isSameWakeUp = this.#asked.has(executionAsyncId()) && isForNextTurn(type, resource);
        if (!NOT_COUNTED.has(type) && !isSameWakeUp && PRODUCT.test(stack())) {
          this.#asked.set(id, type);
        }
      },
      before: (id) => {
        const type = this.#asked.get(id);
        if (type !== undefined) {
          this.#wakes.push([type, performance.now() - this.#since]);
        }
      },
      destroy: (id) => void this.#asked.delete(id),
    }).enable();
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

/** @param resource a timer of Node has its delay in `_idleTimeout`, at least 1 ms */
function isForNextTurn(type: string, resource: object): boolean {
  return type === 'Immediate' || (type === 'Timeout' && '_idleTimeout' in resource && resource._idleTimeout === 1);
}

function stack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const { stack: text = '' } = new Error('who asks');
  Error.stackTraceLimit = limit;
  return text;
}
