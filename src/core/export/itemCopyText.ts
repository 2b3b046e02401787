/** What "Copy Link" and "Copy Geometry" put on the clipboard. */
import { isSignature, withoutSignatures } from '../assets/signature.js';
import { searchUrl, type Environment } from '../environment.js';
import { wktOf } from './wkt.js';
import { unreachable } from '../failure.js';
import { readGeometry } from '../geo/readGeometry.js';
import type { ItemKey } from '../items/item.js';
import { ownHref } from '../catalog/itemRequest.js';
import { MAX_READ, readItemTree, textAt, valueAt } from '../items/itemReader.js';
import { isJsonObject } from '../jsonObject.js';

export type GeometryFormat = 'geojson' | 'wkt' | 'bbox';

/**
 * The item's own address: its `self` link where that is http or https, else the search that finds it. Never a token or a signature: a
 * query parameter with the name of one is left out.
 */
export function linkOf(document: string, key: ItemKey, environment: Environment | undefined): string | undefined {
  const own = URL.parse(ownHref(document) ?? '');
  if (own !== null && /^https?:$/u.test(own.protocol)) {
    return withoutSecrets(own).href;
  }
  if (environment === undefined) {
    return undefined;
  }
  const url = new URL(searchUrl(environment));
  url.searchParams.set('ids', key.id);
  if (key.collection !== '') {
    url.searchParams.set('collections', key.collection);
  }
  return url.href;
}

function withoutSecrets(url: URL): URL {
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (isSignature(name)) {
      url.searchParams.delete(name);
    }
  }
  return url;
}

/**
 * The geometry of an item's document in a format; undefined where it has none that can be written so. GeoJSON is what the document says,
 * with its literals.
 */
export function geometryText(document: string, format: GeometryFormat): string | undefined {
  const reading = readItemTree(document, MAX_READ);
  if (!reading.ok) {
    return undefined;
  }
  const { tree } = reading;
  const geometry = valueAt(tree, ['geometry']);
  switch (format) {
    case 'geojson':
      return isJsonObject(geometry) && typeof geometry['type'] === 'string' ? withoutSignatures(textAt(tree, ['geometry'])?.replaceAll('\n  ', '\n') ?? '') : undefined;
    case 'wkt':
      return wktOf(geometry);
    case 'bbox':
      return boxText(valueAt(tree, ['bbox']), geometry);
    default:
      return unreachable(format);
  }
}

/** The geometries of several documents as one text: a GeoJSON collection of geometries, else one a line. */
export function geometriesText(documents: readonly string[], format: GeometryFormat): { readonly text: string; readonly copied: number } {
  const texts = documents.map((document) => geometryText(document, format)).filter((text) => text !== undefined);
  const [first = ''] = texts;
  const text = texts.length <= 1 ? first : format === 'geojson' ? `{"type":"GeometryCollection","geometries":[${texts.join(',')}]}` : texts.join('\n');
  return { text, copied: texts.length };
}

/** West, south, east, north: as the item says, else around its footprint. West is greater than east across the antimeridian. */
function boxText(bbox: unknown, geometry: unknown): string | undefined {
  if (Array.isArray(bbox) && (bbox.length === 4 || bbox.length === 6) && bbox.every((number) => typeof number === 'number')) {
    const numbers = bbox as readonly number[];
    const half = numbers.length / 2;
    return [numbers[0], numbers[1], numbers[half], numbers[half + 1]].join(',');
  }
  const reading = readGeometry(geometry);
  return reading.kind === 'usable' ? reading.extent.map((degrees) => Number(degrees.toFixed(7))).join(',') : undefined;
}
