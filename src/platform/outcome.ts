import type { ResultSet } from '../core/catalog/pages.js';
import { searchOutcomeSteps, type SearchOutcome } from '../core/results/searchOutcome.js';
import { runSteps } from './runSteps.js';

/** What a program gets for its search. Others have their turns while it is made. */
export async function outcomeOf(set: ResultSet): Promise<SearchOutcome> {
  return await runSteps(searchOutcomeSteps(set), new AbortController().signal);
}
