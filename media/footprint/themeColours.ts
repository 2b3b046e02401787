/** The colours of the map as they come from VS Code's theme, in a form that a canvas takes. */
import type { ClassColour } from '../../src/shared/footprintProtocol.js';
import type { Colour } from './rasteriser.js';

export interface Theme {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly grid: string;
  readonly label: string;
  readonly halo: string;
  /** The outline of what is chosen or pointed at. */
  readonly chosen: string;
  readonly font: string;
  /** Size of small words on a canvas, pixels. */
  readonly small: number;
  /** High contrast: outlines only, and thicker. */
  readonly contrast: boolean;
  readonly accent: Colour;
  /** The outline of an area of interest. */
  readonly area: Colour;
  /** Very dense places. */
  readonly dense: Colour;
  readonly quiet: Colour;
  readonly classes: Readonly<Record<ClassColour, Colour>>;
  /** From new to old, and without a time. */
  readonly ages: readonly Colour[];
}

/** Computed colours are `rgb(r, g, b)` or, where they were mixed, `color(srgb r g b)` with shares; both may have an alpha. */
export function readColour(text: string): { readonly colour: Colour; readonly alpha: number } {
  const [first = 0, second = 0, third = 0, alpha = 1] = (text.match(/[\d.]+(?:e-?\d+)?/gu) ?? []).map(Number);
  return { colour: text.startsWith('color') ? [first * 255, second * 255, third * 255] : [first, second, third], alpha };
}

export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`;
}
