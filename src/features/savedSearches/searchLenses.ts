import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { itemCount, type ResultSet } from '../../core/catalog/pages.js';
import { utcTime } from '../../core/timeWords.js';
import { RESULTS_VIEW } from '../../platform/contributions.js';
import { commandId } from '../../platform/commandNames.js';
import { readPageSize } from '../../platform/settings.js';
import { searchKey, type SearchRuns } from './searchRuns.js';

const number = new Intl.NumberFormat('en');

/** What stands above a saved search: the ways to run it and to change it, and what came of it. Nothing runs before somebody clicks. */
export class SearchLenses implements vscode.CodeLensProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: Disposable;
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(private readonly runs: SearchRuns) {
    this.#subscription = runs.onDidChange(() => this.#changed.fire());
  }

  async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const run = this.runs.of(document.uri);
    const top = new vscode.Range(0, 0, 0, 0);
    const lens = (title: string, command: string, ...args: readonly unknown[]): vscode.CodeLens => new vscode.CodeLens(top, { title, command, arguments: [...args] });
    const runLens = run?.kind === 'running'
      ? lens('$(sync~spin) Searching ...', `${RESULTS_VIEW}.focus`)
      : lens('$(search) Run Search', commandId('runSavedSearch'), document.uri);
    const actions = [runLens, lens('$(edit) Edit in Builder...', commandId('editSavedSearch'), document.uri)];
    if (run?.kind !== 'ran') {
      return actions;
    }
    const { readSavedSearch } = await import('../../core/savedSearches/savedSearchText.js');
    const check = token.isCancellationRequested ? undefined : readSavedSearch(document.getText(), { limit: readPageSize() });
    // A count of what the file asked for before it was changed would be wrong.
    return check?.ok === true && searchKey(check.value) === run.key ? [...actions, lens(countWords(run.set, Date.now()), `${RESULTS_VIEW}.focus`)] : actions;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** `37 of 1,240 items as of 14:02 UTC`. `now` in milliseconds since the epoch. */
function countWords(set: ResultSet, now: number): string {
  const { matched, next, asOf } = set;
  const shown = itemCount(set);
  const more = next !== undefined && (matched ?? 0) <= shown;
  const of = matched === undefined || matched <= shown ? '' : ` of ${number.format(matched)}`;
  return `${number.format(shown)}${more ? '+' : of} ${shown === 1 && of === '' && !more ? 'item' : 'items'} as of ${utcTime(asOf, now)}`;
}
