/** What a person waits for in a tree of 100,000 rows, in the results view and in a tree that has the same rows ready. */
import { rowOfTimes, type Row } from '../measure.js';
import type { BenchWindow } from './benchDesk.js';
import { idOf } from './host/benchItems.js';
import { epoch } from './host/wire.js';
import { MANY } from './itemServer.js';
import { untilSeen } from './seen.js';

const ROUNDS = 4;
/** Milliseconds after which a tree is at rest: nobody is at its end before. */
const REST = 500;
const ROW = '.monaco-list-row';
/** The view stays where it was scrolled to: any of the first hundred. */
const FIRST = `${ROW}[aria-label*="item-0000"]`;
const LAST = `${ROW}[aria-label*="${idOf(MANY - 1)}"]`;
const ANY = `${ROW}[aria-label*="item-"]`;
const DAY = `${ROW}[aria-expanded="false"][aria-label*="2026-"]:not([aria-label*="item-"])`;

/** What is done to one of the two trees. Each says when it began. */
interface Side {
  focus(): Promise<unknown>;
  none(): Promise<{ readonly at: number }>;
  flat(): Promise<{ readonly at: number }>;
  byDay(): Promise<{ readonly at: number }>;
}

export async function measureTreeRows(window: BenchWindow): Promise<readonly Row[]> {
  const { person: { page } } = window;
  const run = async (command: string, ...given: readonly unknown[]): Promise<{ readonly at: number }> => await window.ask('run', { command, given });
  await run('catalogSearch.search', { limit: 10_000, collections: ['many'] });
  await run('catalogSearch.loadAll', MANY);
  await window.ask('prepareRows');
  const sides: Readonly<Record<'floor' | 'ours', Side>> = {
    floor: {
      focus: async () => await run('catalogBench.rows.focus'),
      none: async () => await window.ask('showRows', 'none'),
      flat: async () => await window.ask('showRows', 'flat'),
      byDay: async () => await window.ask('showRows', 'byDay'),
    },
    ours: {
      focus: async () => await run('catalogSearch.results.focus'),
      none: async () => {
        await run('catalogSearch.groupResults', 'none');
        return await run('catalogSearch.search', { limit: 100, collections: ['none'] });
      },
      // The set before the last search: the large one.
      flat: async () => await run('catalogSearch.showHistory', 1),
      byDay: async () => await run('catalogSearch.groupResults', 'day'),
    },
  };
  const times = { show: { floor: [] as number[], ours: [] as number[] }, scroll: { floor: [] as number[], ours: [] as number[] }, group: { floor: [] as number[], ours: [] as number[] } };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of ['floor', 'ours'] as const) {
      const side = sides[name];
      await side.focus();
      await side.none();
      await page.locator(ANY).first().waitFor({ state: 'detached' });
      const show = await untilSeen(page, FIRST, side.flat);
      await side.focus();
      await page.waitForTimeout(REST);
      const scroll = await untilSeen(page, LAST, async () => {
        const at = epoch();
        await window.person.press('End');
        return { at };
      });
      const group = await untilSeen(page, DAY, side.byDay);
      if (round >= 0) {
        times.show[name].push(show);
        times.scroll[name].push(scroll);
        times.group[name].push(group);
      }
    }
  }
  return [
    rowOfTimes('100,000 tree rows: show', times.show, 1.3),
    rowOfTimes('100,000 tree rows: scroll to the end', times.scroll, 1.3),
    rowOfTimes('100,000 tree rows: group by day', times.group, 1.3),
  ];
}
