import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
// Processes that wrote there may take a moment to be gone, hence the retries.
const thoroughly = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, thoroughly);
});

/** Makes an empty folder, which is removed when this process ends, if not before. */
export async function makeTemporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `catalog-search-${purpose}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder that `makeTemporaryFolder` made. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, thoroughly);
  folders.delete(folder);
}
