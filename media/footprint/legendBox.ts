/** The legend as pictures of the map have it. */
import type { LegendEntry } from './colours.js';
import type { Theme } from './themeColours.js';

/** Pixels inside and outside of its box. */
export const PAD = 8;
export const GAP = 10;

/** Width and height of its box and of one row, pixels. */
export function legendSize(legend: readonly LegendEntry[], theme: Theme, widthOf: (words: string) => number): { readonly width: number; readonly height: number; readonly row: number } {
  const row = theme.small + 6;
  return { width: Math.max(...legend.map((entry) => widthOf(legendWords(entry)))) + 16 + 2 * PAD, height: legend.length * row + 2 * PAD, row };
}

export function legendWords({ label, count }: LegendEntry): string {
  return `${label} (${count.toLocaleString('en-US')})`;
}
