/** An area of interest: drawn, changed, typed, or taken from the view; searched in or kept. */
import type { FromFootprintView, MapArea } from '../../src/shared/footprintProtocol.js';
import type { AreaEditor } from './areaEditor.js';
import { areaFrom, areaText, boxArea, boxAround, tidyArea } from './areas.js';
import { make, textButton } from './elements.js';
import type { MapShell } from './mapShell.js';
import type { Page } from './page.js';
import type { Theme } from './themeColours.js';

/** The share of the view that an area takes which was typed. */
const SHARE = 0.7;

export interface AreaPorts {
  post(message: FromFootprintView): void;
  /** Another area is worked on. */
  changed(): void;
}

export class AreaTool {
  readonly #bar: HTMLElement;
  readonly #toggle: HTMLButtonElement;
  readonly #field: HTMLInputElement;
  readonly #use: HTMLButtonElement;
  readonly #needing: readonly HTMLButtonElement[];
  #editor: AreaEditor | undefined;
  #loading: Promise<AreaEditor> | undefined;
  /** Counts what was begun: what is loaded for something older is not wanted any more. */
  #turn = 0;
  #area: MapArea | undefined;
  #theme: Theme;

  constructor(private readonly page: Page, private readonly shell: MapShell, theme: Theme, private readonly ports: AreaPorts) {
    this.#theme = theme;
    const act = (face: string, hint: string, action: () => void): HTMLButtonElement => {
      const element = textButton(face, hint);
      element.addEventListener('click', action);
      return element;
    };
    this.#field = make('input', 'area-field');
    this.#field.type = 'text';
    this.#field.placeholder = 'west, south, east, north';
    this.#field.setAttribute('aria-label', 'Coordinates of the area: west, south, east, north; pairs; WKT or GeoJSON');
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        this.#typed();
      }
    });
    const search = act('Search Here', 'Search in this area with the other filters of the search', () => this.#send('search'));
    this.#use = act('Use Area', 'Use this area in the search that asked for it', () => this.#send('drawn'));
    this.#use.hidden = true;
    search.classList.add('primary');
    this.#use.classList.add('primary');
    this.#needing = [search, act('Keep', 'Open this area as a GeoJSON document', () => this.#send('keep')), act('Clear', 'Remove the area', () => this.#set(undefined)), this.#use];
    this.#bar = make('div', 'area-bar',
      act('Box', 'Draw a box: click two corners', () => void this.#draw('box')),
      act('Polygon', 'Draw a polygon: click its corners, double-click the last', () => void this.#draw('polygon')),
      act('View', 'Take the box that the map shows', () => this.#takeView()),
      this.#field,
      ...this.#needing,
    );
    this.#bar.setAttribute('role', 'group');
    this.#bar.setAttribute('aria-label', 'Area of interest');
    this.#bar.hidden = true;
    this.#toggle = textButton('Area', 'Area of interest: draw or type an area, and search in it');
    this.#toggle.setAttribute('aria-expanded', 'false');
    this.#toggle.addEventListener('click', () => this.#open(this.#bar.hidden === true));
    page.tools.prepend(this.#toggle);
    page.map.before(this.#bar);
    this.#enable();
    shell.map.on('moveend', () => ports.post({ type: 'area', what: 'view', area: tidyArea(boxArea(shell.boxInView())) }));
    shell.on('dblclick', (_, event) => {
      if (this.isBusy) {
        event.stopPropagation();
      }
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#editor?.isDrawing === true) {
        this.#stop();
        page.say('Drawing stopped.');
      }
    });
  }

  /** Whether clicks belong to a drawing. */
  get isBusy(): boolean {
    return this.#editor?.isBusy === true;
  }

  /** What is worked on. */
  get area(): MapArea | undefined {
    return this.#area;
  }

  /** What was worked on before the view was loaded again. */
  restore(area: MapArea): void {
    this.#open(true);
    this.#set(area);
  }

  /** Somebody else wants an area; `initial` to begin with. */
  ask(initial: MapArea | undefined): void {
    this.#use.hidden = false;
    this.#open(true);
    this.#set(initial);
    if (initial === undefined) {
      void this.#draw('box');
    }
    this.page.say('Draw a box or a polygon, type coordinates or take the view; then press Use Area.');
    this.#field.focus();
  }

  restyle(theme: Theme): void {
    this.#theme = theme;
    this.#editor?.restyle(theme);
  }

  #open(open: boolean): void {
    this.#bar.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
    if (!open) {
      this.#stop();
      if (!this.#use.hidden) {
        this.#use.hidden = true;
        this.ports.post({ type: 'area', what: 'none', area: undefined });
      }
    }
  }

  async #draw(kind: MapArea['kind']): Promise<void> {
    this.#stop();
    const turn = this.#turn;
    const editor = await this.#load();
    if (turn !== this.#turn) {
      return;
    }
    editor.draw(kind);
    this.page.map.classList.add('drawing');
    this.page.say(kind === 'box' ? 'Click two corners of the box. Escape stops.' : 'Click the corners; double-click the last one. Escape stops.');
  }

  #stop(): void {
    this.#turn += 1;
    this.#editor?.stop();
    this.page.map.classList.remove('drawing');
  }

  #load(): Promise<AreaEditor> {
    this.#loading ??= import('./areaEditor.js').then(({ AreaEditor: Editor }) => {
      const editor = new Editor(this.shell, (area) => {
        this.page.map.classList.remove('drawing');
        this.#set(tidyArea(area));
        this.page.say(this.#use.hidden ? 'Search Here searches in this area.' : 'Use Area takes this area into the search.');
      });
      editor.restyle(this.#theme);
      editor.show(this.#area);
      this.#editor = editor;
      return editor;
    });
    return this.#loading;
  }

  #takeView(): void {
    this.#stop();
    this.#set(tidyArea(boxArea(this.shell.boxInView())));
  }

  #typed(): void {
    const area = areaFrom(this.#field.value);
    if (typeof area === 'string') {
      this.page.say(area);
      return;
    }
    this.#stop();
    this.#set(area);
    this.shell.show(boxAround(area), SHARE, false);
    this.page.say('This is the area.');
  }

  #send(what: 'search' | 'keep' | 'drawn'): void {
    if (this.#area === undefined) {
      return;
    }
    this.ports.post({ type: 'area', what, area: this.#area });
    if (what === 'drawn') {
      this.#use.hidden = true;
      this.#open(false);
    }
  }

  #set(area: MapArea | undefined): void {
    this.#area = area;
    this.#field.value = area === undefined ? '' : areaText(area);
    this.#enable();
    if (area !== undefined) {
      void this.#load();
    }
    this.#editor?.show(area);
    this.ports.changed();
  }

  #enable(): void {
    this.#needing.forEach((element) => {
      element.disabled = this.#area === undefined;
    });
  }
}
