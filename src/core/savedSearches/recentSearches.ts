/** The searches of before: what was asked and when, nothing of the answers. */
import { parseQuery, type SearchQuery } from '../query/query.js';
import { queryMembers } from './savedSearch.js';

export interface RecentSearch {
  /** The environment's name. */
  readonly environment: string;
  readonly query: SearchQuery;
  /** When it was asked last, milliseconds since the epoch. */
  readonly at: number;
}

interface Defaults {
  readonly limit: number;
}

/** How many are kept. */
export const MAX_RECENT = 20;

/** The list with one more search in front. The same search is kept once; the oldest make room. */
export function addRecent(list: readonly RecentSearch[], search: RecentSearch, defaults: Defaults): readonly RecentSearch[] {
  const key = keyOf(search, defaults);
  return [search, ...list.filter((other) => keyOf(other, defaults) !== key)].slice(0, MAX_RECENT);
}

/** The list as plain data to be kept; {@link readRecent} reads it. */
export function storedRecent(list: readonly RecentSearch[], defaults: Defaults): unknown {
  return list.map(({ environment, query, at }) => ({ environment, query: queryMembers(query, defaults), at }));
}

/** Reads what was kept. An entry that cannot be read, perhaps of another version, is left out. */
export function readRecent(stored: unknown, defaults: Defaults): readonly RecentSearch[] {
  return (Array.isArray(stored) ? stored : []).slice(0, MAX_RECENT).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) {
      return [];
    }
    const { environment, query, at } = entry as Readonly<Record<string, unknown>>;
    const checked = parseQuery(query, defaults);
    return typeof environment === 'string' && typeof at === 'number' && checked.ok ? [{ environment, query: checked.value, at }] : [];
  });
}

function keyOf({ environment, query }: RecentSearch, defaults: Defaults): string {
  return JSON.stringify([environment, queryMembers(query, defaults)]);
}
