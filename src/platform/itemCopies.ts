import * as vscode from 'vscode';
import type { ItemCopies, ItemDocument } from '../core/itemLibrary.js';
import { sha256Hex } from '../core/sha256.js';

/** How much is kept, in files and in bytes. */
const MOST_FILES = 200;
const MOST_BYTES = 64 * 1024 * 1024;
/** Larger documents are not copied: restoring one would cost more than asking again. */
const LARGEST = 16 * 1024 * 1024;

/** Copies of item documents in a folder of this extension's storage. A file holds one header line, then the text as it was shown. */
export function createItemCopies(storage: vscode.Uri): ItemCopies {
  const folder = vscode.Uri.joinPath(storage, 'items');
  const files = vscode.workspace.fs;
  const fileOf = async (path: string): Promise<vscode.Uri> => vscode.Uri.joinPath(folder, `${(await sha256Hex(path)).slice(0, 40)}.txt`);

  return {
    async read(path) {
      try {
        const whole = new TextDecoder().decode(await files.readFile(await fileOf(path)));
        const end = whole.indexOf('\n');
        return documentFrom(path, whole.slice(0, end), whole.slice(end + 1));
      } catch {
        return undefined;
      }
    },
    async write(path, { text, fetchedAt }) {
      const bytes = new TextEncoder().encode(`${JSON.stringify({ path, fetchedAt })}\n${text}`);
      if (bytes.length > LARGEST) {
        return;
      }
      try {
        await files.createDirectory(folder);
        await files.writeFile(await fileOf(path), bytes);
        await prune(folder);
      } catch {
        // A full or read-only disk costs the copy, not the document that a person is about to read.
      }
    },
  };
}

function documentFrom(path: string, header: string, text: string): ItemDocument | undefined {
  const { path: written, fetchedAt } = JSON.parse(header) as { readonly path?: unknown; readonly fetchedAt?: unknown };
  return written === path && typeof fetchedAt === 'number' ? { text, fetchedAt } : undefined;
}

async function prune(folder: vscode.Uri): Promise<void> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  if (entries.length <= MOST_FILES / 2) {
    return;
  }
  const stats = await Promise.all(entries.map(async ([name]) => {
    const uri = vscode.Uri.joinPath(folder, name);
    return { uri, ...(await vscode.workspace.fs.stat(uri)) };
  }));
  let bytes = 0;
  for (const [index, file] of stats.sort((a, b) => b.mtime - a.mtime).entries()) {
    bytes += file.size;
    if (index >= MOST_FILES || bytes > MOST_BYTES) {
      await vscode.workspace.fs.delete(file.uri);
    }
  }
}
