import { withArea, type QueryMember, type SearchQuery } from '../../core/query/query.js';
import { areaWords, parameterWords, sortWords, timeWords } from '../../core/query/queryWords.js';

export type FilterKind = 'time' | 'area' | 'collections' | 'platforms' | 'statuses' | 'instrumentModes' | 'ids' | 'filter' | 'parameters' | 'sortby' | 'limit';

/** One row of the builder. */
export interface Filter {
  readonly label: string;
  readonly icon: string;
  /** The separator that it stands under. */
  readonly group: 'Filters' | 'More filters' | 'Order and number';
  /** The members of the query that it edits. */
  readonly members: readonly QueryMember[];
  readonly value: (query: SearchQuery) => string;
  readonly isSet: (query: SearchQuery, blank: SearchQuery) => boolean;
  readonly clear: (query: SearchQuery, blank: SearchQuery) => SearchQuery;
}

const names = (list: readonly string[] | undefined, none: string): string => list?.join(', ') ?? none;

/** The rows in their order: what is asked often first. */
export const FILTERS: Readonly<Record<FilterKind, Filter>> = {
  time: {
    label: 'Time', icon: 'clock', group: 'Filters', members: ['datetime', 'lastDays'],
    value: (query) => timeWords(query) ?? 'any',
    isSet: (query) => query.datetime !== undefined || query.lastDays !== undefined,
    clear: ({ datetime: _, lastDays: __, ...rest }) => rest,
  },
  area: {
    label: 'Area', icon: 'globe', group: 'Filters', members: ['bbox', 'intersects'],
    value: areaWords,
    isSet: (query) => query.bbox !== undefined || query.intersects !== undefined,
    clear: (query) => withArea(query, undefined),
  },
  collections: {
    label: 'Collections', icon: 'library', group: 'Filters', members: ['collections'],
    value: (query) => names(query.collections, 'all'),
    isSet: (query) => query.collections !== undefined,
    clear: ({ collections: _, ...rest }) => rest,
  },
  platforms: {
    label: 'Platform', icon: 'radio-tower', group: 'Filters', members: ['platforms'],
    value: (query) => names(query.platforms, 'any'),
    isSet: (query) => query.platforms !== undefined,
    clear: ({ platforms: _, ...rest }) => rest,
  },
  statuses: {
    label: 'Status', icon: 'pulse', group: 'Filters', members: ['statuses'],
    value: (query) => names(query.statuses, 'any'),
    isSet: (query) => query.statuses !== undefined,
    clear: ({ statuses: _, ...rest }) => rest,
  },
  instrumentModes: {
    label: 'Instrument mode', icon: 'settings', group: 'More filters', members: ['instrumentModes'],
    value: (query) => names(query.instrumentModes, 'any'),
    isSet: (query) => query.instrumentModes !== undefined,
    clear: ({ instrumentModes: _, ...rest }) => rest,
  },
  ids: {
    label: 'Ids', icon: 'tag', group: 'More filters', members: ['ids'],
    value: (query) => names(query.ids, 'any'),
    isSet: (query) => query.ids !== undefined,
    clear: ({ ids: _, ...rest }) => rest,
  },
  filter: {
    label: 'Filter expression', icon: 'filter', group: 'More filters', members: ['filter'],
    value: (query) => query.filter ?? 'none (CQL2)',
    isSet: (query) => query.filter !== undefined,
    clear: ({ filter: _, ...rest }) => rest,
  },
  parameters: {
    label: 'Further parameters', icon: 'symbol-parameter', group: 'More filters', members: ['parameters'],
    value: (query) => (query.parameters === undefined ? 'none' : parameterWords(query.parameters)),
    isSet: (query) => query.parameters !== undefined,
    clear: ({ parameters: _, ...rest }) => rest,
  },
  sortby: {
    label: 'Sort', icon: 'sort-precedence', group: 'Order and number', members: ['sortby'],
    value: (query) => (query.sortby === undefined ? 'as the service gives them' : sortWords(query.sortby)),
    isSet: (query) => query.sortby !== undefined,
    clear: ({ sortby: _, ...rest }) => rest,
  },
  limit: {
    label: 'Items per page', icon: 'list-ordered', group: 'Order and number', members: ['limit'],
    value: (query) => String(query.limit),
    isSet: (query, blank) => query.limit !== blank.limit,
    clear: (query, blank) => ({ ...query, limit: blank.limit }),
  },
};

export const FILTER_KINDS = Object.keys(FILTERS) as readonly FilterKind[];

/** What stands below a field whose value the service refused, until it is changed. Our own words: a field's message takes links. */
export function warningFor(kind: FilterKind, refused: ReadonlyMap<QueryMember, string>): string | undefined {
  return FILTERS[kind].members.some((member) => refused.has(member)) ? 'The service refused this value.' : undefined;
}
