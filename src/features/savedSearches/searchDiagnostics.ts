import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { SavedSearchCheck, SearchFileProblem } from '../../core/savedSearches/savedSearchText.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import type { Notify } from '../../platform/notify.js';
import { isSearchFile } from '../../core/savedSearches/searchFileName.js';
import { readPageSize } from '../../platform/settings.js';

/** How long typing has to pause before a file is looked at, in milliseconds. */
const PAUSE_MS = 200;
const SOURCE = 'Catalog Search';

/**
 * Marks in open search files what cannot be used and what the editor's own check by the JSON schema cannot see: dates that do not exist,
 * boxes upside down, filters that exclude each other, an environment that the settings do not have.
 */
export class SearchDiagnostics implements Disposable {
  readonly #store = new DisposableStore();
  readonly #collection = this.#store.add(vscode.languages.createDiagnosticCollection('catalogSearch.searches'));
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #defect: (error: unknown) => void;

  constructor(private readonly choice: EnvironmentChoice, notify: Notify) {
    this.#defect = (error) => notify.defect('search file', error);
    const all = (): void => vscode.workspace.textDocuments.forEach((document) => this.#later(document));
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.#later(document)));
    this.#store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#later(document)));
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#collection.delete(uri)));
    this.#store.add(choice.onDidChange(all));
    all();
  }

  dispose(): void {
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#store.dispose();
  }

  #later(document: vscode.TextDocument): void {
    if (!isSearchFile(document.uri)) {
      return;
    }
    const name = document.uri.toString();
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(() => {
      this.#timers.delete(name);
      this.#check(document).catch(this.#defect);
    }, PAUSE_MS));
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const [{ readSavedSearch, plainValue }, { seenBySchema }] = await Promise.all([import('../../core/savedSearches/savedSearchText.js'), import('./searchSchema.js')]);
    if (document.isClosed || document.version !== version) {
      return;
    }
    const text = document.getText();
    const check = readSavedSearch(text, { limit: readPageSize() });
    const seen = check.ok || check.syntax ? new Set<string>() : seenBySchema(plainValue(text));
    this.#collection.set(document.uri, [
      ...problemsOf(check).filter(({ field }) => !seen.has(field)).map((problem) => mark(document, problem, vscode.DiagnosticSeverity.Error)),
      ...this.#unknownEnvironment(check).map((problem) => mark(document, problem, vscode.DiagnosticSeverity.Information)),
    ]);
  }

  #unknownEnvironment(check: SavedSearchCheck): readonly SearchFileProblem[] {
    return check.ok && check.environmentAt !== undefined && check.value.environment !== undefined && this.choice.byName(check.value.environment) === undefined
      ? [{ field: 'environment', problem: 'This environment is not in your settings. Running the search asks where to run it.', ...check.environmentAt }]
      : [];
  }
}

/** Syntax errors are the editor's own to show. */
function problemsOf(check: SavedSearchCheck): readonly SearchFileProblem[] {
  return check.ok || check.syntax ? [] : check.problems;
}

function mark(document: vscode.TextDocument, { problem, offset, length }: SearchFileProblem, severity: vscode.DiagnosticSeverity): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)), problem, severity);
  diagnostic.source = SOURCE;
  return diagnostic;
}
