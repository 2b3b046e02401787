/**
 * What the folders of a workspace of several say of the environment. The editor applies a folder's value of a setting of the whole window
 * only where the folder is open alone, and does not hand it out in a workspace of several: the files themselves are read.
 */
import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';

/** The environment that a folder's own settings name; undefined where they name none. */
export interface FolderEnvironment {
  readonly folder: string;
  readonly environment: string | undefined;
}

/** More than a settings file of people has. */
const MAX_BYTES = 1_048_576;
const FILE = ['.vscode', 'settings.json'];

/** Whether there are folders that can disagree. */
export function hasSeveralFolders(): boolean {
  return (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
}

/** Reads nothing of the folders but the environment's name. A file that is not there or cannot be read names none. */
export async function readFolderEnvironments(): Promise<readonly FolderEnvironment[]> {
  const { environmentNameIn } = await import('../core/settingsText.js');
  return await Promise.all((vscode.workspace.workspaceFolders ?? []).map(async ({ name, uri }) => ({ folder: name, environment: await nameIn(vscode.Uri.joinPath(uri, ...FILE), environmentNameIn) })));
}

/** Calls the listener when a folder's settings file or the list of folders is another. */
export function onDidChangeFolderEnvironments(listener: () => void): Disposable {
  let watchers: readonly Disposable[] = [];
  const unwatch = (): void => watchers.forEach((watcher) => watcher.dispose());
  const watch = (): void => {
    unwatch();
    watchers = (hasSeveralFolders() ? vscode.workspace.workspaceFolders ?? [] : []).flatMap((folder) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, FILE.join('/')));
      return [watcher, watcher.onDidChange(listener), watcher.onDidCreate(listener), watcher.onDidDelete(listener)];
    });
  };
  watch();
  const subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
    watch();
    listener();
  });
  return {
    dispose: () => {
      subscription.dispose();
      unwatch();
    },
  };
}

async function nameIn(file: vscode.Uri, read: (text: string) => string | undefined): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(file)).size > MAX_BYTES) {
      return undefined;
    }
    return read(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch {
    return undefined;
  }
}
