/** Which items a command is about: what a menu, a keybinding or a program hands over, else the item in the active editor. */
import * as vscode from 'vscode';
import { CatalogError } from '../core/failure.js';
import type { ItemKey } from '../core/items/item.js';
import { itemKeyFrom } from './contributions.js';
import { itemOfUri } from './itemDocuments.js';

/**
 * The items named by a command's arguments: rows of the results (`selected` holds all chosen ones, and `target` the one that was clicked),
 * the address of an item's document, `{ environment, collection, id }`, or an array of these.
 * Without any argument, the item in the active editor.
 * @throws CatalogError `invalid`, with `title` as the command's name, where that is no item
 */
export function itemTargets(title: string, target: unknown, selected?: unknown): readonly ItemKey[] {
  const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : Array.isArray(target) ? target : target === undefined ? [] : [target];
  const keys = given.flatMap((one) => (one instanceof vscode.Uri ? itemOfUri(one) : itemKeyFrom(one)) ?? []);
  if (keys.length > 0) {
    return keys;
  }
  // An editor's menu may pass an address of another kind; what is not understood at all is a mistake of the caller.
  const active = target === undefined || target instanceof vscode.Uri ? activeItem() : undefined;
  if (active === undefined) {
    throw new CatalogError({ kind: 'invalid', field: title, problem: 'Open an item first, or pass { environment, collection, id }.' });
  }
  return [active];
}

/** The first of {@link itemTargets}. */
export function itemTarget(title: string, target: unknown): ItemKey {
  const [first] = itemTargets(title, target);
  if (first === undefined) {
    throw new CatalogError({ kind: 'internal' });
  }
  return first;
}

/** The item in the active editor; of a comparison, its right side. */
export function activeItem(): ItemKey | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri ?? uriOfTab();
  return uri === undefined ? undefined : itemOfUri(uri);
}

/** Of documents beyond 50 MB extensions are given no editor; their tab tells what they are. */
function uriOfTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
