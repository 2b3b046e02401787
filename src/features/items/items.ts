import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { ItemDocument, ItemLibrary } from '../../core/items/itemLibrary.js';
import type { Results } from '../../core/results/results.js';
import { ASSET_SCHEME, ITEM_SCHEME, LINKED_SCHEME } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { withFirstDocument } from '../../platform/firstDocument.js';
import { earlierItemUri, isEarlier, itemOfUri, itemUri } from '../../platform/itemDocuments.js';
import type { ItemCommands } from './itemCommands.js';
import { registerLinkedDocuments } from './linkedDocument.js';
import { ReadOnlyDocuments } from './readOnlyDocuments.js';
import type { ItemParts } from './parts.js';

/** Items as documents: the read-only file system, what is shown in them, and the commands about them. */
export function registerItems(parts: ItemParts): Disposable {
  const { library, results, register } = parts;
  const store = new DisposableStore();
  const fileSystem = store.add(new ReadOnlyDocuments(ITEM_SCHEME, async (uri, signal) => await readItem(library, uri, signal), isFolder));
  store.add(fileSystem.register());
  store.add(results.onDidChange(() => {
    if (results.state.kind === 'shown') {
      fileSystem.refresh(openItems().filter((uri) => isLoaded(results, uri)));
    }
  }));
  store.add(library.onDidRefresh((key) => fileSystem.refresh([itemUri(key), earlierItemUri(key)])));
  store.add(registerLinkedDocuments(parts));

  let made: Promise<ItemCommands> | undefined;
  const commands = (): Promise<ItemCommands> => (made ??= import('./itemCommands.js').then((module) => store.add(new module.ItemCommands(parts))));
  store.add(register('openItem', async (target) => await (await commands()).open(target)));
  store.add(register('refreshItem', async (target, selected) => await (await commands()).refresh(target, selected)));
  store.add(register('validateItem', async (target, selected) => await (await commands()).validate(target, selected)));
  store.add(register('compareItem', async (target, other) => await (await commands()).compare(target, other)));
  store.add(register('copyItemId', async (target, selected) => await (await commands()).copyId(target, selected)));
  store.add(register('copyItemLink', async (target, selected) => await (await commands()).copyLink(target, selected)));
  store.add(register('copyItemGeometry', async (target, selected) => await (await commands()).copyGeometry(target, selected)));
  store.add(withFirstDocument(({ uri }) => SCHEMES.has(uri.scheme), async () => (await import('./itemLanguage.js')).registerItemLanguage(parts)));
  return store;
}

/** Of documents that are what a catalog sent. */
const SCHEMES: ReadonlySet<string> = new Set([ITEM_SCHEME, LINKED_SCHEME, ASSET_SCHEME]);

/** An item's document as it is now, or as it was before it changed. */
async function readItem(library: ItemLibrary, uri: vscode.Uri, signal: AbortSignal): Promise<ItemDocument | undefined> {
  const key = itemOfUri(uri);
  if (key === undefined) {
    return undefined;
  }
  return (isEarlier(uri) ? await library.earlier(key) : undefined) ?? await library.document(key, signal);
}

/** There is no list of all items; the folders exist so that breadcrumbs have somewhere to stand. */
function isFolder(uri: vscode.Uri): boolean {
  return uri.path.split('/').filter((part) => part !== '').length < 3;
}

function openItems(): readonly vscode.Uri[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.scheme === ITEM_SCHEME).map((document) => document.uri);
}

function isLoaded(results: Results, uri: vscode.Uri): boolean {
  const key = itemOfUri(uri);
  return key !== undefined && results.find(key) !== undefined;
}
