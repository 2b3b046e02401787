import type { Environment } from '../../core/environment.js';
import { unreachable } from '../../core/failure.js';
import type { HeldBack, SessionDetails, SessionState, TokenFacts } from '../../core/auth/session.js';
import { expiryOf, remainingMs } from '../../core/auth/tokenLife.js';
import { duration, localDateTime, untilDurationChanges, nextExchangeWords, untilWords, utcDateTime } from '../../core/timeWords.js';
import type { ChosenEnvironment } from '../../platform/environmentChoice.js';
import { environmentLabel, kindIcon } from '../../platform/environmentLabel.js';
import { describeFailure } from '../../platform/failureWords.js';
import { display } from '../../core/display.js';

/** What the status item shows. */
export interface StatusView {
  readonly text: string;
  readonly severity: 'normal' | 'warning' | 'error';
  /** Read by screen readers in place of the text with its icons. */
  readonly spoken: string;
  /** When `text` will read differently by the passing of time alone, in milliseconds from now; undefined where it will not. */
  readonly changesInMs: number | undefined;
}

/** One line of details: what it is about, and what it says. */
export type Detail = readonly [label: string, value: string];

/** The status item for an environment's session. `now` in milliseconds since the epoch. */
export function statusView(environment: Environment, state: SessionState, now: number): StatusView {
  const name = environmentLabel(environment);
  const plain = (icon: string, words: string, severity: StatusView['severity'] = 'normal'): StatusView =>
    ({ text: `$(${icon}) ${name}${words === '' ? '' : `  ${words}`}`, severity, spoken: [name, words].filter((part) => part !== '').join(', '), changesInMs: undefined });
  const counting = (icon: string, end: number, say: (left: string) => string, severity: StatusView['severity'] = 'normal'): StatusView =>
    ({ ...plain(icon, say(duration(end - now)), severity), changesInMs: end > now ? untilDurationChanges(end - now) : undefined });
  const icon = kindIcon(environment.kind);

  switch (state.kind) {
    case 'unknown':
      return plain(icon, '');
    case 'signedOut':
      return environment.kind === 'demo' ? plain(icon, '') : plain('circle-slash', 'signed out');
    case 'valid':
      return counting(icon, expiryOf(state.token, now), (left) => atMost(state.token, left));
    case 'expiring':
      // A token that renews itself is nobody's worry; a pasted one has to be replaced by a person.
      return counting(state.renewable ? icon : 'warning', expiryOf(state.token, now), (left) => atMost(state.token, left), state.renewable ? 'normal' : 'warning');
    case 'expired':
      if (!state.renewable) {
        return plain('warning', 'token expired', 'warning');
      }
      if (state.heldBack === undefined) {
        return plain(icon, state.token === undefined ? 'no token yet' : 'renews at the next search');
      }
      return state.heldBack.until === undefined ? plain('watch', 'few exchanges left', 'warning') : counting('watch', state.heldBack.until, (left) => `next exchange in ${left}`, 'warning');
    case 'exhausted':
      return counting('watch', state.until, (left) => `exchanges used up, ${left}`, 'warning');
    case 'refused':
      return plain('error', 'sign-in refused', 'error');
    default:
      return unreachable(state);
  }
}

/** Production is told by more than a word: the item stands out from the others of the bar. */
export function statusBackground({ kind }: Pick<Environment, 'kind'>, severity: StatusView['severity']): 'warning' | 'error' | undefined {
  return severity === 'normal' ? (kind === 'production' ? 'warning' : undefined) : severity;
}

/** What the status item shows where no environment is chosen; undefined where nobody named one. */
export function unchosenView(chosen: ChosenEnvironment): { readonly text: string; readonly spoken: string; readonly details: readonly Detail[] } | undefined {
  switch (chosen.kind) {
    case 'unknown': {
      const name = display(chosen.named, 60);
      const words = `"${name}" is not in your settings`;
      return { text: `$(warning) ${words}`, spoken: `environment ${words}`, details: [['Environment', `"${name}", which this workspace names, is not in your settings`]] };
    }
    case 'disagreeing':
      return {
        text: '$(warning) Which environment?',
        spoken: 'the folders of this workspace name different environments',
        details: [
          ['Environment', 'the folders of this workspace name different ones'],
          ...chosen.folders.map(({ folder, environment }) => [display(folder, 60), environment === undefined ? 'names none' : display(environment, 60)] as const),
        ],
      };
    case 'chosen':
    case 'none':
    case 'undecided':
      return undefined;
    default:
      return unreachable(chosen);
  }
}

/** What is known of a session, for the tooltip and "Show Session...". Times in UTC, and once more in local time. */
export function sessionDetails(environment: Environment, state: SessionState, now: number): readonly Detail[] {
  const token = 'token' in state ? state.token : undefined;
  return [
    ['Environment', `${display(environment.name)} (${environment.kind})`],
    ['State', stateWords(environment, state, now)],
    ...(token === undefined ? [] : tokenDetails(token, now)),
  ];
}

function tokenDetails(token: TokenFacts, now: number): readonly Detail[] {
  const { limit, remaining } = token.allowance ?? {};
  const until = `${token.expiry === 'atMost' ? 'at most ' : ''}${utcDateTime(expiryOf(token, now))}`;
  return [
    ['Source', token.source === 'exchange' ? 'client credentials' : 'pasted token'],
    ['Valid until', token.expiry === 'unknown' ? `${until} (the service named no expiry)` : until],
    ['Local time', localDateTime(expiryOf(token, now))],
    ...(remaining === undefined ? [] : [['Exchanges left', limit === undefined ? String(remaining) : `${remaining} of ${limit}`] as const]),
  ];
}

function stateWords(environment: Environment, state: SessionState, now: number): string {
  switch (state.kind) {
    case 'unknown':
      return environment.kind === 'demo' ? 'signs in by itself' : 'not looked at yet';
    case 'signedOut':
      return environment.kind === 'demo' ? 'signs in by itself' : describeFailure({ kind: 'signedOut', environment: environment.name, reason: state.reason }, now).message;
    case 'valid':
      return `signed in, ${duration(remainingMs(state.token, now))} left`;
    case 'expiring':
      return `signed in, ${duration(remainingMs(state.token, now))} left; ${state.renewable ? (state.heldBack === undefined ? 'renews by itself' : `the next exchange ${heldBackUntil(state.heldBack, now)}`) : 'paste a new token soon'}`;
    case 'expired':
      if (!state.renewable) {
        return 'the pasted token has expired';
      }
      if (state.heldBack === undefined) {
        return state.token === undefined ? 'no token yet; the first search gets one by itself' : 'the next search gets a new token by itself';
      }
      return describeFailure({ kind: 'heldBack', environment: environment.name, ...state.heldBack }, now).message;
    case 'exhausted':
      return `no token exchange before ${nextExchangeWords(state, now)}${state.token === undefined ? '' : '; the present token still works'}`;
    case 'refused':
      return describeFailure(state.why, now).message;
    default:
      return unreachable(state);
  }
}

/** When the next exchange is possible, and whether somebody has to ask for it: what a search and "Renew Token Now" will do. */
export function nextExchange({ state, credentialsStored, nextExchangeAt, heldBack }: Pick<SessionDetails, 'state' | 'credentialsStored' | 'nextExchangeAt' | 'heldBack'>, now: number): string {
  if (!credentialsStored) {
    return 'after signing in with client credentials';
  }
  if (state.kind === 'refused') {
    return state.why.kind === 'credentialsRefused' ? 'none with these credentials; sign in again' : 'only when you ask for it';
  }
  if (nextExchangeAt !== undefined && nextExchangeAt > now) {
    const later = heldBack !== undefined && (heldBack.until ?? Infinity) > nextExchangeAt;
    return `at ${untilWords(nextExchangeAt, now)}${later ? `; ${heldBackUntil(heldBack, now)}` : ''}`;
  }
  return heldBack === undefined ? 'possible now' : heldBackUntil(heldBack, now);
}

function heldBackUntil({ until }: HeldBack, now: number): string {
  return until === undefined ? 'only when you ask for it' : `by itself at ${untilWords(until, now)}, before that when you ask for it`;
}

function atMost(token: TokenFacts, left: string): string {
  return token.expiry === 'atMost' ? `≤ ${left}` : left;
}
