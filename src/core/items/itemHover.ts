/** What is said of the place in an item's document that a person points at. Heavy: load through `import()`. */
import { intervalOf } from '../datetime.js';
import { unreachable } from '../failure.js';
import { describeField } from './fieldCatalogue.js';
import { formatArea, formatExtent, formatNote, formatParts, formatUnusable } from '../geo/formatGeometry.js';
import { readGeometry } from '../geo/readGeometry.js';
import { MAX_GLANCE, placeAt, readItemTree, valueAt, type ItemTree, type JsonPath, type Place, type TextRange, type UnreadReason } from './itemReader.js';
import { localDateTime, utcDateTime } from '../timeWords.js';

export interface ItemHover {
  /** What is explained. Ours or the catalogue's. */
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly notes: readonly string[];
  readonly range: TextRange | undefined;
}

/** The hover at an offset of a document, in UTF-16 units; undefined where there is nothing to say. */
export function hoverAt(document: string, offset: number): ItemHover | undefined {
  const reading = readItemTree(document, MAX_GLANCE);
  if (!reading.ok) {
    return { title: unreadWords(reading.reason), rows: [], notes: [], range: undefined };
  }
  const place = placeAt(reading.tree, offset);
  return place === undefined || place.path.length === 0 ? undefined : ofAddress(place) ?? ofField(place) ?? ofMember(reading.tree, place);
}

/** Why a document has no hovers, links or checks, as a sentence. */
export function unreadWords(reason: UnreadReason): string {
  switch (reason) {
    case 'tooLarge':
      return `This document is too large to be explained here (more than ${MAX_GLANCE / 1_048_576} MiB).`;
    case 'tooDeep':
      return 'This document is nested too deeply to be explained here.';
    case 'notJson':
      return 'This document is not JSON.';
    default:
      return unreachable(reason);
  }
}

/** The host is what a person can judge; the rest of an address may be signed. */
function ofAddress({ path, value, range }: Place): ItemHover | undefined {
  return path.at(-1) === 'href' && typeof value === 'string' ? { title: 'Address', rows: [{ label: 'Host', value: addressWords(value) }], notes: [], range } : undefined;
}

function ofField({ path, value, range }: Place): ItemHover | undefined {
  const known = describeField(path, value);
  const times = timeRows(value);
  if (known === undefined) {
    return times.length === 0 || path[0] !== 'properties' ? undefined : { title: 'Time', rows: times, notes: [], range };
  }
  const { words } = known;
  return {
    title: words.extension === undefined ? words.label : `${words.label} (${words.extension})`,
    rows: times.length > 0 ? times : known.value === '' ? [] : [{ label: 'Value', value: known.value }],
    notes: words.explain === undefined || words.explain === words.label ? [] : [words.explain],
    range,
  };
}

/** A moment in UTC, and once more where the person is. */
function timeRows(value: unknown): ItemHover['rows'] {
  const moment = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value) && value.length < 60 ? intervalOf(value) : undefined;
  return moment?.start === undefined || moment.start !== moment.end
    ? []
    : [{ label: 'UTC', value: utcDateTime(moment.start) }, { label: 'Local time', value: localDateTime(moment.start) }];
}

/** The members that STAC and GeoJSON themselves define. */
const MEMBERS: ReadonlyMap<string, readonly [title: string, explain: string]> = new Map([
  ['type', ['GeoJSON type', 'An item is a GeoJSON Feature.']],
  ['stac_version', ['STAC version', 'The version of the STAC specification that the item follows.']],
  ['stac_extensions', ['STAC extensions', 'The extensions that define further fields of this item.']],
  ['id', ['Item id', 'Unique in its collection.']],
  ['collection', ['Collection', 'The id of the collection that the item belongs to.']],
  ['properties', ['Properties', 'What is known of the item: times, platform, instrument and more.']],
  ['links', ['Links', 'Related documents: the collection, the item itself, where it comes from.']],
  ['assets', ['Assets', 'The files of this item, by a key each.']],
]);

function ofMember(tree: ItemTree, { path, value, range }: Place): ItemHover | undefined {
  const [first] = path;
  if (first === 'geometry') {
    return ofGeometry(tree, path, value, range);
  }
  if (first === 'bbox') {
    return ofBox(valueAt(tree, ['bbox']), range);
  }
  const known = path.length === 1 && typeof first === 'string' ? MEMBERS.get(first) : undefined;
  return known === undefined ? undefined : { title: known[0], rows: [], notes: [known[1]], range };
}

function ofGeometry(tree: ItemTree, path: JsonPath, value: unknown, range: TextRange): ItemHover {
  const axis = path[1] === 'coordinates' && typeof value === 'number' ? path.at(-1) : undefined;
  if (axis === 0 || axis === 1 || axis === 2) {
    const [label, unit] = axis === 0 ? ['Longitude', '°'] : axis === 1 ? ['Latitude', '°'] : ['Height', ' m'];
    return { title: 'Position', rows: [{ label, value: `${String(value)}${unit}` }], notes: [], range };
  }
  const reading = readGeometry(valueAt(tree, ['geometry']));
  if (reading.kind === 'unusable') {
    return { title: 'Footprint', rows: [], notes: [formatUnusable(reading.reason)], range };
  }
  const { extent, areaKm2, positionCount, notes } = reading;
  return {
    title: 'Footprint',
    rows: [
      { label: 'Shape', value: `${formatParts(reading)}, ${new Intl.NumberFormat('en').format(positionCount)} positions` },
      ...(areaKm2 > 0 ? [{ label: 'Area', value: formatArea(areaKm2) }] : []),
      { label: 'Extent', value: formatExtent(extent, reading.cap.radius) },
    ],
    notes: notes.map(formatNote),
    range,
  };
}

function ofBox(box: unknown, range: TextRange): ItemHover | undefined {
  if (!Array.isArray(box) || (box.length !== 4 && box.length !== 6) || !box.every((number) => typeof number === 'number')) {
    return { title: 'Bounding box', rows: [], notes: ['A box has four numbers, or six with heights: west, south, (lowest,) east, north (, highest).'], range };
  }
  const numbers = box as readonly number[];
  const half = numbers.length / 2;
  const [west = 0, south = 0] = numbers;
  const [east = 0, north = 0] = numbers.slice(half);
  return {
    title: 'Bounding box',
    rows: [
      { label: 'West to east', value: `${west}° to ${east}°${west > east ? ', across the antimeridian' : ''}` },
      { label: 'South to north', value: `${south}° to ${north}°` },
      ...(half === 3 ? [{ label: 'Heights', value: `${numbers[2] ?? 0} m to ${numbers[5] ?? 0} m` }] : []),
    ],
    notes: [],
    range,
  };
}

/** The host of an address, or what it is instead. */
function addressWords(href: string): string {
  const url = URL.parse(href);
  if (url === null) {
    return 'none: the address is relative';
  }
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : `none that is opened here (${url.protocol.slice(0, 20)})`;
}
