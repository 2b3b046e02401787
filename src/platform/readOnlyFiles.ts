import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';
import { InertDocuments } from './inertDocuments.js';

/** A file system whose files are only read. What they are is for those that extend it. */
export abstract class ReadOnlyFiles implements vscode.FileSystemProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Keeps the editor from fetching what a text names. */
  protected readonly inert: InertDocuments;

  constructor(scheme: string) {
    this.inert = new InertDocuments(scheme, (uri) => this.refresh([uri]));
  }

  abstract stat(uri: vscode.Uri): Promise<vscode.FileStat>;

  abstract readFile(uri: vscode.Uri): Promise<Uint8Array>;

  /** Tells the editor that these files have other bytes now. */
  refresh(uris: readonly vscode.Uri[]): void {
    if (uris.length > 0) {
      this.#changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
    }
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  /** There is no list of what could be read; the folders exist so that breadcrumbs have somewhere to stand. */
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

  dispose(): void {
    this.inert.dispose();
    this.#changed.dispose();
  }
}
