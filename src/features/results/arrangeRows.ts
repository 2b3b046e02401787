import { GROUPINGS, SORTINGS, type Arrangement, type GroupBy, type SortBy } from '../../core/results/arrangement.js';
import { CatalogError } from '../../core/failure.js';
import { argumentOf } from '../../platform/argument.js';
import { askChoice } from '../../platform/inputs.js';

const GROUP_WORDS: Readonly<Record<GroupBy, string>> = { none: 'No groups', collection: 'Collection', day: 'Day (UTC)', platform: 'Platform', status: 'Status' };
const SORT_WORDS: Readonly<Record<SortBy, string>> = {
  service: "Service's order", newest: 'Newest first', oldest: 'Oldest first', id: 'Id', platform: 'Platform', status: 'Status',
};

/**
 * The grouping a program names, or else a person picks.
 * @returns undefined when the person closed the question
 * @throws CatalogError `invalid` naming the field
 */
export async function chooseGrouping(given: unknown, current: Arrangement): Promise<GroupBy | undefined> {
  return given === undefined
    ? await ask('Group Results By', GROUPINGS, GROUP_WORDS, current.groupBy)
    : check('groupBy', GROUPINGS, argumentOf(given, 'groupBy'));
}

/** The order a program names, or else a person picks; as {@link chooseGrouping}. */
export async function chooseSorting(given: unknown, current: Arrangement): Promise<SortBy | undefined> {
  return given === undefined
    ? await ask('Sort Results By', SORTINGS, SORT_WORDS, current.sortBy)
    : check('sortBy', SORTINGS, argumentOf(given, 'sortBy'));
}

async function ask<T extends string>(title: string, values: readonly T[], words: Readonly<Record<T, string>>, active: T): Promise<T | undefined> {
  const answer = await askChoice<T>({
    title,
    placeholder: 'Kept for this workspace',
    active,
    choices: values.map((value) => ({ label: words[value], value, ...(value === active ? { description: 'now' } : {}) })),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

function check<T extends string>(field: string, values: readonly T[], given: unknown): T {
  const value = values.find((each) => each === given);
  if (value === undefined) {
    throw new CatalogError({ kind: 'invalid', field, problem: `This is one of ${values.join(', ')}.` });
  }
  return value;
}
