/** Puts the parts of the map together: footprints on ground, what is chosen on top, words around. */
import type { ColourBy, FromFootprintView, MapBox, MapState, MapTexts, ToFootprintView } from '../../src/shared/footprintProtocol.js';
import { AreaTool } from './areaTool.js';
import { Colours } from './colours.js';
import { FootprintsPainter } from './footprintsLayer.js';
import { FootprintStore } from './footprintStore.js';
import { reachOf } from './frame.js';
import { paintGround, paintLabels, ROUGH_REACH } from './ground.js';
import { Histogram } from './histogram.js';
import { paintLocator } from './locator.js';
import { MapShell } from './mapShell.js';
import type { Page } from './page.js';
import { Picker } from './picker.js';
import { forEachInView, paintItem } from './shapes.js';
import { normalLongitude, type LonLat } from './sphere.js';
import { onThemeChange, readTheme, type Theme } from './theme.js';
import { Tiles } from './tiles.js';

/** The share of the view that one footprint takes when it is fitted, and that many take. */
const ONE = 0.5;
const MANY = 0.86;

export class FootprintView {
  readonly store = new FootprintStore();
  readonly shell: MapShell;
  readonly #area = new FootprintStore();
  readonly #picker: Picker;
  readonly #areas: AreaTool;
  readonly #tiles: Tiles;
  readonly #times: Histogram;
  readonly #painter = new FootprintsPainter();
  #theme: Theme;
  #colours: Colours;
  #by: ColourBy = 'one';
  #texts: Pick<MapTexts, 'statuses' | 'platforms'> = { statuses: [], platforms: [] };
  #subjectId: number | undefined;
  #revision = 0;
  #box: MapBox | undefined;

  constructor(private readonly page: Page, post: (message: FromFootprintView) => void) {
    this.#theme = readTheme(page.probe);
    this.#colours = new Colours(this.#by, this.#texts, this.#theme, Date.now());
    this.shell = new MapShell(page.map, page.scale);
    this.#times = new Histogram(page.below, () => {
      this.#painter.reset();
      this.shell.redraw();
    });
    this.#tiles = new Tiles(page, this.shell);
    this.#areas = new AreaTool(page, this.shell, post);
    this.#areas.restyle(this.#theme);
    this.#picker = new Picker(page, this.shell, this.store, {
      isShown: (chunk, item) => this.#times.isShown(chunk, item),
      isBusy: () => this.#areas.isDrawing,
      describe: (place) => post({ type: 'describe', revision: this.#revision, place }),
      select: (places) => {
        page.measures(undefined);
        post({ type: 'select', revision: this.#revision, places });
      },
      open: (place) => post({ type: 'open', revision: this.#revision, place }),
    });
    this.#addLayers();
    onThemeChange(() => {
      this.#theme = readTheme(page.probe);
      this.#areas.restyle(this.#theme);
      this.#recolour();
    });
    page.zoomIn.addEventListener('click', () => this.shell.zoom(1.5));
    page.zoomOut.addEventListener('click', () => this.shell.zoom(1 / 1.5));
    page.fit.addEventListener('click', () => this.shell.fit());
    page.map.addEventListener('keydown', (event) => {
      if (event.key === 'c' && !event.ctrlKey && !event.metaKey && !event.altKey && event.target === page.map) {
        post({ type: 'copy' });
      }
    });
    page.save.addEventListener('click', () => post({ type: 'picture', data: this.#picture() }));
    this.shell.on('pointermove', (pixel) => this.#pointer(pixel));
    page.map.addEventListener('pointerleave', () => page.pointer(''));
    this.shell.map.on('postrender', () => this.#picker.name());
  }

  receive(message: ToFootprintView): void {
    switch (message.type) {
      case 'state':
        this.#show(message.state);
        return;
      case 'more':
        if (message.revision === this.#revision) {
          this.store.add(message.chunks);
          this.#texts = message.texts;
          this.#box = message.box;
          this.page.showTexts(message.texts);
          this.#recolour();
          this.shell.show(message.box, this.#share(), true);
        }
        return;
      case 'choose':
        if (message.revision === this.#revision) {
          this.page.measures(undefined);
          this.#picker.choose(message.places);
        }
        return;
      case 'described':
        if (message.revision === this.#revision) {
          this.#picker.described(message.place, message);
        }
        return;
      case 'measured':
        if (message.revision === this.#revision) {
          this.page.measures(message.facts);
          if (message.spoken !== '') {
            this.page.speak(message.spoken);
          }
        }
        return;
      case 'draw':
        this.#areas.ask(message.area);
        return;
      case 'said':
        this.page.say(message.words);
        return;
      default: {
        const missing: never = message;
        throw new Error(`unexpected message ${String(missing)}`);
      }
    }
  }

  colourBy(by: ColourBy): void {
    this.#by = by;
    this.#recolour();
  }

  #show(state: MapState): void {
    this.page.show(state);
    this.#tiles.offer(state.tiles);
    if (state.kind === 'loading') {
      return;
    }
    const isSame = this.#subjectId === state.subjectId;
    this.#subjectId = state.subjectId;
    this.#revision = state.revision;
    this.#texts = state;
    this.#by = state.subject?.kind === 'item' ? 'one' : state.colours;
    this.#box = state.box;
    this.store.set(state.chunks);
    this.#area.set(state.area === undefined ? [] : [state.area]);
    this.#picker.reset(state.subject !== undefined && state.subject.kind !== 'item', state.chosen);
    this.#recolour();
    this.shell.show(state.box, this.#share(), isSame);
    if (state.subject?.kind !== 'item' && document.hasFocus() && document.activeElement === document.body) {
      this.page.map.focus();
    }
  }

  #share(): number {
    return this.store.count === 1 ? ONE : MANY;
  }

  #recolour(): void {
    this.#colours = new Colours(this.#by, this.#texts, this.#theme, Date.now());
    this.page.legend(this.#colours.legend(this.store, this.store.chunks(this.shell.plane)));
    this.#times.show(this.store, this.#theme, true);
    this.#painter.reset();
    this.shell.redraw();
  }

  #addLayers(): void {
    const { shell } = this;
    shell.addLayer('ground', (context, frame) => paintGround(context, frame, this.#theme), 0);
    shell.addLayer('area', (context, frame) => {
      context.setLineDash([6, 4]);
      for (const chunk of this.#area.chunks(frame.plane)) {
        forEachInView(frame, chunk, (item, copy) => paintItem(context, frame, chunk, item, copy, { fill: undefined, stroke: this.#theme.label, width: 1.5, mark: 4 }));
      }
      context.setLineDash([]);
    }, 9);
    shell.addLayer('footprints', (context, frame, state) => {
      this.#painter.paint(context, state, frame, this.store.chunks(frame.plane), this.#colours, (chunk, item) => this.#times.isShown(chunk, item), this.#theme);
    }, 10);
    shell.addLayer('names', (context, frame) => {
      this.#picker.paint(context, frame, this.#theme);
      paintLabels(context, frame, this.#theme);
      paintLocator(this.page.locator, frame, this.#middle(), this.#theme);
      this.page.scale.classList.toggle('rough', reachOf(frame) < ROUGH_REACH);
    }, 20);
  }

  /** What is drawn here, without tiles of others: base64 of a PNG. */
  #picture(): string {
    const layers = [...this.page.map.querySelectorAll<HTMLCanvasElement>('canvas.layer')];
    const picture = document.createElement('canvas');
    picture.width = layers[0]?.width ?? 1;
    picture.height = layers[0]?.height ?? 1;
    const context = picture.getContext('2d');
    layers.forEach((layer) => context?.drawImage(layer, 0, 0));
    return picture.toDataURL('image/png').split(',')[1] ?? '';
  }

  #middle(): LonLat | undefined {
    if (this.#box === undefined) {
      return undefined;
    }
    const [west, south, east, north] = this.#box;
    return [normalLongitude(west + (east >= west ? east - west : east - west + 360) / 2), (south + north) / 2];
  }

  #pointer(pixel: readonly [number, number]): void {
    const position = this.shell.positionAt(pixel);
    const frame = this.shell.frame;
    if (position === undefined || frame === undefined) {
      this.page.pointer('');
      return;
    }
    const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(frame.degreesPerPixel))));
    const [longitude, latitude] = position;
    this.page.pointer(`${Math.abs(latitude).toFixed(digits)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(digits)}° ${longitude < 0 ? 'W' : 'E'}`);
  }
}
