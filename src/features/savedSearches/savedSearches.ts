import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import { lastSearch } from '../../core/results/lastSearch.js';
import type { Results } from '../../core/results/results.js';
import { SAVED_SEARCH_SUFFIX } from '../../core/savedSearches/savedSearch.js';
import { afterActivation } from '../../platform/afterActivation.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';
import { RecentSearchList } from '../../platform/recentSearches.js';
import { isSearchFile, SavedSearchFiles } from '../../platform/savedSearchFiles.js';
import type { SavedSearchParts } from './parts.js';
import { SearchDiagnostics } from './searchDiagnostics.js';
import { SearchLenses } from './searchLenses.js';
import { SearchRuns } from './searchRuns.js';

export interface SavedSearchesParts {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri' | 'workspaceState'>;
  readonly choice: EnvironmentChoice;
  readonly results: Results;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}

/** Searches as files: saved, listed, checked while typed, and run from the line above them. What was searched is remembered. */
export function registerSavedSearches({ context, choice, results, register, notify }: SavedSearchesParts): Disposable {
  const store = new DisposableStore();
  const runs = store.add(new SearchRuns(results));
  const recent = new RecentSearchList(context.workspaceState);
  const parts: SavedSearchParts = { choice, results, notify, recent, runs, files: new SavedSearchFiles(context.globalStorageUri), edited: undefined };

  store.add(afterActivation(() => {
    store.add(vscode.languages.registerCodeLensProvider({ pattern: `**/*${SAVED_SEARCH_SUFFIX}` }, store.add(new SearchLenses(runs))));
    store.add(new SearchDiagnostics(choice, vscode.Uri.joinPath(context.extensionUri, 'media', 'schemas', 'catalog-search.schema.json'), notify));
  }));
  store.add(results.onDidChange(() => {
    const { state } = results;
    if (state.kind === 'searching') {
      void recent.add({ environment: state.environment, query: state.query, at: Date.now() });
    }
  }));

  store.add(register('saveSearch', async (input) => {
    const { saveForPerson, saveForProgram } = await import('./saveSearch.js');
    return input === undefined ? await saveForPerson(parts, lastSearch(results.state)) : await saveForProgram(parts, input);
  }));
  store.add(register('openSavedSearch', async () => {
    const { openSavedSearch } = await import('./openSavedSearch.js');
    await openSavedSearch(parts);
  }));
  store.add(register('runSavedSearch', async (target) => {
    const { loadSearch, runForPerson, runNamed } = await import('./runSearch.js');
    if (typeof target === 'string') {
      return await runNamed(parts, target);
    }
    await runForPerson(parts, await loadSearch(parts, fileOf('runSavedSearch', target)));
    return undefined;
  }));
  store.add(register('editSavedSearch', async (target) => {
    const { editForPerson, loadSearch } = await import('./runSearch.js');
    await editForPerson(parts, await loadSearch(parts, fileOf('editSavedSearch', target)));
  }));
  store.add(register('clearRecentSearches', async () => {
    if (recent.all.length === 0 || await notify.confirm('Clear the recent searches of this workspace?', 'Saved searches stay.', 'Clear')) {
      await recent.clear();
    }
  }));
  return store;
}

/** The file that a menu or a line above it names, else the one in the active editor. */
function fileOf(command: string, target: unknown): vscode.Uri {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined || !isSearchFile(uri)) {
    throw new CatalogError({ kind: 'invalid', field: command, problem: `Open a file ending in ${SAVED_SEARCH_SUFFIX} first.` });
  }
  return uri;
}
