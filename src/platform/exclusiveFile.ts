/** Small files that exist for one holder at a time: made with their content at once, and taken away only by who knows that content. */
import { randomUUID } from 'node:crypto';
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whileBusy } from './busyFiles.js';
import { codeOf, readStart, writeTemporary } from './privateFiles.js';

const MAX_CONTENT = 4_096;
const OLD_TEMPORARY_MS = 3_600_000;

/** Puts a file there with its content, or finds that there is one. */
export async function placeAtomically(folder: string, path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(folder, 'lease', text);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') {
      return false;
    }
    if (code === 'ENOENT' || code === 'ENOSPC' || code === 'EROFS' || code === 'EACCES') {
      throw error;
    }
    return await placeExclusively(path, text);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** For disks without hard links: exclusive too, but the content comes a moment later. */
export async function placeExclusively(path: string, text: string): Promise<boolean> {
  let file;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
  await file.writeFile(text).finally(async () => await file.close());
  return true;
}

/**
 * Removes a lease with exactly this content. It is moved aside first and looked at again: another may have been quicker, and what was
 * moved then is that one's lease, which goes back.
 */
export async function takeAway(path: string, content: string): Promise<boolean> {
  if ((await readContent(path)) !== content) {
    return false;
  }
  const aside = `${path}.${randomUUID()}.tmp`;
  try {
    await whileBusy(async () => await rename(path, aside));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
  const mine = (await readContent(aside)) === content;
  if (!mine) {
    await link(aside, path).catch(() => undefined);
  }
  // What cannot be removed just now is swept up later.
  await rm(aside, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  return mine;
}

/** The text of a lease; for what is not a file, something that tells it from another. Undefined where there is nothing. */
export async function readContent(path: string): Promise<string | undefined> {
  try {
    const text = await whileBusy(async () => await readStart(path, MAX_CONTENT));
    if (text !== undefined) {
      return text;
    }
  } catch {
    // Not a file, or not to be read: it may be there all the same.
  }
  try {
    const { ino, mtimeMs } = await lstat(path);
    return `not a file: ${ino} ${mtimeMs}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** What windows that were killed in the middle have left behind. */
export async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Either way: one that a clock set back has left in the future is old, too.
    if (name.endsWith('.tmp') && Math.abs(Date.now() - (await lstat(path)).mtimeMs) > OLD_TEMPORARY_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
