import * as vscode from 'vscode';
import { ASSET_SCHEME } from '../../platform/contributions.js';
import { ReadOnlyFiles } from '../../platform/readOnlyFiles.js';
import { assetFolder } from './assetCopies.js';

/** Bytes: a longer file has no text that the editor hands to extensions. */
const MAX_TEXT = 64 * 1024 * 1024;

/** Assets that were opened, as read-only files from this extension's storage. Makes no request: after a restart the copy is shown. */
export class AssetFileSystem extends ReadOnlyFiles {
  constructor(private readonly storage: vscode.Uri) {
    super(ASSET_SCHEME);
  }

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const stat = await vscode.workspace.fs.stat(this.#copyOf(uri));
    const size = stat.size > MAX_TEXT ? stat.size : (await this.readFile(uri)).length;
    return { ...stat, size, permissions: vscode.FilePermission.Readonly };
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const bytes = await vscode.workspace.fs.readFile(this.#copyOf(uri));
    if (bytes.length > MAX_TEXT) {
      return bytes;
    }
    // Whatever encoding the editor finds in it: what is looked for is ASCII, with zeros between where it is UTF-16.
    const text = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '');
    const shown = this.inert.textFor(uri, text);
    return shown === text ? bytes : new TextEncoder().encode(shown);
  }

  /** Addresses come from anywhere: one hash, one name, nothing that leads out of the folder. */
  #copyOf({ authority, path }: vscode.Uri): vscode.Uri {
    const [, name = '..'] = /^\/([^/\\]+)$/u.exec(path) ?? [];
    if (!/^[\da-f]{16}$/u.test(authority) || name === '.' || name === '..') {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return vscode.Uri.joinPath(assetFolder(this.storage, authority), name);
  }
}

/** The address of an asset's copy: the hash of what it is, which nobody reads, is no part of its path. */
export function assetUri(hash: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: ASSET_SCHEME, authority: hash, path: `/${name}` });
}
