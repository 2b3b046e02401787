/** Colours as the style sheet makes them from VS Code's theme, in a form that a canvas takes. */

export interface Theme {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly grid: string;
  readonly label: string;
  readonly halo: string;
  readonly fill: string;
  readonly stroke: string;
  /** The outline of the footprint that is chosen among many. */
  readonly chosen: string;
  readonly font: string;
  /** High contrast: outlines only, and thicker. */
  readonly contrast: boolean;
}

const NAMES = ['water', 'land', 'coast', 'grid', 'label', 'halo', 'fill', 'stroke', 'chosen'] as const;

/** Reads the theme that is on. `probe` is an element whose colour may be changed. */
export function readTheme(probe: HTMLElement): Theme {
  const colours = Object.fromEntries(
    NAMES.map((name) => {
      probe.style.color = `var(--footprint-${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Record<(typeof NAMES)[number], string>;
  return {
    ...colours,
    font: getComputedStyle(probe).fontFamily,
    contrast: document.body.classList.contains('vscode-high-contrast') || document.body.classList.contains('vscode-high-contrast-light'),
  };
}

/** Calls back when VS Code changes the theme: it sets variables on the root and a class on the body. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
}
