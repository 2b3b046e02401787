/** Reads the colours that the style sheet makes from VS Code's theme. */
import { themeFrom, type Theme } from './themeColours.js';

/** Reads the theme that is on. `probe` is an element whose colour may be changed. */
export function readTheme(probe: HTMLElement): Theme {
  return themeFrom(probe.style, () => getComputedStyle(probe), document.body.classList);
}

/** Calls back when VS Code changes the theme: it sets variables on the root and a class on the body. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
}
