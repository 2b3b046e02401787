/** The view as a drawing of shapes, which stay sharp. Tiles of others are not in it. */
import { RING } from '../../src/core/geo/packedFootprints.js';
import type { Colours, LegendEntry } from './colours.js';
import type { Chunk, FootprintStore, ItemRef } from './footprintStore.js';
import { pixelOf, type Frame } from './frame.js';
import { graticuleOf } from './graticule.js';
import { forEachInView } from './inView.js';
import { GAP, legendSize, legendWords, PAD } from './legendBox.js';
import { css, readColour, type Theme } from './themeColours.js';

/** Characters of an SVG that programs still open with ease. */
const MOST = 20_000_000;
/** Smaller shapes are marks, pixels. */
const SMALLEST_SHAPE = 3;

/** All that is seen of the map. */
export interface Scene {
  readonly title: string;
  readonly frame: Frame;
  readonly theme: Theme;
  readonly legend: readonly LegendEntry[];
  readonly land: FootprintStore;
  /** The area of the search. */
  readonly area: FootprintStore;
  readonly footprints: FootprintStore;
  readonly colours: Colours;
  readonly isShown: (chunk: Chunk, item: number) => boolean;
  readonly chosen: readonly ItemRef[];
}

/** The text of an SVG; undefined where it would be too long. */
export function svgOf({ title, frame, theme, legend, land, area, footprints, colours, isShown, chosen }: Scene): string | undefined {
  const { width, height } = frame;
  const parts: string[] = [`<rect width="${width}" height="${height}" ${paint('fill', theme.water)}/>`];
  let length = 0;
  const put = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const draw = (store: FootprintStore, style: (chunk: Chunk, item: number) => Style | undefined): void => {
    for (const chunk of store.chunks(frame.plane)) {
      forEachInView(frame, chunk, (item, copy) => {
        const of = length > MOST ? undefined : style(chunk, item);
        if (of !== undefined) {
          put(shapeOf(frame, chunk, item, copy, of));
        }
      });
    }
  };
  draw(land, () => ({ fill: theme.contrast ? undefined : paint('fill', theme.land), stroke: `${paint('stroke', theme.coast)} stroke-width="1"`, mark: 0 }));
  put(`<path d="${graticuleOf(frame).lines.map((line) => line.map((position, index) => `${index === 0 ? 'M' : 'L'}${place(pixelOf(frame, position))}`).join('')).join('')}" fill="none" ${paint('stroke', theme.grid)}/>`);
  draw(area, () => ({ fill: undefined, stroke: `${paint('stroke', theme.label)} stroke-width="1.5" stroke-dasharray="6 4"`, mark: 4 }));
  draw(footprints, (chunk, item) => {
    const colour = css(colours.entries[colours.slotOf(chunk, item)]?.colour ?? theme.accent);
    return isShown(chunk, item) ? { fill: `${paint('fill', colour)} fill-opacity="0.26"`, stroke: `${paint('stroke', colour)} stroke-width="1.25"`, mark: 3 } : undefined;
  });
  const marked = new Set(chosen.flatMap(({ chunk, item }) => (footprints.chunks(frame.plane)[chunk] === undefined ? [] : [`${chunk}/${item}`])));
  footprints.chunks(frame.plane).forEach((chunk, index) => {
    forEachInView(frame, chunk, (item, copy) => {
      if (marked.has(`${index}/${item}`) && isShown(chunk, item)) {
        put(shapeOf(frame, chunk, item, copy, { fill: undefined, stroke: `${paint('stroke', theme.chosen)} stroke-width="3"`, mark: 5 }));
      }
    });
  });
  if (length > MOST) {
    return undefined;
  }
  put(wordsOf(frame, theme, legend));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${escaped(title)}</title>${parts.join('\n')}</svg>\n`;
}

interface Style {
  /** Attributes; undefined: not filled. */
  readonly fill: string | undefined;
  readonly stroke: string;
  /** Radius of what is too small to be a shape; 0: left out. */
  readonly mark: number;
}

/** One item: its filled rings together, then the borders, which leave out seams. */
function shapeOf(frame: Frame, chunk: Chunk, item: number, copy: number, { fill, stroke, mark }: Style): string {
  const { packed: { itemStarts, kinds, ringStarts }, projected, boxes } = chunk;
  const [a, b, c, d, e, f] = frame.matrix;
  const at = (position: number): readonly [number, number] => {
    const [x, y] = [(projected[2 * position] ?? 0) + copy, projected[2 * position + 1] ?? 0];
    return [a * x + c * y + e, b * x + d * y + f];
  };
  const dot = (x: number, y: number): string => (mark === 0 ? '' : `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${mark}" ${fill ?? 'fill="none"'} ${stroke}/>`);
  const [west = 0, south = 0, east = 0, north = 0] = boxes.subarray(4 * item, 4 * item + 4);
  if (Math.max(east - west, north - south) * frame.scale < SMALLEST_SHAPE) {
    const [x, y] = [(west + east) / 2 + copy, (south + north) / 2];
    return dot(a * x + c * y + e, b * x + d * y + f);
  }
  let [faces, borders, dots] = ['', '', ''];
  for (let ring = itemStarts[item] ?? 0; ring < (itemStarts[item + 1] ?? 0); ring += 1) {
    const kind = kinds[ring] ?? 0;
    const [first, end] = [ringStarts[ring] ?? 0, ringStarts[ring + 1] ?? 0];
    const fills = (kind & RING.fill) !== 0;
    const path = Array.from({ length: end - first }, (_, index) => `${index === 0 ? 'M' : 'L'}${place(at(first + index))}`).join('') + (fills ? 'Z' : '');
    faces += fills ? path : '';
    borders += (kind & RING.stroke) !== 0 ? path : '';
    dots += (kind & RING.point) !== 0 ? dot(...at(first)) : '';
  }
  return `${fill === undefined || faces === '' ? '' : `<path d="${faces}" ${fill}/>`}${borders === '' ? '' : `<path d="${borders}" fill="none" stroke-linejoin="round" ${stroke}/>`}${dots}`;
}

function wordsOf(frame: Frame, theme: Theme, legend: readonly LegendEntry[]): string {
  const font = `font-family="${escaped(theme.font)}" font-size="${theme.small}" ${paint('fill', theme.label)}`;
  const labels = graticuleOf(frame).labels.map(({ text, x, y, edge }) => (edge === 'bottom' ? `<text x="${x.toFixed(1)}" y="${(y - 6).toFixed(1)}" text-anchor="middle">${escaped(text)}</text>` : `<text x="${x + 6}" y="${(y + 4).toFixed(1)}">${escaped(text)}</text>`));
  // The width of words is not known here: letters are about so wide.
  const { width, height, row } = legendSize(legend, theme, (words) => words.length * theme.small * 0.56);
  const rows = legend.map((entry, index) => {
    const y = GAP + PAD + index * row;
    return `<rect x="${GAP + PAD}" y="${y + (row - 10) / 2}" width="10" height="10" ${paint('fill', css(entry.colour))}/><text x="${GAP + PAD + 16}" y="${y + row / 2 + theme.small * 0.36}">${escaped(legendWords(entry))}</text>`;
  });
  return `<g ${font}>${labels.join('')}${rows.length === 0 ? '' : `<rect x="${GAP}" y="${GAP}" width="${width.toFixed(0)}" height="${height}" ${paint('fill', theme.halo)}/>${rows.join('')}`}</g>`;
}

/** A colour in a form that every program reads. */
function paint(what: 'fill' | 'stroke', text: string): string {
  const { colour, alpha } = readColour(text);
  const hex = colour.map((part) => Math.max(0, Math.min(255, Math.round(part))).toString(16).padStart(2, '0')).join('');
  return `${what}="#${hex}"${alpha < 1 ? ` ${what}-opacity="${Number(alpha.toFixed(2))}"` : ''}`;
}

function place([x, y]: readonly [number, number]): string {
  return `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
