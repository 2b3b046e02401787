/** Work in steps that leaves others their turn: see `steps.ts`. */
import { throwIfCancelled } from './failure.js';
import type { Clock } from './ports.js';
import type { Steps } from './steps.js';

/** Milliseconds of work before others get a turn. By time, not by steps: one may be as much work as thousands of others. */
const TURN_MS = 25;

/**
 * Runs work in steps, and lets others have their turn whenever its own, of so many milliseconds, is over.
 * @throws CatalogError `cancelled`: nobody wants it any more; and what the work throws
 */
export async function runInTurns<T>(steps: Steps<T>, clock: Pick<Clock, 'monotonic' | 'sleep'>, signal: AbortSignal, turnMs = TURN_MS): Promise<T> {
  let turnEnd = clock.monotonic() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (clock.monotonic() >= turnEnd) {
      await clock.sleep(0, signal);
      throwIfCancelled(signal);
      turnEnd = clock.monotonic() + turnMs;
    }
  }
}
