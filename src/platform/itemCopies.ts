import * as vscode from 'vscode';
import { createCopyStore } from '../core/items/itemCopyStore.js';
import type { ItemCopies } from '../core/items/itemLibrary.js';

/** Copies of item documents in a folder of this extension's storage. */
export function createItemCopies(storage: vscode.Uri): ItemCopies {
  const fileOf = (...name: readonly string[]): vscode.Uri => vscode.Uri.joinPath(storage, 'items', ...name);
  return createCopyStore({
    read: async (name) => await vscode.workspace.fs.readFile(fileOf(name)),
    async write(name, bytes) {
      await vscode.workspace.fs.createDirectory(fileOf());
      await vscode.workspace.fs.writeFile(fileOf(name), bytes);
    },
    remove: async (name) => await vscode.workspace.fs.delete(fileOf(name)),
    async list() {
      const entries = await vscode.workspace.fs.readDirectory(fileOf());
      return await Promise.all(entries.map(async ([name]) => ({ name, ...(await vscode.workspace.fs.stat(fileOf(name))) })));
    },
  });
}
