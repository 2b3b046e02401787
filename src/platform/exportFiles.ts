/** The files of one export on disk: part files beside their targets, named when all are complete. Heavy: load through `import()`. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { CatalogError } from '../core/failure.js';
import type { ExportItem } from '../core/export/exportItem.js';
import type { ExportFiles } from '../core/export/runExport.js';
import { checkTarget, placeFile, targetError } from './placeFile.js';
import { ensurePrivateFolder } from './privateFiles.js';

export interface ExportTarget {
  /** The file, or the folder for an export in several files. */
  readonly uri: vscode.Uri;
  readonly isFolder: boolean;
  /** A person agreed to replace the file that is there. Files inside a folder are never replaced. */
  readonly overwrite: boolean;
  /** A folder of this extension, for targets that are not on this machine. */
  readonly scratch: vscode.Uri;
}

interface Part {
  readonly file: FileHandle;
  readonly path: string;
  readonly target: vscode.Uri;
  closed: boolean;
  placed: boolean;
}

/** Writes to this machine's disk as it comes; for any other place to the scratch folder first, since such places take whole files only. */
export function createExportFiles({ uri, isFolder, overwrite, scratch }: ExportTarget): ExportFiles {
  const parts: Part[] = [];
  const local = uri.scheme === 'file';
  const close = async (part: Part): Promise<void> => {
    if (!part.closed) {
      part.closed = true;
      await part.file.close();
    }
  };
  return {
    async open(name) {
      const target = isFolder && name !== undefined ? vscode.Uri.joinPath(uri, name) : uri;
      try {
        const folder = local ? dirname(target.fsPath) : scratch.fsPath;
        if (local) {
          await checkTarget(target.fsPath, overwrite && !isFolder);
        } else {
          await ensurePrivateFolder(folder);
        }
        const path = join(folder, `.catalog-export-${randomUUID()}.part`);
        const file = await open(path, 'wx');
        parts.push({ file, path, target, closed: false, placed: false });
        return {
          write: async (bytes) => {
            try {
              await writeAll(file, bytes);
            } catch (error) {
              throw targetError(error);
            }
          },
        };
      } catch (error) {
        throw targetError(error);
      }
    },
    async commit() {
      for (const part of parts) {
        try {
          await part.file.sync();
          await close(part);
          if (local) {
            await placeFile(part.path, part.target.fsPath, overwrite && !isFolder);
          } else {
            await vscode.workspace.fs.copy(vscode.Uri.file(part.path), part.target, { overwrite: overwrite && !isFolder });
            await rm(part.path, { force: true });
          }
          part.placed = true;
        } catch (error) {
          throw error instanceof vscode.FileSystemError ? new CatalogError({ kind: 'target', reason: fileSystemReason(error) }, { cause: error }) : targetError(error);
        }
      }
    },
    async discard() {
      for (const part of parts) {
        await close(part).catch(() => undefined);
        await rm(part.path, { force: true }).catch(() => undefined);
        if (part.placed && isFolder) {
          await vscode.workspace.fs.delete(part.target).then(undefined, () => undefined);
        }
      }
    },
  };
}

/** Items that are read more than once, and are too many to be kept: one a line in a file that is gone afterwards. */
export async function spoolItems(scratch: vscode.Uri, items: AsyncIterable<ExportItem>): Promise<{ readonly items: () => AsyncIterable<ExportItem>; dispose(): Promise<void> }> {
  await mkdir(scratch.fsPath, { recursive: true });
  const path = join(scratch.fsPath, `${randomUUID()}.spool`);
  const dispose = async (): Promise<void> => await rm(path, { force: true }).catch(() => undefined);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      const encoder = new TextEncoder();
      for await (const item of items) {
        // What reads lines back takes these for ends of line, too.
        const line = JSON.stringify(item).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
        await writeAll(file, encoder.encode(`${line}\n`));
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    await dispose();
    throw error instanceof CatalogError ? error : targetError(error);
  }
  return {
    dispose,
    items: async function* () {
      const file = await open(path, 'r');
      try {
        for await (const line of createInterface({ input: file.createReadStream({ autoClose: false }), crlfDelay: Infinity })) {
          yield JSON.parse(line) as ExportItem;
        }
      } finally {
        await file.close();
      }
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
  }
}

function fileSystemReason({ code }: vscode.FileSystemError): 'exists' | 'missing' | 'readOnly' | 'folder' | 'failed' {
  switch (code) {
    case 'FileExists':
      return 'exists';
    case 'FileNotFound':
      return 'missing';
    case 'FileIsADirectory':
      return 'folder';
    case 'NoPermissions':
      return 'readOnly';
    default:
      return 'failed';
  }
}
