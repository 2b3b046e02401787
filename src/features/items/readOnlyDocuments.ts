import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { toFailure } from '../../core/failure.js';
import type { ItemDocument } from '../../core/itemLibrary.js';
import { describeFailure } from '../../platform/failureWords.js';

/** Gives the document at an address without any request; undefined for an address that is none. */
export type ReadDocument = (uri: vscode.Uri, signal: AbortSignal) => Promise<ItemDocument | undefined>;

/** Documents of the catalog as read-only files, so that tabs, diff, outline, search and "Save As" work as they do for files. */
export class ReadOnlyDocuments implements vscode.FileSystemProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #lifetime = new AbortController();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly read: ReadDocument, private readonly isFolder: (uri: vscode.Uri) => boolean) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (this.isFolder(uri)) {
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
    let document;
    try {
      document = await this.read(uri, this.#lifetime.signal);
    } catch (error) {
      const failure = toFailure(error);
      const { message } = describeFailure(failure, Date.now());
      throw failure.kind === 'itemUnavailable' ? vscode.FileSystemError.FileNotFound(message) : vscode.FileSystemError.Unavailable(message);
    }
    if (document === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return document;
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
