/** Where an item's document is: its address, and the column it opens in. */
import * as vscode from 'vscode';
import type { ItemKey } from '../core/items/item.js';
import { itemPath, parseItemPath } from '../core/items/itemUri.js';
import { ITEM_SCHEME } from './contributions.js';

/** The type of the footprint view's panel, which VS Code keeps for a restart. */
export const FOOTPRINT_PANEL = 'catalogSearch.footprint';

const EARLIER = 'earlier';

/** The address of an item's document. */
export function itemUri(key: ItemKey): vscode.Uri {
  return vscode.Uri.from({ scheme: ITEM_SCHEME, path: itemPath(key) });
}

/** The address of what an item's document said before it changed: the left side of a comparison. */
export function earlierItemUri(key: ItemKey): vscode.Uri {
  return itemUri(key).with({ query: EARLIER });
}

export function isEarlier(uri: vscode.Uri): boolean {
  return uri.query === EARLIER;
}

/** The item of a document's address, as it is now or as it was earlier; undefined for any other address. */
export function itemOfUri(uri: vscode.Uri): ItemKey | undefined {
  return uri.scheme === ITEM_SCHEME ? parseItemPath(uri.path) : undefined;
}

export function isSameItem(a: ItemKey, b: ItemKey): boolean {
  return a.environment === b.environment && a.collection === b.collection && a.id === b.id;
}

/** The active column; another one where the map is active, so that a document never covers the map it was chosen on. */
export function columnForItem(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const input = activeTabGroup.activeTab?.input;
  // VS Code puts a prefix of its own before the type of a panel.
  if (!(input instanceof vscode.TabInputWebview) || !input.viewType.endsWith(FOOTPRINT_PANEL)) {
    return vscode.ViewColumn.Active;
  }
  return all.find((group) => group.viewColumn !== activeTabGroup.viewColumn)?.viewColumn ?? vscode.ViewColumn.Beside;
}
