import * as vscode from 'vscode';
import { createCopyStore } from '../core/items/itemCopyStore.js';
import type { ItemCopies } from '../core/items/itemLibrary.js';

/** Copies of item documents in a folder of this extension's storage. */
export function createItemCopies(storage: vscode.Uri): ItemCopies {
  const folder = vscode.Uri.joinPath(storage, 'items');
  const files = vscode.workspace.fs;
  const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  return createCopyStore({
    read: async (name) => await files.readFile(fileOf(name)),
    async write(name, bytes) {
      await files.createDirectory(folder);
      await files.writeFile(fileOf(name), bytes);
    },
    remove: async (name) => await files.delete(fileOf(name)),
    async list() {
      const entries = await files.readDirectory(folder);
      return await Promise.all(entries.map(async ([name]) => ({ name, ...(await files.stat(fileOf(name))) })));
    },
  });
}
