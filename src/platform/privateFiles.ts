/** Small files that only this user may read: 0600 in a 0700 folder (Windows keeps to the profile's own rights). */
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { chmod, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogError } from '../core/failure.js';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The code of {@link readStart}'s error for a FIFO, a device or a directory. */
export const NOT_A_FILE = 'ENOTFILE';
/** Where this is nothing (Windows), a folder holds no FIFO either. */
const NON_BLOCKING = (constants as Readonly<Record<string, number | undefined>>)['O_NONBLOCK'] ?? 0;

/** Makes the folder where it is missing, and closes it to others. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  // It may have been there before, and open; where that cannot be changed, the files are closed all the same.
  await chmod(folder, FOLDER_MODE).catch(() => undefined);
}

/** Writes a new file beside those of a key, flushed to the disk, and gives its path. */
export async function writeTemporary(folder: string, key: string, text: string): Promise<string> {
  const path = join(folder, `${key}.${randomUUID()}.tmp`);
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return path;
}

/**
 * The first bytes of a file as text; undefined where there is none. Never waits for a FIFO's other end or for a device.
 * @throws an error with the code {@link NOT_A_FILE}, and what the system throws otherwise
 */
export async function readStart(path: string, maxBytes: number): Promise<string | undefined> {
  let file;
  try {
    // Opening a device can do something by itself.
    requireFile(await stat(path));
    file = await open(path, constants.O_RDONLY | NON_BLOCKING);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  try {
    requireFile(await file.stat());
    const buffer = new Uint8Array(maxBytes);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, maxBytes - length);
      length += bytesRead;
      if (bytesRead === 0 || length === maxBytes) {
        return new TextDecoder().decode(buffer.subarray(0, length));
      }
    }
  } finally {
    await file.close();
  }
}

function requireFile(found: Stats): void {
  if (!found.isFile()) {
    throw Object.assign(new Error('not a file'), { code: NOT_A_FILE });
  }
}

/** The system's code of an error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function storageError(error: unknown): CatalogError {
  return error instanceof CatalogError ? error : new CatalogError({ kind: 'machine', what: 'storage', code: codeOf(error) }, { cause: error });
}

/** A key becomes part of a file name: nothing else may come in that way. */
export function checkKey(key: string): string {
  if (!/^[\da-z]{1,64}$/u.test(key)) {
    throw new CatalogError({ kind: 'internal' });
  }
  return key;
}
