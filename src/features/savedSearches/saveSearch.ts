/** "Save Search...": the last search, or one that is handed in, becomes a file. */
import type { Uri } from 'vscode';
import { display } from '../../core/display.js';
import { CatalogError } from '../../core/failure.js';
import { isJsonObject } from '../../core/jsonObject.js';
import { lastSearch, type MadeSearch } from '../../core/results/lastSearch.js';
import { parseQuery } from '../../core/query/query.js';
import { describeQuery } from '../../core/query/queryWords.js';
import { checkSearchName, savedSearchFileName, savedSearchStem } from '../../core/savedSearches/searchFileName.js';
import type { SavedSearch } from '../../core/savedSearches/savedSearch.js';
import { readSavedSearch, writeSavedSearch } from '../../core/savedSearches/savedSearchText.js';
import { runCommand, runEditorCommand } from '../../platform/contributions.js';
import { askChoice, askText } from '../../platform/inputs.js';
import type { SearchPlace } from '../../platform/savedSearchFiles.js';
import { readPageSize } from '../../platform/settings.js';
import type { SavedSearchParts } from './parts.js';

/** Asks for a name and a place, saves, and opens the file: there it can be described and shared. */
export async function saveForPerson(parts: SavedSearchParts, toSave: MadeSearch | undefined): Promise<Uri | undefined> {
  const { files, notify } = parts;
  if (toSave === undefined) {
    notify.info('There is no search to save yet.', { title: 'Search Items...', run: () => runCommand('search') });
    return undefined;
  }
  // A search that was opened from a file and changed goes back into it, if the person says so.
  const edited = parts.edited?.shown === parts.results.shown?.id ? parts.edited : undefined;
  const name = await askText({
    title: 'Save Search',
    ...(edited === undefined ? {} : { value: edited.name }),
    prompt: 'A name for this search.',
    placeholder: 'Alps in June',
    check: checkSearchName,
  });
  if (name.kind !== 'answer') {
    return undefined;
  }
  const place = await choosePlace(parts, name.value, toSave);
  if (place === undefined) {
    return undefined;
  }
  const uri = files.uriFor(place, name.value);
  const file = savedSearchFileName(name.value);
  const kept = edited?.uri?.toString() === uri.toString() ? await othersOf(parts, uri) : undefined;
  const lost = kept === undefined ? 'What it holds now is lost.' : 'Its query is replaced; title, description and grouping stay.';
  if (await files.exists(uri) && !(await notify.confirm(`${file} exists already. Replace it?`, lost, 'Replace'))) {
    return undefined;
  }
  await files.write(uri, writeSavedSearch({ ...titleFor(name.value), ...kept, ...environmentFor(parts, toSave.environment), query: toSave.query }, { limit: readPageSize() }));
  await runEditorCommand('vscode.open', uri);
  return uri;
}

/**
 * Saves what a program hands in: `{ name, query?, environment?, title?, description?, groupBy?, place?, replace? }`. Without a query it
 * is the last search's. Nothing is replaced unless `replace` says so.
 * @throws CatalogError `invalid` naming the member
 */
export async function saveForProgram(parts: SavedSearchParts, input: unknown): Promise<Uri> {
  const { name, query, environment, place, replace, ...others } = isJsonObject(input) ? input : {};
  const checkedName = checkSearchName(typeof name === 'string' ? name : '');
  if (!checkedName.ok) {
    throw invalid('name', checkedName.problem);
  }
  if (replace !== undefined && typeof replace !== 'boolean') {
    throw invalid('replace', 'This is true or false.');
  }
  const last = lastSearch(parts.results);
  if (query === undefined && last === undefined) {
    throw invalid('query', 'There is no search to save yet; pass one.');
  }
  const defaults = { limit: readPageSize() };
  const checkedQuery = query === undefined ? undefined : parseQuery(query, defaults);
  if (checkedQuery?.ok === false) {
    throw invalid(checkedQuery.field, checkedQuery.problem);
  }
  const named = environment ?? (query === undefined && last !== undefined ? environmentFor(parts, last.environment).environment : undefined);
  // The reader knows what a file may hold; what a program passes beside the query goes the same way.
  const check = readSavedSearch(JSON.stringify({ ...titleFor(checkedName.value), ...others, environment: named, query: {} }), defaults);
  if (!check.ok) {
    throw invalid(check.problems[0].field, check.problems[0].problem);
  }
  const target = parts.files.places.find(({ kind }) => kind === (place ?? parts.files.places[0]?.kind));
  if (target === undefined) {
    throw invalid('place', 'This is "workspace" (where a folder is open) or "user".');
  }
  const uri = parts.files.uriFor(target, checkedName.value);
  if (replace !== true && await parts.files.exists(uri)) {
    throw invalid('name', 'A search of this name exists already; pass replace: true to replace it.');
  }
  const search: SavedSearch = { ...check.value, query: checkedQuery?.value ?? last?.query ?? check.value.query };
  await parts.files.write(uri, writeSavedSearch(search, defaults));
  return uri;
}

/** What a file says beside its query; undefined where it cannot be read any more. */
async function othersOf({ files }: SavedSearchParts, uri: Uri): Promise<Omit<SavedSearch, 'query' | 'environment'> | undefined> {
  const check = await files.read(uri).then((text) => readSavedSearch(text, { limit: readPageSize() }), () => undefined);
  if (check?.ok !== true) {
    return undefined;
  }
  const { query: _, environment: __, ...others } = check.value;
  return others;
}

/** The place to save in; the user's own without a question where no folder is open. */
async function choosePlace({ files }: SavedSearchParts, name: string, { query }: MadeSearch): Promise<SearchPlace | undefined> {
  const [first, ...others] = files.places;
  if (first === undefined || others.length === 0) {
    return first;
  }
  const file = savedSearchFileName(name);
  const answer = await askChoice<SearchPlace>({
    title: `Save Search "${display(name, 60)}"`,
    placeholder: display(describeQuery(query), 120),
    choices: files.places.map((place) => (place.kind === 'workspace'
      ? { icon: 'root-folder', label: `In the workspace folder ${display(place.folder.name, 60)}`, description: file, detail: 'A file to be shared with everybody who has this folder', value: place }
      : { icon: 'account', label: 'Only for me', description: file, detail: 'Kept by the editor, in every workspace', value: place })),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

/** The file's own name is title enough where they are the same. */
function titleFor(name: string): Pick<SavedSearch, 'title'> {
  return savedSearchStem(savedSearchFileName(name)) === name ? {} : { title: name };
}

/** Named where there is more than one to choose from: others may call their only one something else. */
function environmentFor({ choice }: SavedSearchParts, environment: string): Pick<SavedSearch, 'environment'> {
  const others = choice.all.filter(({ name, kind }) => kind !== 'demo' && name !== environment);
  return others.length === 0 ? {} : { environment };
}

function invalid(field: string, problem: string): CatalogError {
  return new CatalogError({ kind: 'invalid', field, problem });
}
