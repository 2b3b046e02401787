import type { Environment } from '../../core/environment.js';
import type { Item } from '../../core/items/item.js';
import type { SearchQuery } from '../../core/query/query.js';
import type { Results } from '../../core/results/results.js';
import { shownSet } from '../../core/results/resultsState.js';
import { refusalOf } from '../../core/catalog/searchRefusal.js';
import { RESULTS_VIEW, runCommand, runEditorCommand } from '../../platform/contributions.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { withProgress } from '../../platform/progress.js';
import { readPageSize } from '../../platform/settings.js';
import { buildQuery } from './builder.js';
import type { BuilderContext, SeenValues } from './builderContext.js';
import type { SearchParts } from './parts.js';

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
  let initial = start ?? lastQueries.get(environment.name) ?? blank;
  let refused: BuilderContext['refused'] = new Map();
  for (;;) {
    const query = await buildQuery({
      environment, initial, blank, refused, signal,
      seen: valuesSeen(parts.results, environment),
      collections: async (loading, onNames) => await (await parts.client()).collections(environment, loading, onNames),
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
        parts.notify.caught(`Searching ${environment.name}`, error, { environment: environment.name, retry: () => runCommand('searchAgain') });
        return undefined;
      }
      // Back to the list, with all that was typed, at what was refused.
      [initial, refused] = [query, refusal];
    }
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
