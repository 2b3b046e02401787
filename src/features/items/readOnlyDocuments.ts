import * as vscode from 'vscode';
import { toFailure } from '../../core/failure.js';
import type { ItemDocument } from '../../core/items/itemLibrary.js';
import { ReadOnlyFiles } from '../../platform/readOnlyFiles.js';

/** Gives the document at an address without any request; undefined for an address that is none. */
export type ReadDocument = (uri: vscode.Uri, signal: AbortSignal) => Promise<ItemDocument | undefined>;

/** Documents of the catalog as read-only files, so that tabs, diff, outline, search and "Save As" work as they do for files. */
export class ReadOnlyDocuments extends ReadOnlyFiles {
  readonly #lifetime = new AbortController();

  constructor(private readonly scheme: string, private readonly read: ReadDocument, private readonly isFolder: (uri: vscode.Uri) => boolean) {
    super(scheme);
  }

  /** Gives them to the editor as the file system of their scheme. */
  register(): vscode.Disposable {
    return vscode.workspace.registerFileSystemProvider(this.scheme, this, {
      isCaseSensitive: true,
      isReadonly: new vscode.MarkdownString('This is what the catalog sent. Use "Save As" to edit a copy.'),
    });
  }

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (this.isFolder(uri)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const { text, fetchedAt } = await this.#read(uri);
    return { type: vscode.FileType.File, ctime: fetchedAt, mtime: fetchedAt, size: byteLength(text), permissions: vscode.FilePermission.Readonly };
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#read(uri)).text);
  }

  override createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions('Items are read-only.');
  }

  override dispose(): void {
    this.#lifetime.abort();
    super.dispose();
  }

  async #read(uri: vscode.Uri): Promise<ItemDocument> {
    let document;
    try {
      document = await this.read(uri, this.#lifetime.signal);
    } catch (error) {
      const failure = toFailure(error);
      const { describeFailure } = await import('../../platform/failureWords.js');
      const { message } = describeFailure(failure, Date.now());
      throw failure.kind === 'itemUnavailable' ? vscode.FileSystemError.FileNotFound(message) : vscode.FileSystemError.Unavailable(message);
    }
    if (document === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return { ...document, text: this.inert.textFor(uri, document.text) };
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
