/** The map in a real webview: from posting footprints to seeing them, a step to the side, and what stays in memory. */
import type { CDPSession } from 'playwright-core';
import { median, rowOf, rowOfTimes, spreadOf, type Row } from '../measure.js';
import type { BenchWindow } from './benchDesk.js';
import type { MapFigures } from './host/benchMap.js';

const SIDES = ['floor', 'ours', 'openLayers'] as const;
type Side = (typeof SIDES)[number];

/** How many footprints, how many rounds, and the share of OpenLayers' time that is allowed. */
const COUNTS = [{ count: 1_000, rounds: 7, atMost: 0.6 }, { count: 10_000, rounds: 5, atMost: 0.3 }, { count: 100_000, rounds: 3, atMost: 0.15 }] as const;
const PANS = 5;

export async function measureMap(window: BenchWindow): Promise<readonly Row[]> {
  const rows: Row[] = [];
  await window.ask('run', { command: 'workbench.action.closeSidebar' });
  await draw(window, 'openLayers', 1_000);
  for (const { count, rounds, atMost } of COUNTS) {
    const figures: Record<Side, MapFigures[]> = { floor: [], ours: [], openLayers: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const side of SIDES) {
        figures[side].push(await draw(window, side, count));
      }
    }
    const draws = (side: Side): readonly number[] => figures[side].map((each) => each.draw);
    const pans = (side: Side): readonly number[] => figures[side].map((each) => median(each.pans));
    const arrival = (side: Side): number => median(figures[side].map((each) => each.arrival));
    const shares = (which: 'shares' | 'panShares', per: number): readonly (readonly [string, number])[] =>
      Object.keys(figures.ours[0]?.[which] ?? {}).map((part) => [part, median(figures.ours.map((each) => each[which][part] ?? 0)) / per] as const);
    const name = `${count.toLocaleString('en')} footprints`;
    rows.push(
      { ...rowOfTimes(`${name}, posted to drawn, against OpenLayers`, { floor: draws('openLayers'), ours: draws('ours') }, atMost), note: largest([['on its way', arrival('ours')], ...shares('shares', 1)]) },
      rowOfTimes(`${name}, posted to drawn, against bare paths`, { floor: draws('floor'), ours: draws('ours') }),
      { ...rowOfTimes(`${name}, a step to the side, against bare paths`, { floor: pans('floor'), ours: pans('ours') }, count === 100_000 ? 0.5 : undefined), note: largest(shares('panShares', PANS)) },
      rowOfTimes(`${name}, a step to the side, against OpenLayers`, { floor: pans('openLayers'), ours: pans('ours') }),
    );
  }
  rows.push(await memory(window), await packing(window));
  await window.ask('closeMap');
  return rows;
}

/** The parts that take the most, in milliseconds. */
function largest(parts: readonly (readonly [string, number])[]): string {
  return parts.toSorted(([, one], [, other]) => other - one).slice(0, 4).map(([part, ms]) => `${part} ${ms.toFixed(1)}`).join(', ');
}

async function draw(window: BenchWindow, side: Side, count: number): Promise<MapFigures> {
  await window.ask('loadMap', side);
  return await window.ask('drawMap', { count, pans: PANS });
}

/** What 100,000 footprints add to the memory of the page that shows them: objects, buffers and canvases, when rubbish is gone. */
async function memory(window: BenchWindow): Promise<Row> {
  const session = await window.person.page.context().newCDPSession(window.person.page);
  const added: number[] = [];
  let posted = 0;
  for (let round = 0; round < 3; round += 1) {
    await window.ask('loadMap', 'ours');
    const before = await heap(session);
    const figures = await window.ask<MapFigures>('drawMap', { count: 100_000, pans: PANS });
    posted = figures.posted;
    added.push((await heap(session) - before + figures.canvases) / 1e6);
  }
  await session.detach();
  return { ...rowOf('100,000 footprints: memory of the webview, against the packed data', 'MB', posted / 1e6, median(added), 3), spread: { floor: [posted / 1e6, posted / 1e6], ours: spreadOf(added) } };
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const usage = await session.send('Runtime.getHeapUsage') as { readonly usedSize: number; readonly backingStorageSize?: number };
  return usage.usedSize + (usage.backingStorageSize ?? 0);
}

/** Beside the table: what the extension host does before it posts, against making the text for the others. */
async function packing(window: BenchWindow): Promise<Row> {
  const times: { readonly packing: number; readonly text: number }[] = [];
  for (let round = 0; round < 5; round += 1) {
    times.push(await window.ask('packMap', 100_000));
  }
  return rowOfTimes('100,000 footprints: packing in the extension host, against making their JSON text', { floor: times.map(({ text }) => text), ours: times.map((each) => each.packing) });
}
