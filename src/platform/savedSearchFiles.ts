/** Where saved searches are: files of the workspace, which are shared, and files of this extension's storage, which are the user's own. */
import * as vscode from 'vscode';
import { CatalogError } from '../core/failure.js';
import { SAVED_SEARCH_SUFFIX, savedSearchFileName, savedSearchStem } from '../core/savedSearches/searchFileName.js';

/** A place that files can be saved in. */
export type SearchPlace =
  | { readonly kind: 'workspace'; readonly folder: vscode.WorkspaceFolder }
  | { readonly kind: 'user' };

/** A file that was found. */
export interface SearchFile {
  readonly uri: vscode.Uri;
  readonly kind: SearchPlace['kind'];
  /** What a person tells it from others by: its path in the workspace, or its name. */
  readonly label: string;
}

/** More files than these are not listed. */
const MOST_FILES = 500;
const LARGEST = 8 * 1024 * 1024;

/**
 * The saved searches of a window.
 * @throws CatalogError `machine`/`storage` from everything that reads or writes, and `invalid` for a file that is not there
 */
export class SavedSearchFiles {
  readonly #own: vscode.Uri;

  /** @param storage this extension's storage for the user */
  constructor(storage: vscode.Uri) {
    this.#own = vscode.Uri.joinPath(storage, 'searches');
  }

  /** The workspace's folders in their order, then the user's own. */
  get places(): readonly SearchPlace[] {
    return [...(vscode.workspace.workspaceFolders ?? []).map((folder) => ({ kind: 'workspace', folder }) as const), { kind: 'user' }];
  }

  /** Where a search of this name would be saved. */
  uriFor(place: SearchPlace, name: string): vscode.Uri {
    return vscode.Uri.joinPath(place.kind === 'user' ? this.#own : place.folder.uri, savedSearchFileName(name));
  }

  /** The workspace's files, then the user's own, each by name. */
  async list(): Promise<readonly SearchFile[]> {
    const [shared, own] = await Promise.all([vscode.workspace.findFiles(`**/*${SAVED_SEARCH_SUFFIX}`, '**/node_modules/**', MOST_FILES), this.#listOwn()]);
    const byLabel = (a: SearchFile, b: SearchFile): number => a.label.localeCompare(b.label, 'en', { numeric: true });
    return [
      ...shared.map((uri): SearchFile => ({ uri, kind: 'workspace', label: vscode.workspace.asRelativePath(uri) })).sort(byLabel),
      ...own.map((uri): SearchFile => ({ uri, kind: 'user', label: savedSearchStem(uri.path) })).sort(byLabel),
    ];
  }

  /** The text as it is on screen where the file is open, else as it is on disk. */
  async read(uri: vscode.Uri): Promise<string> {
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open !== undefined) {
      return open.getText();
    }
    const { size } = await attempt(vscode.workspace.fs.stat(uri));
    if (size > LARGEST) {
      throw new CatalogError({ kind: 'invalid', field: 'search', problem: 'This file is too large for a saved search.' });
    }
    return new TextDecoder().decode(await attempt(vscode.workspace.fs.readFile(uri)));
  }

  /** Whether something is there already: a file, a folder, or a link to either. */
  async exists(uri: vscode.Uri): Promise<boolean> {
    return await vscode.workspace.fs.stat(uri).then(() => true, () => false);
  }

  /** Writes a file, over the one that is there. */
  async write(uri: vscode.Uri, text: string): Promise<void> {
    await attempt(vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..')));
    await attempt(vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text)));
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await attempt(vscode.workspace.fs.delete(uri));
  }

  async #listOwn(): Promise<readonly vscode.Uri[]> {
    // The folder is made with the first search that is kept.
    const entries = await vscode.workspace.fs.readDirectory(this.#own).then((found) => found, () => []);
    return entries.filter(([name]) => name.endsWith(SAVED_SEARCH_SUFFIX)).slice(0, MOST_FILES).map(([name]) => vscode.Uri.joinPath(this.#own, name));
  }
}

async function attempt<T>(work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : undefined;
    throw code === 'FileNotFound'
      ? new CatalogError({ kind: 'invalid', field: 'search', problem: 'There is no such file.' }, { cause: error })
      : new CatalogError({ kind: 'machine', what: 'storage', code }, { cause: error });
  }
}
