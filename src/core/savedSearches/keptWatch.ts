/** A watched search as a workspace keeps it, so that it is watched again after the window was loaded anew. */
import { isJsonObject } from '../jsonObject.js';
import { parseQuery, type SearchQuery } from '../query/query.js';
import { queryMembers } from './savedSearch.js';
import { SHORTEST_WATCH_MS } from '../results/watchTimes.js';

export interface KeptWatch {
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
  readonly intervalMs: number;
}

/** A week. */
export const LONGEST_WATCH_MS = 7 * 86_400_000;

/** Plain data for a store. `limit` is always in it: the page size may be another one by then. */
export function storedWatch({ environment, query, intervalMs }: KeptWatch): object {
  return { environment, query: queryMembers(query, { limit: 0 }), intervalMs };
}

/** What a store holds, checked as if anybody had written it; undefined where it is no watch. */
export function readWatch(value: unknown): KeptWatch | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const { environment, query, intervalMs } = value;
  const checked = isJsonObject(query) ? parseQuery(query, { limit: 100 }) : undefined;
  return typeof environment === 'string' && checked?.ok === true
    && typeof intervalMs === 'number' && intervalMs >= SHORTEST_WATCH_MS && intervalMs <= LONGEST_WATCH_MS
    ? { environment, query: checked.value, intervalMs }
    : undefined;
}
