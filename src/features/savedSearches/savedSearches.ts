import type { Disposable } from '../../core/event.js';
import { isSearchFile } from '../../core/savedSearches/searchFileName.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { withFirstDocument } from '../../platform/firstDocument.js';
import type { SavedSearchCommands } from './savedSearchCommands.js';
import { SearchRuns } from './searchRuns.js';
import type { SavedSearchesParts } from './parts.js';

/** Searches as files: saved, listed, checked while typed, and run from the line above them. What was searched is remembered. */
export function registerSavedSearches(parts: SavedSearchesParts): Disposable {
  const { context, choice, results, register, notify } = parts;
  const store = new DisposableStore();
  const runs = store.add(new SearchRuns(results, choice));
  let made: Promise<SavedSearchCommands> | undefined;
  const commands = (): Promise<SavedSearchCommands> => (made ??= import('./savedSearchCommands.js').then((module) => new module.SavedSearchCommands(parts, runs)));
  store.add(register('saveSearch', async (input) => await (await commands()).save(input)));
  store.add(register('openSavedSearch', async () => await (await commands()).open()));
  store.add(register('runSavedSearch', async (target) => await (await commands()).run(target)));
  store.add(register('editSavedSearch', async (target) => await (await commands()).edit(target)));
  store.add(register('clearRecentSearches', async () => await (await commands()).clearRecent()));
  store.add(results.onDidChange(() => {
    const { state } = results;
    if (state.kind === 'searching') {
      const search = { environment: state.environment, query: state.query, at: Date.now() };
      void import('../../platform/recentSearches.js').then(({ RecentSearchList }) => new RecentSearchList(context.workspaceState).add(search));
    }
  }));
  store.add(withFirstDocument(({ uri }) => isSearchFile(uri), async () => {
    const { registerSearchFiles } = await import('./searchFiles.js');
    return registerSearchFiles({ choice, notify, runs });
  }));
  return store;
}
