/** What the product costs a window that only starts. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../support/setup.mjs';
import { median, rowOf, spreadOf, type Row } from '../measure.js';
import type { BenchWindow } from './benchDesk.js';

const LAUNCHES = 7;
/** Milliseconds that activate() may take beyond an empty one. */
const ALLOWED = 5;
const KILOBYTE = 1000;
const PRODUCT = 'catalog-search.catalog-search';
const EMPTY = 'catalog-bench.catalog-empty';

interface Times {
  readonly load: number;
  readonly call: number;
  /** From its return until what it returned is there. */
  readonly finish: number;
}

/** By VS Code's own stopwatch, which counts whole milliseconds: the median of several starts. */
export async function measureActivation(window: BenchWindow): Promise<readonly Row[]> {
  const ours: Times[] = [];
  const empty: Times[] = [];
  for (let launch = 0; launch < LAUNCHES; launch += 1) {
    await window.reload();
    const text = await performanceText(window);
    ours.push(timesOf(text, PRODUCT));
    empty.push(timesOf(text, EMPTY));
  }
  const calls = ours.map(({ call }) => call);
  const load = median(ours.map((times) => times.load));
  const [emptyReady, ready] = [empty, ours].map((starts) => starts.map(({ call, finish }) => call + finish)) as [number[], number[]];
  const none = median(empty.map(({ call }) => call));
  return [
    {
      ...rowOf(`activate() until it returns, against an empty extension's and ${ALLOWED} ms`, 'ms', none + ALLOWED, median(calls), 1),
      spread: { floor: spreadOf(empty.map(({ call }) => call + ALLOWED)), ours: spreadOf(calls) },
      note: `before it, loading the code takes ${load.toFixed(0)} ms (the empty one's ${median(empty.map((times) => times.load)).toFixed(0)})`,
    },
    {
      ...rowOf('beside: until activate() is ready, in turns, what others do in between included', 'ms', median(emptyReady), median(ready)),
      spread: { floor: spreadOf(emptyReady), ours: spreadOf(ready) },
    },
    ...await sizes(),
  ];
}

/** The table that "Developer: Startup Performance" shows, when both extensions are in it. */
async function performanceText(window: BenchWindow): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    await window.ask('run', { command: 'perfview.show' });
    const text = await window.ask<string | undefined>('text') ?? '';
    await window.ask('run', { command: 'workbench.action.closeActiveEditor' });
    if (rowFor(text, PRODUCT) !== undefined && rowFor(text, EMPTY) !== undefined) {
      return text;
    }
  }
  throw new Error('VS Code does not tell how long extensions took to start.');
}

function rowFor(text: string, extension: string): readonly string[] | undefined {
  return text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()).filter((cell) => cell !== '')).find(([id, , , call]) => id === extension && Number(call) >= 0);
}

function timesOf(text: string, extension: string): Times {
  const [, , load, call, finish] = rowFor(text, extension) ?? [];
  return { load: Number(load), call: Number(call), finish: Number(finish) };
}

/** What is read from disk before activate() runs: the file itself, and the chunks that it imports. */
async function sizes(): Promise<readonly Row[]> {
  const { outputs } = JSON.parse(await readFile(join(root, 'dist', 'meta.json'), 'utf8')) as {
    readonly outputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[] }>>;
  };
  const main = 'dist/extension.js';
  const loaded = new Set([main]);
  for (const file of loaded) {
    outputs[file]?.imports.filter(({ kind, external }) => kind !== 'dynamic-import' && external !== true).forEach(({ path }) => loaded.add(path));
  }
  const kilobytes = await Promise.all([...loaded].map(async (file) => [file, (await stat(join(root, file))).size / KILOBYTE] as const));
  const whole = kilobytes.reduce((sum, [, size]) => sum + size, 0);
  return [
    rowOf('the file loaded at activation, against 100 kB', 'kB', 100, kilobytes[0]?.[1] ?? Number.NaN, 1),
    { ...rowOf('that file with the chunks that it imports, against 100 kB', 'kB', 100, whole, 1), note: `${loaded.size} files` },
  ];
}
