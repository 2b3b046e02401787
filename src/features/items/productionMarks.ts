/** What is of production looks so: its tab in the colour of a warning, and a word before its first line. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { environmentOfPath } from '../../core/items/itemUri.js';
import { ITEM_SCHEME, LINKED_SCHEME } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { environmentLabel } from '../../platform/environmentLabel.js';

const SCHEMES: ReadonlySet<string> = new Set([ITEM_SCHEME, LINKED_SCHEME]);

export function registerProductionMarks(choice: Pick<EnvironmentChoice, 'byName' | 'onDidChange'>): Disposable {
  const store = new DisposableStore();
  const labelOf = (uri: vscode.Uri): string | undefined => {
    const name = SCHEMES.has(uri.scheme) ? environmentOfPath(uri.path) : undefined;
    const environment = name === undefined ? undefined : choice.byName(name);
    return environment?.kind === 'production' ? environmentLabel(environment) : undefined;
  };

  const changed = store.add(new vscode.EventEmitter<undefined>());
  store.add(vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: (uri) => {
      const label = labelOf(uri);
      return label === undefined ? undefined : new vscode.FileDecoration('P', label, new vscode.ThemeColor('list.warningForeground'));
    },
  }));

  const word = store.add(vscode.window.createTextEditorDecorationType({
    before: { color: new vscode.ThemeColor('statusBarItem.warningForeground'), backgroundColor: new vscode.ThemeColor('statusBarItem.warningBackground'), margin: '0 1ch 0 0' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  }));
  const mark = (editor: vscode.TextEditor): void => {
    if (SCHEMES.has(editor.document.uri.scheme)) {
      const label = labelOf(editor.document.uri);
      editor.setDecorations(word, label === undefined ? [] : [{ range: new vscode.Range(0, 0, 0, 0), renderOptions: { before: { contentText: ` ${label} ` } } }]);
    }
  };
  const markAll = (): void => vscode.window.visibleTextEditors.forEach(mark);
  store.add(vscode.window.onDidChangeVisibleTextEditors(markAll));
  // A document that is read anew has lost what was drawn in it.
  store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach(mark)));
  store.add(choice.onDidChange(() => {
    changed.fire(undefined);
    markAll();
  }));
  markAll();
  return store;
}
