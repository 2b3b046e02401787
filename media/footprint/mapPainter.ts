/** Draws the map: ground, graticule, footprint, labels, scale bar. Everything from its arguments; nothing is kept. */
import { geoPath, type GeoPath, type GeoProjection } from 'd3-geo';
import type { MapCap, MapDrawing, MapLine } from '../../src/shared/footprintProtocol.js';
import { graticuleOf, type GraticuleLabel } from './graticule.js';
import { coarseLand, fineLand, type LandMass } from './landData.js';
import { scaleBarOf } from './scaleBar.js';
import { angleBetween, type LonLat } from './sphere.js';
import type { Theme } from './theme.js';
import { projectionOf, reachOf, type Size, type View } from './view.js';

/** Below this reach (degrees) the finer coast is worth its time. */
const FINE_REACH = 40;
/** Closer than this (degrees), the bundled coast is coarser than what is looked at, and says so. */
const ROUGH_REACH = 1.5;
/** d3 clips with a tolerance of 1e-6 radians: the circle it clips to stays well above that (degrees). */
const SMALLEST_CLIP = 0.4;
/** A footprint with less than this radius on screen gets a mark, pixels. */
const SMALLEST_SHAPE = 5;
const MANY_PARTS = 100;
const RADIANS = Math.PI / 180;

/** What is drawn on the ground. */
export interface Layer {
  /** What the fitted view shows. */
  readonly cap: MapCap;
  /** The share of the view's shorter half that the cap takes when it is fitted. */
  readonly share: number;
  /** `reach`: how far from the view's centre there is anything to see, degrees. */
  paint(context: CanvasRenderingContext2D, projection: GeoProjection, view: View, reach: number, theme: Theme): void;
}

export function paintMap(context: CanvasRenderingContext2D, size: Size, view: View, layer: Layer | undefined, theme: Theme): void {
  const reach = reachOf(view, size);
  const ground = geoPath(projectionOf(view, size).clipAngle(Math.min(179.9, Math.max(SMALLEST_CLIP, reach * 1.1))).precision(0.4), context);
  context.clearRect(0, 0, size.width, size.height);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  paintEarth(context, size, view, theme);
  paintLand(context, ground, landIn(view.centre, reach), theme);
  const { lines, labels } = graticuleOf(view, size);
  context.beginPath();
  ground(lines);
  context.lineWidth = 1;
  context.strokeStyle = theme.grid;
  context.stroke();
  layer?.paint(context, projectionOf(view, size), view, reach, theme);
  paintLabels(context, labels, size, theme);
  paintScaleBar(context, size, view, theme);
}

/** One footprint, fitted with ground around it. */
export function footprintLayer(drawing: MapDrawing): Layer {
  return {
    cap: drawing.cap,
    share: 0.62,
    paint: (context, projection, view, _reach, theme) => paintFootprint(context, geoPath(projection, context), drawing, view, theme),
  };
}

function paintFootprint(context: CanvasRenderingContext2D, path: GeoPath, drawing: MapDrawing, view: View, theme: Theme): void {
  // Many small parts would drown in their own borders.
  const width = (theme.contrast ? 3 : 2.5) * (drawing.outline.length > MANY_PARTS ? 0.5 : 1);
  context.fillStyle = theme.fill;
  fillPolygons(context, path, drawing.fill);
  // A seam in the colour of the ground, and the line on it: it stands out from land and sea alike.
  for (const [colour, lineWidth] of [[theme.halo, width + 2], [theme.stroke, width]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    strokeLines(context, path, [...drawing.outline, ...drawing.lines]);
  }
  path.pointRadius(width * 2);
  const small = drawing.points.length === 0 && drawing.cap.radius * RADIANS * view.scale < SMALLEST_SHAPE;
  for (const point of small ? [drawing.cap.centre] : drawing.points) {
    context.beginPath();
    path({ type: 'Point', coordinates: point as [number, number] });
    context.fillStyle = theme.stroke;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = theme.halo;
    context.stroke();
  }
}

export function strokeLines(context: CanvasRenderingContext2D, path: GeoPath, lines: readonly MapLine[]): void {
  for (const line of lines) {
    context.beginPath();
    path({ type: 'LineString', coordinates: line as [number, number][] });
    context.stroke();
  }
}

/** Few polygons a path: one with very many rings takes the browser for ever. */
export function fillPolygons(context: CanvasRenderingContext2D, path: GeoPath, polygons: MapDrawing['fill']): void {
  for (let start = 0; start < polygons.length; start += 16) {
    context.beginPath();
    path({ type: 'MultiPolygon', coordinates: polygons.slice(start, start + 16) as [number, number][][][] });
    context.fill();
  }
}

function paintEarth(context: CanvasRenderingContext2D, size: Size, view: View, theme: Theme): void {
  context.beginPath();
  context.arc(size.width / 2, size.height / 2, 2 * view.scale, 0, 2 * Math.PI);
  context.fillStyle = theme.water;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = theme.coast;
  context.stroke();
}

export function paintLand(context: CanvasRenderingContext2D, path: GeoPath, land: readonly LandMass[], theme: Theme): void {
  context.fillStyle = theme.land;
  context.strokeStyle = theme.coast;
  context.lineWidth = 1;
  for (const { polygon, coast } of land) {
    if (!theme.contrast) {
      context.beginPath();
      path(polygon);
      context.fill();
    }
    context.beginPath();
    path(coast);
    context.stroke();
  }
}

function landIn(centre: LonLat, reach: number): readonly LandMass[] {
  const land = reach < FINE_REACH ? fineLand() : coarseLand();
  return reach > 90 ? land : land.filter((mass) => angleBetween(centre, mass.centre) < mass.radius + Math.max(SMALLEST_CLIP, reach * 1.1));
}

function paintLabels(context: CanvasRenderingContext2D, labels: readonly GraticuleLabel[], size: Size, theme: Theme): void {
  context.font = `11px ${theme.font}`;
  for (const { text, x, y, edge } of labels) {
    const width = context.measureText(text).width;
    // The corner belongs to the scale bar, and no label is cut by the border.
    if (edge === 'bottom' && x - width / 2 > 8 && x + width / 2 < size.width - 8) {
      context.textAlign = 'center';
      context.textBaseline = 'bottom';
      paintText(context, text, x, y - 5, theme);
    } else if (edge === 'left' && y > 14 && y < size.height - 64) {
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      paintText(context, text, x + 6, y, theme);
    }
  }
}

function paintScaleBar(context: CanvasRenderingContext2D, size: Size, view: View, theme: Theme): void {
  const { pixels, text } = scaleBarOf(view.scale, Math.min(140, size.width / 3));
  const [left, bottom] = [12, size.height - 28];
  context.beginPath();
  context.moveTo(left, bottom - 5);
  context.lineTo(left, bottom);
  context.lineTo(left + pixels, bottom);
  context.lineTo(left + pixels, bottom - 5);
  context.lineJoin = 'miter';
  context.lineCap = 'butt';
  context.lineWidth = 4;
  context.strokeStyle = theme.halo;
  context.stroke();
  context.lineWidth = 1.5;
  context.strokeStyle = theme.label;
  context.stroke();
  context.font = `11px ${theme.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'bottom';
  paintText(context, reachOf(view, size) < ROUGH_REACH ? `${text}  (coast is approximate)` : text, left + 4, bottom - 4, theme);
}

function paintText(context: CanvasRenderingContext2D, text: string, x: number, y: number, theme: Theme): void {
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = theme.halo;
  context.strokeText(text, x, y);
  context.fillStyle = theme.label;
  context.fillText(text, x, y);
}
