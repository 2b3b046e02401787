/** Copies of opened assets in this extension's storage: a folder for each asset. */
import * as vscode from 'vscode';
import { beyondBounds, type Kept, type KeptBounds } from '../../core/bounds.js';

const MIB = 1024 * 1024;
/** One asset that is opened has 50 MB at most. */
const BOUNDS: KeptBounds = { files: 200, bytes: 256 * MIB };

export function assetFolder(storage: vscode.Uri, hash: string): vscode.Uri {
  return vscode.Uri.joinPath(copies(storage), hash);
}

/** Removes the copies that were fetched longest ago, until the rest is within bounds. Never throws. */
export async function pruneAssets(storage: vscode.Uri, bounds: KeptBounds = BOUNDS): Promise<void> {
  const { fs } = vscode.workspace;
  try {
    const folders = await fs.readDirectory(copies(storage));
    const kept = await Promise.all(folders.map(async ([name]) => await weigh(name, assetFolder(storage, name))));
    for (const name of beyondBounds(kept, bounds)) {
      // Another window may have been quicker.
      await fs.delete(assetFolder(storage, name), { recursive: true }).then(undefined, () => undefined);
    }
  } catch {
    // What cannot be listed cannot be tidied; the asset that was opened is there all the same.
  }
}

function copies(storage: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(storage, 'assets');
}

async function weigh(name: string, folder: vscode.Uri): Promise<Kept> {
  const { fs } = vscode.workspace;
  const files = await fs.readDirectory(folder);
  const found = await Promise.all(files.map(async ([file]) => await fs.stat(vscode.Uri.joinPath(folder, file)).then(undefined, () => ({ size: 0, mtime: 0 }))));
  return { name, size: found.reduce((sum, { size }) => sum + size, 0), mtime: Math.max(0, ...found.map(({ mtime }) => mtime)) };
}
