/** The drawing of an area of interest with the pointer: loaded when somebody wants one. */
import type Feature from 'ol/Feature.js';
import OlFeature from 'ol/Feature.js';
import OlPolygon from 'ol/geom/Polygon.js';
import Draw, { createBox } from 'ol/interaction/Draw.js';
import Modify from 'ol/interaction/Modify.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { MapArea } from '../../src/shared/footprintProtocol.js';
import { boxRing } from './areas.js';
import type { MapShell } from './mapShell.js';
import type { Plane } from './planes.js';
import { normalLongitude, type LonLat } from './sphere.js';
import { css, type Theme } from './themeColours.js';

/** Longer sides (degrees) are drawn in pieces: straight in longitude and latitude is not straight on every map. */
const STEP = 2;
/** So long after a drawing a click still belongs to it, milliseconds. */
const LAST_CLICK = 400;

export class AreaEditor {
  readonly #source = new VectorSource();
  readonly #layer = new VectorLayer({ source: this.#source, zIndex: 30 });
  readonly #modify = new Modify({ source: this.#source });
  #draw: Draw | undefined;
  /** When a drawing ended. */
  #ended = -Infinity;
  #area: MapArea | undefined;
  #plane: Plane | undefined;

  /** `changed` gets an area that was drawn, or of which a corner was moved. */
  constructor(private readonly shell: MapShell, private readonly changed: (area: MapArea | undefined) => void) {
    shell.map.addLayer(this.#layer);
    shell.map.addInteraction(this.#modify);
    this.#modify.on('modifyend', () => {
      const [feature] = this.#source.getFeatures();
      changed(feature === undefined ? undefined : this.#areaOf(feature, false));
    });
    shell.map.on('moveend', () => this.#project());
  }

  get isDrawing(): boolean {
    return this.#draw !== undefined;
  }

  /** The click that ends a drawing is no click for others, nor is the second of a double click. */
  get isBusy(): boolean {
    return this.isDrawing || performance.now() - this.#ended < LAST_CLICK;
  }

  draw(kind: MapArea['kind']): void {
    this.stop();
    const draw = new Draw(kind === 'box' ? { type: 'Circle', geometryFunction: createBox(), style: this.#layer.getStyle() as Style } : { type: 'Polygon', style: this.#layer.getStyle() as Style });
    this.#draw = draw;
    this.shell.map.addInteraction(draw);
    draw.on('drawend', ({ feature }) => {
      this.#ended = performance.now();
      this.stop();
      this.changed(this.#areaOf(feature, kind === 'box'));
    });
  }

  stop(): void {
    const draw = this.#draw;
    this.#draw = undefined;
    if (draw !== undefined) {
      this.shell.map.removeInteraction(draw);
    }
  }

  show(area: MapArea | undefined): void {
    this.#area = area;
    this.#plane = undefined;
    this.#project();
  }

  restyle(theme: Theme): void {
    const stroke = new Stroke({ color: css(theme.area), width: theme.contrast ? 3 : 2 });
    const corner = new CircleStyle({ radius: 5, stroke, fill: new Fill({ color: theme.halo }) });
    const style = new Style({ stroke, fill: new Fill({ color: css(theme.area, 0.1) }), image: corner });
    this.#layer.setStyle(style);
    this.#modify.getOverlay().setStyle(style);
  }

  /** The area on the plane that is looked at. */
  #project(): void {
    const { plane } = this.shell;
    if (this.#plane === plane) {
      return;
    }
    this.#plane = plane;
    this.#source.clear();
    if (this.#area !== undefined) {
      const ring = followed(this.#area.kind === 'box' ? boxRing(this.#area.box) : this.#area.ring, plane.around !== undefined ? 720 : STEP);
      this.#source.addFeature(new OlFeature(new OlPolygon([ring.map((position) => plane.toSteps(position).map((value) => value * plane.step))])));
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
