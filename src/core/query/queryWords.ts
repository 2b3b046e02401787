/** A query in words. They hold what the person typed: show them through `display()`. */
import { checkBoundingBox } from '../geo/boundingBox.js';
import { boxAround } from '../geo/area.js';
import type { AreaGeometry } from '../geo/areaGeometry.js';
import type { SearchQuery } from './query.js';
import type { SortKey } from './sortKey.js';

const MAX_FILTER_WORDS = 60;
const number = new Intl.NumberFormat('en');
/** Words are asked for with every change of the view; an area may be large. */
const places = new WeakMap<AreaGeometry, string>();

/** The query as one line: "100 items, last 7 days, in 5.9, 45.8, 10.5, 47.8, of 2 collections". */
export function describeQuery(query: SearchQuery): string {
  const filters = describeFilters(query);
  const items = query.limit === 1 ? '1 item' : `${number.format(query.limit)} items`;
  return filters === '' ? items : `${items}, ${filters}`;
}

/** The same without the number; empty where everything is asked for. */
export function describeFilters(query: SearchQuery): string {
  const { collections, ids, platforms, statuses, instrumentModes, sortby, filter, parameters } = query;
  return [
    ...some(timeWords(query)),
    ...some(query.bbox === undefined && query.intersects === undefined ? undefined : `in ${areaWords(query)}`),
    ...some(collections === undefined ? undefined : countOf(collections, 'collection')),
    ...some(ids === undefined ? undefined : countOf(ids, 'id')),
    ...some(platforms === undefined ? undefined : `from ${platforms.join(' or ')}`),
    ...some(statuses === undefined ? undefined : `in state ${statuses.join(' or ')}`),
    ...some(instrumentModes === undefined ? undefined : `in mode ${instrumentModes.join(' or ')}`),
    ...some(filter === undefined ? undefined : `where ${cut(filter)}`),
    ...some(parameters === undefined ? undefined : `with ${cut(parameterWords(parameters))}`),
    ...some(sortby === undefined ? undefined : `by ${sortWords(sortby)}`),
  ].join(', ');
}

/** The time of a query: "last 7 days", "on 2026-06-10 UTC"; undefined where any time will do. */
export function timeWords({ lastDays, datetime }: SearchQuery): string | undefined {
  if (lastDays !== undefined) {
    return daysWords(lastDays);
  }
  return datetime === undefined ? undefined : describeDatetime(datetime);
}

export function daysWords(days: number): string {
  return days === 1 ? 'last 24 hours' : `last ${days} days`;
}

/** The area of a query: "5.9, 45.8, 10.5, 47.8", "polygon around 8.1, 46.7", "anywhere". */
export function areaWords({ bbox, intersects }: Pick<SearchQuery, 'bbox' | 'intersects'>): string {
  return intersects === undefined ? (bbox?.join(', ') ?? 'anywhere') : `${geometryName(intersects)} ${placeOf(intersects)}`;
}

/** A sort as it is typed: "-datetime, id". */
export function sortWords(sortby: readonly SortKey[]): string {
  return sortby.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(', ');
}

/** Further parameters as they are typed: "a=1&b=2". */
export function parameterWords(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

/** A `datetime` parameter in words: "on 2026-06-10", "2026-06-01 to 2026-06-30", "since 2026-06-01", all UTC. */
export function describeDatetime(datetime: string): string {
  const [from = '', to] = datetime.split('/');
  if (to === undefined) {
    return `at ${moment(from)} UTC`;
  }
  const [start, end] = [from.replace('T00:00:00Z', ''), to.replace('T23:59:59Z', '')];
  if (from === '..') {
    return `until ${moment(end)} UTC`;
  }
  if (to === '..') {
    return `since ${moment(start)} UTC`;
  }
  return start === end ? `on ${start} UTC` : `${moment(start)} to ${moment(end)} UTC`;
}

function geometryName(geometry: AreaGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return 'point';
    case 'MultiPoint':
      return `${geometry.coordinates.length} points`;
    case 'LineString':
      return 'line';
    case 'MultiLineString':
      return `${geometry.coordinates.length} lines`;
    case 'Polygon':
      return 'polygon';
    case 'MultiPolygon':
      return `${geometry.coordinates.length} polygons`;
    case 'GeometryCollection':
      return `${geometry.geometries.length} shapes`;
  }
}

/** Where a geometry is: a point's place, or the box around it. */
function placeOf(geometry: AreaGeometry): string {
  const known = places.get(geometry) ?? findPlace(geometry);
  places.set(geometry, known);
  return known;
}

function findPlace(geometry: AreaGeometry): string {
  const box = boxAround(geometry)?.map((degrees) => Number(degrees.toFixed(3)));
  const checked = box === undefined ? undefined : checkBoundingBox(box);
  if (checked?.ok !== true) {
    return '';
  }
  const [west, south, east, north] = checked.value;
  return west === east && south === north ? `at ${west}, ${south}` : `within ${checked.value.join(', ')}`;
}

function countOf(names: readonly string[], word: string): string {
  const [first = ''] = names;
  return names.length === 1 ? `${word} ${first}` : `${names.length} ${word}s`;
}

function moment(text: string): string {
  return text.replace('T', ' ').replace(/(?::00)?(?:\.\d+)?Z$/u, '');
}

function cut(text: string): string {
  return text.length <= MAX_FILTER_WORDS ? text : `${text.slice(0, MAX_FILTER_WORDS)}…`;
}

function some(words: string | undefined): readonly string[] {
  return words === undefined ? [] : [words];
}
