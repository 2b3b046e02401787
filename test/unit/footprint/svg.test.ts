/** The map as an SVG: shapes where they are, words that stay words, and nothing else. */
import { describe, expect, it } from 'vitest';
import { Colours } from '../../../media/footprint/colours.js';
import { FootprintStore } from '../../../media/footprint/footprintStore.js';
import { svgOf, type Scene } from '../../../media/footprint/svg.js';
import type { Theme } from '../../../media/footprint/themeColours.js';
import { isPlainSvg } from '../../../src/shared/plainSvg.js';
import { box as ring, polygon } from '../geo/cases.js';
import { frame, SIZE, storeOf } from './frames.js';

const box = (west: number, south: number, east: number, north: number): unknown => polygon(ring(west, south, east, north));
const white = [255, 255, 255] as const;
const theme: Theme = {
  water: 'rgb(1, 2, 3)', land: 'color(srgb 1 0.5 0)', coast: 'rgba(0, 0, 255, 0.5)', grid: 'rgb(9, 9, 9)', label: 'rgb(8, 8, 8)', halo: 'rgb(7, 7, 7)', chosen: 'rgb(6, 6, 6)', font: '"A & B", serif', small: 11, contrast: false,
  accent: [255, 160, 40], area: white, dense: white, quiet: white, classes: { foreground: white, blue: white, purple: white, orange: white, green: white, red: white, yellow: white }, ages: [white],
};

function svg(geometries: readonly unknown[], more: Partial<Scene> = {}): string | undefined {
  const texts = { statuses: [{ label: '<script>alert(1)</script> onload=x', colour: 'green' as const }], platforms: [] };
  return svgOf({
    title: '"]]><script>&', frame: frame('world', [0, 0], 40), theme, legend: [{ label: '<b onload="x">', colour: white, count: 1234 }], land: new FootprintStore(), area: new FootprintStore(),
    footprints: storeOf(geometries), colours: new Colours('one', texts, theme, 0), isShown: () => true, chosen: [], ...more,
  });
}

/** The numbers of the paths that are painted with a colour. */
function pathsOf(text: string | undefined, paint: string): readonly (readonly number[])[] {
  return [...(text ?? '').matchAll(/<path d="([^"]*)" ([^>]*)\/>/gu)].filter(([, , style = '']) => style.includes(paint)).map(([, path = '']) => (path.match(/-?[\d.]+/gu) ?? []).map(Number));
}

describe('svgOf', () => {
  it('has footprints where they lie, filled and with a border', () => {
    const text = svg([box(-10, -5, 10, 5)]);
    // 40 degrees to 400 pixels.
    const corners = [[100, 250], [300, 250], [300, 150], [100, 150]];
    for (const paths of [pathsOf(text, 'fill="#ffa028"'), pathsOf(text, 'stroke="#ffa028"')]) {
      expect(paths).toHaveLength(1);
      expect(corners.every(([x, y]) => paths[0]?.some((value, index) => index % 2 === 0 && value === x && paths[0]?.[index + 1] === y))).toBe(true);
    }
    expect(text).toContain(`width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"`);
  });

  it('draws no border along the antimeridian, marks what is tiny, and leaves out what is not shown or out of sight', () => {
    const over = svg([box(170, -5, -170, 5)], { frame: frame('world', [180, 0], 40) });
    const seam = (values: readonly number[]): boolean => values.some((value, index) => index % 2 === 0 && value === 200 && values[index + 2] === 200);
    expect(pathsOf(over, 'fill="#ffa028"').some(seam)).toBe(true);
    expect(pathsOf(over, 'stroke="#ffa028"').length).toBeGreaterThan(0);
    expect(pathsOf(over, 'stroke="#ffa028"').some(seam)).toBe(false);
    expect(svg([box(0, 0, 0.01, 0.01)])).toMatch(/<circle cx="200\.1" cy="199\.9" r="3" fill="#ffa028"/u);
    // Black where nothing is said.
    expect(svg([box(0, 0, 0.01, 0.01)], { chosen: [{ chunk: 0, item: 0 }] })).toMatch(/r="5" fill="none"/u);
    expect([svg([box(0, 0, 1, 1)], { isShown: () => false }), svg([box(100, 0, 101, 1)])].map((text) => text?.includes('#ffa028'))).toEqual([false, false]);
    expect(svg([box(0, 0, 5, 5)], { chosen: [{ chunk: 0, item: 0 }] })).toContain('stroke="#060606" stroke-width="3"');
  });

  it('holds only shapes and words, whatever they are, in colours that every program knows', () => {
    const text = svg([box(0, 0, 5, 5)], { land: storeOf([box(-15, -15, -5, -5)]), area: storeOf([box(-2, -2, 8, 8)]) }) ?? '';
    expect(isPlainSvg(text)).toBe(true);
    expect(text).toContain('&lt;b onload=&quot;x&quot;&gt; (1,234)</text>');
    expect(text).toContain('<title>&quot;]]&gt;&lt;script&gt;&amp;</title>');
    expect(text).toMatch(/fill="#ff8000".*stroke="#0000ff" stroke-opacity="0\.5"/u);
    expect(text).toContain('stroke-dasharray');
    expect(text).not.toMatch(/NaN|undefined|color\(|rgb/u);
  });

  it.each([
    '<g x=">" onload="1"></g>', "<g x='>' onload='1'></g>", '<g onload="1"/>', '<g\nONLOAD = 1></g>', '<g/onload="1"/>', '<g x="1"onload="1"/>', '<g x="y" href="https://x.example"/>', '<g xlink:href="#x"/>', '<g style="x"/>',
    '<g fill="url(https://x.example)"/>', '<g fill="u&#114;l(https://x.example)"/>', '<g fill="\\75rl(//x.example)"/>', '<script/>', '<g', '<!-- > --><g/>', '<![CDATA[<script>]]>', '<?x ?>', '<!DOCTYPE svg [<!ENTITY x "y">]>', '<text>&x;</text>',
  ])('is no plain picture with %s in it', (inside) => {
    const around = (text: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${text}</svg>`;
    expect(isPlainSvg(around('<g fill="#fff" x="&gt;"><text>a &gt; b</text></g>'))).toBe(true);
    expect(isPlainSvg(around(inside))).toBe(false);
  });

  it('is not made where it would be too much', () => {
    const spiral = polygon(Array.from({ length: 20_000 }, (_, index) => [15 * Math.cos(index) * Math.random(), 15 * Math.sin(index)]));
    expect(svg(Array.from({ length: 60 }, () => spiral))).toBeUndefined();
  });
});
