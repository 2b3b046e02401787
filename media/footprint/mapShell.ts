/** The map as something to look at and move: OpenLayers' view, keys and controls, on the plane that suits what is looked at. */
import { defaults as defaultControls } from 'ol/control/defaults.js';
import ScaleLine from 'ol/control/ScaleLine.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import DragPan from 'ol/interaction/DragPan.js';
import OlMap, { type FrameState } from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { fromLonLat, get as getProjection, getPointResolution } from 'ol/proj.js';
import type { MapBox, MapPlace } from '../../src/shared/footprintProtocol.js';
import { canvasLayer, type Paint } from './canvasLayer.js';
import { frameOf, positionAt, reachOf, type Frame } from './frame.js';
import { borderOf, centreOf, grown, holdsPole, planeOfBox, rotationFor, shareOfWorld, viewOf } from './placement.js';
import { PLANES, planeFor, type Plane, type PlaneName } from './planes.js';
import { EARTH_RADIUS_M, normalLongitude, type LonLat } from './sphere.js';

const WORLD: MapBox = [-180, -60, 180, 80];
const ZOOM = 1.5;
const PAN = 80;

export class MapShell {
  readonly map: OlMap;
  #plane: Plane = PLANES.world;
  #box: MapBox = WORLD;
  #share = 0.9;
  /** The person moved the map: it stays as it is when its size or content changes. */
  #moved = false;
  /** Set while the view is changed from here. */
  #placing = false;
  /** Where the person was before, until the map is moved again: to go to whenever the map has another size. */
  #pending: MapPlace | undefined;

  constructor(private readonly target: HTMLElement, scale: HTMLElement) {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.classList.contains('vscode-reduce-motion');
    this.map = new OlMap({
      target,
      controls: defaultControls({ zoom: false, rotate: false, attribution: true }).extend([new ScaleLine({ target: scale, minWidth: 70, maxWidth: 140 })]),
      interactions: defaultInteractions({ keyboard: false, doubleClickZoom: true, altShiftDragRotate: false, pinchRotate: false, shiftDragZoom: true, zoomDuration: calm ? 0 : 150, dragPan: !calm }),
      keyboardEventTarget: target,
      moveTolerance: 3,
    });
    if (calm) {
      // Without the glide that follows a drag.
      this.map.addInteraction(new DragPan());
    }
    this.map.on('moveend', () => this.#settle());
    this.map.on('change:size', () => {
      if (this.#pending !== undefined) {
        this.goTo(this.#pending);
      } else if (!this.#moved) {
        this.#place();
      }
    });
    target.addEventListener('keydown', (event) => this.#key(event));
    this.map.on('pointerdrag', () => {
      this.#touch();
    });
    for (const type of ['wheel', 'dblclick'] as const) {
      target.addEventListener(type, () => {
        this.#touch();
      }, { capture: true, passive: true });
    }
    this.#place();
  }

  /** Draws on a layer of its own; higher ones lie on top. */
  addLayer(name: string, paint: (context: CanvasRenderingContext2D, frame: Frame, state: FrameState) => void, zIndex: number): void {
    const painted: Paint = (context, state) => paint(context, this.#frame(state), state);
    this.map.addLayer(canvasLayer(name, painted, zIndex));
  }

  get plane(): Plane {
    return this.#plane;
  }

  /** What is in view now; undefined before the first drawing. */
  get frame(): Frame | undefined {
    const size = this.map.getSize();
    const view = this.map.getView();
    const center = view.getCenter();
    const resolution = view.getResolution();
    if (size === undefined || center === undefined || resolution === undefined) {
      return undefined;
    }
    return frameOf({ size, pixelRatio: window.devicePixelRatio, viewState: { ...view.getState(), center, resolution }, extent: view.calculateExtent(size) }, this.#plane);
  }

  /** Fits a box unless the view is to stay where the person moved it; undefined fits the whole earth. `share` of the view is taken. */
  show(box: MapBox | undefined, share: number, stay: boolean): void {
    this.#box = box ?? WORLD;
    this.#share = share;
    if (!stay || !this.#moved) {
      this.fit();
    }
    this.redraw();
  }

  fit(): void {
    this.#moved = false;
    this.#pending = undefined;
    this.#place();
  }

  /** Where the person moved the map to; undefined where it is as it was fitted. */
  get place(): MapPlace | undefined {
    const view = this.map.getView();
    const [center, resolution, frame] = [view.getCenter(), view.getResolution(), this.frame];
    if (!this.#moved || this.#pending !== undefined || center === undefined || resolution === undefined || frame === undefined) {
      return this.#pending;
    }
    const [longitude, latitude] = frame.centre;
    return { longitude: normalLongitude(longitude), latitude, metres: getPointResolution(view.getProjection(), resolution, center, 'm') };
  }

  /** Goes where the person was before. */
  goTo(place: MapPlace): void {
    // What was just added around the map counts: how far the middle may go depends on how much is seen.
    this.map.updateSize();
    const [width = 0, height = 0] = this.map.getSize() ?? [];
    this.#moved = true;
    this.#pending = place;
    if (width > 1 && height > 1) {
      const centre: LonLat = [place.longitude, place.latitude];
      const degreesPerPixel = (place.metres / EARTH_RADIUS_M / Math.PI) * 180;
      this.#take(planeFor({ centre, degrees: reachOf({ degreesPerPixel, width, height }) }), centre, place.metres);
    }
  }

  /** Brings a place into the middle if it is out of sight. */
  bring(position: LonLat): void {
    const frame = this.frame;
    const [x = -1, y = -1] = this.map.getPixelFromCoordinate(this.#coordinateNear(position)) ?? [];
    if (frame !== undefined && (x < 0 || y < 0 || x > frame.width || y > frame.height)) {
      this.#touch();
      this.map.getView().setCenter(this.#coordinateNear(position));
    }
  }

  redraw(): void {
    this.map.getLayers().forEach((layer) => layer.changed());
  }

  zoom(factor: number): void {
    this.#touch();
    this.map.getView().adjustResolution(1 / factor);
  }

  /** The position under a pixel, its longitude within 180 degrees. */
  positionAt(pixel: readonly [number, number]): LonLat | undefined {
    const frame = this.frame;
    const position = frame === undefined ? undefined : positionAt(frame, pixel);
    return position === undefined ? undefined : [normalLongitude(position[0]), position[1]];
  }

  /** The box in view in degrees; undefined where it holds a pole or goes around the earth. */
  boxInView(): MapBox | undefined {
    const frame = this.frame;
    if (frame === undefined) {
      return undefined;
    }
    const edge: LonLat[] = [];
    for (let step = 0; step <= 16; step += 1) {
      const [x, y] = [(frame.width * step) / 16, (frame.height * step) / 16];
      edge.push(...[[x, 0], [x, frame.height], [0, y], [frame.width, y]].map((pixel) => positionAt(frame, pixel as unknown as [number, number]) ?? [frame.centre[0], frame.centre[1] > 0 ? 90 : -90] as const));
    }
    const latitudes = edge.map(([, latitude]) => latitude);
    const reach = reachOf(frame);
    const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
    if (frame.plane.around === undefined && Math.abs(frame.centre[1]) + reach >= 90) {
      return frame.centre[1] > 0 ? [-180, south, 180, 90] : [-180, -90, 180, north];
    }
    const turns = edge.map(([longitude]) => frame.centre[0] + (frame.plane.around === undefined ? normalLongitude(longitude - frame.centre[0]) : longitude - frame.centre[0]));
    const [west, east] = [Math.min(...turns), Math.max(...turns)];
    return east - west >= 360 ? [-180, south, 180, north] : [normalLongitude(west), south, normalLongitude(east), north];
  }

  /** Calls back with what a person does to the map, in pixels. */
  on(type: 'click' | 'dblclick' | 'pointermove', listener: (pixel: readonly [number, number], event: MapBrowserEvent) => void): void {
    this.map.on(type, (event) => listener([event.pixel[0] ?? 0, event.pixel[1] ?? 0], event));
  }

  /** The person moves the map. */
  #touch(): void {
    this.#moved = true;
    this.#pending = undefined;
  }

  #frame(state: FrameState): Frame {
    return frameOf(state, this.#plane);
  }

  /** A position on the plane, in the copy of the world that is looked at. */
  #coordinateNear(position: LonLat): number[] {
    const coordinate = fromLonLat([...position], this.#plane.code);
    const [x = 0, y = 0] = coordinate;
    const around = this.#plane.around === undefined ? undefined : this.#plane.around * this.#plane.step;
    const [centre = 0] = this.map.getView().getCenter() ?? [];
    return [around === undefined ? x : x + around * Math.round((centre - x) / around), y];
  }

  #place(): void {
    const size = this.map.getSize();
    if (size === undefined || (size[0] ?? 0) < 2 || (size[1] ?? 0) < 2) {
      return;
    }
    const box = grown(this.#box);
    const plane = PLANES[planeOfBox(box)];
    const view = viewOf(plane, rotationFor(plane.name, centreOf(box), holdsPole(box)));
    const positions = borderOf(box).map((position) => plane.toSteps(position).map((value) => value * plane.step));
    const xs = positions.map(([x = 0]) => x);
    const ys = positions.map(([, y = 0]) => y);
    const share = plane.name === 'world' ? shareOfWorld(box) : this.#share;
    const pad = (length: number): number => (length * (1 - share)) / 2;
    const [wide, high] = [pad(size[0] ?? 0), pad(size[1] ?? 0)];
    this.#placing = true;
    this.#plane = plane;
    this.map.setView(view);
    view.fit([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], { size, padding: [high, wide, high, wide] });
    this.#placing = false;
    this.redraw();
  }

  /** After a move: the plane that suits what is looked at now. */
  #settle(): void {
    const frame = this.frame;
    const view = this.map.getView();
    const center = view.getCenter();
    const resolution = view.getResolution();
    if (frame === undefined || center === undefined || resolution === undefined || this.#placing || !this.#moved) {
      return;
    }
    const name = planeFor({ centre: frame.centre, degrees: reachOf(frame) }, this.#plane.name);
    if (name !== this.#plane.name) {
      this.#take(name, frame.centre, getPointResolution(view.getProjection(), resolution, center, 'm'));
    }
  }

  /** Looks at a place on a plane, so many metres to a pixel. */
  #take(name: PlaneName, centre: LonLat, metres: number): void {
    const plane = PLANES[name];
    const next = viewOf(plane, rotationFor(name, centre, false));
    const projection = getProjection(plane.code);
    if (projection === null) {
      return;
    }
    const there = fromLonLat([...centre], projection);
    this.#plane = plane;
    // In this order, for the same reason as above.
    next.setResolution(metres / getPointResolution(projection, 1, there, 'm'));
    next.setCenter(there);
    this.map.setView(next);
    this.redraw();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.target) {
      return;
    }
    const step = event.shiftKey ? PAN / 4 : PAN;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#pan(-step, 0),
      ArrowRight: () => this.#pan(step, 0),
      ArrowUp: () => this.#pan(0, step),
      ArrowDown: () => this.#pan(0, -step),
      '+': () => this.zoom(ZOOM),
      '=': () => this.zoom(ZOOM),
      '-': () => this.zoom(1 / ZOOM),
      _: () => this.zoom(1 / ZOOM),
      0: () => this.fit(),
      Home: () => this.fit(),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  }

  #pan(x: number, y: number): void {
    const view = this.map.getView();
    const resolution = view.getResolution() ?? 1;
    const rotation = view.getRotation();
    this.#touch();
    view.adjustCenter([resolution * (x * Math.cos(rotation) - y * Math.sin(rotation)), resolution * (x * Math.sin(rotation) + y * Math.cos(rotation))]);
  }
}
