/** The renewals of one window: one at a time for a key, shared by all that wait, with what they teach written into the session. */
import { CatalogError, throwIfCancelled, toFailure, type Block, type Failure } from '../failure.js';
import { Flight } from '../flight.js';
import type { Clock } from '../ports.js';
import { renewToken } from './renewal.js';
import type { RenewalOrder } from './renewalOrder.js';
import type { SessionEntry } from './sessionEntry.js';
import { lookInto, readLedgerInto, type SessionParts } from './sessionLook.js';
import { exchangeKey, type KeptToken, type KnownCredentials } from './sessionStore.js';

/** Whoever waits hears something after this at the latest. */
export const CALL_DEADLINE_MS = 60_000;
const DEADLINE_STEP_MS = 5_000;
const MAX_MOVES = 3;
const NEVER = new AbortController().signal;

interface Wish {
  readonly purpose: RenewalOrder['purpose'];
  readonly credentials: KnownCredentials;
  readonly rejected: string | undefined;
}

interface Running {
  readonly tag: string;
  readonly flight: Flight<KeptToken>;
}

export class SessionRenewals {
  readonly #running = new Map<string, Running>();

  constructor(private readonly announce: (entry: SessionEntry) => void) {}

  /** Starts a renewal that nobody waits for, or leaves the one alone that runs. */
  async background(parts: SessionParts, entry: SessionEntry): Promise<void> {
    const { credentials } = entry;
    if (credentials === undefined) {
      return;
    }
    const flight = await this.#flight(parts, entry, { purpose: 'automatic', credentials, rejected: undefined });
    flight.hold();
    void flight.settled;
  }

  /** @throws CatalogError what {@link renewToken} throws; `cancelled` when the signal aborts; `heldBack` after {@link CALL_DEADLINE_MS} */
  async join(parts: SessionParts, entry: SessionEntry, wish: Wish, signal: AbortSignal): Promise<KeptToken> {
    const flight = await this.#flight(parts, entry, wish);
    const waiting = new AbortController();
    const stop = (): void => waiting.abort();
    signal.addEventListener('abort', stop);
    if (signal.aborted) {
      stop();
    }
    const done = new AbortController();
    let late = false;
    void inSteps(parts.clock, CALL_DEADLINE_MS, done.signal).then(
      () => {
        late = true;
        stop();
      },
      () => undefined,
    );
    try {
      return await flight.join(waiting.signal);
    } catch (error) {
      throw late ? new CatalogError({ kind: 'heldBack', environment: entry.environment.name, reason: 'otherWindow', until: undefined }) : error;
    } finally {
      done.abort();
      signal.removeEventListener('abort', stop);
    }
  }

  async #flight(parts: SessionParts, entry: SessionEntry, wish: Wish): Promise<Flight<KeptToken>> {
    const key = await exchangeKey(entry.environment, wish.credentials.clientId);
    const tag = JSON.stringify([entry.id, wish.purpose, wish.rejected, wish.credentials.fingerprint]);
    const before = this.#running.get(key);
    if (before?.tag === tag && !before.flight.abandoned) {
      return before.flight;
    }
    const known = entry.token;
    const { signOuts } = entry;
    if (wish.purpose === 'signIn') {
      entry.signIns += 1;
    }
    const { signIns } = entry;
    const stillWanted = (): boolean =>
      entry.signOuts === signOuts && (wish.purpose !== 'signIn' || (entry.signIns === signIns && flight.awaited));
    const flight: Flight<KeptToken> = new Flight(async (signal, commit) => {
      await before?.flight.settled;
      throwIfCancelled(signal);
      if (wish.purpose !== 'signIn') {
        return await this.#run(parts, entry, wish, { known, stillWanted }, signal, commit);
      }
      entry.storing += 1;
      try {
        return await this.#run(parts, entry, wish, { known, stillWanted }, signal, commit);
      } finally {
        entry.storing -= 1;
        // What came from other windows meanwhile has been left aside.
        void lookInto(parts, entry, NEVER).then(() => this.announce(entry), () => undefined);
      }
    });
    const running: Running = { tag, flight };
    this.#running.set(key, running);
    void flight.settled.then(() => {
      if (this.#running.get(key) === running) {
        this.#running.delete(key);
      }
    });
    return flight;
  }

  async #run(parts: SessionParts, entry: SessionEntry, wish: Wish, asked: Pick<RenewalOrder, 'known' | 'stillWanted'>, signal: AbortSignal, commit: () => void): Promise<KeptToken> {
    if (wish.purpose === 'automatic') {
      entry.lastTry = parts.clock.monotonic();
    }
    let { credentials } = wish;
    try {
      for (let moves = 0; moves < MAX_MOVES; moves += 1) {
        const result = await renewToken(
          parts,
          {
            ...asked,
            environment: entry.environment,
            keys: await entry.secretKeys(),
            exchangeKey: await exchangeKey(entry.environment, credentials.clientId),
            credentials,
            purpose: wish.purpose,
            rejected: wish.rejected,
            onServerDate: (serverDate) => entry.heardServerTime(serverDate),
          },
          signal,
          commit,
        );
        if (result.kind === 'token') {
          await readLedgerInto(parts, entry, credentials);
          return this.#took(parts, entry, wish, credentials, asked.stillWanted, result.token, result.exchanged);
        }
        credentials = result.credentials;
        entry.takeCredentials(credentials);
      }
      throw new CatalogError({ kind: 'heldBack', environment: entry.environment.name, reason: 'otherWindow', until: undefined });
    } catch (error) {
      const failure = toFailure(error);
      await readLedgerInto(parts, entry, credentials);
      if (failure.kind === 'signedOut' && failure.reason === 'credentialsChanged') {
        // Signed in anew in another window, which stored a token as well: that one will do.
        await lookInto(parts, entry, signal);
        if (entry.token !== undefined && entry.token !== asked.known) {
          return entry.token;
        }
      }
      if (failure.kind === 'exhausted' && wish.purpose === 'signIn' && asked.stillWanted()) {
        await this.#keepForLater(parts, entry, credentials);
      }
      throw this.#learn(parts, entry, wish, failure, error);
    }
  }

  /** Credentials that nobody has refused, kept until they can be tried. */
  async #keepForLater(parts: SessionParts, entry: SessionEntry, credentials: KnownCredentials): Promise<void> {
    if (entry.mayReplaceCredentials()) {
      await parts.store.writeCredentials(await entry.secretKeys(), credentials);
      entry.takeCredentials(credentials);
      entry.unreadable = false;
    }
  }

  #took(parts: SessionParts, entry: SessionEntry, wish: Wish, credentials: KnownCredentials, stillWanted: () => boolean, token: KeptToken, exchanged: boolean): KeptToken {
    if (!stillWanted()) {
      throw new CatalogError({ kind: 'cancelled' });
    }
    if (wish.purpose === 'signIn') {
      entry.takeCredentials(credentials);
    }
    if (wish.purpose !== 'automatic' || !token.afterRejection) {
      entry.breakerOpen = false;
    }
    if (token.generation >= (entry.token?.generation ?? -1)) {
      entry.takeToken(token);
    }
    if (exchanged) {
      entry.written = token.fingerprint;
      parts.log.info(`${entry.environment.name}: a token was exchanged`);
    }
    this.announce(entry);
    return token;
  }

  /** Writes what a failure teaches into the session, and gives the error to throw. */
  #learn(parts: SessionParts, entry: SessionEntry, wish: Wish, failure: Failure, error: unknown): unknown {
    const own = wish.credentials.client === entry.credentials?.client;
    switch (failure.kind) {
      case 'exhausted':
        if (own) {
          entry.hold(blockOf(failure));
        }
        break;
      case 'credentialsRefused':
        entry.refused = own && wish.credentials.fingerprint === entry.credentials?.fingerprint ? failure : entry.refused;
        break;
      case 'signedOut':
        entry.unreadable ||= failure.reason === 'storeUnreadable';
        if (failure.reason === 'elsewhere' && entry.credentials !== undefined) {
          entry.forget('elsewhere', false);
        }
        break;
      case 'cancelled':
        if (entry.credentials === undefined && entry.signedOut === 'bySelf' && wish.purpose !== 'signIn') {
          // The person signed out while it ran: that is the news, not that it was given up.
          return new CatalogError({ kind: 'signedOut', environment: entry.environment.name, reason: 'bySelf' });
        }
        break;
      default:
        parts.log.info(`${entry.environment.name}: no new token (${failure.kind})`);
    }
    this.announce(entry);
    return error;
  }
}

function blockOf({ until, limit, said }: Extract<Failure, { kind: 'exhausted' }>): Block {
  return { until, limit, ...(said === undefined ? {} : { said }) };
}

/** Waits in steps: a machine that slept has used up one of them, not the whole time. */
async function inSteps(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0; left -= DEADLINE_STEP_MS) {
    await clock.sleep(Math.min(left, DEADLINE_STEP_MS), signal);
  }
}
