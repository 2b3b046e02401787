/** Many footprints: how they are drawn, and which one lies under the pointer. */
import { geoContains, geoPath, type GeoPath, type GeoProjection } from 'd3-geo';
import type { MapCap, MapFootprint } from '../../src/shared/footprintProtocol.js';
import { fillPolygons, strokeLines, type Layer } from './mapPainter.js';
import { angleBetween, type LonLat } from './sphere.js';
import type { Theme } from './theme.js';
import { positionAt, projectionOf, type Size, type View } from './view.js';

/** A footprint of less than this radius on screen is drawn as a mark, pixels. */
const SMALLEST_SHAPE = 3;
const MARK = 3;
/** How near the pointer has to come to a mark, a point or a line, pixels. */
const NEAR = 7;
const RADIANS = Math.PI / 180;

export class ResultsLayer implements Layer {
  readonly share = 0.9;
  /** Places of the footprints, the largest first: small ones lie on top and can be pointed at. */
  readonly #order: readonly number[];
  chosen: number | undefined;
  hovered: number | undefined;

  constructor(readonly footprints: readonly MapFootprint[], readonly cap: MapCap) {
    this.#order = footprints.map((_, index) => index).sort((a, b) => this.#radius(b) - this.#radius(a));
  }

  paint(context: CanvasRenderingContext2D, projection: GeoProjection, view: View, reach: number, theme: Theme): void {
    const path = geoPath(projection, context);
    for (const index of this.#order) {
      this.#paintOne(context, path, projection, index, view, reach, theme.stroke, theme.contrast ? 2 : 1.5, theme);
    }
    for (const index of new Set([this.hovered, this.chosen])) {
      if (index !== undefined) {
        this.#paintOne(context, path, projection, index, view, reach, theme.halo, 7, theme);
        this.#paintOne(context, path, projection, index, view, reach, theme.chosen, index === this.chosen ? 4 : 2.5, theme);
      }
    }
  }

  /** The place of the footprint under a pixel, of several the smallest. */
  at(view: View, size: Size, pixel: readonly [number, number]): number | undefined {
    const position = positionAt(view, size, pixel);
    if (position === undefined) {
      return undefined;
    }
    const projection = projectionOf(view, size);
    const near = NEAR / view.scale / RADIANS;
    return this.#order.findLast((index) => {
      const footprint = this.footprints[index];
      return footprint !== undefined && this.#isAt(footprint, position, pixel, near, projection, view);
    });
  }

  #isAt({ drawing }: MapFootprint, position: LonLat, pixel: readonly [number, number], near: number, projection: GeoProjection, view: View): boolean {
    const { cap, fill, lines, points } = drawing;
    // Twice as near, since the edge of the earth is drawn out by the projection.
    const away = angleBetween(cap.centre, position);
    if (away > cap.radius + 2 * near) {
      return false;
    }
    if (cap.radius * RADIANS * view.scale < SMALLEST_SHAPE || points.some((point) => isNear(projection, [point], pixel))) {
      return isNear(projection, points.length > 0 ? points : [cap.centre], pixel);
    }
    return (
      fill.some((polygon) => geoContains({ type: 'Polygon', coordinates: polygon as [number, number][][] }, position as [number, number])) ||
      lines.some((line) => isNear(projection, line, pixel))
    );
  }

  #paintOne(context: CanvasRenderingContext2D, path: GeoPath, projection: GeoProjection, index: number, view: View, reach: number, stroke: string, width: number, theme: Theme): void {
    const drawing = this.footprints[index]?.drawing;
    if (drawing === undefined) {
      return;
    }
    const { cap, fill, outline, lines, points } = drawing;
    const away = angleBetween(view.centre, cap.centre);
    if (away > reach + cap.radius) {
      return;
    }
    const isPlain = stroke === theme.stroke;
    // The small globe has no room for large ones.
    const mark = Math.min(MARK, view.scale / 35) + (isPlain ? 0 : width / 2);
    if (cap.radius * RADIANS * view.scale < SMALLEST_SHAPE) {
      paintMark(context, away > reach ? null : projection(cap.centre as [number, number]), stroke, mark);
      return;
    }
    context.lineWidth = width;
    context.strokeStyle = stroke;
    if (isPlain) {
      context.fillStyle = theme.fill;
      fillPolygons(context, path, fill);
    }
    strokeLines(context, path, [...outline, ...lines]);
    for (const point of points) {
      paintMark(context, angleBetween(view.centre, point) > reach ? null : projection(point as [number, number]), stroke, mark);
    }
  }

  #radius(index: number): number {
    return this.footprints[index]?.drawing.cap.radius ?? 0;
  }
}

function paintMark(context: CanvasRenderingContext2D, at: readonly [number, number] | null, colour: string, radius: number): void {
  if (at !== null) {
    context.beginPath();
    context.arc(at[0], at[1], radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  }
}

/** Whether a pixel lies near a line (or the only position of one) as it is drawn. */
function isNear(projection: GeoProjection, line: readonly LonLat[], [x, y]: readonly [number, number]): boolean {
  let before: readonly [number, number] | null = null;
  for (const position of line) {
    const here = projection(position as [number, number]);
    if (here !== null) {
      const [px, py] = before ?? here;
      const [dx, dy] = [here[0] - px, here[1] - py];
      const share = Math.max(0, Math.min(1, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy || 1)));
      if (Math.hypot(px + share * dx - x, py + share * dy - y) <= NEAR) {
        return true;
      }
    }
    before = here;
  }
  return false;
}
