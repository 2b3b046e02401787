/** The rules of a session, pure and driven by the clock's value alone. Times are milliseconds since the epoch unless said otherwise. */
import type { Block, Failure, SignedOutReason, UnauthorizedReason } from '../failure.js';
import type { HeldBack, SessionState, TokenFacts } from './session.js';
import { isForAudience } from './token.js';
import { remainingMs, renewEarlyMs } from './tokenLife.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** With less than this left a request waits for the new token. */
export const RENEW_WAIT_MS = 30 * SECOND;
/** While a token works, renewals are tried at most this often. */
export const RENEW_GAP_MS = 30 * SECOND;
/** A pasted token cannot renew itself: people get more notice. */
export const WARN_PASTED_MS = 15 * MINUTE;
/** The bounds of a block that the service asks for, and what is taken when it does not say until when. */
export const MIN_BLOCK_MS = MINUTE;
export const MAX_BLOCK_MS = 24 * HOUR + 5 * MINUTE;
export const DEFAULT_BLOCK_MS = 30 * MINUTE;

/** What one window knows of an environment's sign-in. Holds no secret. */
export interface SessionRecord {
  /** The store has been read. */
  readonly looked: boolean;
  readonly token: TokenFacts | undefined;
  readonly credentialsStored: boolean;
  readonly signedOut: SignedOutReason;
  readonly block: Block | undefined;
  readonly refused: Failure | undefined;
  /** What the ledger holds back, as far as it is known here. */
  readonly heldBack: HeldBack | undefined;
}

/** The state of a session at a time: the passing of time alone leads from valid to expiring to expired. */
export function stateAt(record: SessionRecord, now: number): SessionState {
  const { token, credentialsStored: renewable, block, refused } = record;
  if (!record.looked) {
    return { kind: 'unknown' };
  }
  const left = token === undefined ? 0 : remainingMs(token, now);
  const working = left > 0 ? token : undefined;
  if (refused !== undefined) {
    return { kind: 'refused', why: refused, token: working };
  }
  if (block !== undefined && block.until > now && renewable && working?.source !== 'pasted') {
    return { kind: 'exhausted', ...block, token: working };
  }
  const later = renewable && record.heldBack !== undefined ? { heldBack: record.heldBack } : {};
  if (working === undefined) {
    return token === undefined && !renewable ? { kind: 'signedOut', reason: record.signedOut } : { kind: 'expired', token, renewable, ...later };
  }
  return left < (renewable ? renewEarlyMs(working) : WARN_PASTED_MS) ? { kind: 'expiring', token: working, renewable, ...later } : { kind: 'valid', token: working, renewable };
}

/** What follows a 401 for a request that carried a token (tokens: five rules, after the first, which asks the store). */
export type UnauthorizedVerdict = { readonly kind: 'fail'; readonly reason: UnauthorizedReason } | { readonly kind: 'exchange' };

/** What rules 2 to 5 look at. */
export interface Rejection {
  readonly facts: TokenFacts;
  /** The service has accepted this token at least once. */
  readonly accepted: boolean;
  /** It was got because another had been rejected. */
  readonly afterRejection: boolean;
  readonly credentialsStored: boolean;
  /** A second 401 has already been met, and nobody acted since. */
  readonly breakerOpen: boolean;
}

/** Rules 2 to 5 for a 401. Only what an exchange can cure leads to one. */
export function judgeRejection(rejection: Rejection, audience: string): UnauthorizedVerdict {
  const { facts } = rejection;
  if (!isForAudience(facts.audience, audience)) {
    return { kind: 'fail', reason: 'wrongAudience' };
  }
  if (facts.source === 'pasted') {
    return rejection.credentialsStored && !rejection.breakerOpen ? { kind: 'exchange' } : { kind: 'fail', reason: 'pastedTokenRefused' };
  }
  if (!rejection.accepted) {
    return { kind: 'fail', reason: rejection.afterRejection ? 'refusedAgain' : 'neverAccepted' };
  }
  return rejection.breakerOpen ? { kind: 'fail', reason: 'refusedAgain' } : { kind: 'exchange' };
}

const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})[t ](\d{2}):(\d{2}):(\d{2})(?:[.,]\d{1,9})?\s?(?:z|([+-])(\d{2}):?(\d{2}))?$/iu;

/**
 * A timestamp by a strict ISO 8601 pattern: `Date.parse` takes '120' for the year 120. Without a zone it is UTC.
 * @returns undefined for anything else, dates that do not exist included
 */
export function parseIsoTime(value: unknown): number | undefined {
  const match = typeof value === 'string' && value.length <= 40 ? ISO_TIME.exec(value.trim()) : null;
  if (match === null) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(Number);
  const time = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  const date = new Date(time);
  if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hours > 23 || minutes > 59 || seconds > 59) {
    return undefined;
  }
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * MINUTE;
  return match[7] === '-' ? time + offset : time - offset;
}

/**
 * Until when no exchange is sent.
 * @param refresh `rate_limit_refresh` as it came
 * @param serverNow the service's time at its answer: the wait is measured by its clock, so that ours may be wrong
 */
export function blockUntil(refresh: unknown, now: number, serverNow: number): number {
  const at = parseIsoTime(refresh);
  return blockFor(at === undefined || at <= serverNow ? undefined : at - serverNow, now);
}

/** The time that the service named, where it is later than {@link blockUntil} believes. */
export function saidBeyond(refresh: unknown, serverNow: number): { readonly said?: number } {
  const at = parseIsoTime(refresh);
  return at !== undefined && at - serverNow > MAX_BLOCK_MS ? { said: at } : {};
}

/** Until when no exchange is sent, from a wait in milliseconds (undefined: not told). */
export function blockFor(waitMs: number | undefined, now: number): number {
  return now + Math.min(Math.max(waitMs ?? DEFAULT_BLOCK_MS, MIN_BLOCK_MS), MAX_BLOCK_MS);
}
