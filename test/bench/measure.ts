/**
 * How the bench measures: two sides in turn, and the median of each, so that a machine whose speed drifts does not favour one. Before
 * each turn the collector runs, or each side has a process of its own, so that nobody pays for what another left behind.
 */
import { collectGarbage } from './garbage.js';
import { largestParts } from './profile.js';

export type Unit = 'ms' | 'MB' | 'kB' | 'a minute' | 'exchanges';

/** The least and the most that was measured. */
export type Spread = readonly [least: number, most: number];

export interface Row {
  readonly what: string;
  readonly unit: Unit;
  /** What the same machine needs for the least that has to be done. */
  readonly floor: number;
  readonly ours: number;
  readonly ratio: number;
  /** The ratio this project promises; absent where a row stands beside the table for comparison. */
  readonly atMost?: number;
  readonly spread?: { readonly floor: Spread; readonly ours: Spread };
  /** Where the largest part of the time that is left goes, or what else has to be known of the figure. */
  readonly note?: string;
}

export interface Sides {
  readonly floor: () => Promise<void>;
  readonly ours: () => Promise<void>;
}

/** The same, where a side says itself how many milliseconds of it count. */
export interface TimedSides {
  readonly floor: () => Promise<number>;
  readonly ours: () => Promise<number>;
  /** Where the time of ours goes, where that is not in this process. */
  readonly parts?: () => Promise<string>;
}

/** Sampling slows down what is measured after it: asked for by name, and then the ratios are not those of a run without it. */
const WITH_PARTS = process.argv.includes('--parts');
/** Rounds that nobody counts: code is compiled and memory got in them. */
const WARM_UP = 2;

/** Times both sides in turn over so many rounds, and names where the time of ours goes where that is asked for. */
export async function compare(what: string, atMost: number | undefined, { floor, ours }: Sides, rounds: number): Promise<Row> {
  return await compareTimed(what, atMost, { floor: async () => await timeOf(floor), ours: async () => await timeOf(ours) }, rounds);
}

export async function compareTimed(what: string, atMost: number | undefined, sides: TimedSides, rounds: number): Promise<Row> {
  const times: { readonly floor: number[]; readonly ours: number[] } = { floor: [], ours: [] };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const side of ['floor', 'ours'] as const) {
      collectGarbage();
      const ms = await sides[side]();
      if (round >= 0) {
        times[side].push(ms);
      }
    }
  }
  const row = rowOfTimes(what, times, atMost);
  return WITH_PARTS ? { ...row, note: await (sides.parts?.() ?? largestParts(sides.ours)) } : row;
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** A row from milliseconds that were taken in turn. */
export function rowOfTimes(what: string, { floor, ours }: { readonly floor: readonly number[]; readonly ours: readonly number[] }, atMost?: number): Row {
  return { ...rowOf(what, 'ms', median(floor), median(ours), atMost), spread: { floor: spreadOf(floor), ours: spreadOf(ours) } };
}

/** Nothing against nothing is 0. */
export function rowOf(what: string, unit: Unit, floor: number, ours: number, atMost?: number): Row {
  return { what, unit, floor, ours, ratio: ours === 0 ? 0 : ours / floor, ...(atMost === undefined ? {} : { atMost }) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function spreadOf(values: readonly number[]): Spread {
  return [Math.min(...values), Math.max(...values)];
}

export function isOver({ ratio, atMost }: Row): boolean {
  return atMost !== undefined && !(ratio <= atMost);
}

/** The rows as a Markdown table, and under it those that are over their limits. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, unit, floor, ours, ratio, atMost, spread, note } = row;
    const [least, most] = [spread?.floor, spread?.ours];
    return `| ${what} | ${figure(floor)} ${unit}${rangeOf(least)} | ${figure(ours)} ${unit}${rangeOf(most)} | ${ratio.toFixed(2)} | ${atMost?.toFixed(2) ?? ''} | ${note ?? ''} |`;
  });
  const over = rows.filter(isOver);
  return [
    '| what | floor | here | ratio | at most | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    over.length === 0 ? 'Every row is within its limit.' : `Over their limits: ${over.map(({ what, ratio, atMost }) => `${what} (${ratio.toFixed(2)} of ${String(atMost)})`).join('; ')}.`,
  ].join('\n');
}

function rangeOf(spread: Spread | undefined): string {
  return spread === undefined ? '' : ` (${figure(spread[0])} to ${figure(spread[1])})`;
}

function figure(value: number): string {
  return value.toFixed(Math.abs(value) < 1000 ? 1 : 0);
}
