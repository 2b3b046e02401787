/** Ledgers as files that all windows of a machine share: replaced as a whole, flushed before the promise resolves. */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_LEDGER_LENGTH } from '../core/auth/ledger.js';
import type { LedgerStore } from '../core/ports.js';
import { whileBusy } from './busyFiles.js';
import { checkKey, codeOf, ensurePrivateFolder, NOT_A_FILE, readStart, storageError, writeTemporary } from './privateFiles.js';

/** `folder` is the extension's own, `<globalStorage>/auth`; it is made at the first write. */
export function createLedgerFiles(folder: string): LedgerStore {
  const pathOf = (key: string): string => join(folder, `${checkKey(key)}.json`);
  return {
    read: async (key) => {
      try {
        // One more than is read: what is longer shows as garbage, and is never loaded as a whole.
        return await whileBusy(async () => await readStart(pathOf(key), MAX_LEDGER_LENGTH + 1));
      } catch (error) {
        if (codeOf(error) === NOT_A_FILE) {
          return '';
        }
        throw storageError(error);
      }
    },
    write: async (key, text) => {
      const path = pathOf(key);
      try {
        await ensurePrivateFolder(folder);
        const temporary = await writeTemporary(folder, key, text);
        try {
          await whileBusy(async () => await rename(temporary, path));
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        await flushFolder(folder);
      } catch (error) {
        throw storageError(error);
      }
    },
  };
}

/** Makes the rename last over a power cut, where the system can (not on Windows). */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(async () => await handle.close());
  } catch {
    // The rename itself is done; only its durability is not sure.
  }
}
