/** Well-known text of geometries (OGC 06-103r4, section 7). */
import { geojsonToWKT } from '@terraformer/wkt';
import type { Encoder } from './encoder.js';
import { soundGeometry } from '../geo/soundGeometry.js';

/** Stands for an item without a usable geometry. */
export const EMPTY_WKT = 'GEOMETRYCOLLECTION EMPTY';

/** A geometry as sent in one line of text; undefined where it is none. */
export function wktOf(geometry: unknown): string | undefined {
  const sound = soundGeometry(geometry);
  return sound === undefined ? undefined : geojsonToWKT(sound.geometry);
}

/** One geometry a line, in the order of the items; an item without one has a line of its own all the same. */
export function wktEncoder(): Encoder {
  const encoder = new TextEncoder();
  return {
    add: ({ text }) => [encoder.encode(`${wktOf((JSON.parse(text) as { readonly geometry?: unknown }).geometry) ?? EMPTY_WKT}\n`)],
    end: () => [],
  };
}
