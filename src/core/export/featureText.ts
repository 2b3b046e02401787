/** GeoJSON texts of items (RFC 7946, RFC 8142 without the separator, as GDAL and tippecanoe read it), literals kept. */
import type { Encoder } from './encoder.js';
import type { ExportItem } from './exportItem.js';

const encoder = new TextEncoder();
/** Members that a feature has to have (RFC 7946, section 3.2), and services leave out. */
const REQUIRED: readonly (readonly [string, string])[] = [['type', '"type":"Feature"'], ['geometry', '"geometry":null'], ['properties', '"properties":null']];

/** The item as a GeoJSON feature on one line: what it lacks for that stands first, everything else as it was sent. */
export function featureLine({ text }: ExportItem): string {
  const value = JSON.parse(text) as object;
  const missing = REQUIRED.filter(([name]) => !Object.hasOwn(value, name)).map(([, member]) => member);
  if (missing.length === 0) {
    return text;
  }
  const rest = text.slice(text.indexOf('{') + 1);
  return `{${missing.join(',')}${rest.startsWith('}') ? '' : ','}${rest}`;
}

/** A feature collection, one feature a line; of one feature at least. */
export function geoJsonEncoder(): Encoder {
  let count = 0;
  return {
    add: (item) => {
      count += 1;
      return [encoder.encode(`${count === 1 ? '{"type":"FeatureCollection","features":[\n' : ',\n'}${featureLine(item)}`)];
    },
    end: () => [encoder.encode('\n]}\n')],
  };
}

/** One feature a line and nothing else. */
export function newlineEncoder(): Encoder {
  return { add: (item) => [encoder.encode(`${featureLine(item)}\n`)], end: () => [] };
}
