/** Puts the parts of the map together: footprints on ground, what is chosen on top, words around. */
import { widthOf } from '../../src/core/geo/boundingBox.js';
import type { ColourBy, FromFootprintView, MapBox, MapState, MapTexts, SavedFootprint, ToFootprintView } from '../../src/shared/footprintProtocol.js';
import { AreaTool } from './areaTool.js';
import { Colours, type LegendEntry } from './colours.js';
import { FootprintsPainter } from './footprintsLayer.js';
import { FootprintStore, type Chunk } from './footprintStore.js';
import { reachOf } from './frame.js';
import { paintGround, paintLabels, ROUGH_REACH } from './ground.js';
import { Histogram } from './histogram.js';
import { Land } from './landData.js';
import { Locator } from './locator.js';
import { MapShell } from './mapShell.js';
import type { Page } from './page.js';
import { Picker } from './picker.js';
import { forEachInView } from './inView.js';
import { paintItem } from './shapes.js';
import { normalLongitude, type LonLat } from './sphere.js';
import { onThemeChange, readTheme } from './theme.js';
import type { Theme } from './themeColours.js';
import { Tiles } from './tiles.js';

/** The share of the view that one footprint takes when it is fitted, and that many take. */
const ONE = 0.5;
const MANY = 0.86;

export interface ViewPorts {
  post(message: FromFootprintView): void;
  /** Something is to be kept: `kept` is another. */
  changed(): void;
}

export class FootprintView {
  readonly store = new FootprintStore();
  readonly shell: MapShell;
  readonly #area = new FootprintStore();
  readonly #land: Land;
  readonly #picker: Picker;
  readonly #areas: AreaTool;
  readonly #tiles: Tiles;
  readonly #times: Histogram;
  readonly #locator: Locator;
  readonly #painter = new FootprintsPainter();
  readonly #isShown = (chunk: Chunk, item: number): boolean => this.#times.isShown(chunk, item);
  #theme: Theme;
  #colours: Colours;
  #legend: readonly LegendEntry[] = [];
  #by: ColourBy = 'one';
  #texts: Pick<MapTexts, 'title' | 'statuses' | 'platforms'> = { title: '', statuses: [], platforms: [] };
  #subjectId: number | undefined;
  #revision = 0;
  #box: MapBox | undefined;

  /** `saved`: what was kept before the view was loaded (again). */
  constructor(private readonly page: Page, private saved: SavedFootprint | undefined, private readonly ports: ViewPorts) {
    const { post } = ports;
    this.#theme = readTheme(page.probe);
    this.#colours = new Colours(this.#by, this.#texts, this.#theme, Date.now());
    this.shell = new MapShell(page.map, page.scale);
    this.#land = new Land(() => this.shell.redraw());
    this.#locator = new Locator(page.locator);
    this.#times = new Histogram(page.below, (span) => {
      this.#filtered();
      post({ type: 'brush', revision: this.#revision, span });
    });
    this.#tiles = new Tiles(page, this.shell, saved?.tiles, () => ports.changed());
    this.#areas = new AreaTool(page, this.shell, this.#theme, ports);
    this.#picker = new Picker(page, this.shell, this.store, {
      isShown: this.#isShown,
      isBusy: () => this.#areas.isBusy,
      describe: (place) => post({ type: 'describe', revision: this.#revision, place }),
      select: (places) => {
        page.measures(undefined);
        post({ type: 'select', revision: this.#revision, places });
      },
      open: (place) => post({ type: 'open', revision: this.#revision, place }),
    });
    page.openProblem = (place) => post({ type: 'open', revision: this.#revision, place });
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
    page.save.addEventListener('click', () => post({ type: 'save' }));
    this.shell.on('pointermove', (pixel) => this.#pointer(pixel));
    page.map.addEventListener('pointerleave', () => page.pointer(''));
    this.shell.map.on('postrender', () => this.#picker.name());
    this.shell.map.on('moveend', () => ports.changed());
  }

  receive(message: ToFootprintView): void {
    switch (message.type) {
      case 'state':
        this.#show(message.state);
        return;
      case 'draw':
        this.#areas.ask(message.area);
        return;
      case 'picture':
        void this.#picture(message.format).catch((error: unknown) => {
          this.page.say('The picture could not be drawn; the log says why.');
          // The page tells the log of what nobody catches.
          throw error;
        });
        return;
      case 'said':
        this.page.say(message.words);
        return;
      case 'more':
      case 'choose':
      case 'brush':
      case 'described':
      case 'measured':
        if (message.revision === this.#revision) {
          this.#update(message);
        }
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

  /** What is kept over reloads and restarts, beside what the extension knows. */
  get kept(): Pick<SavedFootprint, 'place' | 'area' | 'tiles'> {
    return { place: this.shell.place, area: this.#areas.area, tiles: this.#tiles.chosen };
  }

  #update(message: Extract<ToFootprintView, { readonly revision: number }>): void {
    switch (message.type) {
      case 'more':
        this.store.add(message.chunks);
        this.#texts = message.texts;
        this.#box = message.box;
        this.page.showTexts(message.texts);
        this.#recolour();
        this.shell.show(message.box, this.#share(), true);
        return;
      case 'choose':
        this.page.measures(undefined);
        this.#picker.choose(message.places);
        return;
      case 'brush':
        this.#times.span = message.span;
        this.#filtered();
        return;
      case 'described':
        this.#picker.described(message.place, message);
        return;
      case 'measured':
        this.page.measures(message.facts);
        if (message.spoken !== '') {
          this.page.speak(message.spoken);
        }
    }
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
    this.#times.span = state.span;
    this.#picker.reset(state.subject !== undefined && state.subject.kind !== 'item', state.chosen);
    this.#recolour();
    this.shell.show(state.box, this.#share(), isSame);
    this.#restore(state);
    if (state.subject?.kind !== 'item' && document.hasFocus() && document.activeElement === document.body) {
      this.page.map.focus();
    }
  }

  /** The first time: where the person was when the view was unloaded. */
  #restore({ subject }: MapState): void {
    const { saved } = this;
    this.saved = undefined;
    if (saved !== undefined && JSON.stringify(saved.subject) === JSON.stringify(subject)) {
      if (saved.area !== undefined) {
        this.#areas.restore(saved.area);
      }
      if (saved.place !== undefined) {
        this.shell.goTo(saved.place);
      }
    }
  }

  #share(): number {
    return this.store.count === 1 ? ONE : MANY;
  }

  #recolour(): void {
    this.#colours = new Colours(this.#by, this.#texts, this.#theme, Date.now());
    this.#times.show(this.store, this.#theme);
    this.#filtered();
  }

  /** Others are shown, or in other colours. */
  #filtered(): void {
    this.#legend = this.#colours.legend(this.store, this.store.chunks(this.shell.plane), this.#isShown);
    this.page.legend(this.#legend);
    this.#painter.reset();
    this.shell.redraw();
  }

  #addLayers(): void {
    const { shell } = this;
    shell.addLayer('ground', (context, frame) => paintGround(context, frame, this.#theme, this.#land), 0);
    shell.addLayer('area', (context, frame) => {
      context.setLineDash([6, 4]);
      for (const chunk of this.#area.chunks(frame.plane)) {
        forEachInView(frame, chunk, (item, copy) => paintItem(context, frame, chunk, item, copy, { fill: undefined, stroke: this.#theme.label, width: 1.5, mark: 4 }));
      }
      context.setLineDash([]);
    }, 9);
    shell.addLayer('footprints', (context, frame, state) => {
      this.#painter.paint(context, state, frame, this.store.chunks(frame.plane), this.#colours, this.#isShown, this.#theme);
    }, 10);
    shell.addLayer('names', (context, frame) => {
      this.#picker.paint(context, frame, this.#theme);
      paintLabels(context, frame, this.#theme);
      this.#locator.paint(frame, this.#middle(), this.#theme);
      this.page.scale.classList.toggle('rough', reachOf(frame) < ROUGH_REACH);
    }, 20);
  }

  /** What is drawn here, without tiles of others. */
  async #picture(format: 'png' | 'svg'): Promise<void> {
    const [{ pngOf }, { svgOf }] = await Promise.all([import('./pictures.js'), import('./svg.js')]);
    const frame = this.shell.frame;
    if (frame === undefined) {
      return;
    }
    if (format === 'png') {
      this.ports.post({ type: 'picture', format, data: pngOf([...this.page.map.querySelectorAll<HTMLCanvasElement>('canvas.layer')], frame.ratio, this.#legend, this.#theme) });
      return;
    }
    const data = svgOf({
      title: this.#texts.title, frame, theme: this.#theme, legend: this.#legend, land: this.#land.at(reachOf(frame)), area: this.#area, footprints: this.store, colours: this.#colours, isShown: this.#isShown,
      chosen: this.#picker.chosen,
    });
    if (data === undefined) {
      this.page.say('There is too much in view for an SVG: come closer, or save a PNG.');
    } else {
      this.ports.post({ type: 'picture', format, data });
    }
  }

  #middle(): LonLat | undefined {
    if (this.#box === undefined) {
      return undefined;
    }
    const [west, south, , north] = this.#box;
    return [normalLongitude(west + widthOf(this.#box) / 2), (south + north) / 2];
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
