import * as vscode from 'vscode';
import { CatalogError } from '../../core/failure.js';
import { lastSearch } from '../../core/results/lastSearch.js';
import { isSearchFile, SAVED_SEARCH_SUFFIX } from '../../core/savedSearches/searchFileName.js';
import type { CommandTable } from '../../platform/contributions.js';
import { RecentSearchList } from '../../platform/recentSearches.js';
import { SavedSearchFiles } from '../../platform/savedSearchFiles.js';
import type { SavedSearchParts } from './parts.js';
import type { SavedSearchesParts } from './parts.js';
import type { SearchRuns } from './searchRuns.js';

/** The commands about saved and recent searches, as {@link CommandTable} has them. Loaded with the first. */
export class SavedSearchCommands {
  readonly #parts: SavedSearchParts;

  constructor({ context, choice, results, notify }: SavedSearchesParts, runs: SearchRuns) {
    this.#parts = {
      choice, results, notify, runs, recent: new RecentSearchList(context.workspaceState), files: new SavedSearchFiles(context.globalStorageUri), edited: undefined,
    };
  }

  save: CommandTable['saveSearch'] = async (input) => {
    const made = lastSearch(this.#parts.results);
    const { saveForPerson, saveForProgram } = await import('./saveSearch.js');
    return input === undefined ? await saveForPerson(this.#parts, made) : await saveForProgram(this.#parts, input);
  };

  open: CommandTable['openSavedSearch'] = async () => {
    const { openSavedSearch } = await import('./openSavedSearch.js');
    await openSavedSearch(this.#parts);
  };

  run: CommandTable['runSavedSearch'] = async (target) => {
    const { loadSearch, runForPerson, runNamed } = await import('./runSearch.js');
    if (typeof target === 'string') {
      return await runNamed(this.#parts, target);
    }
    await runForPerson(this.#parts, await loadSearch(this.#parts, fileOf('runSavedSearch', target)));
    return undefined;
  };

  edit: CommandTable['editSavedSearch'] = async (target) => {
    const { editForPerson, loadSearch } = await import('./runSearch.js');
    await editForPerson(this.#parts, await loadSearch(this.#parts, fileOf('editSavedSearch', target)));
  };

  clearRecent: CommandTable['clearRecentSearches'] = async () => {
    const { recent, notify } = this.#parts;
    if (recent.all.length === 0 || await notify.confirm('Clear the recent searches of this workspace?', 'Saved searches stay.', 'Clear')) {
      await recent.clear();
    }
  };
}

/** The file that a menu or a line above it names, else the one in the active editor. */
function fileOf(command: string, target: unknown): vscode.Uri {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined || !isSearchFile(uri)) {
    throw new CatalogError({ kind: 'invalid', field: command, problem: `Open a file ending in ${SAVED_SEARCH_SUFFIX} first.` });
  }
  return uri;
}
