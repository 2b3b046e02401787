import { runInTurns } from '../core/runInTurns.js';
import type { Steps } from '../core/steps.js';

/** Milliseconds of work before others get a turn, where a person looks at the window meanwhile. */
export const TURN_MS = 10;

/** An immediate lets others have their turn at once; a timer would wait a millisecond for each. */
const CLOCK = { monotonic: () => performance.now(), sleep: async () => await new Promise<void>((resolve) => void setImmediate(resolve)) } as const;

/**
 * Runs work in steps and lets others have their turn whenever its own, of so many milliseconds, is over.
 * @throws CatalogError `cancelled`: nobody wants it any more
 */
export async function runSteps<T>(steps: Steps<T>, signal: AbortSignal, turnMs = TURN_MS): Promise<T> {
  return await runInTurns(steps, CLOCK, signal, turnMs);
}
