/** What Windows refuses for a moment, while a virus scanner or an indexer has the file open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './privateFiles.js';

/** About a second in all: it is done under a lease, which is short. */
const WAITS_MS: readonly number[] = [10, 40, 100, 250, 600];
const BUSY: ReadonlySet<string | undefined> = new Set(['EPERM', 'EBUSY', ...(process.platform === 'win32' ? ['EACCES'] : [])]);

/** Does something with files again where the system says that one of them is in use. @throws what the last try throws */
export async function whileBusy<T>(run: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!BUSY.has(codeOf(error))) {
        throw error;
      }
      await sleep(wait);
    }
  }
  return await run();
}
