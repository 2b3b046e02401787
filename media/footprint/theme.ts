/** Colours as the style sheet makes them from VS Code's theme, in a form that a canvas takes. */
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
  /** High contrast: outlines only, and thicker. */
  readonly contrast: boolean;
  readonly accent: Colour;
  /** Very dense places. */
  readonly dense: Colour;
  readonly quiet: Colour;
  readonly classes: Readonly<Record<ClassColour, Colour>>;
  /** From new to old, and without a time. */
  readonly ages: readonly Colour[];
}

const NAMES = ['water', 'land', 'coast', 'grid', 'label', 'halo', 'chosen'] as const;
const CLASSES = ['foreground', 'blue', 'purple', 'orange', 'green', 'red', 'yellow'] as const;

/** Reads the theme that is on. `probe` is an element whose colour may be changed. */
export function readTheme(probe: HTMLElement): Theme {
  const read = (name: string): string => {
    probe.style.color = `var(--footprint-${name})`;
    return getComputedStyle(probe).color;
  };
  const number = (name: string): Colour => rgbOf(read(name));
  const named = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Record<(typeof NAMES)[number], string>;
  return {
    ...named,
    font: getComputedStyle(probe).fontFamily,
    contrast: document.body.classList.contains('vscode-high-contrast') || document.body.classList.contains('vscode-high-contrast-light'),
    accent: number('accent'),
    dense: number('dense'),
    quiet: number('quiet'),
    classes: Object.fromEntries(CLASSES.map((name) => [name, number(name)])) as Record<ClassColour, Colour>,
    ages: [0, 1, 2, 3, 4].map((age) => number(`age-${age}`)),
  };
}

/** Computed colours are `rgb(r, g, b)` or, where they were mixed, `color(srgb r g b)` with shares. */
function rgbOf(text: string): Colour {
  const [first = 0, second = 0, third = 0] = (text.match(/[\d.]+(?:e-?\d+)?/gu) ?? []).map(Number);
  return text.startsWith('color') ? [first * 255, second * 255, third * 255] : [first, second, third];
}

export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`;
}

/** Calls back when VS Code changes the theme: it sets variables on the root and a class on the body. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
}
