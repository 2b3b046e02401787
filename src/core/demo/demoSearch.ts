/** Item search over the demo's items (interface, section 4.2), with the other filters under their STAC API names. */
import type { HttpRequest, HttpResponse } from '../ports.js';
import { BadRequest, jsonAnswer, textAnswer } from './answers.js';
import { base64url } from './demoIssuer.js';
import { featureOf, type DemoItem, type DemoItems } from './demoItems.js';
import { boundsOf, overlaps, touches } from './spatial.js';

const DEFAULT_LIMIT = 10;

export interface DemoSearchOptions {
  readonly items: DemoItems;
  readonly baseUrl: string;
  readonly searchUrl: string;
  readonly honourFilters: boolean;
  readonly maxLimit: number;
  readonly now: () => number;
}

/** The filters of one search, as they came: strings in a GET, JSON values in a POST. */
type Filters = Readonly<Record<string, unknown>>;
type Test = (item: DemoItem) => boolean;

/** What the opaque `token` of a next link holds. */
interface Position {
  readonly asOf: number;
  readonly offset: number;
  readonly filters: Filters;
}

const NAMES = ['datetime', 'bbox', 'collections', 'ids', 'intersects', 'sortby'] as const;

/** One page of results, or 400 with a text of the service's own. */
export function answerSearch(request: HttpRequest, options: DemoSearchOptions): HttpResponse {
  try {
    return searchPage(request, options);
  } catch (error) {
    if (error instanceof BadRequest) {
      return jsonAnswer(400, { code: 'InvalidParameterValue', description: error.message });
    }
    throw error;
  }
}

function searchPage(request: HttpRequest, options: DemoSearchOptions): HttpResponse {
  const given = request.method === 'GET' ? Object.fromEntries(new URL(request.url).searchParams) : readBody(request.body);
  const limit = readLimit(given['limit'], options.maxLimit);
  if (options.honourFilters && given['filter'] !== undefined) {
    throw new BadRequest('filter: this catalog knows no filter expressions');
  }
  const now = options.now();
  const position = given['token'] === undefined ? { asOf: now, offset: 0, filters: pick(given) } : readToken(given['token']);
  const matched = select(options.items.asOf(position.asOf), options.honourFilters ? position.filters : {});
  const page = matched.slice(position.offset, position.offset + limit);
  const end = position.offset + page.length;

  const links = [{ rel: 'self', type: 'application/geo+json', href: request.url }];
  if (end < matched.length) {
    const next = new URL(options.searchUrl);
    next.searchParams.set('limit', String(limit));
    next.searchParams.set('token', writeToken({ ...position, offset: end }));
    links.push({ rel: 'next', type: 'application/geo+json', href: next.href });
  }
  return textAnswer(200, JSON.stringify({
    type: 'FeatureCollection',
    context: { limit, returned: page.length, matched: matched.length },
    numberMatched: matched.length,
    numberReturned: page.length,
    features: page.map((item) => featureOf(item, now, options.baseUrl)),
    links,
  }), { 'content-type': 'application/geo+json; charset=utf-8' });
}

function select(items: readonly DemoItem[], filters: Filters): readonly DemoItem[] {
  const tests = [
    ...testOf(filters['ids'], (value) => oneOf(value, (item) => item.details.id)),
    ...testOf(filters['collections'], (value) => oneOf(value, (item) => item.details.collection)),
    ...testOf(filters['datetime'], datetimeTest),
    ...testOf(filters['bbox'], bboxTest),
    ...testOf(filters['intersects'], intersectsTest),
  ];
  const kept = tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)));
  return sorted(kept, filters['sortby']);
}

function testOf(value: unknown, make: (value: unknown) => Test): readonly Test[] {
  return value === undefined || value === '' ? [] : [make(value)];
}

function oneOf(value: unknown, of: (item: DemoItem) => string): Test {
  const wanted = new Set(listOf(value).map(String));
  return (item) => wanted.has(of(item));
}

/** `2026-06-01T00:00:00Z`, `a/b`, `a/..`, `../b` (STAC API, item search). */
function datetimeTest(value: unknown): Test {
  const parts = String(value).split('/');
  const [first = '', last = first] = parts;
  const from = isOpen(first) ? -Infinity : readTime(first);
  const to = isOpen(last) ? Infinity : readTime(last);
  if (parts.length > 2 || (parts.length === 1 && isOpen(first)) || from > to) {
    throw new BadRequest('datetime: not a time or an interval');
  }
  return (item) => item.datetime >= from && item.datetime <= to;
}

function isOpen(end: string): boolean {
  return end === '' || end === '..';
}

function readTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/iu.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new BadRequest('datetime: not RFC 3339');
  }
  return time;
}

function bboxTest(value: unknown): Test {
  const numbers = listOf(value).map((part) => (part === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((index) => numbers[index]) : numbers;
  if (west === undefined || south === undefined || east === undefined || north === undefined
    || (numbers.length !== 4 && numbers.length !== 6) || !numbers.every(Number.isFinite) || south > north) {
    throw new BadRequest('bbox: four or six numbers, south before north');
  }
  // West beyond east crosses the antimeridian (RFC 7946, section 5.2).
  const box = { west, south, east: east < west ? east + 360 : east, north };
  return (item) => overlaps(boundsOf(item.details.footprint.coordinates[0] ?? []), box);
}

function intersectsTest(value: unknown): Test {
  let geometry = value;
  if (typeof value === 'string') {
    try {
      geometry = JSON.parse(value);
    } catch {
      throw new BadRequest('intersects: not JSON');
    }
  }
  return (item) => {
    try {
      return touches(item.details.footprint.coordinates[0] ?? [], geometry);
    } catch {
      throw new BadRequest('intersects: not a geometry');
    }
  };
}

const SORTABLE: Readonly<Record<string, (item: DemoItem) => string | number>> = {
  datetime: (item) => item.datetime,
  created: (item) => item.created,
  platform: (item) => item.details.platform,
  id: (item) => item.details.id,
  collection: (item) => item.details.collection,
};

/** `-datetime,id` in a GET, `[{ field, direction }]` in a POST (STAC API, sort extension). Newest first without one. */
function sorted(items: readonly DemoItem[], sortby: unknown): readonly DemoItem[] {
  if (sortby === undefined || sortby === '') {
    return items;
  }
  const keys = listOf(sortby).map((entry) => {
    const { field, direction } = typeof entry === 'string'
      ? { field: entry.replace(/^[+\s-]/u, ''), direction: entry.startsWith('-') ? 'desc' : 'asc' }
      : ((entry ?? {}) as { field?: unknown; direction?: unknown });
    const name = String(field).replace(/^properties\./u, '');
    const read = Object.hasOwn(SORTABLE, name) ? SORTABLE[name] : undefined;
    if (read === undefined) {
      throw new BadRequest('sortby: unknown field');
    }
    return { read, sign: direction === 'desc' ? -1 : 1 };
  });
  return [...items].sort((a, b) => {
    for (const { read, sign } of keys) {
      const [left, right] = [read(a), read(b)];
      if (left !== right) {
        return left < right ? -sign : sign;
      }
    }
    return b.index - a.index;
  });
}

function listOf(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
}

function readLimit(value: unknown, max: number): number {
  if (value === undefined || value === '') {
    return DEFAULT_LIMIT;
  }
  const limit = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) {
    throw new BadRequest('limit: a whole number from 1 on');
  }
  return Math.min(limit, max);
}

function readBody(body: string | undefined): Filters {
  try {
    const value: unknown = JSON.parse(body ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Filters;
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new BadRequest('body: not a JSON object');
}

function pick(given: Filters): Filters {
  return Object.fromEntries(NAMES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

function writeToken(position: Position): string {
  return base64url(new TextEncoder().encode(JSON.stringify(position)));
}

function readToken(token: unknown): Position {
  try {
    const binary = atob(String(token).replaceAll('-', '+').replaceAll('_', '/'));
    const value = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))) as Position;
    if (Number.isFinite(value.asOf) && Number.isInteger(value.offset) && value.offset >= 0 && typeof value.filters === 'object' && value.filters !== null) {
      return { asOf: value.asOf, offset: value.offset, filters: pick(value.filters) };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new BadRequest('token: not one of ours');
}
