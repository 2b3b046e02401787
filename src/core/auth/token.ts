/** What a token says of itself, and how long it lives. Claims are read without checking a signature: they inform, they are never trusted for more. */
import { decodeJwt } from 'jose';
import type { Allowance, PasteCheck, TokenFacts } from './session.js';
import { allowanceNumber } from '../wire/token.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A longer lifetime is clamped: an absurd number must not keep a dead token for years. */
export const MAX_LIFETIME_MS = 7 * DAY;
/** Assumed where the service tells no lifetime. */
export const UNKNOWN_LIFETIME_MS = HOUR;
/** The lifetime of a token from the account page (interface, section 5). */
export const PASTED_LIFETIME_MS = DAY;
/** In characters; longer ones do not fit into a header everywhere. */
export const MAX_TOKEN_LENGTH = 16 * 1024;
/** Two tellings of one lifetime may differ by this much without one being wrong. */
const LIFETIME_TOLERANCE_MS = 60 * SECOND;
/** 9999-12-31, in seconds: what lies beyond is no date. */
const MAX_DATE_SECONDS = 253_402_300_799;

/** The claims that matter here. Times are the issuer's, in seconds since the epoch (RFC 7519). */
export interface TokenClaims {
  readonly issuedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly audience: readonly string[];
  readonly allowance: Allowance | undefined;
}

const OPAQUE: TokenClaims = { issuedAt: undefined, expiresAt: undefined, audience: [], allowance: undefined };

/** The claims of a JWT. Anything that cannot be decoded is an opaque token, which is legal: it has none. */
export function readClaims(token: string): TokenClaims {
  // No token that is too long to be sent is looked into.
  if (token.length > MAX_TOKEN_LENGTH) {
    return OPAQUE;
  }
  let claims: Readonly<Record<string, unknown>>;
  try {
    claims = decodeJwt(token);
  } catch {
    return OPAQUE;
  }
  const { aud } = claims as { readonly aud?: unknown };
  return {
    issuedAt: claimedDate(claims['iat']),
    expiresAt: claimedDate(claims['exp']),
    audience: (Array.isArray(aud) ? aud : [aud]).filter((value) => typeof value === 'string' && value !== ''),
    allowance: readAllowance(claims),
  };
}

/** The allowance from claims under any namespace (interface, section 2.3). Of several the smallest counts. */
function readAllowance(claims: Readonly<Record<string, unknown>>): Allowance | undefined {
  const limit = smallestClaim(claims, '/rate_limit');
  const remaining = smallestClaim(claims, '/rate_limit_remaining');
  if (limit === undefined && remaining === undefined) {
    return undefined;
  }
  return { limit, remaining: remaining === undefined || limit === undefined ? remaining : Math.min(remaining, limit) };
}

function smallestClaim(claims: Readonly<Record<string, unknown>>, suffix: string): number | undefined {
  const values = Object.entries(claims).flatMap(([name, value]) => (name.endsWith(suffix) ? [allowanceNumber(value)] : []));
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function claimedDate(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= MAX_DATE_SECONDS ? value : undefined;
}

/** A lifetime in milliseconds, and how well it is known. */
export interface Lifetime {
  readonly ms: number;
  readonly expiry: TokenFacts['expiry'];
}

/**
 * The lifetime of a token from an exchange: `expires_in`, unless the JWT's own is shorter by more than a minute; one of them where the
 * other is missing; one hour where both are.
 * @param serverNow the issuer's time at its answer, for a JWT that tells only when it ends
 */
export function exchangedLifetime(expiresIn: unknown, claims: TokenClaims, serverNow: number): Lifetime {
  const told = positiveSeconds(expiresIn);
  const own = ownLifetime(claims, serverNow);
  if (told === undefined && own === undefined) {
    return { ms: UNKNOWN_LIFETIME_MS, expiry: 'unknown' };
  }
  const ms = told === undefined ? own : own !== undefined && own < told - LIFETIME_TOLERANCE_MS ? own : told;
  return { ms: Math.min(ms ?? UNKNOWN_LIFETIME_MS, MAX_LIFETIME_MS), expiry: 'exact' };
}

/** `expires_in` in milliseconds: a finite number above 0, also as digits in a string. */
function positiveSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d{1,15}(?:\.\d{1,9})?\s*$/u.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND : undefined;
}

function ownLifetime({ issuedAt, expiresAt }: TokenClaims, serverNow: number): number | undefined {
  if (expiresAt === undefined) {
    return undefined;
  }
  const ms = expiresAt * SECOND - (issuedAt === undefined ? serverNow : issuedAt * SECOND);
  return ms > 0 ? ms : undefined;
}

/** The facts of a token that an exchange just gave. Times in milliseconds since the epoch: by this machine's clock, and by the service's where it told. */
export function exchangedFacts(claims: TokenClaims, lifetime: Lifetime, obtainedAt: number, serverObtainedAt?: number): TokenFacts {
  return {
    source: 'exchange',
    obtainedAt,
    expiresAt: obtainedAt + lifetime.ms,
    ...(serverObtainedAt === undefined ? {} : { serverObtainedAt }),
    expiry: lifetime.expiry,
    allowance: claims.allowance,
    audience: claims.audience,
    accepted: false,
  };
}

/** Whether a text can stand in an Authorization header as a bearer token: visible ASCII, no white space, at most 16 kB. */
export function isUsableToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && /^[\x21-\x7e]+$/u.test(text);
}

/** A pasted text without the space around it and without a leading "Bearer ". */
export function trimPasted(text: string): string {
  return text.trim().replace(/^bearer(?:\s+|$)/iu, '').trim();
}

/**
 * Looks at a pasted token. The sentences are for people and hold nothing of the token.
 * @param audience the environment's own, for the hint that this token belongs elsewhere
 * @param now milliseconds since the epoch
 * @param skewMs the service's clock minus ours, 0 where it is not known
 */
export function checkPastedToken(text: string, audience: string, now: number, skewMs: number): PasteCheck {
  const token = trimPasted(text);
  if (token === '') {
    return { ok: false, problem: 'Paste a token from your account page.' };
  }
  if (token.length > MAX_TOKEN_LENGTH) {
    return { ok: false, problem: 'This is too long for a token (more than 16 kB).' };
  }
  if (/\s/u.test(token)) {
    return { ok: false, problem: 'A token holds no spaces or line breaks. Copy it again, only the token.' };
  }
  if (!isUsableToken(token)) {
    return { ok: false, problem: 'A token holds only plain letters, digits and punctuation. Copy it again.' };
  }
  const claims = readClaims(token);
  const ends = claims.expiresAt === undefined ? undefined : claims.expiresAt * SECOND - skewMs;
  if (ends !== undefined && ends <= now) {
    return { ok: false, problem: 'This token has expired. Copy a new one from your account page.' };
  }
  const facts: TokenFacts = {
    source: 'pasted',
    obtainedAt: now,
    expiresAt: ends ?? now + PASTED_LIFETIME_MS,
    expiry: ends === undefined ? 'atMost' : 'exact',
    allowance: claims.allowance,
    audience: claims.audience,
    accepted: false,
  };
  return { ok: true, facts, otherAudience: isForAudience(claims.audience, audience) ? undefined : claims.audience };
}

/** Whether a token's audience claim allows an environment's audience. A token that names none is for any. */
export function isForAudience(claimed: readonly string[], audience: string): boolean {
  return claimed.length === 0 || claimed.some((value) => withoutSlash(value) === withoutSlash(audience));
}

/** Issuers differ over a trailing slash; for telling environments apart it does not matter. */
function withoutSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text;
}
