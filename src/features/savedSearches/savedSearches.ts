import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import { lastSearch } from '../../core/results/lastSearch.js';
import type { Results } from '../../core/results/results.js';
import { isSearchFile, SAVED_SEARCH_SUFFIX } from '../../core/savedSearches/searchFileName.js';
import type { RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { withFirstDocument } from '../../platform/firstDocument.js';
import type { Notify } from '../../platform/notify.js';
import type { RecentSearchList } from '../../platform/recentSearches.js';
import type { SavedSearchParts } from './parts.js';
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
  const recentSearches = async (): Promise<RecentSearchList> => new (await import('../../platform/recentSearches.js')).RecentSearchList(context.workspaceState);
  const make = async (): Promise<SavedSearchParts> => {
    const [recent, { SavedSearchFiles }] = await Promise.all([recentSearches(), import('../../platform/savedSearchFiles.js')]);
    return { choice, results, notify, recent, runs, files: new SavedSearchFiles(context.globalStorageUri), edited: undefined };
  };
  let made: Promise<SavedSearchParts> | undefined;
  const parts = (): Promise<SavedSearchParts> => (made ??= make());

  store.add(withFirstDocument(({ uri }) => isSearchFile(uri), async () => {
    const { registerSearchFiles } = await import('./searchFiles.js');
    return registerSearchFiles({ extensionUri: context.extensionUri, choice, notify, runs });
  }));
  store.add(results.onDidChange(() => {
    const { state } = results;
    if (state.kind === 'searching') {
      const search = { environment: state.environment, query: state.query, at: Date.now() };
      void recentSearches().then((recent) => recent.add(search));
    }
  }));

  store.add(register('saveSearch', async (input) => {
    const made = lastSearch(results.state);
    const { saveForPerson, saveForProgram } = await import('./saveSearch.js');
    return input === undefined ? await saveForPerson(await parts(), made) : await saveForProgram(await parts(), input);
  }));
  store.add(register('openSavedSearch', async () => {
    const { openSavedSearch } = await import('./openSavedSearch.js');
    await openSavedSearch(await parts());
  }));
  store.add(register('runSavedSearch', async (target) => {
    const { loadSearch, runForPerson, runNamed } = await import('./runSearch.js');
    if (typeof target === 'string') {
      return await runNamed(await parts(), target);
    }
    await runForPerson(await parts(), await loadSearch(await parts(), fileOf('runSavedSearch', target)));
    return undefined;
  }));
  store.add(register('editSavedSearch', async (target) => {
    const { editForPerson, loadSearch } = await import('./runSearch.js');
    await editForPerson(await parts(), await loadSearch(await parts(), fileOf('editSavedSearch', target)));
  }));
  store.add(register('clearRecentSearches', async () => {
    const recent = await recentSearches();
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
