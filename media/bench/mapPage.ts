/** The page of the map's bench: the same footprints drawn three ways, each from what it would be sent. Measures in milliseconds. */
import GeoJSON from 'ol/format/GeoJSON.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import { Colours } from '../footprint/colours.js';
import { FootprintsPainter } from '../footprint/footprintsLayer.js';
import { FootprintStore } from '../footprint/footprintStore.js';
import { MapShell } from '../footprint/mapShell.js';
import { readTheme } from '../footprint/theme.js';

export interface Measured {
  /** From what was sent to what is seen. */
  readonly draw: number;
  readonly pan: number;
  /** Bytes held beside what was sent; ours only. */
  readonly held?: number;
}

const SIZE = [1000, 700] as const;
const PAN = 60;

declare global {
  interface Window {
    mapBench: Readonly<Record<'ours' | 'openLayers' | 'floor', (sent: string) => Promise<Measured>>>;
  }
}

function stage(): HTMLElement {
  const target = document.createElement('div');
  target.style.cssText = `position:relative;width:${SIZE[0]}px;height:${SIZE[1]}px`;
  document.body.replaceChildren(target);
  return target;
}

function rendered(map: OlMap): Promise<void> {
  return new Promise((resolve) => map.once('rendercomplete', () => resolve()));
}

/** `sent`: base64 of packed footprints; decoding it is not measured, a view gets the bytes. */
async function ours(sent: string): Promise<Measured> {
  const bytes = Uint8Array.from(atob(sent), (character) => character.charCodeAt(0));
  const target = stage();
  const scale = document.createElement('div');
  const probe = document.createElement('span');
  document.body.append(scale, probe);
  const theme = { ...readTheme(probe), accent: [255, 160, 40] as const, dense: [255, 255, 255] as const, quiet: [128, 128, 128] as const };
  const shell = new MapShell(target, scale);
  shell.map.setSize([...SIZE]);
  const store = new FootprintStore();
  const painter = new FootprintsPainter();
  const colours = new Colours('one', { statuses: [], platforms: [] }, theme, 0);
  const start = performance.now();
  store.set([bytes]);
  shell.addLayer('footprints', (context, frame, state) => painter.paint(context, state, frame, store.chunks(frame.plane), colours, () => true, theme), 10);
  await rendered(shell.map);
  const draw = performance.now() - start;
  painter.reset();
  const moved = performance.now();
  shell.map.getView().adjustCenter([(shell.map.getView().getResolution() ?? 1) * PAN, 0]);
  await rendered(shell.map);
  const pan = performance.now() - moved;
  shell.map.setTarget(undefined);
  return { draw, pan, held: store.heldBytes };
}

async function openLayers(sent: string): Promise<Measured> {
  const map = new OlMap({ target: stage(), controls: [], view: new View({ projection: 'EPSG:4326', center: [0, 0], resolution: 360 / SIZE[0] }) });
  map.setSize([...SIZE]);
  const start = performance.now();
  map.addLayer(new VectorLayer({ source: new VectorSource({ features: new GeoJSON().readFeatures(JSON.parse(sent)) }) }));
  await rendered(map);
  const draw = performance.now() - start;
  const moved = performance.now();
  map.getView().adjustCenter([(360 / SIZE[0]) * PAN, 0]);
  await rendered(map);
  const pan = performance.now() - moved;
  map.setTarget(undefined);
  return { draw, pan };
}

/** Parses the text and fills bare paths of 16 rings, and nothing else. */
async function floor(sent: string): Promise<Measured> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = SIZE;
  stage().append(canvas);
  const context = canvas.getContext('2d');
  const seen = async (): Promise<void> => {
    context?.getImageData(0, 0, 1, 1);
    await new Promise(requestAnimationFrame);
  };
  const start = performance.now();
  const { features } = JSON.parse(sent) as { readonly features: readonly { readonly geometry: { readonly coordinates: readonly (readonly (readonly number[])[])[] } }[] };
  const fill = (left: number): void => {
    if (context === null) {
      return;
    }
    context.clearRect(0, 0, ...SIZE);
    context.fillStyle = 'rgb(255 160 40 / 0.3)';
    context.strokeStyle = 'rgb(255 160 40)';
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
      context.stroke();
    }
  };
  fill(0);
  await seen();
  const draw = performance.now() - start;
  const moved = performance.now();
  fill(-PAN);
  await seen();
  return { draw, pan: performance.now() - moved };
}

window.mapBench = { ours, openLayers, floor };
