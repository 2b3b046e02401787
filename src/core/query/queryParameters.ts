/** A query on its way to a service and back: the GET parameters and the POST body of STAC API item search. */
import { parseQuery, type QueryCheck, type SearchQuery } from './query.js';

const CQL2_TEXT = 'cql2-text';

/**
 * The query as STAC API item search defines its GET parameters. `lastDays` has to be resolved before. Platforms, statuses and
 * instrument modes are not sent: no standard names them, and a service may refuse what it does not know.
 */
export function queryParameters(query: SearchQuery): URLSearchParams {
  const { limit, datetime, bbox, intersects, collections, ids, sortby, filter, parameters } = query;
  const sent = new URLSearchParams({ limit: String(limit) });
  const put = (name: string, value: string | undefined): void => {
    if (value !== undefined) {
      sent.set(name, value);
    }
  };
  put('datetime', datetime);
  put('bbox', bbox?.join(','));
  put('intersects', intersects === undefined ? undefined : JSON.stringify(intersects));
  put('collections', collections?.join(','));
  put('ids', ids?.join(','));
  put('sortby', sortby?.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(','));
  put('filter', filter);
  put('filter-lang', filter === undefined ? undefined : CQL2_TEXT);
  Object.entries(parameters ?? {}).forEach(([name, value]) => put(name, value));
  return sent;
}

/** The query as the POST body. Further parameters are GET's, and stay in the address. */
export function queryBody({ limit, datetime, bbox, intersects, collections, ids, sortby, filter }: SearchQuery): Readonly<Record<string, unknown>> {
  const filterLang = filter === undefined ? {} : { 'filter-lang': CQL2_TEXT };
  // Members that are undefined are not written.
  return { limit, datetime, bbox, intersects, collections, ids, sortby, filter, ...filterLang };
}

const READ = ['datetime', 'bbox', 'intersects', 'collections', 'ids', 'sortby', 'filter'] as const;

/** Reads back what {@link queryParameters} wrote. What has no member of its own becomes one of `parameters`. */
export function queryFromParameters(sent: URLSearchParams, defaults: { readonly limit: number }): QueryCheck {
  const input: Record<string, unknown> = {};
  const others: [name: string, value: string][] = [];
  for (const [name, text] of sent) {
    if (name === 'limit') {
      input[name] = /^\d{1,9}$/u.test(text) ? Number(text) : text;
    } else if (name === 'collections' || name === 'ids') {
      input[name] = text.split(',');
    } else if (READ.some((known) => known === name)) {
      input[name] = text;
    } else if (name === 'filter-lang') {
      if (text !== CQL2_TEXT) {
        return { ok: false, field: 'filter-lang', problem: `A filter is ${CQL2_TEXT}.` };
      }
    } else {
      others.push([name, text]);
    }
  }
  return parseQuery(others.length === 0 ? input : { ...input, parameters: Object.fromEntries(others) }, defaults);
}
