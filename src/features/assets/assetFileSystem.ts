import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';

/** Assets that were opened, as read-only files from this extension's storage. Makes no request: after a restart the copy is shown. */
export class AssetFileSystem implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly storage: vscode.Uri) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return { ...(await vscode.workspace.fs.stat(this.#copyOf(uri))), permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await vscode.workspace.fs.readFile(this.#copyOf(uri));
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** Addresses come from anywhere: one hash, one name, nothing that leads out of the folder. */
  #copyOf(uri: vscode.Uri): vscode.Uri {
    const [, hash = '', name = ''] = /^\/([\da-f]{16})\/([^/\\]+)$/u.exec(uri.path) ?? [];
    if (hash === '' || name === '.' || name === '..') {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return vscode.Uri.joinPath(this.storage, 'assets', hash, name);
  }
}
