/** How the bench measures: two sides in turn, and the median of each, so that a machine whose speed drifts does not favour one. */

export type Unit = 'ms' | 'MB';

export interface Row {
  readonly what: string;
  readonly unit: Unit;
  /** What the same machine needs for the least that has to be done. */
  readonly floor: number;
  readonly ours: number;
  readonly ratio: number;
  /** The ratio this project promises; absent where a row stands beside the table for comparison. */
  readonly atMost?: number;
}

export interface Sides {
  readonly floor: () => Promise<void>;
  readonly ours: () => Promise<void>;
}

/** Times both sides in turn over so many rounds, after two that warm them up. */
export async function compare(what: string, atMost: number | undefined, sides: Sides, rounds: number): Promise<Row> {
  const times: { readonly floor: number[]; readonly ours: number[] } = { floor: [], ours: [] };
  for (let round = -2; round < rounds; round += 1) {
    for (const side of ['floor', 'ours'] as const) {
      const start = performance.now();
      await sides[side]();
      if (round >= 0) {
        times[side].push(performance.now() - start);
      }
    }
  }
  return rowOf(what, 'ms', median(times.floor), median(times.ours), atMost);
}

export function rowOf(what: string, unit: Unit, floor: number, ours: number, atMost?: number): Row {
  return { what, unit, floor, ours, ratio: ours / floor, ...(atMost === undefined ? {} : { atMost }) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, unit, floor, ours, ratio, atMost }) =>
    `| ${what} | ${floor.toFixed(1)} ${unit} | ${ours.toFixed(1)} ${unit} | ${ratio.toFixed(2)} | ${atMost?.toFixed(2) ?? ''} |`);
  return ['| what | floor | here | ratio | at most |', '|---|---|---|---|---|', ...lines].join('\n');
}
