/** Tokens that other windows got: which of them will do, whether one is on its way, and waiting for it to get here. */
import { awaitArrival } from '../items/arrival.js';
import type { Clock } from '../ports.js';
import type { Ledger } from './ledger.js';
import type { RenewalOrder } from './renewalOrder.js';
import type { KeptToken, SessionStore } from './sessionStore.js';
import { remainingMs, renewEarlyMs } from './tokenLife.js';
import { EXCHANGE_TIMES } from './tokenClient.js';

/** How long a token that another window got may take to arrive here. */
export const ADOPTION_WAIT_MS = 3_000;
/** An attempt that began longer ago than this has either brought a token that arrived, or none: request, store and arrival are over. */
const YOUNG_ATTEMPT_MS = 2 * EXCHANGE_TIMES.cutOffMs;

/** The token as it is stored now, as far as this window knows. */
export async function readStoredToken(store: SessionStore, { environment, keys }: RenewalOrder): Promise<KeptToken | undefined> {
  const read = await store.readToken(environment, keys);
  return read.kind === 'value' ? read.value : undefined;
}

/** Whether a stored token makes an exchange needless. */
export function serves({ known, rejected, purpose, credentials }: RenewalOrder, token: KeptToken | undefined, now: number): token is KeptToken {
  if (token === undefined || purpose === 'signIn' || token.fingerprint === rejected) {
    return false;
  }
  if (token.facts.source === 'exchange' ? token.client !== credentials.client : purpose === 'person') {
    return false;
  }
  const left = remainingMs(token.facts, now);
  const newer = token.fingerprint !== known?.fingerprint && token.generation > (known?.generation ?? -1);
  return newer ? left > 0 : purpose === 'automatic' && left > renewEarlyMs(token.facts);
}

/**
 * Whether another window has stored a token that this one does not see yet. Asked under the lease, where nobody else has an exchange under
 * way: either the ledger names a newer token, or a window was killed before it could write down what became of its attempt, or nobody can know.
 * @param limited other windows' attempts are not known
 */
export function mayArrive({ known, purpose, rejected }: RenewalOrder, ledger: Ledger, stored: KeptToken | undefined, now: number, limited: boolean): boolean {
  if (purpose === 'signIn' || limited) {
    return purpose !== 'signIn';
  }
  // Whoever came after an earlier one has waited for it already.
  const last = ledger.attempts.at(-1);
  if (last?.result === 'pending' && now - last.at < YOUNG_ATTEMPT_MS) {
    return true;
  }
  const { tokenFingerprint, obtainedAt, lifetime, generation } = ledger;
  if (tokenFingerprint === undefined || [rejected, stored?.fingerprint, known?.fingerprint].includes(tokenFingerprint)) {
    return false;
  }
  const dead = obtainedAt === undefined || lifetime === undefined || obtainedAt + lifetime <= now;
  return !dead && generation > (stored?.generation ?? 0);
}

/** Waits for a token that will do. Undefined when none arrives in {@link ADOPTION_WAIT_MS}. @throws CatalogError `cancelled` */
export async function awaitToken({ store, clock }: { readonly store: SessionStore; readonly clock: Clock }, order: RenewalOrder, signal: AbortSignal): Promise<KeptToken | undefined> {
  return await awaitArrival({ store, clock, key: order.keys.token, signal, ms: ADOPTION_WAIT_MS }, async () => {
    const token = await readStoredToken(store, order);
    return serves(order, token, clock.now()) ? token : undefined;
  });
}
