import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { toFailure } from '../../core/failure.js';
import type { ItemDocument, ItemLibrary } from '../../core/itemLibrary.js';
import { describeFailure } from '../../platform/failureWords.js';
import { isEarlier, itemOfUri } from '../../platform/itemDocuments.js';

/** Items as read-only files, so that tabs, diff, outline, search and "Save As" work as they do for files. Makes no request. */
export class ItemFileSystem implements vscode.FileSystemProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #lifetime = new AbortController();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly library: ItemLibrary) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const { text, fetchedAt } = await this.#read(uri);
    return { type: vscode.FileType.File, ctime: fetchedAt, mtime: fetchedAt, size: byteLength(text), permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#read(uri)).text);
  }

  /** Tells the editor that newer text of these documents is here. */
  refresh(uris: readonly vscode.Uri[]): void {
    if (uris.length > 0) {
      this.#changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
    }
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  /** There is no list of all items; the folders exist so that breadcrumbs have somewhere to stand. */
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions('Items are read-only.');
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

  dispose(): void {
    this.#lifetime.abort();
    this.#changed.dispose();
  }

  async #read(uri: vscode.Uri): Promise<ItemDocument> {
    const key = itemOfUri(uri);
    if (key === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    try {
      const earlier = isEarlier(uri) ? await this.library.earlier(key) : undefined;
      return earlier ?? await this.library.document(key, this.#lifetime.signal);
    } catch (error) {
      const failure = toFailure(error);
      const { message } = describeFailure(failure, Date.now());
      throw failure.kind === 'itemUnavailable' ? vscode.FileSystemError.FileNotFound(message) : vscode.FileSystemError.Unavailable(message);
    }
  }
}

function isFolder(uri: vscode.Uri): boolean {
  return uri.path.split('/').filter((part) => part !== '').length < 3;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
