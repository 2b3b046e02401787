/** The view as a picture of pixels. Tiles of others are not in it. */
import type { LegendEntry } from './colours.js';
import { GAP, legendSize, legendWords, PAD } from './legendBox.js';
import { css, type Theme } from './themeColours.js';

/** Base64 of the layers over each other with the legend; sizes in CSS pixels are multiplied by `ratio`. */
export function pngOf(layers: readonly HTMLCanvasElement[], ratio: number, legend: readonly LegendEntry[], theme: Theme): string {
  const picture = document.createElement('canvas');
  picture.width = layers[0]?.width ?? 1;
  picture.height = layers[0]?.height ?? 1;
  const context = picture.getContext('2d');
  if (context !== null) {
    layers.forEach((layer) => context.drawImage(layer, 0, 0));
    context.scale(ratio, ratio);
    paintLegend(context, legend, theme);
  }
  return picture.toDataURL('image/png').split(',')[1] ?? '';
}

function paintLegend(context: CanvasRenderingContext2D, legend: readonly LegendEntry[], theme: Theme): void {
  if (legend.length === 0) {
    return;
  }
  context.font = `${theme.small}px ${theme.font}`;
  const { width, height, row } = legendSize(legend, theme, (words) => context.measureText(words).width);
  context.fillStyle = theme.halo;
  context.fillRect(GAP, GAP, width, height);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  legend.forEach((entry, index) => {
    const y = GAP + PAD + index * row;
    context.fillStyle = css(entry.colour);
    context.fillRect(GAP + PAD, y + (row - 10) / 2, 10, 10);
    context.fillStyle = theme.label;
    context.fillText(legendWords(entry), GAP + PAD + 16, y + row / 2);
  });
}
