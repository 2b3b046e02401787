/** The choice of map tiles under the footprints. None until the person switches one on. */
import type { MapTiles } from '../../src/shared/footprintProtocol.js';
import { make, text } from './elements.js';
import type { MapShell } from './mapShell.js';
import type { Page } from './page.js';
import type { TileGround } from './tileLayer.js';

export class Tiles {
  readonly #choice = make('select', 'tiles-choice');
  #ground: Promise<TileGround> | undefined;
  #offered: readonly MapTiles[] = [];
  /** Its address. */
  #chosen: string | undefined;

  /** `chosen`: the address of what was switched on before the view was loaded again; `changed`: another is. */
  constructor(page: Page, private readonly shell: MapShell, chosen: string | undefined, private readonly changed: () => void) {
    this.#chosen = chosen;
    this.#choice.setAttribute('aria-label', 'Map tiles');
    this.#choice.title = 'Map tiles, from the host that is named';
    this.#choice.hidden = true;
    this.#choice.addEventListener('change', () => {
      this.#chosen = this.#offered[Number(this.#choice.value)]?.url;
      void this.#show();
      this.changed();
    });
    page.tools.prepend(this.#choice);
  }

  /** The address of what is switched on. */
  get chosen(): string | undefined {
    return this.#chosen;
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
    this.#choice.value = String(tiles.findIndex(({ url }) => url === this.#chosen));
    void this.#show();
  }

  async #show(): Promise<void> {
    if (this.#ground === undefined && this.#tiles === undefined) {
      return;
    }
    this.#ground ??= import('./tileLayer.js').then(({ TileGround: Ground }) => new Ground(this.shell));
    const ground = await this.#ground;
    ground.show(this.#tiles);
  }

  /** What is switched on, as far as it is still offered. */
  get #tiles(): MapTiles | undefined {
    return this.#offered.find(({ url }) => url === this.#chosen);
  }
}
