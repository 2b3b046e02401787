/** What a person searches for. All times are UTC; all coordinates are degrees, longitude first. */
import { checkBoundingBox, intersectsBox, parseBoundingBox, type BoundingBox } from './boundingBox.js';
import { intervalOf, lastDays, parseDatetime } from './datetime.js';
import type { Checked } from './environment.js';
import type { Item } from './item.js';

export interface SearchQuery {
  /** Items per page, sent as `limit` (interface, section 4.2). */
  readonly limit: number;
  /** A single time or an interval as STAC API defines it (`2026-06-01T00:00:00Z/..`), already expanded from shorthand. */
  readonly datetime?: string;
  /** Days back from when the search runs. {@link resolveQuery} sets `datetime` from it each time, so that "again" moves on with time. */
  readonly lastDays?: number;
  readonly bbox?: BoundingBox;
  readonly collections?: readonly string[];
  readonly ids?: readonly string[];
}

/** The filters that are checked again here, because a service may ignore them (design, leniency). */
export type QueryFilter = 'datetime' | 'bbox' | 'collections' | 'ids';

export type QueryCheck =
  | { readonly ok: true; readonly value: SearchQuery }
  /** `field` is the argument's name, `problem` a sentence about it. */
  | { readonly ok: false; readonly field: string; readonly problem: string };

export type QueryMatch = { readonly ok: true } | { readonly ok: false; readonly ignored: QueryFilter };

export const MAX_LIMIT = 10_000;
const MAX_DAYS = 36_500;
const FIELDS: ReadonlySet<string> = new Set(['limit', 'datetime', 'lastDays', 'bbox', 'collections', 'ids']);

/**
 * A query as command arguments give it: `datetime` in shorthand, `bbox` as an array or text, `collections` and `ids` as arrays or
 * comma-separated text. Nothing at all is a query without filters; a member that is unknown is refused, since it may be a misspelt filter.
 */
export function parseQuery(input: unknown, defaults: { readonly limit: number }): QueryCheck {
  if (input === undefined || input === null) {
    return { ok: true, value: { limit: defaults.limit } };
  }
  if (typeof input !== 'object' || Array.isArray(input)) {
    return refused('query', 'A query is an object, for example { "limit": 100, "datetime": "2026-06" }.');
  }
  const given = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  for (const name of given.keys()) {
    if (!FIELDS.has(name)) {
      return refused(name.slice(0, 50), `A query has no such member; there are ${[...FIELDS].join(', ')}.`);
    }
  }
  if (given.has('datetime') && given.has('lastDays')) {
    return refused('lastDays', 'Give either datetime or lastDays.');
  }
  const checks = {
    limit: checked(given.get('limit') ?? defaults.limit, (value) => checkWhole(value, MAX_LIMIT)),
    datetime: checked(given.get('datetime'), checkDatetime),
    lastDays: checked(given.get('lastDays'), (value) => checkWhole(value, MAX_DAYS)),
    bbox: checked(given.get('bbox'), checkBox),
    collections: checked(given.get('collections'), checkNames),
    ids: checked(given.get('ids'), checkNames),
  };
  for (const [field, check] of Object.entries(checks)) {
    if (check?.ok === false) {
      return refused(field, check.problem);
    }
  }
  return {
    ok: true,
    value: {
      limit: valueOf(checks.limit) ?? defaults.limit,
      ...present('datetime', valueOf(checks.datetime)),
      ...present('lastDays', valueOf(checks.lastDays)),
      ...present('bbox', valueOf(checks.bbox)),
      ...present('collections', valueOf(checks.collections)),
      ...present('ids', valueOf(checks.ids)),
    },
  };
}

/** The query with a `lastDays` turned into the interval it means at `now` (milliseconds since the epoch). */
export function resolveQuery(query: SearchQuery, now: number): SearchQuery {
  return query.lastDays === undefined ? query : { ...query, datetime: lastDays(query.lastDays, now) };
}

/** The query as STAC API item search defines its GET parameters. `lastDays` has to be resolved before. */
export function queryParameters(query: SearchQuery): URLSearchParams {
  const parameters = new URLSearchParams({ limit: String(query.limit) });
  if (query.datetime !== undefined) {
    parameters.set('datetime', query.datetime);
  }
  if (query.bbox !== undefined) {
    parameters.set('bbox', query.bbox.join(','));
  }
  if (query.collections !== undefined) {
    parameters.set('collections', query.collections.join(','));
  }
  if (query.ids !== undefined) {
    parameters.set('ids', query.ids.join(','));
  }
  return parameters;
}

/** Reads back what {@link queryParameters} wrote. Parameters of other names are not looked at. */
export function queryFromParameters(parameters: URLSearchParams, defaults: { readonly limit: number }): QueryCheck {
  const limit = parameters.get('limit');
  const input: Record<string, unknown> = {};
  if (limit !== null) {
    input['limit'] = /^\d{1,9}$/u.test(limit) ? Number(limit) : limit;
  }
  for (const name of ['datetime', 'bbox', 'collections', 'ids']) {
    const text = parameters.get(name);
    if (text !== null) {
      input[name] = name === 'collections' || name === 'ids' ? text.split(',') : text;
    }
  }
  return parseQuery(input, defaults);
}

/** The query as one line: "100 items, last 7 days, in 5.9, 45.8, 10.5, 47.8, of 2 collections". Holds what the person typed: show it through `display()`. */
export function describeQuery(query: SearchQuery): string {
  const parts = [query.limit === 1 ? '1 item' : `${query.limit} items`];
  if (query.lastDays !== undefined) {
    parts.push(query.lastDays === 1 ? 'last 24 hours' : `last ${query.lastDays} days`);
  } else if (query.datetime !== undefined) {
    parts.push(describeDatetime(query.datetime));
  }
  if (query.bbox !== undefined) {
    parts.push(`in ${query.bbox.join(', ')}`);
  }
  if (query.collections !== undefined) {
    parts.push(describeNames(query.collections, 'collection'));
  }
  if (query.ids !== undefined) {
    parts.push(describeNames(query.ids, 'id'));
  }
  return parts.join(', ');
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

/**
 * Whether the item is what was asked for. What cannot be checked (no time, no usable geometry) is taken on trust: leaving it out
 * would hide items of services that answer in full and omit a member.
 * @returns the first filter that the item fails, which is one the service ignored.
 */
export function matchesQuery(query: SearchQuery, item: Item): QueryMatch {
  if (query.ids !== undefined && !query.ids.includes(item.id)) {
    return { ok: false, ignored: 'ids' };
  }
  if (query.collections !== undefined && item.collection !== '' && !query.collections.includes(item.collection)) {
    return { ok: false, ignored: 'collections' };
  }
  if (query.datetime !== undefined && !matchesDatetime(query.datetime, item)) {
    return { ok: false, ignored: 'datetime' };
  }
  if (query.bbox !== undefined && intersectsBox(item.geometry, query.bbox, item.bbox) === false) {
    return { ok: false, ignored: 'bbox' };
  }
  return { ok: true };
}

/** STAC API: an item matches when its time, or its range from `start_datetime` to `end_datetime`, meets the interval. */
function matchesDatetime(datetime: string, item: Item): boolean {
  const wanted = intervalOf(datetime);
  const exact = item.datetime === undefined ? undefined : intervalOf(item.datetime);
  const start = exact?.start ?? startOf(item.startDatetime);
  const end = exact?.end ?? endOf(item.endDatetime);
  if (wanted === undefined || (start === undefined && end === undefined)) {
    return true;
  }
  return (start ?? -Infinity) <= (wanted.end ?? Infinity) && (wanted.start ?? -Infinity) <= (end ?? Infinity);
}

function startOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : intervalOf(text)?.start;
}

function endOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : intervalOf(text)?.end;
}

function checkWhole(value: unknown, max: number): Checked<number> {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
    ? { ok: true, value }
    : { ok: false, problem: `This is a whole number from 1 to ${max}.` };
}

function checkDatetime(value: unknown): Checked<string> {
  return typeof value === 'string' ? parseDatetime(value) : { ok: false, problem: 'A time is text, for example "2026-06" or "2026-06-01/..".' };
}

function checkBox(value: unknown): Checked<BoundingBox> {
  if (typeof value === 'string') {
    return parseBoundingBox(value);
  }
  return Array.isArray(value) ? checkBoundingBox(value) : { ok: false, problem: 'A box is an array of four numbers: west, south, east, north.' };
}

/** Names go out separated by commas, so one with a comma inside cannot be asked for. */
function checkNames(value: unknown): Checked<readonly string[]> {
  const names: readonly unknown[] = typeof value === 'string' ? value.split(',').map((name) => name.trim()).filter((name) => name !== '') : list(value);
  if (names.length === 0) {
    return { ok: false, problem: 'Give at least one name, as text or as an array of text.' };
  }
  const texts = names.filter((name) => typeof name === 'string');
  if (texts.length !== names.length || texts.includes('')) {
    return { ok: false, problem: 'Every name is a text that is not empty.' };
  }
  if (texts.some((name) => name.includes(','))) {
    return { ok: false, problem: 'A name with a comma inside cannot be sent.' };
  }
  return { ok: true, value: [...new Set(texts)] };
}

function describeNames(names: readonly string[], word: string): string {
  const [first = ''] = names;
  return names.length === 1 ? `${word} ${first}` : `${names.length} ${word}s`;
}

function moment(text: string): string {
  return text.replace('T', ' ').replace(/(?::00)?(?:\.\d+)?Z$/u, '');
}

function checked<T>(value: unknown, check: (value: unknown) => Checked<T>): Checked<T> | undefined {
  return value === undefined || value === null ? undefined : check(value);
}

function valueOf<T>(check: Checked<T> | undefined): T | undefined {
  return check?.ok === true ? check.value : undefined;
}

function present<K extends string, T>(name: K, value: T | undefined): { readonly [name in K]?: T } {
  // A computed member is widened to an index signature, hence the assertion.
  return value === undefined ? {} : ({ [name]: value } as { readonly [name in K]: T });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function refused(field: string, problem: string): QueryCheck {
  return { ok: false, field, problem };
}
