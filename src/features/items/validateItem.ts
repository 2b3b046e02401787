import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import type { ItemLibrary } from '../../core/items/itemLibrary.js';
import type { UnreadReason } from '../../core/items/itemReader.js';
import type { Finding, ItemCheck } from '../../core/validation/checkItem.js';
import { ITEM_SCHEME, runEditorCommand, type Validation } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { isEarlier, itemUri } from '../../platform/itemDocuments.js';
import type { Notify } from '../../platform/notify.js';
import { withProgress } from '../../platform/progress.js';

/** Checks items against the STAC specification and marks what is wrong in their documents, for as long as these are open. */
export class ItemValidator implements Disposable {
  readonly #store = new DisposableStore();
  readonly #marks = this.#store.add(vscode.languages.createDiagnosticCollection('catalogSearch'));

  constructor(private readonly library: ItemLibrary, private readonly notify: Notify) {
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#marks.delete(uri)));
    this.#store.add(vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && this.#marks.has(document.uri)) {
        // The marks are of the text before.
        void this.#mark(document);
      }
    }));
  }

  /**
   * Opens one item and marks what is wrong in it; says in a sentence what came of it. Of several items only the sentence.
   * @throws CatalogError `invalid` for a document that cannot be checked, and as {@link ItemLibrary.documentOrAsk}
   */
  async validate(keys: readonly ItemKey[]): Promise<Validation> {
    const checks: ItemCheck[] = [];
    for (const key of keys) {
      const { text } = await withProgress('Reading the item', undefined, async (signal) => await this.library.documentOrAsk(key, signal));
      checks.push(await check(text));
    }
    const [first] = checks;
    const [key] = keys;
    if (keys.length === 1 && key !== undefined) {
      const document = await vscode.workspace.openTextDocument(itemUri(key));
      await vscode.window.showTextDocument(document, { preview: true });
      await this.#mark(document);
    }
    const wrong = checks.filter(({ valid }) => !valid).length;
    if (keys.length > 1) {
      this.notify.info(wrong === 0 ? `All ${keys.length} items are as STAC has them.` : `${wrong} of ${keys.length} items are not as STAC has them. Validate one of them to see why.`);
    } else if (first !== undefined) {
      this.#say(first);
    }
    return { valid: wrong === 0, findings: checks.flatMap(({ findings }) => findings.map(({ severity, path, message }) => ({ severity, path: path.join('/'), message }))) };
  }

  dispose(): void {
    this.#store.dispose();
  }

  #say({ version, valid, findings }: ItemCheck): void {
    const count = (severity: Finding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
    const notes = findings.length - count('error');
    const rest = notes === 0 ? '' : `, with ${notes} ${notes === 1 ? 'remark' : 'remarks'}`;
    const problems = { title: 'Show Problems', run: async () => await runEditorCommand('workbench.actions.view.problems') };
    if (!valid) {
      const errors = count('error');
      this.notify.warn(`The item is not as STAC ${version} has it: ${errors} ${errors === 1 ? 'problem' : 'problems'}${rest}.`, problems);
    } else if (count('warning') > 0) {
      this.notify.info(`The item is as STAC ${version} has it${rest}.`, problems);
    } else {
      this.notify.quiet(`The item is as STAC ${version} has it${rest}`);
    }
  }

  async #mark(document: vscode.TextDocument): Promise<void> {
    if (document.uri.scheme !== ITEM_SCHEME || isEarlier(document.uri)) {
      return;
    }
    const { version } = document;
    const { checkItem } = await import('../../core/validation/checkItem.js');
    const checking = checkItem(document.getText());
    if (document.isClosed || document.version !== version) {
      return;
    }
    this.#marks.set(document.uri, checking.ok ? checking.check.findings.map((finding) => diagnostic(document, finding)) : []);
  }
}

async function check(text: string): Promise<ItemCheck> {
  const { checkItem } = await import('../../core/validation/checkItem.js');
  const checking = checkItem(text);
  if (!checking.ok) {
    throw new CatalogError({ kind: 'invalid', field: 'Validate Item', problem: uncheckedWords(checking.reason) });
  }
  return checking.check;
}

function uncheckedWords(reason: UnreadReason): string {
  switch (reason) {
    case 'tooLarge':
      return 'This item is too large to be checked here (more than 10 MiB, or 150,000 values).';
    case 'tooDeep':
      return 'This item is nested too deeply to be checked here.';
    case 'notJson':
      return 'This document is not JSON.';
  }
}

function diagnostic(document: vscode.TextDocument, { range, message, severity }: Finding): vscode.Diagnostic {
  const mark = new vscode.Diagnostic(new vscode.Range(document.positionAt(range.start), document.positionAt(range.end)), message, SEVERITIES[severity]);
  mark.source = 'STAC';
  return mark;
}

const SEVERITIES: Readonly<Record<Finding['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};
