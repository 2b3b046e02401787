/** What the editor shows in search files. Loaded with the first that is open. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { SAVED_SEARCH_SUFFIX } from '../../core/savedSearches/searchFileName.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';
import { SearchDiagnostics } from './searchDiagnostics.js';
import { SearchLenses } from './searchLenses.js';
import type { SearchRuns } from './searchRuns.js';

export interface SearchFileParts {
  readonly choice: EnvironmentChoice;
  readonly notify: Notify;
  readonly runs: SearchRuns;
}

/** The line above a search, and marks at what cannot be used. */
export function registerSearchFiles({ choice, notify, runs }: SearchFileParts): Disposable {
  const store = new DisposableStore();
  store.add(vscode.languages.registerCodeLensProvider({ pattern: `**/*${SAVED_SEARCH_SUFFIX}` }, store.add(new SearchLenses(runs))));
  store.add(new SearchDiagnostics(choice, notify));
  return store;
}
