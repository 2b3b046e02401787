/** How long a token lives, by clocks that may be wrong. Light: the status item loads it. Times are milliseconds since the epoch. */
import type { TokenFacts } from './session.js';

const MINUTE = 60_000;
/** With less than this left, or a tenth of its life, a token is renewed in the background. */
const RENEW_EARLY_MS = 5 * MINUTE;
/** Two readings of a clock may differ by this much without it having been set anew. */
export const CLOCK_SLACK_MS = MINUTE;

/**
 * Milliseconds a token has left. Where the clock was set back since it was obtained, the service's clock tells its age; where that is not
 * known, the token has its whole life and never more, so that it is not kept for ever.
 */
export function remainingMs(facts: TokenFacts, now: number): number {
  const { obtainedAt, expiresAt, serverObtainedAt } = facts;
  const age = isAgeKnown(facts, now) && now < obtainedAt - CLOCK_SLACK_MS ? now - (serverObtainedAt ?? obtainedAt) : now - obtainedAt;
  return expiresAt - obtainedAt - Math.max(age, 0);
}

/** Whether a token's age can be told: not where it was obtained by a clock that has been set back since, and the service's is not known. */
export function isAgeKnown({ obtainedAt, serverObtainedAt }: TokenFacts, now: number): boolean {
  return now >= obtainedAt - CLOCK_SLACK_MS || (serverObtainedAt !== undefined && serverObtainedAt <= now);
}

/** How long before its end a token is renewed: a short-lived one is not renewed for most of its life. */
export function renewEarlyMs({ obtainedAt, expiresAt }: TokenFacts): number {
  return Math.min(RENEW_EARLY_MS, (expiresAt - obtainedAt) / 10);
}

/** When a token ends, by this machine's clock as it is now. */
export function expiryOf(facts: TokenFacts, now: number): number {
  return now + remainingMs(facts, now);
}
