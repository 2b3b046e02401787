/** Reads the colours that the style sheet makes from VS Code's theme. */
import type { ClassColour } from '../../src/shared/footprintProtocol.js';
import type { Colour } from './rasteriser.js';
import { readColour, type Theme } from './themeColours.js';

const NAMES = ['water', 'land', 'coast', 'grid', 'label', 'halo', 'chosen'] as const;
const CLASSES = ['foreground', 'blue', 'purple', 'orange', 'green', 'red', 'yellow'] as const;

/** Small words, as a share of the size that the editor's interface has. */
const SMALL = 0.85;

/** Reads the theme that is on. `probe` is an element whose colour may be changed. */
export function readTheme(probe: HTMLElement): Theme {
  const read = (name: string): string => {
    probe.style.color = `var(--footprint-${name})`;
    return getComputedStyle(probe).color;
  };
  const number = (name: string): Colour => readColour(read(name)).colour;
  const named = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Record<(typeof NAMES)[number], string>;
  return {
    ...named,
    font: getComputedStyle(probe).fontFamily,
    small: Math.max(10, Math.round(Number.parseFloat(getComputedStyle(probe).fontSize) * SMALL) || 11),
    contrast: document.body.classList.contains('vscode-high-contrast') || document.body.classList.contains('vscode-high-contrast-light'),
    accent: number('accent'),
    area: number('area'),
    dense: number('dense'),
    quiet: number('quiet'),
    classes: Object.fromEntries(CLASSES.map((name) => [name, number(name)])) as Record<ClassColour, Colour>,
    ages: [0, 1, 2, 3, 4].map((age) => number(`age-${age}`)),
  };
}

/** Calls back when VS Code changes the theme: it sets variables on the root and a class on the body. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
}
