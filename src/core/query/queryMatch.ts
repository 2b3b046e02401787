/** Whether what came back is what was asked for: checked here, because a service may ignore a filter (design, leniency). */
import { meetsArea } from '../geo/predicates.js';
import { intervalOf } from '../datetime.js';
import type { Item } from '../items/item.js';
import type { SearchQuery } from './query.js';
import type { QueryFilter } from './queryFilters.js';

export type QueryMatch = { readonly ok: true } | { readonly ok: false; readonly failed: QueryFilter };

/**
 * Whether the item is what was asked for. What the service was asked for and cannot be checked (no time, no usable geometry) is taken
 * on trust: leaving it out would hide items of services that answer in full and omit a member. What is ours alone has to be there.
 * @returns the first filter that the item fails: one that the service ignored, or one of ours.
 */
export function matchesQuery(query: SearchQuery, item: Item): QueryMatch {
  const failed = failedFilter(query, item);
  return failed === undefined ? { ok: true } : { ok: false, failed };
}

function failedFilter(query: SearchQuery, item: Item): QueryFilter | undefined {
  const { ids, collections, datetime, bbox, intersects, platforms, statuses, instrumentModes } = query;
  if (ids !== undefined && !namesOf(ids).exact.has(item.id)) {
    return 'ids';
  }
  if (collections !== undefined && item.collection !== '' && !namesOf(collections).exact.has(item.collection)) {
    return 'collections';
  }
  if (datetime !== undefined && !matchesDatetime(datetime, item)) {
    return 'datetime';
  }
  if (bbox !== undefined && meetsArea(bbox, item.geometry, item.bbox) === false) {
    return 'bbox';
  }
  if (intersects !== undefined && meetsArea(intersects, item.geometry, item.bbox) === false) {
    return 'intersects';
  }
  if (!isOneOf(platforms, item.platform)) {
    return 'platforms';
  }
  if (!isOneOf(statuses, item.status)) {
    return 'statuses';
  }
  return isOneOf(instrumentModes, item.instrumentMode) ? undefined : 'instrumentModes';
}

interface Names {
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

/** Thousands of ids against thousands of items: each list is made ready once. */
const ready = new WeakMap<readonly string[], Names>();

function namesOf(names: readonly string[]): Names {
  const known = ready.get(names);
  if (known !== undefined) {
    return known;
  }
  const made: Names = { exact: new Set(names), folded: new Set(names.map(fold)) };
  ready.set(names, made);
  return made;
}

/** People write "spotlight" where the service writes "SPOTLIGHT". */
function isOneOf(names: readonly string[] | undefined, value: string | undefined): boolean {
  return names === undefined || (value !== undefined && namesOf(names).folded.has(fold(value)));
}

function fold(text: string): string {
  return text.trim().toLowerCase();
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

