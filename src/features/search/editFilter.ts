import { parseDatetime } from '../../core/datetime.js';
import type { Checked } from '../../core/environment.js';
import { MAX_LIMIT, type SearchQuery } from '../../core/query/query.js';
import { checkSortby, type SortKey } from '../../core/query/sortKey.js';
import { checkFilter, checkParameters, checkSent } from '../../core/query/queryChecks.js';
import { daysWords, parameterWords, sortWords } from '../../core/query/queryWords.js';
import { askChoice, askText } from '../../platform/inputs.js';
import { askNames } from './askNames.js';
import type { BuilderContext } from './builderContext.js';
import { editArea } from './editArea.js';
import { FILTERS, warningFor, type FilterKind } from './filters.js';

/** Asks for one filter. @returns the changed query; undefined when the person went back */
export async function editFilter(kind: FilterKind, query: SearchQuery, context: BuilderContext): Promise<SearchQuery | undefined> {
  const blank = FILTERS[kind].clear(query, context.blank);
  const text = async <T>(filter: Omit<TextFilter<T>, 'title' | 'blank' | 'warning'>): Promise<SearchQuery | undefined> =>
    await editText({ ...filter, title: FILTERS[kind].label, blank, warning: warningFor(kind, context.refused) });
  switch (kind) {
    case 'time':
      return await editTime(query, blank, context);
    case 'area':
      return await editArea(query, context);
    case 'collections':
    case 'platforms':
    case 'statuses':
    case 'instrumentModes':
      return await editNames(kind, query, blank, context);
    case 'ids':
      return await text({
        value: query.ids?.join(', ') ?? '',
        prompt: 'Item ids, separated by commas. Empty: any.',
        placeholder: 'id-1, id-2',
        check: checkSent,
        apply: (ids) => ({ ...blank, ids }),
      });
    case 'filter':
      return await text({
        value: query.filter ?? '',
        prompt: 'An expression in CQL2 text, for services that know the filter extension; others ignore or refuse it. Empty: none.',
        placeholder: 'eo:cloud_cover < 20 AND platform = \'sat-1\'',
        check: checkFilter,
        apply: (filter) => ({ ...blank, filter }),
      });
    case 'parameters':
      return await text({
        value: query.parameters === undefined ? '' : parameterWords(query.parameters),
        prompt: 'Further parameters that this service knows, as name=value with & between them; what an address cannot hold is written as %20. Empty: none.',
        placeholder: 'fields=id,geometry&status=new',
        check: checkParameters,
        apply: (parameters) => ({ ...blank, parameters }),
      });
    case 'sortby':
      return await editSort(query, blank, text);
    case 'limit':
      return await text({
        value: String(query.limit),
        prompt: 'How many items one request asks for, 1 to 10,000. Services may give fewer.',
        placeholder: '100',
        check: parseLimit,
        apply: (limit) => ({ ...blank, limit }),
      });
  }
}

async function editTime(query: SearchQuery, blank: SearchQuery, context: BuilderContext): Promise<SearchQuery | undefined> {
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
  return await editText({
    title: 'Custom Time',
    value: query.datetime ?? '',
    prompt: 'A year, month, day or time, or an interval with a slash; ".." leaves an end open. All in UTC. Empty: any time.',
    placeholder: '2026-06, 2026-06-01/2026-06-10, 2026-06-01/..',
    check: parseDatetime,
    apply: (datetime) => ({ ...blank, datetime }),
    blank,
    warning: warningFor('time', context.refused),
  });
}

async function editNames(kind: 'collections' | 'platforms' | 'statuses' | 'instrumentModes', query: SearchQuery, blank: SearchQuery, context: BuilderContext): Promise<SearchQuery | undefined> {
  const chosen = await askNames({
    title: `Search Items: ${FILTERS[kind].label}`,
    placeholder: kind === 'collections' ? 'Check one or several, or type a name' : 'Check one or several, or type a value; checked on this side, page after page',
    known: context.seen[kind],
    selected: query[kind] ?? [],
    check: checkSent,
    ...(kind === 'collections' ? { load: context.collections } : {}),
  });
  if (chosen === undefined) {
    return undefined;
  }
  return chosen.length === 0 ? blank : { ...blank, [kind]: chosen };
}

type AskSort = (filter: Omit<TextFilter<readonly SortKey[]>, 'title' | 'blank' | 'warning'>) => Promise<SearchQuery | undefined>;

async function editSort(query: SearchQuery, blank: SearchQuery, ask: AskSort): Promise<SearchQuery | undefined> {
  const current = query.sortby === undefined ? 'none' : sortWords(query.sortby);
  const answer = await askChoice<string>({
    title: 'Search Items: Sort',
    placeholder: 'Done by the service, where it can; the results view sorts what is loaded',
    canGoBack: true,
    active: ['none', '-datetime', 'datetime', '-created'].includes(current) ? current : 'type',
    choices: [
      { label: 'As the service gives them', value: 'none' },
      { label: 'Newest first', description: '-datetime', value: '-datetime' },
      { label: 'Oldest first', description: 'datetime', value: 'datetime' },
      { label: 'Newly listed first', description: '-created', value: '-created' },
      { label: 'Type...', description: current === 'none' ? '-datetime, id' : current, value: 'type' },
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  if (answer.value === 'none') {
    return blank;
  }
  if (answer.value === 'type') {
    return await ask({
      value: query.sortby === undefined ? '' : sortWords(query.sortby),
      prompt: 'Names of fields, separated by commas; a minus in front for descending. Empty: as the service gives them.',
      placeholder: '-datetime, id',
      check: checkSortby,
      apply: (sortby) => ({ ...blank, sortby }),
    });
  }
  const sortby = checkSortby(answer.value);
  return sortby.ok ? { ...blank, sortby: sortby.value } : undefined;
}

interface TextFilter<T> {
  readonly title: string;
  readonly value: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly check: (text: string) => Checked<T>;
  readonly apply: (value: T) => SearchQuery;
  /** What an empty field means. */
  readonly blank: SearchQuery;
  readonly warning: string | undefined;
}

async function editText<T>(filter: TextFilter<T>): Promise<SearchQuery | undefined> {
  const { value, prompt, placeholder, check, warning } = filter;
  const answer = await askText({
    title: `Search Items: ${filter.title}`,
    prompt, placeholder, value,
    canGoBack: true,
    ...(warning === undefined ? {} : { warning }),
    check: (text) => {
      const checked = text === '' ? undefined : check(text);
      return checked?.ok === false ? checked : { ok: true, value: text };
    },
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  const checked = answer.value === '' ? undefined : check(answer.value);
  return checked?.ok === true ? filter.apply(checked.value) : filter.blank;
}

function parseLimit(text: string): Checked<number> {
  const limit = /^\d{1,5}$/u.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? { ok: true, value: limit } : { ok: false, problem: 'A whole number from 1 to 10,000.' };
}
