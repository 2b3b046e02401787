/**
 * The page of the map's bench: the same footprints drawn three ways, each from what it is sent. `drawn` means that the pixels are there:
 * one of each canvas is read, which ends what the browser puts off. Times in milliseconds, moments since the epoch.
 */
import GeoJSON from 'ol/format/GeoJSON.js';
import type Layer from 'ol/layer/Layer.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import { parseToFootprintView } from '../../src/shared/footprintMessages.js';
import { FootprintView } from '../footprint/footprintView.js';
import { buildPage } from '../footprint/page.js';

/** One way of drawing, on an empty map. */
interface Side {
  /** Draws what was sent. */
  draw(sent: unknown): Promise<void>;
  /** One step to the side, drawn anew. */
  pan(pixels: number): Promise<void>;
}

/** As the page's style says. */
const SIZE = [1000, 700] as const;
const PAN = 60;

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };
const vscode = acquireVsCodeApi();

/** Every canvas that was made, seen or not. */
const canvases: HTMLCanvasElement[] = [];
const create = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = create(name, options);
  if (element instanceof HTMLCanvasElement) {
    canvases.push(element);
  }
  return element;
}) as typeof document.createElement;

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Milliseconds by layer, and by what else is told apart. */
let shares: Record<string, number> = {};

function share<T>(name: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  shares[name] = (shares[name] ?? 0) + performance.now() - start;
  return result;
}

/** Waits for what the browser still has to draw on the canvases that are seen. */
function flush(): void {
  document.querySelectorAll('canvas').forEach((canvas) => {
    if (canvas.width > 0 && canvas.height > 0) {
      share(nameOf(canvas), () => canvas.getContext('2d')?.getImageData(0, 0, 1, 1));
    }
  });
}

function nameOf(element: HTMLElement | null): string {
  return element?.className.replace(/\b(?:layer|ol-\S*)\b/gu, '').trim() ?? '';
}

function stage(): HTMLElement {
  const target = document.createElement('div');
  target.className = 'map';
  document.body.replaceChildren(target);
  return target;
}

/** The map's next picture: its canvases are drawn. What the browser does with the page around them comes after. */
async function rendered(map: OlMap): Promise<void> {
  const asked = performance.now();
  map.once('precompose', () => {
    shares['waiting for the frame'] = (shares['waiting for the frame'] ?? 0) + performance.now() - asked;
  });
  await new Promise<void>((resolve) => map.once('postrender', () => resolve()));
  flush();
}

/** The product's view as it is: ground, footprints, names and everything around them. */
async function ours(): Promise<Side> {
  const view = new FootprintView(buildPage(document.body), undefined, { post: () => undefined, changed: () => undefined });
  const { map } = view.shell;
  for (const layer of map.getLayers().getArray() as Layer[]) {
    const render = layer.render.bind(layer);
    layer.render = (state, target): HTMLElement | null => {
      const start = performance.now();
      const element = render(state, target);
      const name = nameOf(element);
      shares[name] = (shares[name] ?? 0) + performance.now() - start;
      return element;
    };
  }
  map.updateSize();
  view.shell.fit();
  await rendered(map);
  return {
    draw: async (sent) => {
      const message = share('checking', () => parseToFootprintView(sent));
      if (message === undefined) {
        throw new Error('not a message of the footprint view');
      }
      share('reading', () => view.receive(message));
      await rendered(map);
    },
    pan: async (pixels) => {
      const done = rendered(map);
      map.getView().adjustCenter([(map.getView().getResolution() ?? 1) * pixels, 0]);
      await done;
    },
  };
}

async function openLayers(): Promise<Side> {
  const map = new OlMap({ target: stage(), controls: [], view: new View({ projection: 'EPSG:4326', center: [0, 0], resolution: 360 / SIZE[0] }) });
  const source = new VectorSource();
  map.addLayer(new VectorLayer({ source }));
  await rendered(map);
  return {
    draw: async (sent) => {
      const done = rendered(map);
      source.addFeatures(new GeoJSON().readFeatures(JSON.parse(sent as string)));
      await done;
    },
    pan: async (pixels) => {
      const done = rendered(map);
      map.getView().adjustCenter([(360 / SIZE[0]) * pixels, 0]);
      await done;
    },
  };
}

/** Parses the text and fills bare paths of 16 rings, and nothing else. */
function floor(): Side {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = SIZE;
  stage().append(canvas);
  const context = canvas.getContext('2d');
  let features: readonly { readonly geometry: { readonly coordinates: readonly (readonly (readonly number[])[])[] } }[] = [];
  let left = 0;
  const fill = (): void => {
    if (context === null) {
      return;
    }
    context.clearRect(0, 0, ...SIZE);
    context.fillStyle = 'rgb(255 160 40 / 0.3)';
    const scale = SIZE[0] / 360;
    for (let first = 0; first < features.length; first += 16) {
      context.beginPath();
      for (const { geometry } of features.slice(first, first + 16)) {
        for (const ring of geometry.coordinates) {
          ring.forEach(([x = 0, y = 0], index) => {
            const [across, down] = [(x + 180) * scale + left, SIZE[1] / 2 - y * scale];
            if (index === 0) {
              context.moveTo(across, down);
            } else {
              context.lineTo(across, down);
            }
          });
        }
      }
      context.fill();
    }
    flush();
  };
  return {
    draw: async (sent) => {
      ({ features } = JSON.parse(sent as string) as { features: typeof features });
      fill();
      await Promise.resolve();
    },
    pan: async (pixels) => {
      left -= pixels;
      fill();
      await Promise.resolve();
    },
  };
}

async function measure(side: Side, { sent, pans }: { readonly sent: unknown; readonly pans: number }, arrivedAt: number): Promise<void> {
  const before = canvasBytes();
  shares = {};
  await side.draw(sent);
  const drawnAt = now();
  const drawn = shares;
  shares = {};
  const times: number[] = [];
  for (let index = 0; index < pans; index += 1) {
    // The page is at rest.
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = now();
    await side.pan(index % 2 === 0 ? PAN : -PAN);
    times.push(now() - start);
  }
  vscode.postMessage({ type: 'drawn', drawnAt, arrivedAt, pans: times, canvases: canvasBytes() - before, shares: drawn, panShares: shares });
}

function canvasBytes(): number {
  return canvases.reduce((sum, { width, height }) => sum + 4 * width * height, 0);
}

async function begin(): Promise<Side> {
  switch (document.body.dataset['side']) {
    case 'ours':
      return await ours();
    case 'openLayers':
      return await openLayers();
    default:
      return floor();
  }
}

function report(error: unknown): void {
  vscode.postMessage({ type: 'problem', detail: error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error) });
}

begin().then((side) => {
  window.addEventListener('message', ({ data }: MessageEvent<{ readonly bench?: string; readonly sent: unknown; readonly pans: number }>) => {
    const arrivedAt = now();
    if (data.bench === 'draw') {
      measure(side, data, arrivedAt).catch(report);
    }
  });
  vscode.postMessage({ type: 'ready' });
}).catch(report);
