/** Areas of interest: their rings, boxes and words. */
import { parseArea } from '../../src/core/geo/area.js';
import type { MapArea, MapBox } from '../../src/shared/footprintProtocol.js';
import type { LonLat } from './sphere.js';

/** Digits of degrees of what is drawn or in view: some 10 m. What is typed keeps its own. */
const DIGITS = 4;

/** From what a person typed: `west, south, east, north`, pairs, WKT or GeoJSON; or what is wrong with it. */
export function areaFrom(text: string): MapArea | string {
  const parsed = parseArea(text);
  if (!parsed.ok) {
    return parsed.problem;
  }
  const { value } = parsed;
  if ('bbox' in value) {
    return { kind: 'box', box: value.bbox };
  }
  return value.intersects.type === 'Polygon' ? { kind: 'polygon', ring: value.intersects.coordinates[0] ?? [] } : 'An area on the map is a box or one polygon.';
}

/** An area as it can be typed. */
export function areaText(area: MapArea): string {
  return area.kind === 'box' ? area.box.join(', ') : area.ring.map((position) => position.join(' ')).join(', ');
}

export function boxArea(box: MapBox | undefined): MapArea | undefined {
  return box === undefined ? undefined : { kind: 'box', box };
}

/** An area as it came from a hand or a view, without digits that mean nothing. */
export function tidyArea(area: MapArea | undefined): MapArea | undefined {
  if (area?.kind === 'box') {
    const [west, south, east, north] = area.box;
    return { kind: 'box', box: [round(west), round(south), round(east), round(north)] };
  }
  return area === undefined ? undefined : { kind: 'polygon', ring: area.ring.map(([x, y]): LonLat => [round(x), round(y)]) };
}

/** The closed ring around a box; over 180 degrees its longitudes go on. */
export function boxRing([west, south, east, north]: MapBox): LonLat[] {
  const far = east < west ? east + 360 : east;
  return [[west, south], [far, south], [far, north], [west, north], [west, south]];
}

/** The box around an area, for the view to fit. */
export function boxAround(area: MapArea): MapBox {
  if (area.kind === 'box') {
    return area.box;
  }
  const [xs, ys] = [area.ring.map(([x]) => x), area.ring.map(([, y]) => y)];
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  return east - west >= 360 ? [-180, Math.min(...ys), 180, Math.max(...ys)] : [west, Math.min(...ys), east, Math.max(...ys)];
}

function round(value: number): number {
  return Number(value.toFixed(DIGITS));
}
