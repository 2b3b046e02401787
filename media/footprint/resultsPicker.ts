/** Pointing at and stepping through the footprints of a result set. */
import type { MapResults } from '../../src/shared/footprintProtocol.js';
import type { FootprintMap } from './footprintMap.js';
import type { Page } from './page.js';
import { ResultsLayer } from './resultsLayer.js';
import { angleBetween } from './sphere.js';
import { positionAt, projectionOf } from './view.js';

/** A pointer that moved less than this between press and release has clicked, pixels. */
const STILL = 4;

export class ResultsPicker {
  #results: MapResults | undefined;
  #layer: ResultsLayer | undefined;
  #pressed: readonly [number, number] | undefined;
  #pointer: readonly [number, number] | undefined;

  /** `open` is called with the revision of the results and the place of the footprint whose item is wanted. */
  constructor(private readonly page: Page, private readonly map: FootprintMap, private readonly open: (revision: number, index: number) => void) {
    const { canvas } = page;
    canvas.addEventListener('pointerdown', (event) => {
      this.#pressed = map.at(event);
    });
    canvas.addEventListener('pointermove', (event) => this.#hover(event.buttons === 0 ? map.at(event) : undefined));
    canvas.addEventListener('pointerleave', () => this.#hover(undefined));
    canvas.addEventListener('click', (event) => this.#click(map.at(event)));
    canvas.addEventListener('dblclick', (event) => {
      if (this.#under(map.at(event)) !== undefined) {
        // Both clicks were meant for the item, not for the zoom.
        event.stopPropagation();
      }
    });
    page.map.addEventListener('keydown', (event) => this.#key(event));
    map.onDraw = () => this.#name();
  }

  /** Shows results; undefined gives the map back. */
  show(results: MapResults | undefined): void {
    const before = this.#results;
    const continues = results !== undefined && before?.search === results.search;
    const chosen = continues ? this.#layer?.chosen : undefined;
    this.#results = results;
    this.#layer = undefined;
    this.#pointer = undefined;
    this.page.map.classList.remove('pointing');
    if (results?.cap !== undefined) {
      this.#layer = new ResultsLayer(results.footprints, results.cap);
      this.#layer.chosen = chosen ?? results.chosen;
    }
    if (results !== undefined) {
      this.map.show(this.#layer, continues);
    }
    this.#name();
  }

  /** Lets a footprint stand out because its item was opened. */
  choose(revision: number, index: number): void {
    if (this.#results?.revision === revision && this.#layer !== undefined && index < this.#results.footprints.length) {
      this.#choose(this.#layer, index);
    }
  }

  #key(event: KeyboardEvent): void {
    const layer = this.#layer;
    if (layer === undefined || this.#results === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.page.map) {
      return;
    }
    const count = layer.footprints.length;
    if (event.key === 'n') {
      this.#step(layer, layer.chosen === undefined ? 0 : (layer.chosen + 1) % count);
    } else if (event.key === 'p') {
      this.#step(layer, ((layer.chosen ?? 0) + count - 1) % count);
    } else if (event.key === 'Enter' && layer.chosen !== undefined) {
      this.open(this.#results.revision, layer.chosen);
    } else if (event.key === 'Escape' && layer.chosen !== undefined) {
      layer.chosen = undefined;
      this.page.speak('No footprint is chosen.');
      this.map.redraw();
    } else {
      return;
    }
    event.preventDefault();
  }

  #step(layer: ResultsLayer, index: number): void {
    const footprint = layer.footprints[index];
    if (footprint !== undefined) {
      this.#choose(layer, index);
      this.page.speak([`${index + 1} of ${layer.footprints.length}`, footprint.title, footprint.subtitle].filter((text) => text !== '').join(', '));
    }
  }

  #choose(layer: ResultsLayer, index: number): void {
    layer.chosen = index;
    const centre = layer.footprints[index]?.drawing.cap.centre;
    if (centre !== undefined && this.#pixelOf(centre) === undefined) {
      this.map.centreOn(centre);
    }
    this.map.redraw();
  }

  #hover(at: readonly [number, number] | undefined): void {
    this.#pointer = at;
    const layer = this.#layer;
    if (layer === undefined) {
      return;
    }
    const hovered = at === undefined ? undefined : this.#under(at);
    this.page.map.classList.toggle('pointing', hovered !== undefined);
    if (layer.hovered !== hovered) {
      layer.hovered = hovered;
      this.map.redraw();
    }
    this.#name();
  }

  #click(at: readonly [number, number]): void {
    const pressed = this.#pressed;
    const index = this.#under(at);
    if (this.#layer !== undefined && this.#results !== undefined && index !== undefined && pressed !== undefined && Math.hypot(at[0] - pressed[0], at[1] - pressed[1]) < STILL) {
      this.#choose(this.#layer, index);
      this.open(this.#results.revision, index);
    }
  }

  #under(at: readonly [number, number]): number | undefined {
    return this.#layer?.at(this.map.view, this.map.size, at);
  }

  /** Names what is pointed at, else what is chosen, where it lies. */
  #name(): void {
    const layer = this.#layer;
    const index = layer?.hovered ?? layer?.chosen;
    const footprint = index === undefined ? undefined : layer?.footprints[index];
    const at = footprint === undefined ? undefined : layer?.hovered === undefined ? this.#pixelOf(footprint.drawing.cap.centre) : this.#pointer;
    this.page.name(at === undefined ? undefined : footprint, at ?? [0, 0]);
  }

  /** Where a position is drawn; undefined where it is out of sight. */
  #pixelOf(position: readonly [number, number]): readonly [number, number] | undefined {
    const { view, size } = this.map;
    const at = projectionOf(view, size)(position as [number, number]);
    if (at === null || at[0] < 0 || at[1] < 0 || at[0] > size.width || at[1] > size.height) {
      return undefined;
    }
    // Beyond the rim of the earth there is nothing: what comes out there is not where the position is.
    const back = positionAt(view, size, at);
    return back !== undefined && angleBetween(back, position) < 1 ? at : undefined;
  }
}
