import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { CatalogError, throwIfCancelled } from '../../core/failure.js';
import { display } from '../../core/display.js';
import type { ItemKey } from '../../core/items/item.js';
import type { ItemDocument, ItemLibrary } from '../../core/items/itemLibrary.js';
import type { LinkedDocuments } from '../../core/items/linkedDocuments.js';
import type { Results } from '../../core/results/results.js';
import { afterActivation } from '../../platform/afterActivation.js';
import { ITEM_SCHEME, itemKeyFrom, runCommand, runEditorCommand, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { EnvironmentChoice } from '../../platform/environmentChoice.js';
import { columnForItem, earlierItemUri, isEarlier, itemOfUri, itemUri } from '../../platform/itemDocuments.js';
import { itemTargets } from '../../platform/itemTargets.js';
import type { Notify } from '../../platform/notify.js';
import { withProgress } from '../../platform/progress.js';
import { compareItem } from './compareItem.js';
import { copyGeometry, copyIds, copyLinks } from './copyItem.js';
import { registerHovers } from './itemHovers.js';
import { ItemLens } from './itemLens.js';
import { registerLinks } from './linkedDocument.js';
import { registerJsonOutline } from './jsonOutline.js';
import { ReadOnlyDocuments } from './readOnlyDocuments.js';
import { refreshItems } from './refreshItem.js';
import { ItemValidator } from './validateItem.js';

export interface ItemParts {
  readonly choice: EnvironmentChoice;
  readonly library: ItemLibrary;
  readonly linked: LinkedDocuments;
  readonly results: Results;
  readonly register: RegisterCommand;
  readonly notify: Notify;
}

/** Items as documents: the read-only file system, what stands above them, and the commands about them. */
export function registerItems(parts: ItemParts): Disposable {
  const { library, results, register } = parts;
  const store = new DisposableStore();
  const fileSystem = store.add(new ReadOnlyDocuments(ITEM_SCHEME, async (uri, signal) => await readItem(library, uri, signal), isFolder));
  const lens = store.add(new ItemLens(library));
  store.add(vscode.workspace.registerFileSystemProvider(ITEM_SCHEME, fileSystem, {
    isCaseSensitive: true,
    isReadonly: new vscode.MarkdownString('This is what the catalog sent. Use "Save As" to edit a copy.'),
  }));
  store.add(results.onDidChange(() => {
    if (results.state.kind === 'shown') {
      fileSystem.refresh(openItems().filter((uri) => isLoaded(results, uri)));
      lens.refresh();
    }
  }));
  store.add(library.onDidRefresh((key) => {
    fileSystem.refresh([itemUri(key), earlierItemUri(key)]);
    lens.refresh();
  }));
  store.add(register('openItem', async (target) => {
    const key = itemKeyFrom(target);
    if (key === undefined && target !== undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'openItem', problem: 'Pass { environment, collection, id }, all of them strings.' });
    }
    return key === undefined ? await runCommand('findItem') : await openItem(parts, key);
  }));
  store.add(registerItemCommands(parts));
  store.add(registerLinks(parts));
  store.add(afterActivation(() => {
    store.add(vscode.languages.registerCodeLensProvider({ scheme: ITEM_SCHEME }, lens));
    store.add(registerHovers());
    store.add(registerJsonOutline());
  }));
  return store;
}

function registerItemCommands(parts: ItemParts): Disposable {
  const { library, register, notify } = parts;
  const store = new DisposableStore();
  store.add(register('refreshItem', async (target, selected) => await refreshItems(library, notify, itemTargets('Refresh Item', target, selected))));
  const validator = store.add(new ItemValidator(library, notify));
  store.add(register('validateItem', async (target, selected) => await validator.validate(itemTargets('Validate Item', target, selected))));
  store.add(register('compareItem', async (target, other) => {
    const [key, second] = itemTargets('Compare with...', target, other);
    const earlier = typeof target === 'object' && target !== null && 'earlier' in target && target.earlier === true;
    const given = earlier ? 'earlier' : second ?? itemKeyFrom(other);
    if (key !== undefined) {
      await compareItem(parts, key, given);
    }
  }));
  store.add(register('copyItemId', async (target, selected) => await copyIds(parts, itemTargets('Copy Id', target, selected))));
  store.add(register('copyItemLink', async (target, selected) => await copyLinks(parts, itemTargets('Copy Link', target, selected))));
  store.add(register('copyItemGeometry', async (target, selected) => {
    const format: unknown = typeof target === 'object' && target !== null && 'format' in target ? target.format : undefined;
    return await copyGeometry(parts, itemTargets('Copy Geometry', target, selected), format);
  }));
  return store;
}

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

/** Longer documents, in UTF-16 units, VS Code shows without handing them to extensions. */
const MAX_HANDED = 40 * 1024 * 1024;

async function openItem({ library }: ItemParts, key: ItemKey): Promise<vscode.Uri> {
  const uri = itemUri(key);
  const { text } = await withProgress(`Opening ${display(key.id, 60)}`, undefined, async (signal) => {
    const document = await library.documentOrAsk(key, signal);
    throwIfCancelled(signal);
    return document;
  });
  const how = { viewColumn: columnForItem(), preview: true, preserveFocus: false };
  await (text.length > MAX_HANDED ? runEditorCommand('vscode.open', uri, how) : vscode.window.showTextDocument(uri, how));
  return uri;
}

function openItems(): readonly vscode.Uri[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.scheme === ITEM_SCHEME).map((document) => document.uri);
}

function isLoaded(results: Results, uri: vscode.Uri): boolean {
  const key = itemOfUri(uri);
  return key !== undefined && results.find(key) !== undefined;
}
