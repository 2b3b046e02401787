/** Searches that ask no question: those of programs, and the demo's. */
import { DEMO_ENVIRONMENT } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';
import { itemKey, hasId } from '../../core/items/item.js';
import { parseQuery, type SearchQuery } from '../../core/query/query.js';
import type { SearchOutcome } from '../../core/results/searchOutcome.js';
import { RESULTS_VIEW, runCommand, runEditorCommand } from '../../platform/contributions.js';
import { outcomeOf } from '../../platform/outcome.js';
import { withProgress } from '../../platform/progress.js';
import { readPageSize } from '../../platform/settings.js';
import type { SearchParts } from './parts.js';

/**
 * A search for a program: no question is asked, and failures reach the caller.
 * @throws CatalogError `invalid` naming the field, or whatever the search ends with
 */
export async function searchWith({ choice, results }: Pick<SearchParts, 'choice' | 'results'>, input: unknown, outer: AbortSignal | undefined): Promise<SearchOutcome> {
  const query = checkedQuery(input);
  const environment = choice.require();
  const set = await withProgress(`Searching ${environment.name}`, outer, async (signal) => await results.search(environment, query, signal));
  return await outcomeOf(set);
}

/** @throws CatalogError `invalid` naming the field */
export function checkedQuery(input: unknown): SearchQuery {
  const query = parseQuery(input, { limit: readPageSize() });
  if (!query.ok) {
    throw new CatalogError({ kind: 'invalid', field: query.field, problem: query.problem });
  }
  return query.value;
}

/** From installation to a footprint in one step: searches the demo, opens an item and shows where it is. */
export async function tryDemo(parts: SearchParts): Promise<void> {
  parts.choice.tryDemo();
  void runEditorCommand(`${RESULTS_VIEW}.focus`);
  const set = await withProgress('Searching the demo catalog', undefined, async (signal) =>
    await parts.results.search(DEMO_ENVIRONMENT, { limit: readPageSize() }, signal));
  const first = set.items.find(hasId);
  if (first !== undefined) {
    const key = itemKey(DEMO_ENVIRONMENT.name, first);
    await runCommand('openItem', key);
    await runCommand('showFootprint', key);
  }
}
