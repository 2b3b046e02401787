/** Waiting for what another window wrote to arrive in this window's copy of the secret store. */
import { throwIfCancelled } from '../failure.js';
import type { Clock, Secrets } from '../ports.js';

export interface ArrivalOptions {
  readonly store: Pick<Secrets, 'onDidChange'>;
  readonly clock: Clock;
  /** The key whose change is waited for. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** How long to wait, in milliseconds. */
  readonly ms: number;
}

/**
 * Reads at once and after each word about the key, until something is there or the time is over.
 * @throws CatalogError `cancelled`
 */
export async function awaitArrival<T>({ store, clock, key, signal, ms }: ArrivalOptions, read: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = clock.monotonic() + ms;
  for (;;) {
    // Listens before it reads, so that a change in between is not missed.
    const pause = new AbortController();
    const wake = (): void => pause.abort();
    const subscription = store.onDidChange((changed) => {
      if (changed === key) {
        wake();
      }
    });
    signal.addEventListener('abort', wake);
    try {
      throwIfCancelled(signal);
      const value = await read();
      const left = until - clock.monotonic();
      if (value !== undefined || left <= 0) {
        return value;
      }
      await clock.sleep(left, pause.signal).catch(() => undefined);
      throwIfCancelled(signal);
    } finally {
      subscription.dispose();
      signal.removeEventListener('abort', wake);
    }
  }
}
