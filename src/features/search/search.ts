import type { Disposable } from '../../core/event.js';
import { DEMO_ENVIRONMENT, type Environment } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';
import { itemKey, hasId, type Item } from '../../core/items/item.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import { isJsonObject } from '../../core/jsonObject.js';
import { parseQuery, type SearchQuery } from '../../core/query/query.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import { refusalOf } from '../../core/catalog/searchRefusal.js';
import { searchOutcome, type SearchOutcome } from '../../core/results/searchOutcome.js';
import { RESULTS_VIEW, runCommand, runEditorCommand, setContextKey } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { withProgress } from '../../platform/progress.js';
import { readPageSize } from '../../platform/settings.js';
import type { BuilderContext, SeenValues } from './builderContext.js';
import type { SearchParts } from './parts.js';

/** The search commands, from the palette and from programs, and the way into the demo. */
export function registerSearch(parts: SearchParts): Disposable {
  const { register, results } = parts;
  const store = new DisposableStore();
  /** Filters of the last search of each environment, so that the builder opens with them. */
  const lastQueries = new Map<string, SearchQuery>();
  /** Ends the builder that is open: while an area is drawn it waits out of sight, and would come back between the steps of a newer one. */
  let building = new AbortController();
  const build = async (query: SearchQuery | undefined): Promise<undefined> => {
    building.abort();
    building = new AbortController();
    return await searchInteractively(parts, query, lastQueries, building.signal);
  };
  store.add({ dispose: () => building.abort() });

  store.add(results.onDidChange(() => {
    const { state } = results;
    const busy = state.kind === 'searching' || state.kind === 'loadingMore';
    setContextKey('searching', busy);
    setContextKey('hasSearched', state.kind !== 'idle');
    if (state.kind === 'searching') {
      lastQueries.set(state.environment, state.query);
    }
  }));
  store.add(register('search', async (query, options) => {
    if (query === undefined) {
      return await build(undefined);
    }
    return isJsonObject(options) && options['ask'] === true ? await build(checkedQuery(query)) : await searchWith(parts, query, undefined);
  }));
  store.add(register('searchAgain', async () => await report(parts, 'Searching again', 'searchAgain', async (signal) => await results.again(signal))));
  store.add(register('loadMore', async () => await report(parts, 'Loading more items', 'loadMore', async (signal) => await results.loadMore(signal))));
  store.add(register('copySearchAs', async (input) => {
    const { copySearchAs } = await import('./copySearchAs.js');
    return await copySearchAs(parts, input);
  }));
  store.add(register('tryDemo', async () => await tryDemo(parts)));
  return store;
}

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

function checkedQuery(input: unknown): SearchQuery {
  const query = parseQuery(input, { limit: readPageSize() });
  if (!query.ok) {
    throw new CatalogError({ kind: 'invalid', field: query.field, problem: query.problem });
  }
  return query.value;
}

/** @param start the filters to begin with; those of the environment's last search where absent */
async function searchInteractively(parts: SearchParts, start: SearchQuery | undefined, lastQueries: ReadonlyMap<string, SearchQuery>, signal: AbortSignal): Promise<undefined> {
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

/** Runs a search that a person started. The tree says what came of it; a message only what a person can act on. */
async function report(parts: SearchParts, title: string, retry: 'searchAgain' | 'loadMore', work: (signal: AbortSignal) => Promise<ResultSet>): Promise<undefined> {
  try {
    await withProgress(title, undefined, async (signal) => await work(signal));
  } catch (error) {
    parts.notify.caught(title, error, { retry: () => runCommand(retry) });
  }
  return undefined;
}

/** From installation to a footprint in one step: searches the demo, opens an item and shows where it is. */
async function tryDemo(parts: SearchParts): Promise<void> {
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
