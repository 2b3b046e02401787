/** The map as something to look at and move: keeps the view, draws when something changed and only then. */
import { LOCATOR_REACH, paintLocator } from './locator.js';
import { paintMap, type Layer } from './mapPainter.js';
import type { Page } from './page.js';
import { normalLongitude, type LonLat } from './sphere.js';
import { onThemeChange, readTheme, type Theme } from './theme.js';
import { fitted, panned, positionAt, reachOf, zoomed, type Size, type View } from './view.js';

const LOCATOR_SIDE = 104;
const KEY_ZOOM = 1.5;
const KEY_PAN = 80;
const WORLD: View = { centre: [0, 20], scale: 1 };

export class FootprintMap {
  #layer: Layer | undefined;
  #size: Size = { width: 0, height: 0 };
  /** Undefined: fitted to the footprint, whatever size the map has. */
  #moved: View | undefined;
  #theme: Theme | undefined;
  #waiting = false;

  /** Called after every drawing. */
  onDraw: () => void = () => undefined;

  constructor(private readonly page: Page) {
    new ResizeObserver(([entry]) => {
      if (entry !== undefined) {
        this.#resize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) });
      }
    }).observe(page.map);
    onThemeChange(() => {
      this.#theme = undefined;
      this.redraw();
    });
    page.zoomIn.addEventListener('click', () => this.#zoom(KEY_ZOOM));
    page.zoomOut.addEventListener('click', () => this.#zoom(1 / KEY_ZOOM));
    page.fit.addEventListener('click', () => this.#fit());
    page.map.addEventListener('keydown', (event) => this.#key(event));
    page.map.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    page.map.addEventListener('dblclick', (event) => {
      if (event.target === page.canvas) {
        this.#zoom(event.shiftKey ? 0.5 : 2, this.at(event));
      }
    });
    this.#drag();
  }

  /** Shows something else, fitted unless the view is to stay where the person moved it; undefined shows the bare earth. */
  show(layer: Layer | undefined, stay = false): void {
    this.#layer = layer;
    this.#moved = stay ? this.#moved : undefined;
    this.redraw();
  }

  get view(): View {
    return this.#moved ?? (this.#layer === undefined ? zoomed(WORLD, 0, this.#size) : fitted(this.#layer.cap, this.#layer.share, this.#size));
  }

  get size(): Size {
    return this.#size;
  }

  /** Moves the view so that a position lies in its middle. */
  centreOn(centre: LonLat): void {
    this.#move({ ...this.view, centre });
  }

  #fit(): void {
    this.#moved = undefined;
    this.redraw();
  }

  #zoom(factor: number, at?: readonly [number, number]): void {
    this.#move(zoomed(this.view, factor, this.#size, at));
  }

  #move(view: View): void {
    this.#moved = view;
    this.redraw();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const middle = [this.#size.width / 2, this.#size.height / 2] as const;
    const step = event.shiftKey ? KEY_PAN / 4 : KEY_PAN;
    const pan = (x: number, y: number): void => this.#move(panned(this.view, this.#size, middle, [middle[0] + x, middle[1] + y]));
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pan(step, 0),
      ArrowRight: () => pan(-step, 0),
      ArrowUp: () => pan(0, step),
      ArrowDown: () => pan(0, -step),
      '+': () => this.#zoom(KEY_ZOOM),
      '=': () => this.#zoom(KEY_ZOOM),
      '-': () => this.#zoom(1 / KEY_ZOOM),
      _: () => this.#zoom(1 / KEY_ZOOM),
      0: () => this.#fit(),
      Home: () => this.#fit(),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
    this.#zoom(1.3 ** -Math.max(-4, Math.min(4, lines)), this.at(event));
  }

  #drag(): void {
    const { map, canvas } = this.page;
    let last: readonly [number, number] | undefined;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button === 0) {
        last = this.at(event);
        canvas.setPointerCapture(event.pointerId);
        map.classList.add('dragging');
      }
    });
    canvas.addEventListener('pointermove', (event) => {
      const at = this.at(event);
      if (last !== undefined) {
        this.#move(panned(this.view, this.#size, last, at));
        last = at;
      }
      this.#pointer(at);
    });
    const end = (): void => {
      last = undefined;
      map.classList.remove('dragging');
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', () => this.page.pointer(''));
  }

  #pointer(at: readonly [number, number]): void {
    const position = positionAt(this.view, this.#size, at);
    if (position === undefined) {
      this.page.pointer('');
      return;
    }
    const digits = Math.max(0, Math.min(6, Math.ceil(Math.log10(this.view.scale / 40))));
    const [longitude, latitude] = [normalLongitude(position[0]), position[1]];
    this.page.pointer(`${Math.abs(latitude).toFixed(digits)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(digits)}° ${longitude < 0 ? 'W' : 'E'}`);
  }

  /** Where on the map an event is, in pixels. */
  at(event: MouseEvent): readonly [number, number] {
    const box = this.page.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #resize(size: Size): void {
    this.#size = size;
    this.redraw();
  }

  /** Draws with the next frame. */
  redraw(): void {
    if (this.#waiting) {
      return;
    }
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#paint();
    });
  }

  #paint(): void {
    if (this.#size.width < 2 || this.#size.height < 2) {
      return;
    }
    const { canvas, locator, probe } = this.page;
    this.#theme ??= readTheme(probe);
    const view = this.view;
    const reach = reachOf(view, this.#size);
    paintMap(contextOf(canvas, this.#size), this.#size, view, this.#layer, this.#theme);
    locator.hidden = reach > LOCATOR_REACH || this.#size.width < 3 * LOCATOR_SIDE || this.#size.height < 2 * LOCATOR_SIDE;
    if (!locator.hidden) {
      paintLocator(contextOf(locator, { width: LOCATOR_SIDE, height: LOCATOR_SIDE }), LOCATOR_SIDE, view, reach, this.#layer, this.#theme);
    }
    this.onDraw();
  }
}

/** The canvas brought to a size in CSS pixels, sharp on any screen. */
function contextOf(canvas: HTMLCanvasElement, { width, height }: Size): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  if (context === null) {
    throw new Error('no canvas');
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
