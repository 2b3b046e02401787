/** A layer of an OpenLayers map that draws on a canvas of its own. */
import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';

export type Paint = (context: CanvasRenderingContext2D, state: FrameState) => void;

/** `paint` gets a cleared canvas that counts in CSS pixels. */
export function canvasLayer(name: string, paint: Paint, zIndex: number): Layer {
  const canvas = document.createElement('canvas');
  canvas.className = `layer ${name}`;
  const context = canvas.getContext('2d');
  if (context === null) {
    throw new Error('no canvas');
  }
  return new Layer({
    zIndex,
    render: (state) => {
      const [width = 0, height = 0] = state.size;
      const [wide, high] = [Math.round(width * state.pixelRatio), Math.round(height * state.pixelRatio)];
      if (canvas.width !== wide || canvas.height !== high) {
        canvas.width = wide;
        canvas.height = high;
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
      } else {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, wide, high);
      }
      context.setTransform(state.pixelRatio, 0, 0, state.pixelRatio, 0, 0);
      paint(context, state);
      return canvas;
    },
  });
}
