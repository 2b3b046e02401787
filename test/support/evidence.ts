/** What is kept of windows when a test fails, so that nobody has to run it again to see why. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Desk } from './desk.js';
import { root } from './setup.mjs';

/** Where evidence lies, a folder for each test that failed. */
const evidence = join(root, 'out', 'failed');

/**
 * Keeps pictures, traces, consoles and logs of all windows of some desks.
 * @param test the file and the title of the test
 * @returns the folder, relative to the root of the project
 */
export async function keepEvidence(desks: Iterable<Desk>, test: { readonly file: string; readonly title: string }): Promise<string> {
  const folder = join(evidence, nameOf(`${test.file} ${test.title}`));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let count = 0;
  for (const desk of desks) {
    count += 1;
    const prefix = `${count}`;
    for (const [index, person] of desk.people.entries()) {
      if (person.hasLeft) continue;
      const window = join(folder, `${prefix}-window-${index + 1}`);
      // A window that has crashed shows nothing; what else is there is kept all the same.
      await person.page.screenshot({ path: `${window}.png`, timeout: 10_000 }).catch(() => undefined);
      await person.saveTrace(`${window}-trace.zip`).catch(() => undefined);
      await writeFile(`${window}-console.txt`, person.consoleLines.join('\n'));
    }
    await writeFile(join(folder, `${prefix}-server.txt`), desk.server.log());
    await cp(join(desk.server.dataFolder, 'data', 'logs'), join(folder, `${prefix}-logs`), { recursive: true }).catch(() => undefined);
  }
  return relative(root, folder);
}

/** A name for a folder on any system. */
function nameOf(text: string): string {
  return text.replaceAll(/[^\w.-]+/gu, '-').slice(0, 100);
}
