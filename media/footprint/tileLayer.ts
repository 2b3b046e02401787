/** Loads tiles from a host that the person named; comes with the first layer that is switched on. */
import TileLayer from 'ol/layer/Tile.js';
import type { FrameState } from 'ol/Map.js';
import XYZ from 'ol/source/XYZ.js';
import type { MapTiles } from '../../src/shared/footprintProtocol.js';
import type { MapShell } from './mapShell.js';

/** Tiles on a canvas of their own. OpenLayers would draw them on that of the ground below, which could then not be saved as a picture. */
class TilesApart extends TileLayer<XYZ> {
  readonly #nothingBelow = document.createElement('div');

  override render(state: FrameState | null): HTMLElement | null {
    return super.render(state, this.#nothingBelow);
  }
}

/** Shows these tiles under the footprints, or none. */
export class TileGround {
  readonly #layer = new TilesApart({ zIndex: 1, visible: false });

  constructor(shell: MapShell) {
    shell.map.addLayer(this.#layer);
  }

  show(tiles: MapTiles | undefined): void {
    this.#layer.setVisible(tiles !== undefined);
    this.#layer.setSource(tiles === undefined ? null : new XYZ({ url: tiles.url, attributions: plain(`${tiles.attribution} ${tiles.host}`.trim()) }));
  }
}

/** Attributions are shown as markup. */
function plain(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
