import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError, throwIfCancelled } from '../../core/failure.js';
import { display } from '../../core/display.js';
import type { ItemKey } from '../../core/item.js';
import type { ItemLibrary } from '../../core/itemLibrary.js';
import type { Results } from '../../core/results.js';
import { ITEM_SCHEME, itemKeyFrom, runCommand, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { columnForItem, itemOfUri, itemUri } from '../../platform/itemDocuments.js';
import { withProgress } from '../../platform/progress.js';
import { ItemFileSystem } from './itemFileSystem.js';

export interface ItemParts {
  readonly library: ItemLibrary;
  readonly results: Results;
  readonly register: RegisterCommand;
}

/** Items as documents: the read-only file system and "Open Item". */
export function registerItems(parts: ItemParts): Disposable {
  const { library, results, register } = parts;
  const store = new DisposableStore();
  const fileSystem = store.add(new ItemFileSystem(library));
  store.add(vscode.workspace.registerFileSystemProvider(ITEM_SCHEME, fileSystem, {
    isCaseSensitive: true,
    isReadonly: new vscode.MarkdownString('This is what the catalog sent. Use "Save As" to edit a copy.'),
  }));
  store.add(results.onDidChange(() => {
    if (results.state.kind === 'shown') {
      fileSystem.refresh(openItems().filter((uri) => isLoaded(results, uri)));
    }
  }));
  store.add(register('openItem', async (target) => {
    const key = itemKeyFrom(target);
    if (key === undefined && target !== undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'openItem', problem: 'Pass { environment, collection, id }, all of them strings.' });
    }
    return key === undefined ? await runCommand('findItem') : await openItem(parts, key);
  }));
  return store;
}

async function openItem({ library }: ItemParts, key: ItemKey): Promise<vscode.Uri> {
  const uri = itemUri(key);
  await withProgress(`Opening ${display(key.id, 60)}`, undefined, async (signal) => {
    await library.documentOrAsk(key, signal);
    throwIfCancelled(signal);
  });
  await vscode.window.showTextDocument(uri, { viewColumn: columnForItem(), preview: true, preserveFocus: false });
  return uri;
}

function openItems(): readonly vscode.Uri[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.scheme === ITEM_SCHEME).map((document) => document.uri);
}

function isLoaded(results: Results, uri: vscode.Uri): boolean {
  const key = itemOfUri(uri);
  return key !== undefined && results.find(key) !== undefined;
}
