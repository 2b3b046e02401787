/** What a person searches for. All times are UTC; all coordinates are degrees, longitude first. */
import { checkArea, checkIntersects, type Area } from '../geo/area.js';
import type { AreaGeometry } from '../geo/areaGeometry.js';
import type { BoundingBox } from '../geo/boundingBox.js';
import { lastDays } from '../datetime.js';
import type { Checked } from '../environment.js';
import { checkBox, checkDatetime, checkFilter, checkNames, checkParameters, checkSent, checkWhole } from './queryChecks.js';
import { checkSortby, type SortKey } from './sortKey.js';

export interface SearchQuery {
  /** Items per page, sent as `limit` (interface, section 4.2). */
  readonly limit: number;
  /** A single time or an interval as STAC API defines it (`2026-06-01T00:00:00Z/..`), already expanded from shorthand. */
  readonly datetime?: string;
  /** Days back from when the search runs. {@link resolveQuery} sets `datetime` from it each time, so that "again" moves on with time. */
  readonly lastDays?: number;
  /** The area is one of the two, never both (STAC API, item search). */
  readonly bbox?: BoundingBox;
  readonly intersects?: AreaGeometry;
  readonly collections?: readonly string[];
  readonly ids?: readonly string[];
  /** These three are ours alone: no service is asked for them. An item matches by any of the values, in any case of letters. */
  readonly platforms?: readonly string[];
  readonly statuses?: readonly string[];
  readonly instrumentModes?: readonly string[];
  /** Left to the service (STAC API, sort extension). */
  readonly sortby?: readonly SortKey[];
  /** CQL2 text, left to the service (STAC API, filter extension). */
  readonly filter?: string;
  /** Further GET parameters, for services that have some of their own. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The name of a member of a query. */
export type QueryMember = keyof SearchQuery;

export type QueryCheck =
  | { readonly ok: true; readonly value: SearchQuery }
  /** `field` is the argument's name, `problem` a sentence about it. */
  | { readonly ok: false; readonly field: string; readonly problem: string };

export const MAX_LIMIT = 10_000;
const MAX_DAYS = 36_500;

/** How each member is checked. `area` is another way to write `bbox` or `intersects`. */
const CHECKS = {
  limit: (value: unknown) => checkWhole(value, MAX_LIMIT),
  datetime: checkDatetime,
  lastDays: (value: unknown) => checkWhole(value, MAX_DAYS),
  bbox: checkBox,
  intersects: checkIntersects,
  area: checkArea,
  collections: checkSent,
  ids: checkSent,
  platforms: checkNames,
  statuses: checkNames,
  instrumentModes: checkNames,
  sortby: checkSortby,
  filter: checkFilter,
  parameters: checkParameters,
} as const satisfies Readonly<Record<QueryMember | 'area', (value: unknown) => Checked<unknown>>>;

/** What a query given as arguments may hold: the members of {@link SearchQuery}, and `area`. */
export const QUERY_ARGUMENTS = Object.keys(CHECKS) as readonly (keyof typeof CHECKS)[];

/**
 * A query as command arguments give it: `datetime` in shorthand, `bbox` as an array or text, `intersects` as GeoJSON (geometry, Feature)
 * or WKT, `area` as any of these; names as arrays or comma-separated text; `sortby` also as `-datetime,id`. Nothing at all is a query
 * without filters; a member that is unknown is refused, since it may be a misspelt filter.
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
    if (!Object.hasOwn(CHECKS, name)) {
      return refused(name.slice(0, 50), `A query has no such member; there are ${QUERY_ARGUMENTS.join(', ')}.`);
    }
  }
  if (given.has('datetime') && given.has('lastDays')) {
    return refused('lastDays', 'Give either datetime or lastDays.');
  }
  const areas = (['bbox', 'intersects', 'area'] as const).filter((name) => given.has(name));
  if (areas.length > 1) {
    return refused(areas[1] ?? '', `Give either ${areas.join(' or ')}.`);
  }
  const { area, ...members } = checkedMembers(given);
  const failed = Object.entries({ area, ...members }).find(([, check]) => check?.ok === false);
  if (failed?.[1]?.ok === false) {
    return refused(failed[0], failed[1].problem);
  }
  const values = Object.entries(members).flatMap(([name, check]) => (check?.ok === true ? [[name, check.value] as const] : []));
  // Each value is what the check of its own member gave.
  const query = { limit: defaults.limit, ...Object.fromEntries(values) } as SearchQuery;
  return { ok: true, value: area?.ok === true ? { ...query, ...area.value } : query };
}

/** The query with a `lastDays` turned into the interval it means at `now` (milliseconds since the epoch). */
export function resolveQuery(query: SearchQuery, now: number): SearchQuery {
  return query.lastDays === undefined ? query : { ...query, datetime: lastDays(query.lastDays, now) };
}

/** The query with another area, or with none. */
export function withArea({ bbox: _, intersects: __, ...rest }: SearchQuery, area: Area | undefined): SearchQuery {
  return { ...rest, ...area };
}

type Checks = { readonly [Name in keyof typeof CHECKS]?: ReturnType<(typeof CHECKS)[Name]> };

function checkedMembers(given: ReadonlyMap<string, unknown>): Checks {
  return Object.fromEntries(QUERY_ARGUMENTS.filter((name) => given.has(name)).map((name) => [name, CHECKS[name](given.get(name))]));
}

function refused(field: string, problem: string): QueryCheck {
  return { ok: false, field, problem };
}
