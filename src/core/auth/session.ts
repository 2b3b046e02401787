/** The words of a sign-in: what a session is now, and what the rest of the program may ask of it. */
import type { Environment } from '../environment.js';
import type { Event } from '../event.js';
import type { Block, Failure, HeldBackReason, SignedOutReason } from '../failure.js';

/** Client credentials (interface, section 2.1). They belong to a token issuer and serve all its environments. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Exchanges per rolling 24 hours, as the token's claims tell (interface, section 2.3). They inform; they are never trusted for more. */
export interface Allowance {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
}

export type TokenSource = 'exchange' | 'pasted';

/** What is known of a token without the token: safe to show and to keep in memory. Times are milliseconds since the epoch. */
export interface TokenFacts {
  readonly source: TokenSource;
  readonly obtainedAt: number;
  readonly expiresAt: number;
  /** The service's clock at `obtainedAt`, where it told: what counts once this machine's clock has been set back. */
  readonly serverObtainedAt?: number;
  /** `atMost`: an opaque pasted token; `unknown`: the service told no lifetime, one hour is assumed. */
  readonly expiry: 'exact' | 'atMost' | 'unknown';
  readonly allowance: Allowance | undefined;
  /** The token's own audience claim, empty where it has none. */
  readonly audience: readonly string[];
  /** The service has accepted it at least once. */
  readonly accepted: boolean;
}

/** A token on its way to a request's header. The only place its text may go is that header. */
export interface AccessToken {
  readonly value: string;
  readonly facts: TokenFacts;
}

/** Why no token is exchanged without a person who asks for it, and until when; undefined: until somebody does. */
export interface HeldBack {
  readonly reason: HeldBackReason;
  readonly until: number | undefined;
}

/**
 * What an environment's sign-in is now. A new object at each change.
 * `renewable`: credentials are stored, so that the next request gets a new token by itself, unless it is `heldBack`.
 */
export type SessionState =
  /** The store has not been asked yet: nobody has looked. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signedOut'; readonly reason: SignedOutReason }
  | { readonly kind: 'valid'; readonly token: TokenFacts; readonly renewable: boolean }
  /** Less than 5 minutes or a tenth of its life left (15 minutes for a token that cannot be renewed). */
  | { readonly kind: 'expiring'; readonly token: TokenFacts; readonly renewable: boolean; readonly heldBack?: HeldBack }
  /** No token that works. With `renewable` the next request makes one; without, a person has to. */
  | { readonly kind: 'expired'; readonly token: TokenFacts | undefined; readonly renewable: boolean; readonly heldBack?: HeldBack }
  /** No exchange before `until`. `token` is one that still works, where there is one. */
  | ({ readonly kind: 'exhausted'; readonly token: TokenFacts | undefined } & Block)
  /** A person has to act: wrong credentials, a token that is not accepted. */
  | { readonly kind: 'refused'; readonly why: Failure; readonly token: TokenFacts | undefined };

/** What "Show Session..." tells beyond the state. Times in milliseconds since the epoch. */
export interface SessionDetails {
  readonly state: SessionState;
  readonly credentialsStored: boolean;
  /** When a person's next exchange is allowed; undefined means now. */
  readonly nextExchangeAt: number | undefined;
  /** What holds back the next exchange that nobody asks for, apart from `nextExchangeAt`. */
  readonly heldBack: HeldBack | undefined;
  readonly lastRenewalAt: number | undefined;
  /** Exchanges this machine made in the last 24 hours for this environment. */
  readonly exchangesHere: number;
  /** The service's clock minus ours, milliseconds; undefined until an answer carried a date. */
  readonly clockSkewMs: number | undefined;
  /** Set where the token cannot be kept beyond this window, or the ledger cannot be written. */
  readonly storageProblem: Failure | undefined;
}

/** A pasted token that was looked at and not yet kept. */
export type PasteCheck =
  | { readonly ok: true; readonly facts: TokenFacts; readonly otherAudience: readonly string[] | undefined }
  | { readonly ok: false; readonly problem: string };

/** The sign-ins of all environments. One object per window. */
export interface Sessions {
  /** The last known state. Never reads anything. */
  state(environment: Environment): SessionState;
  /** Tells the name of an environment whose state changed. */
  readonly onDidChange: Event<string>;
  /** Reads the store (no request, no exchange) and gives the state. */
  load(environment: Environment, signal: AbortSignal): Promise<SessionState>;
  details(environment: Environment, signal: AbortSignal): Promise<SessionDetails>;

  /** A token for a request that is about to be sent; exchanges only when it must. Shared by all that wait. */
  token(environment: Environment, signal: AbortSignal): Promise<AccessToken>;
  /** The token that works now, where there is one; reads the store and never exchanges. */
  workingToken(environment: Environment, signal: AbortSignal): Promise<AccessToken | undefined>;
  /** After a 401 for a request that carried `rejected`: another token to retry with, or the failure to show. */
  afterUnauthorized(environment: Environment, rejected: AccessToken, signal: AbortSignal): Promise<AccessToken>;
  /** The service answered a request that carried `token` with anything but 401. `serverDate` is its Date header, epoch milliseconds. */
  accepted(environment: Environment, token: AccessToken, serverDate: number | undefined): void;

  /**
   * Exchanges once with these credentials and keeps both; keeps nothing when the issuer refuses them. Where the allowance is used up, they
   * are kept for when it is not, unless others are stored that work: a person need not type them again.
   */
  signIn(environment: Environment, credentials: Credentials, signal: AbortSignal): Promise<SessionState>;
  checkPasted(environment: Environment, text: string): PasteCheck;
  /** Keeps a pasted token that {@link checkPasted} accepted. */
  paste(environment: Environment, text: string, signal: AbortSignal): Promise<SessionState>;
  /** Forgets the environment's token, its issuer's credentials, and every token they bought, in every window. */
  signOut(environment: Environment, signal: AbortSignal): Promise<void>;
  /** One exchange that a person asked for; passes the caps, never `exhausted` or refused credentials. */
  renew(environment: Environment, signal: AbortSignal): Promise<SessionState>;
  /** Whether credentials for this environment's issuer are stored: no exchange, no request. */
  hasCredentials(environment: Environment, signal: AbortSignal): Promise<boolean>;
}
