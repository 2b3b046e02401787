/** Reading the store and the ledger into a session of this window. */
import { CatalogError, throwIfCancelled } from '../failure.js';
import type { HeldLease } from '../ports.js';
import { blockAt, refusedStatus } from './ledger.js';
import type { OpenLedger } from './ledgerBook.js';
import type { RenewalParts } from './renewal.js';
import type { SessionEntry } from './sessionEntry.js';
import { exchangeKey, type KnownCredentials } from './sessionStore.js';

/** Everything a session is kept with. The demo has a set of its own. */
export type SessionParts = RenewalParts;

/**
 * Reads the store and the ledger into a session. No request, no exchange.
 * @throws CatalogError `cancelled`
 */
export async function lookInto(parts: SessionParts, entry: SessionEntry, signal: AbortSignal): Promise<void> {
  const keys = await entry.secretKeys();
  const { changes } = entry;
  const [credentials, token, accepted] = await Promise.all([
    parts.store.readCredentials(keys, true),
    parts.store.readToken(entry.environment, keys, true),
    parts.store.readAccepted(keys),
  ]);
  throwIfCancelled(signal);
  if (entry.looked && (entry.changes !== changes || entry.storing > 0)) {
    // This window changed something while the store was read, or is about to: that is newer than what was read.
    return;
  }
  const had = entry.token;
  entry.apply(credentials, token, accepted);
  if (had !== undefined && entry.token === undefined && had.fingerprint === entry.written && token.kind === 'value' && token.value.fingerprint === had.fingerprint) {
    // Written here for credentials that were deleted elsewhere at the same time: nobody else clears it away.
    await parts.store.remove(keys.token).catch(() => undefined);
  }
  await refreshBlock(parts, entry, signal);
  throwIfCancelled(signal);
}

/** Learns from the ledger whether exchanges are blocked or held back, or the credentials refused. */
async function refreshBlock(parts: SessionParts, entry: SessionEntry, signal: AbortSignal): Promise<void> {
  const { credentials, changes } = entry;
  if (credentials === undefined) {
    return;
  }
  const read = await readSettled(parts, await exchangeKey(entry.environment, credentials.clientId), signal);
  if (entry.credentials !== credentials || entry.changes !== changes) {
    return;
  }
  entry.ledger = read;
  const now = parts.clock.now();
  const block = blockAt(read.ledger, now);
  if (block !== undefined) {
    entry.hold(block);
  }
  const status = refusedStatus(read.ledger, credentials.fingerprint, false, now);
  if (status !== undefined) {
    entry.refused = { kind: 'credentialsRefused', environment: entry.environment.name, status };
  }
}

/**
 * The ledger, with what a clock that was ahead has left in it put right once for all windows: read and not saved, it would begin anew with
 * each window.
 */
async function readSettled({ book, lease }: SessionParts, key: string, signal: AbortSignal): Promise<OpenLedger> {
  const peeked = await book.peek(key);
  if (!peeked.ahead) {
    return peeked;
  }
  let held: HeldLease | undefined;
  try {
    held = await lease.acquire(key, { waitMs: 0, signal });
  } catch (error) {
    if (!(error instanceof CatalogError) || error.failure.kind !== 'machine') {
      throwIfCancelled(signal);
      // Who holds it opens the ledger, and so puts it right.
      return peeked;
    }
  }
  try {
    return await book.open(key);
  } finally {
    await held?.release();
  }
}

/** Keeps the ledger as it is after a renewal, for what the session says of the next one. */
export async function readLedgerInto(parts: SessionParts, entry: SessionEntry, credentials: KnownCredentials): Promise<void> {
  const ledger = await parts.book.peek(await exchangeKey(entry.environment, credentials.clientId));
  if (entry.credentials === undefined || entry.credentials.client === credentials.client) {
    entry.ledger = ledger;
  }
}
