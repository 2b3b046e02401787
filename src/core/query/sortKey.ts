/** By what a search is sorted (STAC API, sort extension). */
import type { Checked } from '../environment.js';
import { isJsonObject } from '../jsonObject.js';

export interface SortKey {
  /** A property's name as the service knows it, such as `datetime` or `properties.datetime`. */
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

const MAX_SORT_KEYS = 10;

/** `-datetime,id`, or an array of such texts or of `{ field, direction }`. */
export function checkSortby(value: unknown): Checked<readonly SortKey[]> {
  const entries: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const keys = entries.map(sortKey).filter((key) => key !== undefined);
  if (keys.length === 0 || keys.length !== entries.length) {
    return problem(typeof value === 'string'
      ? 'A sort is names of fields with commas between them, a minus in front for descending: -datetime, id.'
      : 'A sort is text such as "-datetime, id", or an array of { "field", "direction": "asc" or "desc" }.');
  }
  if (keys.length > MAX_SORT_KEYS || new Set(keys.map(({ field }) => field)).size < keys.length) {
    return problem(`Sort by each field once, and by at most ${MAX_SORT_KEYS} fields.`);
  }
  return { ok: true, value: keys };
}

function sortKey(entry: unknown): SortKey | undefined {
  if (typeof entry === 'string') {
    const text = entry.trim();
    return keyOf(text.replace(/^[+-]/u, ''), text.startsWith('-') ? 'desc' : 'asc');
  }
  if (!isJsonObject(entry)) {
    return undefined;
  }
  const { field, direction = 'asc', ...others } = entry;
  return Object.keys(others).length === 0 ? keyOf(field, direction) : undefined;
}

function keyOf(field: unknown, direction: unknown): SortKey | undefined {
  const named = typeof field === 'string' && /^[^\s,+-][^\s,]{0,199}$/u.test(field);
  return named && (direction === 'asc' || direction === 'desc') ? { field, direction } : undefined;
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
