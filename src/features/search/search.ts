import type { Disposable } from '../../core/event.js';
import { lastSearch } from '../../core/results/lastSearch.js';
import { isJsonObject } from '../../core/jsonObject.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import type { SearchQuery } from '../../core/query/query.js';
import { runCommand, setContextKey } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { withProgress } from '../../platform/progress.js';
import type { SearchParts } from './parts.js';

/** The search commands, from the palette and from programs, and the way into the demo. */
export function registerSearch(parts: SearchParts): Disposable {
  const { choice, register, results } = parts;
  const store = new DisposableStore();
  const commands = async () => await import('./searchCommands.js');
  /** Filters of the last search of each environment, so that the builder opens with them. */
  const lastQueries = new Map<string, SearchQuery>();
  /** Ends the builder that is open: while an area is drawn it waits out of sight, and would come back between the steps of a newer one. */
  let building = new AbortController();
  const build = async (query: SearchQuery | undefined): Promise<undefined> => {
    building.abort();
    building = new AbortController();
    const { signal } = building;
    const { searchInteractively } = await import('./searchInteractively.js');
    return signal.aborted ? undefined : await searchInteractively(parts, query, lastQueries, signal);
  };
  store.add({ dispose: () => building.abort() });

  const updateSearched = (): void => setContextKey('hasSearched', lastSearch(results) !== undefined);
  store.add(choice.onDidChange(updateSearched));
  store.add(results.onDidChange(() => {
    const { state } = results;
    const busy = state.kind === 'searching' || state.kind === 'loadingMore';
    setContextKey('searching', busy);
    updateSearched();
    if (state.kind === 'searching') {
      lastQueries.set(state.environment, state.query);
    }
  }));
  store.add(register('search', async (query, options) => {
    if (query === undefined) {
      return await build(undefined);
    }
    const { checkedQuery, searchWith } = await commands();
    return isJsonObject(options) && options['ask'] === true ? await build(checkedQuery(query)) : await searchWith(parts, query, undefined);
  }));
  store.add(register('searchAgain', async () => await report(parts, 'Searching again', 'searchAgain', async (signal) => await results.again(signal))));
  store.add(register('loadMore', async () => await report(parts, 'Loading more items', 'loadMore', async (signal) => await results.loadMore(signal))));
  store.add(register('copySearchAs', async (input) => {
    const { copySearchAs } = await import('./copySearchAs.js');
    return await copySearchAs(parts, input);
  }));
  store.add(register('tryDemo', async () => await (await commands()).tryDemo(parts)));
  return store;
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
