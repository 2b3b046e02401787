/** What one window knows of one environment's sign-in, and how what the store says changes it. */
import { originOf, type Environment } from '../environment.js';
import type { Block, Failure, SignedOutReason } from '../failure.js';
import type { Clock } from '../ports.js';
import type { AccessToken, HeldBack, SessionState, TokenFacts } from './session.js';
import { heldBack } from './ledger.js';
import type { OpenLedger } from './ledgerBook.js';
import { judgeRejection, MAX_BLOCK_MS, RENEW_GAP_MS, stateAt, type UnauthorizedVerdict } from './sessionRules.js';
import { secretKeys, type KeptToken, type KnownCredentials, type Reading, type SecretKeys } from './sessionStore.js';
import { CLOCK_SLACK_MS, isAgeKnown, remainingMs, renewEarlyMs } from './tokenLife.js';

/** A block with its end by the monotonic clock. */
interface HeldBlock extends Block {
  readonly endsAt: number;
}

/** The service's clock as an answer told it, and when that was by both of ours. */
interface ServerClock {
  readonly skewMs: number;
  readonly at: number;
  readonly monotonic: number;
}

export class SessionEntry {
  readonly issuer: string;
  readonly names = new Set<string>();
  looked = false;
  /** The store did not answer when it was read last, or the clock was set: the next call reads again. */
  lookAgain = false;
  token: KeptToken | undefined;
  credentials: KnownCredentials | undefined;
  signedOut: SignedOutReason = 'never';
  #block: HeldBlock | undefined;
  refused: Failure | undefined;
  /** The ledger as it was read last. */
  ledger: OpenLedger | undefined;
  /** Something was stored and is lost: no exchange until a person acts. */
  unreadable = false;
  /** A token got after a 401 was rejected too: no exchange until a person acts. */
  breakerOpen = false;
  /** Of a token that the service has accepted. */
  acceptedFingerprint: string | undefined;
  /**
   * Of a token that the catalog rejected when no other could be had: the allowance is used up, or the credentials are refused. Sending it
   * again would only be rejected again.
   */
  rejectedFingerprint: string | undefined;
  /** The clock's monotonic time of the last try to renew. */
  lastTry: number | undefined;
  lastRenewalAt: number | undefined;
  #serverClock: ServerClock | undefined;
  /** The fingerprint of the token that this window wrote last. */
  written: string | undefined;
  /** Counts this window's own changes: what was read before one is out of date. */
  changes = 0;
  signIns = 0;
  /** Sign-ins and sign-outs that are being stored: half of what they write is no news. */
  storing = 0;
  signOuts = 0;
  keys: SecretKeys | undefined;
  #keysPromise: Promise<SecretKeys> | undefined;
  #state: SessionState = { kind: 'unknown' };
  #told = JSON.stringify(this.#state);

  constructor(
    readonly id: string,
    public environment: Environment,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {
    this.issuer = originOf(environment.authUrl);
  }

  async secretKeys(): Promise<SecretKeys> {
    this.#keysPromise ??= secretKeys(this.environment);
    this.keys = await this.#keysPromise;
    return this.keys;
  }

  facts(): TokenFacts | undefined {
    return this.token === undefined || this.token.fingerprint === this.rejectedFingerprint ? undefined : this.#factsOf(this.token);
  }

  accepted(token: KeptToken): boolean {
    return token.facts.accepted || token.fingerprint === this.acceptedFingerprint;
  }

  /** The token on its way to a header, if it has more than this much life left. */
  working(now: number, leastMs = 0): AccessToken | undefined {
    const { token } = this;
    return token !== undefined && token.fingerprint !== this.rejectedFingerprint && remainingMs(token.facts, now) > leastMs ? { value: token.value, facts: this.#factsOf(token) } : undefined;
  }

  /** The same, if it need not be renewed yet. */
  fresh(now: number): AccessToken | undefined {
    return this.token === undefined ? undefined : this.working(now, renewEarlyMs(this.token.facts));
  }

  /** The state now. The same object as long as nothing in it changes. */
  state(now: number): SessionState {
    const state = stateAt(
      {
        looked: this.looked,
        token: this.facts(),
        credentialsStored: this.credentials !== undefined && !this.unreadable,
        signedOut: this.unreadable ? 'storeUnreadable' : this.signedOut,
        block: this.blockAhead(now),
        refused: this.refused,
        heldBack: this.heldBack(now),
      },
      now,
    );
    if (JSON.stringify(state) !== JSON.stringify(this.#state)) {
      this.#state = state;
    }
    return this.#state;
  }

  /** Whether the state is another than at the last call. */
  changed(now: number): boolean {
    const text = JSON.stringify(this.state(now));
    const changed = text !== this.#told;
    this.#told = text;
    return changed;
  }

  /** No exchange before a time. It ends by the monotonic clock as well, so that a clock that is set back does not prolong it. */
  hold(block: Block | undefined): void {
    if (block === undefined || block.until !== this.#block?.until) {
      const { clock } = this;
      this.#block = block === undefined ? undefined : { ...block, endsAt: clock.monotonic() + Math.min(block.until - clock.now(), MAX_BLOCK_MS) };
    }
  }

  /** The block that lies ahead. */
  blockAhead(now: number): Block | undefined {
    const held = this.#block;
    const leftMs = held === undefined ? 0 : held.endsAt - this.clock.monotonic();
    if (held === undefined || held.until <= now || leftMs <= 0) {
      return undefined;
    }
    if (held.until - now > leftMs + CLOCK_SLACK_MS) {
      this.#block = { ...held, until: Math.round(now + leftMs) };
      // The ledger has to learn of it too, before its time counts from a later day.
      this.lookAgain = true;
    }
    const { endsAt: _endsAt, ...block } = this.#block ?? held;
    return block;
  }

  /** What the ledger holds back, as it was read last. */
  heldBack(now: number): HeldBack | undefined {
    return this.ledger === undefined || this.credentials === undefined ? undefined : heldBack(this.ledger.ledger, now, this.ledger.limited);
  }

  /** Takes the service's time from an answer that has just come. Milliseconds since the epoch. */
  heardServerTime(serverDate: number): void {
    const { clock } = this;
    this.#serverClock = { skewMs: serverDate - clock.now(), at: clock.now(), monotonic: clock.monotonic() };
  }

  /** The service's clock minus ours. Unknown again once ours was set, or slept: until the next answer nobody can tell which. */
  clockSkewMs(): number | undefined {
    const { clock } = this;
    const heard = this.#serverClock;
    const driftMs = heard === undefined ? 0 : clock.now() - heard.at - (clock.monotonic() - heard.monotonic);
    return Math.abs(driftMs) > CLOCK_SLACK_MS ? undefined : heard?.skewMs;
  }

  /** Why no automatic exchange may be made, as far as this window knows; undefined where it may. */
  obstacle(now: number): Failure | undefined {
    const environment = this.environment.name;
    if (this.unreadable) {
      return { kind: 'signedOut', environment, reason: 'storeUnreadable' };
    }
    if (this.credentials === undefined) {
      return { kind: 'signedOut', environment, reason: this.token?.facts.source === 'pasted' ? 'pastedExpired' : this.signedOut };
    }
    if (this.refused?.kind === 'credentialsRefused') {
      return this.refused;
    }
    if (this.breakerOpen) {
      return { kind: 'unauthorized', environment, reason: 'refusedAgain' };
    }
    const block = this.blockAhead(now);
    return block === undefined ? undefined : { kind: 'exhausted', environment, ...block };
  }

  /** Whether a token that still works should be renewed: it is near its end, and the last try is not too recent. */
  isDue({ facts }: AccessToken, clock: Pick<Clock, 'now' | 'monotonic'>): boolean {
    const now = clock.now();
    const sinceTry = this.lastTry === undefined ? Infinity : clock.monotonic() - this.lastTry;
    return remainingMs(facts, now) <= renewEarlyMs(facts) && sinceTry >= RENEW_GAP_MS && Math.abs(now - facts.obtainedAt) >= RENEW_GAP_MS;
  }

  /** What follows a 401 for a token, once it is known that the store holds no other. */
  judge(rejected: AccessToken, rejectedFingerprint: string, now: number): UnauthorizedVerdict {
    const current = this.token?.fingerprint === rejectedFingerprint ? this.token : undefined;
    const facts = current?.facts ?? rejected.facts;
    return judgeRejection(
      {
        facts,
        // One whose time is over, or may be, is rejected for that, whether it was ever accepted or not.
        accepted: facts.accepted || rejected.facts.accepted || rejectedFingerprint === this.acceptedFingerprint || remainingMs(facts, now) <= 0 || !isAgeKnown(facts, now),
        afterRejection: current?.afterRejection ?? false,
        credentialsStored: this.credentials !== undefined,
        breakerOpen: this.breakerOpen,
      },
      this.environment.audience,
    );
  }

  /** Takes what an exchange or another window brought. */
  takeToken(token: KeptToken): void {
    this.changes += 1;
    this.token = token;
    this.rejectedFingerprint = undefined;
    this.refused = undefined;
    this.unreadable = false;
    if (token.facts.source === 'exchange') {
      this.#block = undefined;
      this.lastRenewalAt = token.facts.obtainedAt;
    }
  }

  takeCredentials(credentials: KnownCredentials): void {
    if (credentials.fingerprint !== this.credentials?.fingerprint) {
      this.changes += 1;
      this.ledger = credentials.client === this.credentials?.client ? this.ledger : undefined;
      this.credentials = credentials;
      // What was said of other credentials does not hold for these.
      this.refused = undefined;
      this.#block = undefined;
      this.breakerOpen = false;
    }
  }

  /** Whether credentials that could not be tried yet may take the place of those that are there. */
  mayReplaceCredentials(): boolean {
    return this.credentials === undefined || this.unreadable || this.refused?.kind === 'credentialsRefused';
  }

  /** Forgets the credentials and every token they bought. */
  forget(reason: SignedOutReason, everything: boolean): void {
    this.changes += 1;
    this.credentials = undefined;
    this.#block = undefined;
    this.refused = undefined;
    this.breakerOpen = false;
    if (everything || this.token?.facts.source === 'exchange') {
      this.token = undefined;
    }
    this.signedOut = reason;
  }

  /** Brings the memory in line with what was read from the store. */
  apply(credentials: Reading<KnownCredentials>, token: Reading<KeptToken>, accepted: string | undefined): void {
    this.looked = true;
    this.lookAgain = credentials.kind === 'refused' || (token.kind === 'refused' && this.token === undefined);
    this.acceptedFingerprint = accepted ?? this.acceptedFingerprint;
    if (credentials.kind === 'value') {
      this.takeCredentials(credentials.value);
    } else if (credentials.kind !== 'refused' && this.credentials !== undefined) {
      this.forget('elsewhere', false);
    }
    if (credentials.kind === 'unreadable' || (token.kind === 'unreadable' && this.token === undefined)) {
      this.unreadable = true;
    }
    if (this.lookAgain && this.credentials === undefined && this.token === undefined) {
      this.signedOut = 'storeUnreadable';
    } else if (this.signedOut === 'storeUnreadable') {
      this.signedOut = 'never';
    }
    this.#dropForeign();
    if (token.kind === 'value' && this.#belongs(token.value) && token.value.fingerprint !== this.token?.fingerprint && token.value.generation > (this.token?.generation ?? -1)) {
      this.takeToken(token.value);
      this.breakerOpen = false;
    } else if (token.kind === 'none' && this.token?.facts.source === 'pasted') {
      // Nobody deletes a pasted token but a person who signs out. One from an exchange goes with its credentials.
      this.token = undefined;
      this.signedOut = 'elsewhere';
    }
  }

  /** A token of an exchange is good only beside the credentials of the client that it was made for. */
  #belongs(token: KeptToken): boolean {
    return token.facts.source === 'pasted' || (this.credentials !== undefined && token.client === this.credentials.client);
  }

  #dropForeign(): void {
    if (this.token !== undefined && this.credentials !== undefined && !this.#belongs(this.token)) {
      this.token = undefined;
      this.signedOut = 'credentialsChanged';
    }
  }

  #factsOf(token: KeptToken): TokenFacts {
    const accepted = this.accepted(token);
    return token.facts.accepted === accepted ? token.facts : { ...token.facts, accepted };
  }
}
