import { parseBoundingBox } from '../../core/boundingBox.js';
import { parseDatetime } from '../../core/datetime.js';
import type { Checked, Environment } from '../../core/environment.js';
import type { SearchQuery } from '../../core/query.js';
import { askChoice, askText } from '../../platform/inputs.js';

/** What the builder needs to know from around it. */
export interface BuilderContext {
  readonly environment: Environment;
  readonly initial: SearchQuery;
  /** What "Clear all filters" goes back to. */
  readonly blank: SearchQuery;
  /** Collections seen in results, to choose from. */
  readonly knownCollections: readonly string[];
}

export type FilterKind = 'time' | 'area' | 'collections' | 'ids' | 'limit';

/** One row of the builder. */
export interface Filter {
  readonly label: string;
  readonly icon: string;
  readonly value: (query: SearchQuery) => string;
  readonly isSet: (query: SearchQuery, blank: SearchQuery) => boolean;
  readonly clear: (query: SearchQuery, blank: SearchQuery) => SearchQuery;
}

/** The rows in their order. */
export const FILTERS: Readonly<Record<FilterKind, Filter>> = {
  time: {
    label: 'Time',
    icon: 'clock',
    value: (query) => (query.lastDays === undefined ? (query.datetime ?? 'any') : daysWords(query.lastDays)),
    isSet: (query) => query.datetime !== undefined || query.lastDays !== undefined,
    clear: ({ datetime: _, lastDays: __, ...rest }) => rest,
  },
  area: {
    label: 'Area',
    icon: 'globe',
    value: (query) => query.bbox?.join(', ') ?? 'anywhere',
    isSet: (query) => query.bbox !== undefined,
    clear: ({ bbox: _, ...rest }) => rest,
  },
  collections: {
    label: 'Collections',
    icon: 'library',
    value: (query) => query.collections?.join(', ') ?? 'all',
    isSet: (query) => query.collections !== undefined,
    clear: ({ collections: _, ...rest }) => rest,
  },
  ids: {
    label: 'Ids',
    icon: 'tag',
    value: (query) => query.ids?.join(', ') ?? 'any',
    isSet: (query) => query.ids !== undefined,
    clear: ({ ids: _, ...rest }) => rest,
  },
  limit: {
    label: 'Items per page',
    icon: 'list-ordered',
    value: (query) => String(query.limit),
    isSet: (query, blank) => query.limit !== blank.limit,
    clear: (query, blank) => ({ ...query, limit: blank.limit }),
  },
};

/** Asks for one filter. @returns the changed query; undefined when the person went back */
export async function editFilter(kind: FilterKind, query: SearchQuery, context: BuilderContext): Promise<SearchQuery | undefined> {
  switch (kind) {
    case 'time':
      return await editTime(query);
    case 'area':
      return await editText(query, 'Area', {
        value: query.bbox?.join(', ') ?? '',
        prompt: 'West, south, east, north in degrees. West larger than east crosses the antimeridian. Empty: anywhere.',
        placeholder: '5.9, 45.8, 10.5, 47.8',
        check: parseBoundingBox,
        apply: (bbox) => ({ bbox }),
        clear: FILTERS.area.clear(query, context.blank),
      });
    case 'collections':
      return await editCollections(query, context);
    case 'ids':
      return await editText(query, 'Ids', {
        value: query.ids?.join(', ') ?? '',
        prompt: 'Item ids, separated by commas. Empty: any.',
        placeholder: 'id-1, id-2',
        check: parseList,
        apply: (ids) => ({ ids }),
        clear: FILTERS.ids.clear(query, context.blank),
      });
    case 'limit':
      return await editText(query, 'Items per page', {
        value: String(query.limit),
        prompt: 'How many items one request asks for, 1 to 10,000. Services may give fewer.',
        placeholder: '100',
        check: parseLimit,
        apply: (limit) => ({ limit }),
        clear: FILTERS.limit.clear(query, context.blank),
      });
  }
}

async function editTime(query: SearchQuery): Promise<SearchQuery | undefined> {
  const blank = FILTERS.time.clear(query, query);
  const answer = await askChoice<number | 'any' | 'custom'>({
    title: 'Search Items: Time',
    placeholder: 'All times are UTC',
    canGoBack: true,
    active: query.lastDays ?? (query.datetime === undefined ? 'any' : 'custom'),
    choices: [
      { label: 'Any time', value: 'any' },
      ...[1, 7, 30].map((days) => ({ label: daysWords(days), value: days })),
      { label: 'Custom...', description: query.datetime ?? '2026-06, 2026-06-10, 2026-06-01/..', value: 'custom' as const },
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  if (answer.value === 'any') {
    return blank;
  }
  if (answer.value !== 'custom') {
    return { ...blank, lastDays: answer.value };
  }
  return await editText(query, 'Custom Time', {
    value: query.datetime ?? '',
    prompt: 'A year, month, day or time, or an interval with a slash; ".." leaves an end open. All in UTC. Empty: any time.',
    placeholder: '2026-06, 2026-06-01/2026-06-10, 2026-06-01/..',
    check: parseDatetime,
    apply: (datetime) => ({ ...blank, datetime }),
    clear: blank,
  });
}

async function editCollections(query: SearchQuery, context: BuilderContext): Promise<SearchQuery | undefined> {
  const known = [...new Set([...(query.collections ?? []), ...context.knownCollections])].sort();
  const typed = (): Promise<SearchQuery | undefined> => editText(query, 'Collections', {
    value: query.collections?.join(', ') ?? '',
    prompt: 'Names of collections, separated by commas. Empty: all.',
    placeholder: 'collection-1, collection-2',
    check: parseList,
    apply: (collections) => ({ collections }),
    clear: FILTERS.collections.clear(query, context.blank),
  });
  if (known.length === 0) {
    return await typed();
  }
  const answer = await askChoice<string | { readonly kind: 'all' | 'type' }>({
    title: 'Search Items: Collections',
    placeholder: 'Collections seen in results',
    canGoBack: true,
    choices: [
      { label: 'All collections', value: { kind: 'all' } as const },
      ...known.map((name) => ({ label: name, value: name })),
      { icon: 'edit', label: 'Type names...', value: { kind: 'type' } as const },
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  if (typeof answer.value === 'string') {
    return { ...query, collections: [answer.value] };
  }
  return answer.value.kind === 'all' ? FILTERS.collections.clear(query, context.blank) : await typed();
}

interface TextFilter<T> {
  readonly value: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly check: (text: string) => Checked<T>;
  readonly apply: (value: T) => Partial<SearchQuery>;
  /** What an empty field means. */
  readonly clear: SearchQuery;
}

async function editText<T>(query: SearchQuery, label: string, filter: TextFilter<T>): Promise<SearchQuery | undefined> {
  const answer = await askText({
    title: `Search Items: ${label}`,
    prompt: filter.prompt,
    placeholder: filter.placeholder,
    value: filter.value,
    canGoBack: true,
    check: (text) => {
      const checked = text === '' ? undefined : filter.check(text);
      return checked?.ok === false ? checked : { ok: true, value: text };
    },
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  const checked = answer.value === '' ? undefined : filter.check(answer.value);
  return checked?.ok === true ? { ...query, ...filter.apply(checked.value) } : filter.clear;
}

function parseList(text: string): Checked<readonly string[]> {
  const names = [...new Set(text.split(',').map((name) => name.trim()).filter((name) => name !== ''))];
  return names.length === 0 ? { ok: false, problem: 'Type at least one, or leave the field empty.' } : { ok: true, value: names };
}

function parseLimit(text: string): Checked<number> {
  const limit = /^\d{1,5}$/u.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= 10_000 ? { ok: true, value: limit } : { ok: false, problem: 'A whole number from 1 to 10,000.' };
}

function daysWords(days: number): string {
  return days === 1 ? 'last 24 hours' : `last ${days} days`;
}
