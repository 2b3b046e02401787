import { CatalogError } from '../../core/failure.js';
import { itemCount } from '../../core/catalog/pages.js';
import { describeFilters } from '../../core/query/queryWords.js';
import { display } from '../../core/display.js';
import type { KeptSet } from '../../core/results/resultHistory.js';
import type { Results } from '../../core/results/results.js';
import { utcTime } from '../../core/timeWords.js';
import type { SearchOutcome } from '../../core/results/searchOutcome.js';
import { argumentOf } from '../../platform/argument.js';
import { askChoice } from '../../platform/inputs.js';
import { outcomeOf } from '../../platform/outcome.js';

const number = new Intl.NumberFormat('en');

/** The earlier sets of the window's environment, the one used last first. */
export function earlierSets(results: Results): readonly KeptSet[] {
  const shown = results.shown?.id;
  // One without pages is yet to run.
  return results.history.filter((kept) => kept.id !== shown && kept.set.pages > 0);
}

/**
 * Shows an earlier result set as it was: the one a person picks, or so many back as a program says, which gets its items.
 * @throws CatalogError `invalid` where there is none
 */
export async function showHistory(results: Results, given: unknown): Promise<SearchOutcome | undefined> {
  const sets = earlierSets(results);
  const back = argumentOf(given, 'back');
  if (back !== undefined && !(typeof back === 'number' && Number.isInteger(back) && back >= 1)) {
    throw new CatalogError({ kind: 'invalid', field: 'back', problem: 'How many result sets back: a whole number from 1.' });
  }
  if (sets.length === 0 || (typeof back === 'number' && back > sets.length)) {
    throw new CatalogError({ kind: 'invalid', field: back === undefined ? 'Previous Result Sets' : 'back', problem: 'There is no such earlier result set in this window.' });
  }
  const id = typeof back === 'number' ? sets[back - 1]?.id : await ask(sets, results.shown);
  const set = id === undefined ? undefined : results.goBack(id);
  return set === undefined || back === undefined ? undefined : await outcomeOf(set);
}

async function ask(sets: readonly KeptSet[], shown: KeptSet | undefined): Promise<number | undefined> {
  const now = Date.now();
  const choice = ({ id, query, set }: KeptSet, icon: string): { label: string; description: string; icon: string; value: number } => {
    const count = itemCount(set);
    const of = set.matched === undefined || set.matched === count ? '' : ` of ${number.format(set.matched)}`;
    const items = `${number.format(count)}${of} ${count === 1 && of === '' ? 'item' : 'items'}`;
    return { label: display(describeFilters(query) || 'All items'), description: `${items}, as of ${utcTime(set.asOf, now)}`, icon, value: id };
  };
  const answer = await askChoice<number>({
    title: 'Previous Result Sets',
    placeholder: 'Shown as they were, without a new request',
    matchOnDescription: true,
    ...(sets[0] === undefined ? {} : { active: sets[0].id }),
    choices: [...(shown === undefined ? [] : [choice(shown, 'check')]), ...sets.map((kept) => choice(kept, 'history'))],
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}
