/**
 * One exchange for all windows: take the lease, look again at what the others did, and only then send. Whatever happens in between
 * (a window killed, a store that lags, a disk that is full), an exchange is in the ledger before it is sent.
 */
import { awaitToken, mayArrive, readStoredToken, serves } from './adoption.js';
import { CatalogError, throwIfCancelled, unreachable, type Failure } from '../failure.js';
import { blockAt, heldBack, refusedStatus, withAttempt, withBlock, withRefused, withResult, withServerTime, withToken, type Ledger } from './ledger.js';
import type { LedgerBook } from './ledgerBook.js';
import type { Clock, HeldLease, Lease, Log } from '../ports.js';
import { fingerprint, type KeptToken, type KnownCredentials, type SessionStore } from './sessionStore.js';
import type { RenewalOrder } from './renewalOrder.js';
import { exchangedFacts } from './token.js';
import type { Exchange, ExchangeOutcome } from './tokenClient.js';

/** How long to wait for a lease that another window holds: longer than the 30 s after which one that shows no life is taken over. */
export const LEASE_WAIT_MS = 40_000;
/** The longest random delay of a window that has no lease, so that windows do not exchange at the same moment. */
const APART_MS = 5_000;
/** A lease may be lost to a sleep of the machine; more often than this is no accident. */
const MAX_ROUNDS = 3;

export interface RenewalParts {
  readonly store: SessionStore;
  readonly book: LedgerBook;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly log: Log;
  readonly exchange: Exchange;
}

/** A token that works, and whether it cost an exchange. `moved`: other credentials are stored now than those ordered with. */
export type RenewalResult =
  | { readonly kind: 'token'; readonly token: KeptToken; readonly exchanged: boolean }
  | { readonly kind: 'moved'; readonly credentials: KnownCredentials };

/**
 * Gets a newer token: another window's, or one from an exchange.
 * @param signal heeded until the exchange is sent; what has been counted is brought to its end
 * @param commit called once, right before sending
 * @throws CatalogError `exhausted`, `credentialsRefused`, `heldBack`, `signedOut`, `cancelled`, and what the exchange fails with
 */
export async function renewToken(parts: RenewalParts, order: RenewalOrder, signal: AbortSignal, commit: () => void): Promise<RenewalResult> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const held = await takeLease(parts, order, signal);
    try {
      throwIfCancelled(signal);
      const result = await new Round(parts, order, held, signal, commit).run();
      if (result !== 'leaseLost') {
        return result;
      }
    } finally {
      await held?.release();
    }
  }
  throw new CatalogError({ kind: 'heldBack', environment: order.environment.name, reason: 'otherWindow', until: undefined });
}

/** Undefined where this machine has no place for a lease: then a random delay keeps the windows apart. */
async function takeLease({ lease, clock, log }: RenewalParts, order: RenewalOrder, signal: AbortSignal): Promise<HeldLease | undefined> {
  try {
    return await lease.acquire(order.exchangeKey, { waitMs: LEASE_WAIT_MS, signal, onWait: () => log.info('another window is renewing the token; waiting for it') });
  } catch (error) {
    if (error instanceof CatalogError && error.failure.kind === 'machine') {
      await clock.sleep(clock.random() * APART_MS, signal);
      return undefined;
    }
    if (error instanceof CatalogError && error.failure.kind === 'heldBack') {
      throw new CatalogError({ ...error.failure, environment: order.environment.name });
    }
    throw error;
  }
}

/** What is done under one lease. */
class Round {
  constructor(
    private readonly parts: RenewalParts,
    private readonly order: RenewalOrder,
    private readonly held: HeldLease | undefined,
    private readonly signal: AbortSignal,
    private readonly commit: () => void,
  ) {}

  async run(): Promise<RenewalResult | 'leaseLost'> {
    const { order, parts } = this;
    const { clock, book } = parts;
    if (order.purpose !== 'signIn') {
      const moved = await this.#movedCredentials();
      if (moved !== undefined) {
        return moved;
      }
    }
    const stored = await readStoredToken(parts.store, order);
    if (serves(order, stored, clock.now())) {
      return { kind: 'token', token: stored, exchanged: false };
    }
    const opened = await book.open(order.exchangeKey);
    const limited = opened.limited || this.held === undefined;
    const expected = mayArrive(order, opened.ledger, stored, clock.now(), limited);
    const arrived = expected ? await this.#arrival() : undefined;
    if (arrived !== undefined) {
      return { kind: 'token', token: arrived, exchanged: false };
    }
    this.#guard(opened.ledger, limited);
    throwIfCancelled(this.signal);
    if (await this.#lost()) {
      return 'leaseLost';
    }
    const at = clock.now();
    const ledger = withAttempt(opened.ledger, at, order.purpose === 'automatic' ? 'automatic' : 'person');
    const saved = await book.save(order.exchangeKey, ledger);
    if (!saved && !limited) {
      // Found out just now that nothing can be written: the stricter caps hold from this attempt on.
      await this.#guardLimited(opened.ledger);
      const late = expected || order.purpose === 'signIn' ? undefined : await this.#arrival();
      if (late !== undefined) {
        await book.save(order.exchangeKey, opened.ledger);
        return { kind: 'token', token: late, exchanged: false };
      }
    }
    if (await this.#lost()) {
      return 'leaseLost';
    }
    if (this.signal.aborted) {
      await book.save(order.exchangeKey, withResult(ledger, at, 'unsent'));
      throwIfCancelled(this.signal);
    }
    this.commit();
    const outcome = await parts.exchange(order.environment, order.credentials, this.signal);
    return await this.#settle(outcome, ledger, at, stored);
  }

  /**
   * Waits, under the lease, for a token that another window may have stored: its word takes a moment to get here. Where the ledger cannot
   * tell whether there is one, this is what keeps the windows apart.
   */
  async #arrival(): Promise<KeptToken | undefined> {
    const { parts, order, signal } = this;
    return await awaitToken(parts, order, signal);
  }

  /** Whether another window has taken the lease over, as after a sleep: then the ledger is that one's to write. */
  async #lost(): Promise<boolean> {
    return this.held !== undefined && !(await this.held.stillHeld());
  }

  /** The credentials as they are stored now, where they are others than those of the order. */
  async #movedCredentials(): Promise<RenewalResult | undefined> {
    const read = await this.parts.store.readCredentials(this.order.keys);
    if (read.kind === 'value') {
      return read.value.fingerprint === this.order.credentials.fingerprint ? undefined : { kind: 'moved', credentials: read.value };
    }
    if (read.kind === 'refused') {
      // A keyring that is locked meanwhile says nothing against credentials that this window has read before.
      return undefined;
    }
    throw this.#signedOut(read.kind === 'none' ? 'elsewhere' : 'storeUnreadable');
  }

  /** Blocked, refused, or over a cap: says until when, and sends nothing. */
  #guard(ledger: Ledger, limited: boolean): void {
    const { environment, credentials, purpose } = this.order;
    const now = this.parts.clock.now();
    const block = blockAt(ledger, now);
    if (block !== undefined) {
      throw new CatalogError({ kind: 'exhausted', environment: environment.name, ...block });
    }
    const refused = refusedStatus(ledger, credentials.fingerprint, purpose === 'signIn', now);
    if (refused !== undefined) {
      throw new CatalogError({ kind: 'credentialsRefused', environment: environment.name, status: refused });
    }
    const held = purpose === 'automatic' ? heldBack(ledger, now, limited) : undefined;
    if (held !== undefined) {
      throw new CatalogError({ kind: 'heldBack', environment: environment.name, ...held });
    }
  }

  async #guardLimited(before: Ledger): Promise<void> {
    try {
      this.#guard(before, true);
    } catch (error) {
      await this.parts.book.save(this.order.exchangeKey, before);
      throw error;
    }
  }

  async #settle(outcome: ExchangeOutcome, appended: Ledger, at: number, stored: KeptToken | undefined): Promise<RenewalResult> {
    const { order, parts } = this;
    const { environment, credentials, exchangeKey } = order;
    const now = parts.clock.now();
    if (outcome.serverDate !== undefined) {
      order.onServerDate(outcome.serverDate);
    }
    // After a stop of this process another window may have written meanwhile.
    const ledger = withServerTime((await this.#lost()) ? (await parts.book.open(exchangeKey)).ledger : appended, outcome.serverDate, now);
    const close = async (value: Ledger, failure: Failure): Promise<never> => {
      await parts.book.save(exchangeKey, value);
      throw new CatalogError(failure);
    };
    switch (outcome.kind) {
      case 'token':
        return await this.#keep(outcome, withResult(ledger, at, 'token'), stored);
      case 'exhausted':
        return await close(withBlock(withResult(ledger, at, 'failed'), outcome.block, now), { kind: 'exhausted', environment: environment.name, ...outcome.block });
      case 'refused':
        return await close(withRefused(withResult(ledger, at, 'failed'), credentials.fingerprint, now, outcome.status), { kind: 'credentialsRefused', environment: environment.name, status: outcome.status });
      case 'failed':
        return await close(withResult(ledger, at, outcome.spent ? 'failed' : 'unsent'), outcome.failure);
      default:
        return unreachable(outcome);
    }
  }

  async #keep(outcome: Extract<ExchangeOutcome, { kind: 'token' }>, ledger: Ledger, stored: KeptToken | undefined): Promise<RenewalResult> {
    const { order, parts } = this;
    const { environment, keys, credentials, exchangeKey } = order;
    const token: KeptToken = {
      value: outcome.value,
      fingerprint: await fingerprint(outcome.value),
      facts: exchangedFacts(outcome.claims, outcome.lifetime, outcome.obtainedAt, outcome.serverDate),
      client: credentials.client,
      generation: Math.max(ledger.generation, stored?.generation ?? 0, order.known?.generation ?? 0) + 1,
      afterRejection: order.rejected !== undefined,
    };
    const noted = { generation: token.generation, obtainedAt: outcome.obtainedAt, lifetime: outcome.lifetime.ms, remaining: outcome.claims.allowance?.remaining };
    const gone = order.stillWanted() ? await this.#credentialsGone() : new CatalogError({ kind: 'cancelled' });
    if (gone !== undefined) {
      await parts.book.save(exchangeKey, withToken(ledger, { ...noted, fingerprint: undefined }));
      throw gone;
    }
    const credentialsSaved = order.purpose !== 'signIn' || (await parts.store.writeCredentials(keys, credentials));
    const tokenSaved = await parts.store.writeToken(environment, keys, token);
    const saved = credentialsSaved && tokenSaved;
    // Others wait only for a token that can reach them.
    await parts.book.save(exchangeKey, withToken(ledger, { ...noted, fingerprint: saved ? token.fingerprint : undefined }));
    return { kind: 'token', token, exchanged: true };
  }

  /** The token is thrown away when the credentials that bought it are no longer the ones stored. */
  async #credentialsGone(): Promise<CatalogError | undefined> {
    if (this.order.purpose === 'signIn') {
      return undefined;
    }
    const read = await this.parts.store.readCredentials(this.order.keys);
    if (read.kind === 'value') {
      return read.value.fingerprint === this.order.credentials.fingerprint ? undefined : this.#signedOut('credentialsChanged');
    }
    return read.kind === 'refused' ? undefined : this.#signedOut(read.kind === 'none' ? 'elsewhere' : 'storeUnreadable');
  }

  #signedOut(reason: Extract<Failure, { kind: 'signedOut' }>['reason']): CatalogError {
    return new CatalogError({ kind: 'signedOut', environment: this.order.environment.name, reason });
  }
}
