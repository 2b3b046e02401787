/** Searches that are kept: what one holds. Reading and writing the text is in `savedSearchText.ts`, which loads a parser. */
import type { GroupBy } from '../results/arrangement.js';
import { shortDatetime } from '../datetime.js';
import { DEMO_ENVIRONMENT, type Checked } from '../environment.js';
import type { SearchQuery } from '../query/query.js';

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
