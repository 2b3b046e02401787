/** The machine's clocks, behind core's port. */
import { CatalogError } from '../core/failure.js';
import type { Clock } from '../core/ports.js';

/** The longest delay a timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) => {
    for (let left = Math.max(0, ms); ; left -= MAX_TIMER_MS) {
      await timer(Math.min(left, MAX_TIMER_MS), signal);
      if (left <= MAX_TIMER_MS) {
        return;
      }
    }
  },
};

async function timer(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(handle);
      reject(new CatalogError({ kind: 'cancelled' }));
    };
    const handle = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) {
      stop();
    }
  });
}
