/** How often the product wakes up while nobody does anything: with a token that counts down on the status bar, and where that is hidden. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rowOf, type Row } from '../measure.js';
import type { BenchDesk, BenchWindow } from './benchDesk.js';
import type { WakeUpCount } from './host/wakeUps.js';

const MINUTE = 60_000;
/** The connection of the sign-in is kept for some seconds, and closed with a timer. */
const SETTLE = 15_000;

/** Two windows that are left alone from now on. */
export interface Idling {
  /** Waits until a minute has passed, and counts. */
  read(): Promise<readonly Row[]>;
}

export async function beginToIdle(desk: BenchDesk): Promise<Idling> {
  const shown = await desk.window('idle', 'Bench');
  const hidden = await desk.window('idle-hidden', 'Other');
  // Without an environment there is nothing to show; the token counts down all the same.
  await writeFile(join(hidden.folder, '.vscode', 'settings.json'), '{}');
  await shown.person.statusItem.filter({ hasText: /\d+ h/ }).waitFor();
  await hidden.person.statusItem.waitFor({ state: 'detached' });
  let began = 0;
  const settled = new Promise((resolve) => setTimeout(resolve, SETTLE)).then(async () => {
    await Promise.all([shown, hidden].map(async (window) => await window.ask('wakeUps')));
    began = performance.now();
  });
  return {
    read: async () => {
      await settled;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, MINUTE - (performance.now() - began))));
      return [
        await rowFor('a minute of idling with a token counting down: wake-ups', shown, 1),
        await rowFor('the same with the status item hidden', hidden, 0),
      ];
    },
  };
}

/** Per minute that has begun, but for a second in which the window answers: where ticks are a minute apart, ten seconds more may hold one more. */
async function rowFor(what: string, window: BenchWindow, atMost: number): Promise<Row> {
  const { elapsed, wakes } = await window.ask<WakeUpCount>('wakeUps');
  const all = wakes.slice(0, 8).map(([kind, at]) => `${kind} at ${(at / 1000).toFixed(2)} s`).join(', ');
  return { ...rowOf(what, 'a minute', 1, wakes.length / Math.ceil((elapsed - 1_000) / MINUTE), atMost), note: `${wakes.length} in ${(elapsed / 1000).toFixed(0)} s${all === '' ? '' : `: ${all}`}` };
}
