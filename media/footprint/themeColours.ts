/** The colours of the map as they come from VS Code's theme, in a form that a canvas takes. */
import type { ClassColour } from '../../src/shared/footprintProtocol.js';
import type { Colour } from './colour.js';

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

const NAMES = ['water', 'land', 'coast', 'grid', 'label', 'halo', 'chosen'] as const;
const CLASSES = ['foreground', 'blue', 'purple', 'orange', 'green', 'red', 'yellow'] as const;

/** Small words, as a share of the size that the editor's interface has. */
const SMALL = 0.85;

/**
 * The theme that is on.
 * @param style of an element whose colour may be changed
 * @param computed what the browser makes of that style now
 * @param classes those that VS Code gives the page's body
 */
export function themeFrom(style: { color: string }, computed: () => { readonly color: string; readonly fontFamily: string; readonly fontSize: string }, classes: { contains(name: string): boolean }): Theme {
  const read = (name: string): string => {
    style.color = `var(--footprint-${name})`;
    return computed().color;
  };
  const number = (name: string): Colour => readColour(read(name)).colour;
  const named = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Record<(typeof NAMES)[number], string>;
  return {
    ...named,
    font: computed().fontFamily,
    small: Math.max(10, Math.round(Number.parseFloat(computed().fontSize) * SMALL) || 11),
    contrast: classes.contains('vscode-high-contrast') || classes.contains('vscode-high-contrast-light'),
    accent: number('accent'),
    area: number('area'),
    dense: number('dense'),
    quiet: number('quiet'),
    classes: Object.fromEntries(CLASSES.map((name) => [name, number(name)])) as Record<ClassColour, Colour>,
    ages: [0, 1, 2, 3, 4].map((age) => number(`age-${age}`)),
  };
}
