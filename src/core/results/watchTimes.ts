/** When a watched search is run again: rules only, no timers. All times are of a clock that does not jump, in milliseconds. */

/** Never more often than this. */
export const SHORTEST_WATCH_MS = 60_000;

export type WatchState =
  /** The next run is due at `dueAt`. `blocked`: the last one needed a sign-in; until a session changes or a person asks, there is none. */
  | { readonly kind: 'waiting'; readonly intervalMs: number; readonly dueAt: number; readonly blocked: boolean }
  | { readonly kind: 'checking'; readonly intervalMs: number; readonly startedAt: number };

/** What has to hold for a run that nobody asked for. */
export interface WatchConditions {
  /** The window has the focus. */
  readonly focused: boolean;
  /** There is a token that works: the run needs no exchange. */
  readonly signedIn: boolean;
  /** No search or page is on its way. */
  readonly free: boolean;
}

export type WatchStep = { readonly kind: 'check' } | { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'rest' };

/** Why nothing happens although a run may be due. */
export type WatchPause = 'hidden' | 'signedOut';

export function startWatching(intervalMs: number, now: number): WatchState {
  const interval = Math.max(SHORTEST_WATCH_MS, intervalMs);
  return { kind: 'waiting', intervalMs: interval, dueAt: now + interval, blocked: false };
}

/** What is to be done now: check, come back after a while, or rest until something changes. */
export function nextStep(state: WatchState, conditions: WatchConditions, now: number): WatchStep {
  if (state.kind === 'checking' || !conditions.free || pausedBy(state, conditions) !== undefined) {
    return { kind: 'rest' };
  }
  return now >= state.dueAt ? { kind: 'check' } : { kind: 'wait', ms: state.dueAt - now };
}

export function pausedBy(state: WatchState, conditions: WatchConditions): WatchPause | undefined {
  if (!conditions.signedIn || (state.kind === 'waiting' && state.blocked)) {
    return 'signedOut';
  }
  return conditions.focused ? undefined : 'hidden';
}

export function beginCheck(state: WatchState, now: number): WatchState {
  return { kind: 'checking', intervalMs: state.intervalMs, startedAt: now };
}

/** @param refused the run ended because it would have needed a sign-in or an exchange */
export function endCheck(state: WatchState, now: number, refused: boolean): WatchState {
  // A slow service is left alone for the whole interval after its answer.
  return { kind: 'waiting', intervalMs: state.intervalMs, dueAt: now + state.intervalMs, blocked: refused };
}

/** The session changed: a run that was refused may be tried again when it is due. */
export function unblock(state: WatchState): WatchState {
  return state.kind === 'waiting' && state.blocked ? { ...state, blocked: false } : state;
}
