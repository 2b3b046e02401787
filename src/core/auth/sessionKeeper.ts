/**
 * The sign-ins of one window. It asks for a token only when a request needs one, shares one exchange among all that wait, and leaves
 * what windows have to agree on to {@link renewToken}. It has no timers: the state of a moment follows from the record and the clock.
 */
import { trimCredentials } from './credentials.js';
import type { Environment } from '../environment.js';
import type { Disposable, Event } from '../event.js';
import { CatalogError, throwIfCancelled, toFailure, type Failure } from '../failure.js';
import { attemptsToday } from './ledger.js';
import type { AccessToken, Credentials, PasteCheck, SessionDetails, Sessions, SessionState } from './session.js';
import { SessionDirectory, type SessionPorts } from './sessionDirectory.js';
import type { SessionEntry } from './sessionEntry.js';
import { SessionRenewals } from './sessionRenewals.js';
import { RENEW_WAIT_MS } from './sessionRules.js';
import { fingerprint, knowCredentials, type KeptToken } from './sessionStore.js';
import { checkPastedToken, trimPasted } from './token.js';
import { remainingMs } from './tokenLife.js';

export class SessionKeeper implements Sessions, Disposable {
  readonly #directory: SessionDirectory;
  readonly #renewals: SessionRenewals;
  readonly onDidChange: Event<string>;

  constructor(private readonly ports: SessionPorts) {
    this.#directory = new SessionDirectory(ports);
    this.#renewals = new SessionRenewals((entry) => this.#directory.announce(entry));
    this.onDidChange = this.#directory.onDidChange;
  }

  state(environment: Environment): SessionState {
    return this.#directory.entry(environment).state(this.ports.clock.now());
  }

  async load(environment: Environment, signal: AbortSignal): Promise<SessionState> {
    const entry = this.#directory.entry(environment);
    await this.#directory.look(entry, signal);
    return entry.state(this.ports.clock.now());
  }

  async details(environment: Environment, signal: AbortSignal): Promise<SessionDetails> {
    const entry = this.#directory.entry(environment);
    await this.#directory.look(entry, signal);
    const { clock } = this.ports;
    const { book, store } = this.#directory.parts(entry);
    const ledger = entry.credentials === undefined ? undefined : entry.ledger?.ledger;
    const now = clock.now();
    return {
      state: entry.state(now),
      credentialsStored: entry.credentials !== undefined,
      nextExchangeAt: entry.blockAhead(now)?.until,
      heldBack: entry.heldBack(now),
      lastRenewalAt: entry.lastRenewalAt ?? ledger?.obtainedAt,
      exchangesHere: ledger === undefined ? 0 : attemptsToday(ledger, now),
      clockSkewMs: entry.clockSkewMs(),
      storageProblem: store.problem ?? book.problem,
    };
  }

  async token(environment: Environment, signal: AbortSignal): Promise<AccessToken> {
    throwIfCancelled(signal);
    const { clock } = this.ports;
    const entry = this.#directory.entry(environment);
    const ready = entry.fresh(clock.now());
    if (ready !== undefined) {
      return ready;
    }
    await this.#directory.lookOnce(entry, signal);
    if (entry.obstacle(clock.now())?.kind === 'signedOut') {
      // Where windows sign in and out at the same moment, the last word may have been missed: ask once more before a person is sent away.
      await this.#directory.look(entry, signal);
    }
    this.#directory.announce(entry);
    const token = entry.working(clock.now());
    const obstacle = entry.obstacle(clock.now());
    if (obstacle !== undefined || (token !== undefined && !entry.isDue(token, clock))) {
      return token ?? raise(obstacle ?? { kind: 'internal' });
    }
    if (token !== undefined && remainingMs(token.facts, clock.now()) > RENEW_WAIT_MS) {
      await this.#renewals.background(this.#directory.parts(entry), entry);
      return entry.working(clock.now()) ?? token;
    }
    try {
      return await this.#renewed(entry, 'automatic', undefined, signal);
    } catch (error) {
      // A failed renewal never drops a token that still works.
      const old = entry.working(clock.now());
      if (old === undefined || toFailure(error).kind === 'cancelled') {
        throw error;
      }
      return old;
    }
  }

  async workingToken(environment: Environment, signal: AbortSignal): Promise<AccessToken | undefined> {
    throwIfCancelled(signal);
    const entry = this.#directory.entry(environment);
    await this.#directory.lookOnce(entry, signal);
    return entry.working(this.ports.clock.now());
  }

  async afterUnauthorized(environment: Environment, rejected: AccessToken, signal: AbortSignal): Promise<AccessToken> {
    throwIfCancelled(signal);
    const entry = this.#directory.entry(environment);
    const rejectedFingerprint = await fingerprint(rejected.value);
    await this.#directory.lookOnce(entry, signal);
    if (this.#other(entry, rejected) === undefined) {
      await this.#directory.look(entry, signal);
    }
    const other = this.#other(entry, rejected);
    if (other !== undefined) {
      return other;
    }
    const current = entry.token?.fingerprint === rejectedFingerprint ? entry.token : undefined;
    const verdict = entry.judge(rejected, rejectedFingerprint, this.ports.clock.now());
    if (verdict.kind === 'fail') {
      this.#refuse(entry, current, { kind: 'unauthorized', environment: environment.name, reason: verdict.reason });
    }
    const next = await this.#replacement(entry, rejectedFingerprint, signal);
    if (next.value === rejected.value) {
      this.#refuse(entry, entry.token, { kind: 'unauthorized', environment: environment.name, reason: 'refusedAgain' });
    }
    return next;
  }

  /** A new token for one that was rejected. Where none can be had until something changes, the rejected one is not sent again. */
  async #replacement(entry: SessionEntry, rejectedFingerprint: string, signal: AbortSignal): Promise<AccessToken> {
    try {
      const obstacle = entry.obstacle(this.ports.clock.now());
      return obstacle === undefined ? await this.#renewed(entry, 'automatic', rejectedFingerprint, signal) : raise(obstacle);
    } catch (error) {
      const { kind } = toFailure(error);
      if (kind === 'exhausted' || kind === 'credentialsRefused') {
        entry.rejectedFingerprint = rejectedFingerprint;
        this.#directory.announce(entry);
      }
      throw error;
    }
  }

  accepted(environment: Environment, token: AccessToken, serverDate: number | undefined): void {
    const entry = this.#directory.entry(environment);
    if (serverDate !== undefined) {
      entry.heardServerTime(serverDate);
    }
    if (entry.token?.value !== token.value) {
      return;
    }
    entry.breakerOpen = false;
    if (entry.refused?.kind === 'unauthorized') {
      entry.refused = undefined;
    }
    if (!entry.accepted(entry.token)) {
      const accepted = entry.token.fingerprint;
      entry.acceptedFingerprint = accepted;
      void entry.secretKeys().then(async (keys) => await this.#directory.parts(entry).store.writeAccepted(keys, accepted));
    }
    this.#directory.announce(entry);
  }

  async signIn(environment: Environment, credentials: Credentials, signal: AbortSignal): Promise<SessionState> {
    throwIfCancelled(signal);
    const trimmed = trimCredentials(credentials);
    const entry = this.#directory.entry(environment);
    await this.#directory.lookOnce(entry, signal);
    try {
      await this.#renewals.join(this.#directory.parts(entry), entry, { purpose: 'signIn', credentials: await knowCredentials(trimmed), rejected: undefined }, signal);
    } finally {
      // The credentials serve every environment of the issuer; the store's own word may be late, or never come.
      await Promise.all(this.#directory.siblings(entry).filter((other) => other.looked).map(async (other) => await this.#directory.look(other, signal)));
    }
    return entry.state(this.ports.clock.now());
  }

  checkPasted(environment: Environment, text: string): PasteCheck {
    return checkPastedToken(text, environment.audience, this.ports.clock.now(), this.#directory.entry(environment).clockSkewMs() ?? 0);
  }

  async paste(environment: Environment, text: string, signal: AbortSignal): Promise<SessionState> {
    throwIfCancelled(signal);
    const checked = this.checkPasted(environment, text);
    if (!checked.ok) {
      throw new CatalogError({ kind: 'invalid', field: 'token', problem: checked.problem });
    }
    const entry = this.#directory.entry(environment);
    await this.#directory.lookOnce(entry, signal);
    const value = trimPasted(text);
    const generation = (entry.token?.generation ?? 0) + 1;
    const token: KeptToken = { value, fingerprint: await fingerprint(value), facts: checked.facts, client: undefined, generation, afterRejection: false };
    throwIfCancelled(signal);
    entry.takeToken(token);
    entry.breakerOpen = false;
    this.#directory.announce(entry);
    await this.#directory.parts(entry).store.writeToken(environment, await entry.secretKeys(), token);
    return entry.state(this.ports.clock.now());
  }

  async signOut(environment: Environment, signal: AbortSignal): Promise<void> {
    throwIfCancelled(signal);
    const entry = this.#directory.entry(environment);
    const keys = await entry.secretKeys();
    const { store } = this.#directory.parts(entry);
    entry.signOuts += 1;
    entry.looked = true;
    entry.unreadable = false;
    entry.forget('bySelf', true);
    const siblings = this.#directory.siblings(entry);
    const bought = siblings.filter(({ token }) => token?.facts.source === 'exchange');
    for (const other of siblings) {
      other.signOuts += 1;
      other.forget('bySelf', false);
      this.#directory.announce(other);
    }
    this.#directory.announce(entry);
    await this.#directory.quietly([entry, ...siblings], async () => {
      const failures: unknown[] = [];
      const known = (await Promise.all(bought.map(async (other) => await other.secretKeys()))).flatMap(({ token, accepted }) => [token, accepted]);
      const remove = async (key: string): Promise<void> => await store.remove(key).catch((error: unknown) => void failures.push(error));
      // The credentials first: a window that sees them gone lets go of the token by itself.
      await remove(keys.credentials);
      const stored = await store.boughtKeys(entry.issuer).catch((error: unknown): readonly string[] => {
        failures.push(error);
        return [];
      });
      for (const key of new Set([keys.token, keys.accepted, ...known, ...stored])) {
        await remove(key);
      }
      if (failures.length > 0) {
        throw failures[0];
      }
    });
  }

  async renew(environment: Environment, signal: AbortSignal): Promise<SessionState> {
    throwIfCancelled(signal);
    const entry = this.#directory.entry(environment);
    await this.#directory.lookOnce(entry, signal);
    if (entry.credentials === undefined) {
      throw new CatalogError({ kind: 'signedOut', environment: environment.name, reason: entry.signedOut });
    }
    entry.breakerOpen = false;
    const obstacle = entry.obstacle(this.ports.clock.now());
    if (obstacle?.kind === 'exhausted' || obstacle?.kind === 'credentialsRefused') {
      throw new CatalogError(obstacle);
    }
    await this.#renewed(entry, 'person', undefined, signal);
    return entry.state(this.ports.clock.now());
  }

  async hasCredentials(environment: Environment, signal: AbortSignal): Promise<boolean> {
    const entry = this.#directory.entry(environment);
    await this.#directory.look(entry, signal);
    return entry.credentials !== undefined;
  }

  dispose(): void {
    this.#directory.dispose();
  }

  #other(entry: SessionEntry, rejected: AccessToken): AccessToken | undefined {
    const other = entry.working(this.ports.clock.now());
    return other?.value === rejected.value ? undefined : other;
  }

  async #renewed(entry: SessionEntry, purpose: 'automatic' | 'person', rejected: string | undefined, signal: AbortSignal): Promise<AccessToken> {
    const { credentials } = entry;
    if (credentials === undefined) {
      throw new CatalogError({ kind: 'signedOut', environment: entry.environment.name, reason: entry.signedOut });
    }
    const token = await this.#renewals.join(this.#directory.parts(entry), entry, { purpose, credentials, rejected }, signal);
    return entry.token === token ? (entry.working(this.ports.clock.now(), -Infinity) ?? { value: token.value, facts: token.facts }) : { value: token.value, facts: token.facts };
  }

  #refuse(entry: SessionEntry, current: KeptToken | undefined, failure: Extract<Failure, { kind: 'unauthorized' }>): never {
    if (current !== undefined) {
      entry.refused = failure;
      entry.breakerOpen ||= failure.reason === 'refusedAgain';
      this.#directory.announce(entry);
    }
    throw new CatalogError(failure);
  }
}

function raise(failure: Failure): never {
  throw new CatalogError(failure);
}
