/** What the map reads of the editor's theme. */
import { expect, it } from 'vitest';
import { themeFrom } from '../../../media/footprint/themeColours.js';

it.each([
  ['vscode-dark', false], ['vscode-light', false], ['vscode-high-contrast', true], ['vscode-high-contrast-light', true],
])('%s: high contrast is %s', (name, contrast) => {
  const style = { color: '' };
  const theme = themeFrom(style, () => ({ color: style.color === 'var(--footprint-area)' ? 'rgb(1, 2, 3)' : 'rgb(9, 9, 9)', fontFamily: 'serif', fontSize: '20px' }), { contains: (one) => one === name });
  expect(theme).toMatchObject({ contrast, font: 'serif', small: 17, water: 'rgb(9, 9, 9)', area: [1, 2, 3], accent: [9, 9, 9] });
});
