/** Files that get their names when they are complete: written beside the target, then moved, never through a link. */
import { constants } from 'node:fs';
import { access, link, lstat, rename, rm } from 'node:fs/promises';
import { CatalogError, type TargetReason } from '../core/failure.js';
import { whileBusy } from './busyFiles.js';
import { codeOf } from './privateFiles.js';

/** What is at a path now. A link counts as itself, wherever it leads. */
export async function whatIsAt(path: string): Promise<'nothing' | 'file' | 'link' | 'folder'> {
  try {
    const found = await lstat(path);
    return found.isSymbolicLink() ? 'link' : found.isFile() ? 'file' : 'folder';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return 'nothing';
    }
    throw targetError(error);
  }
}

/**
 * Gives a complete file its name. Without `overwrite` a file that appears there meanwhile stays, whoever made it.
 * @throws CatalogError `target`
 */
export async function placeFile(part: string, target: string, overwrite: boolean): Promise<void> {
  await checkTarget(target, overwrite);
  try {
    if (overwrite) {
      await whileBusy(async () => await rename(part, target));
      return;
    }
    try {
      // A new name for the same file, which fails where the name is taken.
      await link(part, target);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') {
        throw new CatalogError({ kind: 'target', reason: 'exists' });
      }
      // File systems without hard links.
      await whileBusy(async () => await rename(part, target));
      return;
    }
    await whileBusy(async () => await rm(part, { force: true }));
  } catch (error) {
    throw targetError(error);
  }
}

/**
 * Whether a file can get this name. @throws CatalogError `target`
 * @param overwrite a person agreed to replace the file that is there
 */
export async function checkTarget(target: string, overwrite: boolean): Promise<void> {
  const found = await whatIsAt(target);
  if (found === 'nothing') {
    return;
  }
  if (found !== 'file') {
    throw new CatalogError({ kind: 'target', reason: found });
  }
  if (!overwrite) {
    throw new CatalogError({ kind: 'target', reason: 'exists' });
  }
  try {
    // Renaming would replace a write-protected file without a word.
    await access(target, constants.W_OK);
  } catch {
    throw new CatalogError({ kind: 'target', reason: 'readOnly' });
  }
}

/** What the system says of a file that could not be written, as a failure. */
export function targetError(error: unknown): CatalogError {
  return error instanceof CatalogError ? error : new CatalogError({ kind: 'target', reason: reasonOf(codeOf(error)) }, { cause: error });
}

function reasonOf(code: string | undefined): TargetReason {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'full';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'readOnly';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing';
    case 'EISDIR':
      return 'folder';
    case 'ELOOP':
      return 'link';
    case 'EEXIST':
      return 'exists';
    case 'ENAMETOOLONG':
      return 'nameTooLong';
    default:
      return 'failed';
  }
}
