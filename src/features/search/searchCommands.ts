/** What the search commands do. Loaded with the first of them. */
import { DEMO_ENVIRONMENT, type Environment } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';
import { itemKey, hasId, type Item } from '../../core/items/item.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import { parseQuery, type SearchQuery } from '../../core/query/query.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import { refusalOf } from '../../core/catalog/searchRefusal.js';
import { searchOutcome, type SearchOutcome } from '../../core/results/searchOutcome.js';
import { RESULTS_VIEW, runCommand, runEditorCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { withProgress } from '../../platform/progress.js';
import { readPageSize } from '../../platform/settings.js';
import type { BuilderContext, SeenValues } from './builderContext.js';
import type { SearchParts } from './parts.js';

/**
 * A search for a program: no question is asked, and failures reach the caller.
 * @throws CatalogError `invalid` naming the field, or whatever the search ends with
 */
export async function searchWith({ choice, results }: Pick<SearchParts, 'choice' | 'results'>, input: unknown, outer: AbortSignal | undefined): Promise<SearchOutcome> {
  const query = checkedQuery(input);
  const environment = choice.require();
  const set = await withProgress(`Searching ${environment.name}`, outer, async (signal) => await results.search(environment, query, signal));
  return searchOutcome(set);
}

/** @throws CatalogError `invalid` naming the field */
export function checkedQuery(input: unknown): SearchQuery {
  const query = parseQuery(input, { limit: readPageSize() });
  if (!query.ok) {
    throw new CatalogError({ kind: 'invalid', field: query.field, problem: query.problem });
  }
  return query.value;
}

/**
 * Asks for the filters and searches; asks again where the service refuses one of them.
 * @param start the filters to begin with; those of the environment's last search where absent
 */
export async function searchInteractively(parts: SearchParts, start: SearchQuery | undefined, lastQueries: ReadonlyMap<string, SearchQuery>, signal: AbortSignal): Promise<undefined> {
  const environment = await chosenEnvironment(parts.choice);
  if (environment === undefined) {
    return undefined;
  }
  const blank: SearchQuery = { limit: readPageSize() };
  const { buildQuery } = await import('./builder.js');
  let initial = start ?? lastQueries.get(environment.name) ?? blank;
  let refused: BuilderContext['refused'] = new Map();
  for (;;) {
    const query = await buildQuery({
      environment, initial, blank, refused, signal,
      seen: valuesSeen(parts.results, environment),
      collections: async (loading) => await (await parts.client()).collections(environment, loading),
      areas: parts.areas,
    });
    if (query === undefined) {
      return undefined;
    }
    void runEditorCommand(`${RESULTS_VIEW}.focus`);
    try {
      await withProgress(`Searching ${environment.name}`, undefined, async (signal) => await parts.results.search(environment, query, signal));
      return undefined;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) {
        parts.notify.caught(`Searching ${environment.name}`, error, { retry: () => runCommand('searchAgain') });
        return undefined;
      }
      // Back to the list, with all that was typed, at what was refused.
      [initial, refused] = [query, refusal];
    }
  }
}

export async function searchAgain(parts: SearchParts): Promise<undefined> {
  return await report(parts, 'Searching again', 'searchAgain', async (signal) => await parts.results.again(signal));
}

export async function loadMore(parts: SearchParts): Promise<undefined> {
  return await report(parts, 'Loading more items', 'loadMore', async (signal) => await parts.results.loadMore(signal));
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

/** Runs a search that a person started. The tree says what came of it; a message only what a person can act on. */
async function report(parts: SearchParts, title: string, retry: 'searchAgain' | 'loadMore', work: (signal: AbortSignal) => Promise<ResultSet>): Promise<undefined> {
  try {
    await withProgress(title, undefined, async (signal) => await work(signal));
  } catch (error) {
    parts.notify.caught(title, error, { retry: () => runCommand(retry) });
  }
  return undefined;
}

/** The workspace's environment; where none is chosen, the person chooses first and the search goes on. */
async function chosenEnvironment(choice: EnvironmentChoice): Promise<Environment | undefined> {
  if (choice.current === undefined) {
    await runCommand('switchEnvironment');
  }
  return choice.current;
}

/** What the items on screen have, to choose from. */
function valuesSeen(results: Results, environment: Environment): SeenValues {
  const set = shownSet(results.state);
  const items = set?.environment === environment.name ? set.items : [];
  const distinct = (of: (item: Item) => string | undefined): readonly string[] => [...new Set(items.map(of))].filter((value) => value !== undefined && value !== '') as readonly string[];
  return {
    collections: distinct(({ collection }) => collection),
    platforms: distinct(({ platform }) => platform),
    statuses: distinct(({ status }) => status),
    instrumentModes: distinct(({ instrumentMode }) => instrumentMode),
  };
}
