/** Well-known text of geometries (OGC 06-103r4, section 7). */
import { geojsonToWKT } from '@terraformer/wkt';
import { CatalogError } from '../failure.js';
import { isTooFullText } from '../parseJson.js';
import type { Encoder } from './encoder.js';
import { soundGeometry } from '../geo/soundGeometry.js';

/** Stands for an item without a usable geometry. */
export const EMPTY_WKT = 'GEOMETRYCOLLECTION EMPTY';

/** A geometry as sent in one line of text; undefined where it is none. */
export function wktOf(geometry: unknown): string | undefined {
  const sound = soundGeometry(geometry);
  return sound === undefined ? undefined : geojsonToWKT(sound.geometry);
}

/**
 * One geometry a line, in the order of the items; an item without one has a line of its own all the same. Adding an item that is too much
 * to be parsed at once throws a CatalogError `itemUnavailable`: an empty line for it would be a geometry lost without a word.
 */
export function wktEncoder(): Encoder {
  const encoder = new TextEncoder();
  return {
    add: ({ text }) => {
      if (isTooFullText(text)) {
        throw new CatalogError({ kind: 'itemUnavailable', reason: 'unreadable' });
      }
      return [encoder.encode(`${wktOf((JSON.parse(text) as { readonly geometry?: unknown }).geometry) ?? EMPTY_WKT}\n`)];
    },
    end: () => [],
  };
}
