/** The small globe in the corner: where on earth one is looking. */
import { geoGraticule, geoOrthographic, geoPath } from 'd3-geo';
import { coarseLand } from './landData.js';
import { paintLand, type Layer } from './mapPainter.js';
import type { Theme } from './theme.js';
import type { View } from './view.js';

const RADIANS = Math.PI / 180;
/** A view that reaches farther shows the same by itself, degrees. */
export const LOCATOR_REACH = 55;

/** `reach` is how far the map's view goes, in degrees: a frame shows it where it is large enough to be seen. */
export function paintLocator(context: CanvasRenderingContext2D, side: number, view: View, reach: number, layer: Layer | undefined, theme: Theme): void {
  const radius = side / 2 - 2;
  const projection = geoOrthographic().rotate([-view.centre[0], -view.centre[1]]).scale(radius).translate([side / 2, side / 2]).clipAngle(90).precision(0.5);
  const path = geoPath(projection, context);
  context.clearRect(0, 0, side, side);
  context.lineJoin = 'round';
  context.beginPath();
  context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
  context.fillStyle = theme.halo;
  context.fill();
  context.fillStyle = theme.water;
  context.fill();
  context.beginPath();
  path(geoGraticule().step([30, 30])());
  context.lineWidth = 0.5;
  context.strokeStyle = theme.grid;
  context.stroke();
  paintLand(context, path, coarseLand(), theme);
  context.beginPath();
  context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
  context.lineWidth = theme.contrast ? 2 : 1;
  context.strokeStyle = theme.coast;
  context.stroke();
  layer?.paint(context, projection, { centre: view.centre, scale: radius }, 89, theme);
  const frame = Math.sin(Math.min(90, reach) * RADIANS) * radius;
  context.beginPath();
  context.arc(side / 2, side / 2, Math.max(9, frame), 0, 2 * Math.PI);
  context.lineWidth = theme.contrast ? 2 : 1.25;
  context.strokeStyle = theme.label;
  context.stroke();
}
