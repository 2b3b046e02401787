import type { Environment } from '../../core/environment.js';
import type { SessionState } from '../../core/auth/session.js';
import { expiryOf, remainingMs } from '../../core/auth/tokenLife.js';
import { duration, utcTime } from '../../core/timeWords.js';

/** One line after signing in: where, until when, and what is left of the allowance. `now` in milliseconds since the epoch. */
export function signedInSummary(environment: Environment, state: SessionState, now: number): string {
  if (state.kind !== 'valid' && state.kind !== 'expiring') {
    return `${environment.name}: signed in.`;
  }
  const { token } = state;
  const atMost = token.expiry === 'atMost' ? 'at most ' : '';
  const valid = `${environment.name}: valid ${atMost}until ${utcTime(expiryOf(token, now), now)}, ${duration(remainingMs(token, now))} left`;
  const { limit, remaining } = token.allowance ?? {};
  return remaining === undefined ? `${valid}.` : `${valid}; ${remaining}${limit === undefined ? '' : ` of ${limit}`} token exchanges left today.`;
}
