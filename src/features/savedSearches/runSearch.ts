/** Runs searches that were kept: a file, a name, or one of the recent ones; or opens them in the list of filters. */
import type { Uri } from 'vscode';
import { display } from '../../core/display.js';
import type { Environment } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import { queryMembers, type SavedSearch } from '../../core/savedSearches/savedSearch.js';
import { savedSearchStem } from '../../core/savedSearches/searchFileName.js';
import { readSavedSearch } from '../../core/savedSearches/savedSearchText.js';
import type { SearchOutcome } from '../../core/results/searchOutcome.js';
import { RESULTS_VIEW, runCommand, runEditorCommand } from '../../platform/contributions.js';
import { environmentLabel, kindIcon } from '../../platform/environmentLabel.js';
import { askChoice } from '../../platform/inputs.js';
import { outcomeOf } from '../../platform/outcome.js';
import { withProgress } from '../../platform/progress.js';
import { readPageSize } from '../../platform/settings.js';
import type { SavedSearchParts } from './parts.js';

/** A search to run, with what it is called and the file it is from. */
export interface SearchToRun {
  readonly search: SavedSearch;
  readonly name: string;
  readonly uri?: Uri;
}

/**
 * Reads a file's search.
 * @throws CatalogError `invalid` naming the first member that cannot be used
 */
export async function loadSearch({ files }: Pick<SavedSearchParts, 'files'>, uri: Uri): Promise<SearchToRun> {
  const check = readSavedSearch(await files.read(uri), { limit: readPageSize() });
  if (!check.ok) {
    const [{ field, problem }] = check.problems;
    throw new CatalogError({ kind: 'invalid', field, problem });
  }
  return { search: check.value, name: check.value.title ?? savedSearchStem(uri.path), uri };
}

/** For a person: asks where to run it if need be, shows the results, and says what a person can act on. */
export async function runForPerson(parts: SavedSearchParts, toRun: SearchToRun): Promise<void> {
  const environment = await environmentFor(parts, toRun, 'Run');
  if (environment === undefined) {
    return;
  }
  void runEditorCommand(`${RESULTS_VIEW}.focus`);
  try {
    if (toRun.search.groupBy !== undefined) {
      await runCommand('groupResults', toRun.search.groupBy);
    }
    await run(parts, toRun, environment);
  } catch (error) {
    parts.notify.caught('saved search', error, { environment: environment.name, retry: () => runCommand('searchAgain') });
  }
}

/** Opens the search in the list of filters, with the environment that it is for. What is changed there stays out of the file. */
export async function editForPerson(parts: SavedSearchParts, toEdit: SearchToRun): Promise<void> {
  const environment = await environmentFor(parts, toEdit, 'Edit');
  if (environment === undefined) {
    return;
  }
  const before = parts.results.shown?.id;
  await runCommand('search', queryMembers(toEdit.search.query, { limit: 0 }), { ask: true });
  const after = parts.results.shown?.id;
  if (after !== undefined && after !== before) {
    parts.edited = { shown: after, name: toEdit.name, uri: toEdit.uri };
  }
}

/**
 * For a program: no question is asked. Takes the name of a saved search, or the path or address of its file.
 * @throws CatalogError `invalid` where there is no such search or it is for another environment, or whatever the search ends with
 */
export async function runNamed(parts: SavedSearchParts, name: string): Promise<SearchOutcome> {
  const all = await parts.files.list();
  const file = all.find(({ uri, label }) => label === name || uri.toString() === name || uri.path === name) ?? all.find(({ uri }) => savedSearchStem(uri.path) === name);
  if (file === undefined) {
    throw new CatalogError({ kind: 'invalid', field: 'runSavedSearch', problem: 'There is no saved search of this name.' });
  }
  const toRun = await loadSearch(parts, file.uri);
  const environment = parts.choice.require();
  if ((toRun.search.environment ?? environment.name) !== environment.name) {
    throw new CatalogError({ kind: 'invalid', field: 'environment', problem: 'This search is for another environment than the workspace\'s. Switch first.' });
  }
  return await outcomeOf(await run(parts, toRun, environment));
}

async function run({ results, runs }: SavedSearchParts, { search, uri }: SearchToRun, environment: Environment): Promise<ResultSet> {
  return await runs.during(uri, search, environment, async () =>
    await withProgress(`Searching ${environment.name}`, undefined, async (signal) => await results.search(environment, search.query, signal)));
}

/**
 * The environment to run in: the workspace's, where the search names none or that one. Another is never used behind a person's back:
 * they switch, or run the search where they are.
 */
async function environmentFor({ choice }: SavedSearchParts, { search, name }: SearchToRun, verb: 'Run' | 'Edit'): Promise<Environment | undefined> {
  const here = choice.current;
  const { environment: named } = search;
  if (named === undefined || named === here?.name) {
    if (here === undefined) {
      await runCommand('switchEnvironment');
    }
    return choice.current;
  }
  const wanted = choice.byName(named);
  const placeholder = wanted === undefined
    ? `This search is for the environment "${display(named, 60)}", which is not in your settings`
    : `This search is for ${environmentLabel(wanted)}; this workspace uses ${here === undefined ? 'no environment yet' : environmentLabel(here)}`;
  const answer = await askChoice<'switch' | 'here' | 'add' | 'other'>({
    title: `${verb} "${display(name, 60)}"`,
    placeholder,
    choices: [
      ...(wanted === undefined ? [] : [{ icon: kindIcon(wanted.kind), label: `Switch to ${environmentLabel(wanted)} and ${verb.toLowerCase()}`, detail: 'This workspace uses it from then on', value: 'switch' as const }]),
      ...(here === undefined ? [] : [{ icon: kindIcon(here.kind), label: `${verb} in ${environmentLabel(here)}`, detail: 'The environment stays as it is', value: 'here' as const }]),
      ...(wanted === undefined
        ? [
          { icon: 'add', label: 'Add Environment...', detail: `And ${verb.toLowerCase()} the search there`, value: 'add' as const },
          { icon: 'arrow-swap', label: 'Switch Environment...', detail: `And ${verb.toLowerCase()} the search there`, value: 'other' as const },
        ]
        : []),
    ],
  });
  if (answer.kind !== 'answer') {
    return undefined;
  }
  switch (answer.value) {
    case 'here':
      return here;
    case 'switch':
      return (await runCommand('switchEnvironment', named)) === undefined ? undefined : choice.current;
    case 'add':
      return (await runCommand('addEnvironment')) === undefined ? undefined : choice.current;
    case 'other':
      return (await runCommand('switchEnvironment')) === undefined ? undefined : choice.current;
  }
}
