/** An area of interest: drawn, changed, typed, or taken from the view; searched in or kept. */
import type Feature from 'ol/Feature.js';
import OlFeature from 'ol/Feature.js';
import OlPolygon from 'ol/geom/Polygon.js';
import Draw, { createBox } from 'ol/interaction/Draw.js';
import Modify from 'ol/interaction/Modify.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import CircleStyle from 'ol/style/Circle.js';
import { parseArea } from '../../src/core/area/area.js';
import type { FromFootprintView, MapArea, MapBox } from '../../src/shared/footprintProtocol.js';
import { button, make } from './elements.js';
import type { MapShell } from './mapShell.js';
import type { Page } from './page.js';
import type { Plane } from './planes.js';
import { normalLongitude, type LonLat } from './sphere.js';
import type { Theme } from './theme.js';

/** Longer sides (degrees) are drawn in pieces: straight in longitude and latitude is not straight on every map. */
const STEP = 2;
/** Digits of degrees in the field. */
const DIGITS = 4;

export class AreaTool {
  readonly #source = new VectorSource();
  readonly #layer = new VectorLayer({ source: this.#source, zIndex: 30 });
  readonly #bar: HTMLElement;
  readonly #toggle: HTMLButtonElement;
  readonly #field: HTMLInputElement;
  readonly #use: HTMLButtonElement;
  #draw: Draw | undefined;
  readonly #modify = new Modify({ source: this.#source });
  #area: MapArea | undefined;
  #plane: Plane | undefined;

  constructor(private readonly page: Page, private readonly shell: MapShell, private readonly post: (message: FromFootprintView) => void) {
    shell.map.addLayer(this.#layer);
    shell.map.addInteraction(this.#modify);
    this.#modify.on('modifyend', () => this.#read());
    const act = (face: string, hint: string, action: () => void): HTMLButtonElement => {
      const element = button(face, hint);
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
    this.#use = act('Use Area', 'Use this area in the search that asked for it', () => this.#send('drawn'));
    this.#use.hidden = true;
    this.#bar = make('div', 'area-bar',
      act('Box', 'Draw a box', () => this.#start('Circle')),
      act('Polygon', 'Draw a polygon: click its corners, double-click the last', () => this.#start('Polygon')),
      act('View', 'Take the box that the map shows', () => this.#takeView()),
      this.#field,
      act('Search Here', 'Search in this area with the other filters of the search', () => this.#send('search')),
      act('Keep', 'Open this area as a GeoJSON document', () => this.#send('keep')),
      act('Clear', 'Remove the area', () => this.#set(undefined)),
      this.#use,
    );
    this.#bar.setAttribute('role', 'group');
    this.#bar.setAttribute('aria-label', 'Area of interest');
    this.#bar.hidden = true;
    this.#toggle = button('Area', 'Area of interest', 'Draw or type an area, and search in it');
    this.#toggle.setAttribute('aria-expanded', 'false');
    this.#toggle.addEventListener('click', () => this.#open(this.#bar.hidden !== false));
    page.tools.prepend(this.#toggle);
    page.map.before(this.#bar);
    shell.map.on('moveend', () => {
      this.#reproject();
      post({ type: 'area', what: 'view', area: boxArea(shell.boxInView()) });
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#draw !== undefined) {
        this.#stop();
        page.say('Drawing stopped.');
      }
    });
  }

  /** Whether clicks belong to a drawing. */
  get isDrawing(): boolean {
    return this.#draw !== undefined;
  }

  /** Somebody else wants an area; `initial` to begin with. */
  ask(initial: MapArea | undefined): void {
    this.#use.hidden = false;
    this.#open(true);
    this.#set(initial);
    if (initial === undefined) {
      this.#start('Circle');
    }
    this.page.say('Draw a box or a polygon, type coordinates or take the view; then press Use Area.');
    this.#field.focus();
  }

  restyle(theme: Theme): void {
    const stroke = new Stroke({ color: theme.label, width: theme.contrast ? 3 : 2 });
    const style = new Style({ stroke, fill: new Fill({ color: 'rgba(127, 127, 127, 0.12)' }), image: new CircleStyle({ radius: 5, stroke, fill: new Fill({ color: theme.halo }) }) });
    this.#layer.setStyle(style);
    this.#modify.getOverlay().setStyle(style);
  }

  #open(open: boolean): void {
    this.#bar.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
    if (!open) {
      this.#stop();
      if (!this.#use.hidden) {
        this.#use.hidden = true;
        this.post({ type: 'area', what: 'none', area: undefined });
      }
    }
  }

  #start(type: 'Circle' | 'Polygon'): void {
    this.#stop();
    const draw = new Draw(type === 'Circle' ? { type, geometryFunction: createBox() } : { type });
    this.#draw = draw;
    this.shell.map.addInteraction(draw);
    draw.on('drawend', ({ feature }) => {
      this.#stop();
      this.#set(this.#areaOf(feature, type === 'Circle'));
    });
    this.page.say(type === 'Circle' ? 'Click two corners of the box.' : 'Click the corners; double-click the last one.');
  }

  #stop(): void {
    const draw = this.#draw;
    this.#draw = undefined;
    if (draw !== undefined) {
      this.shell.map.removeInteraction(draw);
    }
  }

  #takeView(): void {
    this.#stop();
    this.#set(boxArea(this.shell.boxInView()));
  }

  #typed(): void {
    const parsed = parseArea(this.#field.value);
    if (!parsed.ok) {
      this.page.say(parsed.problem);
      return;
    }
    const { value } = parsed;
    if ('bbox' in value) {
      this.#set({ kind: 'box', box: value.bbox });
    } else if (value.intersects.type === 'Polygon') {
      this.#set({ kind: 'polygon', ring: value.intersects.coordinates[0] ?? [] });
    } else {
      this.page.say('An area on the map is a box or one polygon.');
      return;
    }
    const box = this.#area?.kind === 'box' ? this.#area.box : undefined;
    if (box !== undefined) {
      this.shell.show(box, 0.7, false);
    }
  }

  #send(what: 'search' | 'keep' | 'drawn'): void {
    if (this.#area === undefined) {
      this.page.say('Draw or type an area first.');
      return;
    }
    this.post({ type: 'area', what, area: this.#area });
    if (what === 'drawn') {
      this.#use.hidden = true;
      this.#open(false);
    }
  }

  #set(area: MapArea | undefined): void {
    this.#area = area;
    this.#plane = undefined;
    this.#field.value = area === undefined ? '' : area.kind === 'box' ? area.box.map((value) => round(value)).join(', ') : area.ring.map((position) => position.map(round).join(' ')).join(', ');
    this.#reproject();
  }

  /** The area on the plane that is looked at. */
  #reproject(): void {
    const { plane } = this.shell;
    if (this.#plane === plane) {
      return;
    }
    this.#plane = plane;
    this.#source.clear();
    if (this.#area !== undefined) {
      const ring = followed(this.#area.kind === 'box' ? boxRing(this.#area.box) : this.#area.ring, this.#area.kind === 'box' && plane.around !== undefined ? 720 : STEP);
      this.#source.addFeature(new OlFeature(new OlPolygon([ring.map((position) => plane.toSteps(position).map((value) => value * plane.step))])));
    }
  }

  #read(): void {
    const [feature] = this.#source.getFeatures();
    if (feature !== undefined) {
      this.#set(this.#areaOf(feature, false));
    }
  }

  /** Longitudes go on past 180 where the ring does. */
  #areaOf(feature: Feature, asBox: boolean): MapArea | undefined {
    const geometry = feature.getGeometry();
    const { plane } = this.shell;
    if (!(geometry instanceof OlPolygon)) {
      return undefined;
    }
    const ring: LonLat[] = [];
    for (const [x = 0, y = 0] of geometry.getCoordinates()[0] ?? []) {
      const [longitude, latitude] = plane.toPosition(x / plane.step, y / plane.step);
      const before = ring.at(-1);
      const turned = before === undefined ? normalLongitude(longitude) : before[0] + (plane.around === undefined ? normalLongitude(longitude - before[0]) : longitude - unturned(geometry, plane, ring.length - 1));
      ring.push([turned, Math.max(-90, Math.min(90, latitude))]);
    }
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    if (asBox && plane.around !== undefined) {
      const [west, east] = [Math.min(...xs), Math.max(...xs)];
      return { kind: 'box', box: east - west >= 360 ? [-180, Math.min(...ys), 180, Math.max(...ys)] : [normalLongitude(west), Math.min(...ys), normalLongitude(east), Math.max(...ys)] };
    }
    return { kind: 'polygon', ring };
  }
}

/** The longitude of a corner as it lies on the plane. */
function unturned(geometry: OlPolygon, plane: Plane, index: number): number {
  const [x = 0, y = 0] = geometry.getCoordinates()[0]?.[index] ?? [];
  return plane.toPosition(x / plane.step, y / plane.step)[0];
}

function boxArea(box: MapBox | undefined): MapArea | undefined {
  return box === undefined ? undefined : { kind: 'box', box };
}

function boxRing([west, south, east, north]: MapBox): LonLat[] {
  const far = east < west ? east + 360 : east;
  return [[west, south], [far, south], [far, north], [west, north], [west, south]];
}

function followed(ring: readonly LonLat[], step: number): LonLat[] {
  return ring.flatMap((to, index): LonLat[] => {
    const from = ring[index - 1];
    if (from === undefined) {
      return [to];
    }
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) / step));
    return Array.from({ length: steps }, (_, place): LonLat => [from[0] + ((to[0] - from[0]) * (place + 1)) / steps, from[1] + ((to[1] - from[1]) * (place + 1)) / steps]);
  });
}

function round(value: number): number {
  return Number(value.toFixed(DIGITS));
}
