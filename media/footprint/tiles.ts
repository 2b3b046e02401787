/** Map tiles of the person's own choice, under the footprints. None until one is chosen. */
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type { MapTiles } from '../../src/shared/footprintProtocol.js';
import { make, text } from './elements.js';
import type { MapShell } from './mapShell.js';
import type { Page } from './page.js';

export class Tiles {
  readonly #choice = make('select', 'tiles-choice');
  readonly #layer = new TileLayer({ zIndex: 1, visible: false });
  #offered: readonly MapTiles[] = [];

  constructor(page: Page, shell: MapShell) {
    this.#choice.setAttribute('aria-label', 'Map tiles');
    this.#choice.hidden = true;
    this.#choice.addEventListener('change', () => this.#take());
    page.tools.prepend(this.#choice);
    shell.map.addLayer(this.#layer);
  }

  offer(tiles: readonly MapTiles[]): void {
    if (JSON.stringify(tiles) === JSON.stringify(this.#offered)) {
      return;
    }
    this.#offered = tiles;
    this.#choice.hidden = tiles.length === 0;
    this.#choice.replaceChildren(...['No tiles', ...tiles.map(({ name, host }) => `${name} (${host})`)].map((label, index) => {
      const option = text('option', label);
      option.value = String(index - 1);
      return option;
    }));
    this.#take();
  }

  #take(): void {
    const chosen = this.#offered[Number(this.#choice.value)];
    this.#layer.setVisible(chosen !== undefined);
    this.#layer.setSource(chosen === undefined ? null : new XYZ({ url: chosen.url, attributions: plain(`${chosen.attribution} ${chosen.host}`.trim()) }));
  }
}

/** Attributions are shown as markup. */
function plain(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
