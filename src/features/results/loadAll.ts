import { CatalogError } from '../../core/failure.js';
import { itemCount, type ResultSet } from '../../core/catalog/pages.js';
import type { Results } from '../../core/results/results.js';
import type { SearchOutcome } from '../../core/results/searchOutcome.js';
import { argumentOf } from '../../platform/argument.js';
import { runCommand } from '../../platform/contributions.js';
import type { Notify } from '../../platform/notify.js';
import { outcomeOf } from '../../platform/outcome.js';
import { withProgress } from '../../platform/progress.js';

/** Items loaded before a person is asked whether there should be more; nobody is asked for the last few. */
const AT_ONCE = 10_000;
const FEW = 1000;
const number = new Intl.NumberFormat('en');

export interface LoadAllParts {
  readonly results: Results;
  readonly notify: Notify;
}

/**
 * Loads page after page, with progress and Cancel, which keeps what came. A program says up to how many items in all and gets them;
 * a person is asked before there are many.
 * @throws CatalogError for a program: `invalid` naming the field, or whatever the paging ends with
 */
export async function loadAll({ results, notify }: LoadAllParts, given: unknown): Promise<SearchOutcome | undefined> {
  if (given !== undefined) {
    const upTo = argumentOf(given, 'upTo');
    if (typeof upTo !== 'number' || !Number.isInteger(upTo) || upTo < 1) {
      throw new CatalogError({ kind: 'invalid', field: 'upTo', problem: 'Up to how many items in all: a whole number from 1.' });
    }
    const { shown } = results;
    const enough = shown !== undefined && !results.busy && (itemCount(shown.set) >= upTo || shown.set.next === undefined);
    return await outcomeOf(enough ? shown.set : await run(results, upTo));
  }
  const shown = results.shown?.set;
  const upTo = (shown === undefined ? 0 : itemCount(shown)) + AT_ONCE;
  try {
    const set = await run(results, shown?.matched !== undefined && shown.matched <= upTo + FEW ? upTo + FEW : upTo);
    if (set.next !== undefined) {
      const more = set.matched === undefined ? AT_ONCE : Math.min(AT_ONCE, set.matched - itemCount(set));
      const of = set.matched === undefined ? '' : ` of ${number.format(set.matched)}`;
      notify.info(`${number.format(itemCount(set))}${of} items are loaded.`, {
        title: more > 0 ? `Load ${number.format(more)} More` : 'Load More',
        run: async () => await runCommand('loadAll'),
        environment: set.environment,
      });
    }
  } catch (error) {
    notify.caught('load all', error, { retry: () => runCommand('loadAll') });
  }
  return undefined;
}

async function run(results: Results, upTo: number): Promise<ResultSet> {
  return await withProgress('Loading all items', undefined, async (signal, report) => {
    const total = results.shown?.set.matched;
    const of = total === undefined ? '' : ` of ${number.format(Math.min(total, upTo))}`;
    return await results.loadAll(upTo, signal, (items) => report(`${number.format(items)}${of}`));
  });
}
