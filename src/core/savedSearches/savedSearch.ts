/** Searches that are kept: what one holds, and what its file is called. Reading and writing the text is in `savedSearchText.ts`, which loads a parser. */
import type { GroupBy } from '../results/arrangement.js';
import { shortDatetime } from '../datetime.js';
import { DEMO_ENVIRONMENT, type Checked } from '../environment.js';
import type { SearchQuery } from '../query/query.js';

/** A file with this ending is a saved search. */
export const SAVED_SEARCH_SUFFIX = '.catalog-search.json';

/** What a file holds. */
export interface SavedSearch {
  readonly title?: string;
  readonly description?: string;
  /** The NAME of an environment in the user's settings. Never an address: a file that is shared cannot say where a secret is sent. */
  readonly environment?: string;
  readonly query: SearchQuery;
  /** How the rows are grouped when the search has run. */
  readonly groupBy?: GroupBy;
}

/** The longest name of a search, in UTF-16 units; with three bytes each in UTF-8 the file's name still fits into 255 bytes. */
const MAX_NAME = 70;
/** Names that Windows keeps for devices, whatever stands behind the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** A name for a search, checked as it is typed: something of it has to be left in the name of a file. */
export function checkSearchName(text: string): Checked<string> {
  const name = text.trim();
  if (name === '') {
    return { ok: false, problem: 'Type a name, for example Alps in June.' };
  }
  if (name.length > MAX_NAME) {
    return { ok: false, problem: `A name has at most ${MAX_NAME} characters.` };
  }
  return /[\p{L}\p{N}]/u.test(name) ? { ok: true, value: name } : { ok: false, problem: 'A name has at least one letter or digit.' };
}

/**
 * The name of a search's file: letters, digits, `.`, `_` and `-` only, so that it is one file beside the others on every system,
 * whatever was typed or passed.
 */
export function savedSearchFileName(name: string): string {
  let stem = name.normalize('NFC').slice(0, MAX_NAME).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/-{2,}/gu, '-');
  stem = trimEnds(stem.toLowerCase().endsWith(SAVED_SEARCH_SUFFIX) ? stem.slice(0, -SAVED_SEARCH_SUFFIX.length) : stem);
  return `${stem === '' ? 'search' : DEVICE.test(stem) ? `search-${stem}` : stem}${SAVED_SEARCH_SUFFIX}`;
}

/** What a file is called on screen where it has no title. `path` has slashes. */
export function savedSearchStem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.endsWith(SAVED_SEARCH_SUFFIX) ? name.slice(0, -SAVED_SEARCH_SUFFIX.length) : name;
}

/**
 * The query as `parseQuery` takes it and as a person writes it: time in shorthand, `lastDays` as it is, and no `limit` where it is the
 * one that every search has.
 */
export function queryMembers(query: SearchQuery, defaults: { readonly limit: number }): Readonly<Record<string, unknown>> {
  const { limit, datetime, ...others } = query;
  return {
    ...(limit === defaults.limit ? {} : { limit }),
    // A search that has run holds both: the interval is what the days meant at that time.
    ...(datetime === undefined || query.lastDays !== undefined ? {} : { datetime: shortDatetime(datetime) }),
    ...others,
  };
}

/** Whether a text can be the name of an environment in somebody's settings; an address cannot. */
export function checkNamedEnvironment(text: string): Checked<string> {
  return text.trim() === '' || text.length > 60 || text.includes('://')
    ? { ok: false, problem: `This is the name of an environment in your settings, or ${DEMO_ENVIRONMENT.name}; never an address.` }
    : { ok: true, value: text };
}

function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && '.-'.includes(text.charAt(start))) {
    start += 1;
  }
  while (end > start && '.-'.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}
