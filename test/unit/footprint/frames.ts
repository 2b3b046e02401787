/** Footprints and looks at the map for tests of the webview's arithmetic. */
import { FootprintPacker } from '../../../src/core/geo/footprintPacker.js';
import { FootprintStore } from '../../../media/footprint/footprintStore.js';
import type { Frame } from '../../../media/footprint/frame.js';
import { PLANES, type PlaneName } from '../../../media/footprint/planes.js';

/** Pixels of a side. */
export const SIZE = 400;

export function packed(geometries: readonly unknown[]): Uint8Array {
  const packer = new FootprintPacker();
  geometries.forEach((geometry) => packer.add(geometry));
  return packer.take();
}

export function storeOf(geometries: readonly unknown[]): FootprintStore {
  const store = new FootprintStore();
  store.set([packed(geometries)]);
  return store;
}

/** A frame with a position in its middle; `span` degrees of a parallel or meridian fill it. */
export function frame(name: PlaneName, centre: readonly [number, number], span: number): Frame {
  const plane = PLANES[name];
  const [x, y] = plane.toSteps(centre);
  const metresPerDegree = 111_195;
  const unitsPerDegree = name === 'world' ? 1 : metresPerDegree;
  const scale = SIZE / ((span * unitsPerDegree) / plane.step);
  const half = SIZE / 2 / scale;
  const around = plane.around;
  const copies = around === undefined ? [0] : [-around, 0, around];
  return { plane, width: SIZE, height: SIZE, ratio: 1, matrix: [scale, 0, 0, -scale, SIZE / 2 - scale * x, SIZE / 2 + scale * y], scale, copies, bounds: [x - half, y - half, x + half, y + half], centre, degreesPerPixel: span / SIZE };
}
