import { CatalogError } from '../../core/failure.js';
import { LONGEST_WATCH_MS } from '../../core/savedSearches/keptWatch.js';
import { SHORTEST_WATCH_MS } from '../../core/results/watchTimes.js';
import type { Checked } from '../../core/environment.js';
import { argumentOf } from '../../platform/argument.js';
import { askChoice, askText } from '../../platform/inputs.js';

const PROPOSED = [1, 5, 15, 60];
const MINUTE_MS = 60_000;
const MOST = LONGEST_WATCH_MS / MINUTE_MS;

/**
 * How often a search is to be run again: the minutes that a program passes (a number, or `{ minutes }`), or what a person picks or types.
 * @returns milliseconds; undefined when the person closed the question
 * @throws CatalogError `invalid` naming the field
 */
export async function chooseInterval(given: unknown): Promise<number | undefined> {
  if (given !== undefined) {
    const checked = checkMinutes(argumentOf(given, 'minutes'));
    if (!checked.ok) {
      throw new CatalogError({ kind: 'invalid', field: 'minutes', problem: checked.problem });
    }
    return checked.value * MINUTE_MS;
  }
  const answer = await askChoice<number | 'other'>({
    title: 'Watch Search: Run It Again Every',
    placeholder: 'Only while this window is in use and signed in',
    active: 5,
    choices: [
      ...PROPOSED.map((minutes) => ({ label: minutes === 1 ? '1 minute' : `${minutes} minutes`, value: minutes })),
      { label: 'Other...', icon: 'edit', value: 'other' as const },
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  return answer.value === 'other' ? await askMinutes() : answer.value * MINUTE_MS;
}

async function askMinutes(): Promise<number | undefined> {
  const answer = await askText({
    title: 'Watch Search: Minutes',
    prompt: 'Minutes from one run to the next, at least 1.',
    placeholder: '30',
    check: (text) => {
      const checked = checkMinutes(/^\d{1,9}$/u.test(text) ? Number(text) : text);
      return checked.ok ? { ok: true, value: text } : checked;
    },
  });
  return answer.kind === 'answer' ? Number(answer.value) * MINUTE_MS : undefined;
}

function checkMinutes(value: unknown): Checked<number> {
  return typeof value === 'number' && Number.isInteger(value) && value * MINUTE_MS >= SHORTEST_WATCH_MS && value <= MOST
    ? { ok: true, value }
    : { ok: false, problem: 'A whole number of minutes, 1 to 10,080 (a week).' };
}
