import { throwIfCancelled } from '../core/failure.js';
import type { Steps } from '../core/steps.js';

/** Milliseconds of work before others get a turn. By time, not by steps: one may be as much work as thousands of others. */
export const TURN_MS = 10;

/**
 * Runs work in steps and lets others have their turn whenever its own, of so many milliseconds, is over.
 * @throws CatalogError `cancelled`: nobody wants it any more
 */
export async function runSteps<T>(steps: Steps<T>, signal: AbortSignal, turnMs = TURN_MS): Promise<T> {
  let turnEnd = performance.now() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (performance.now() >= turnEnd) {
      await new Promise(setImmediate);
      throwIfCancelled(signal);
      turnEnd = performance.now() + turnMs;
    }
  }
}
