import type { Failure } from '../../core/failure.js';
import { countMarks } from '../../core/results/marks.js';
import { duration, utcTime } from '../../core/timeWords.js';
import type { Watch } from '../../core/results/watchSearch.js';
import { describeFailure } from '../../platform/failureWords.js';

const number = new Intl.NumberFormat('en');

/** `2 new items and 1 changed status`. */
export function changeWords({ added, changed }: ReturnType<typeof countMarks>): string {
  return [
    ...(added === 0 ? [] : [`${number.format(added)} new ${added === 1 ? 'item' : 'items'}`]),
    ...(changed === 0 ? [] : [`${number.format(changed)} changed ${changed === 1 ? 'status' : 'statuses'}`]),
  ].join(' and ');
}

/** Whose rows are on screen: those of the watched search, of another one, or none. */
export type OnScreen = 'watched' | 'another' | 'nothing';

const SUBJECTS: Readonly<Record<OnScreen, string>> = { watched: 'Watched', another: 'Another search is watched', nothing: 'A search is still watched' };

/** What the view says of a watch. `now` in milliseconds since the epoch. */
export function watchWords({ intervalMs, checking, paused, checkedAt, failure, marks }: Watch, onScreen: OnScreen, now: number): string {
  const what = SUBJECTS[onScreen];
  const found = marks.size === 0 ? '' : `, ${changeWords(countMarks(marks))}`;
  if (paused === 'signedOut') {
    return `${what}, paused until you are signed in${found}.`;
  }
  const checked = checkedAt === undefined ? '' : `, last at ${utcTime(checkedAt, now)}`;
  const rows = onScreen === 'nothing' ? '; its rows come with the next look' : '';
  return [`${what} every ${duration(intervalMs)}${checked}${checking ? ', looking now' : ''}${found}${rows}.`, ...failureWords(failure, now)].join(' ');
}

function failureWords(failure: Failure | undefined, now: number): readonly string[] {
  return failure === undefined ? [] : [`The last look failed: ${describeFailure(failure, now).message}`];
}
