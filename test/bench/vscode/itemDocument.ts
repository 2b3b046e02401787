/** From the command to the text on screen, for an item of 5 MB. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rowOfTimes, type Row } from '../measure.js';
import type { BenchWindow } from './benchDesk.js';
import { LARGE, largeItem } from './itemServer.js';
import { untilSeen } from './seen.js';

/** Each round opens an item that nobody has opened before; the first warms up. */
export async function measureItemDocument(window: BenchWindow): Promise<readonly Row[]> {
  const folder = join(window.folder, 'disk');
  await mkdir(folder, { recursive: true });
  const items = Array.from({ length: LARGE }, (_, index) => largeItem(index));
  await Promise.all(items.map((item) => writeFile(join(folder, `${item.id}.geojson`), `${JSON.stringify(item, null, 2)}\n`)));
  await window.ask('run', { command: 'catalogSearch.search', given: [{ limit: 100, collections: ['large'] }] });
  const { page } = window.person;
  const times = { floor: [] as number[], ours: [] as number[] };
  for (const [round, { id }] of items.entries()) {
    for (const side of ['floor', 'ours'] as const) {
      const ms = await untilSeen(page, `.monaco-editor[data-uri$="${id}.geojson"] .view-lines .view-line`, async () =>
        await (side === 'floor'
          ? window.ask<{ at: number }>('open', pathToFileURL(join(folder, `${id}.geojson`)).href)
          : window.ask<{ at: number }>('run', { command: 'catalogSearch.openItem', given: [{ environment: 'Bench', collection: 'large', id }] })));
      await window.ask('run', { command: 'workbench.action.closeAllEditors' });
      await page.locator('.monaco-editor[data-uri]').first().waitFor({ state: 'detached' });
      if (round > 0) {
        times[side].push(ms);
      }
    }
  }
  return [rowOfTimes('opening a 5 MB item document', times, 1.3)];
}
