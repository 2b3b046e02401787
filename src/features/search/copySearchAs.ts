/** "Copy Search as...": the last search as code that runs as pasted. */
import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { Environment } from '../../core/environment.js';
import { CatalogError, unreachable } from '../../core/failure.js';
import { lastSearch } from '../../core/results/lastSearch.js';
import { hasOwnFilters } from '../../core/query/queryFilters.js';
import { parseQuery, type SearchQuery } from '../../core/query/query.js';
import { describeQuery } from '../../core/query/queryWords.js';
import { searchSnippet, SNIPPET_LANGUAGES, type SnippetLanguage } from '../../core/snippets/snippet.js';
import { TOKEN_VARIABLE } from '../../core/snippets/snippetSearch.js';
import { runCommand } from '../../platform/contributions.js';
import { askChoice } from '../../platform/inputs.js';
import { readPageSize } from '../../platform/settings.js';
import type { SearchParts } from './parts.js';

const LABELS: Readonly<Record<SnippetLanguage, { readonly label: string; readonly icon: string; readonly detail: string }>> = {
  curl: { label: 'curl', icon: 'terminal-bash', detail: 'The first page, for bash, zsh and sh' },
  python: { label: 'Python', icon: 'snake', detail: 'All pages, with pystac-client' },
  javascript: { label: 'JavaScript', icon: 'symbol-method', detail: 'All pages, with fetch, for Node 18 or later' },
  duckdb: { label: 'DuckDB', icon: 'database', detail: 'Over an export of the results as GeoParquet' },
};

/**
 * Copies a search as code, and gives what was copied. Takes a language (`curl`, `python`, `javascript`, `duckdb`), or
 * `{ language, query? }`; without a query it is the last search, without a language the person chooses.
 * @throws CatalogError `invalid` naming what cannot be used
 */
export async function copySearchAs(parts: Pick<SearchParts, 'choice' | 'results' | 'notify'>, input: unknown): Promise<string | undefined> {
  const { language: given, query } = readInput(input);
  const search = query === undefined ? lastSearched(parts) : { environment: parts.choice.require(), query };
  if (search === undefined) {
    if (given !== undefined) {
      throw new CatalogError({ kind: 'invalid', field: 'query', problem: 'There is no search to copy yet; pass one.' });
    }
    parts.notify.info('There is no search to copy yet.', { title: 'Search Items...', run: () => runCommand('search') });
    return undefined;
  }
  const language = given ?? await chooseLanguage(search.query);
  if (language === undefined) {
    return undefined;
  }
  const code = searchSnippet(language, search.environment, search.query, Date.now());
  await vscode.env.clipboard.writeText(code);
  parts.notify.info(copiedWords(language, search.environment, search.query));
  return code;
}

function readInput(input: unknown): { readonly language: SnippetLanguage | undefined; readonly query: SearchQuery | undefined } {
  const { language, query } = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : { language: input, query: undefined };
  const found = SNIPPET_LANGUAGES.find((name) => name === language);
  if (language !== undefined && found === undefined) {
    throw new CatalogError({ kind: 'invalid', field: 'language', problem: `This is one of ${SNIPPET_LANGUAGES.join(', ')}.` });
  }
  const check = query === undefined ? undefined : parseQuery(query, { limit: readPageSize() });
  if (check?.ok === false) {
    throw new CatalogError({ kind: 'invalid', field: check.field, problem: check.problem });
  }
  return { language: found, query: check?.value };
}

function lastSearched({ choice, results }: Pick<SearchParts, 'choice' | 'results'>): { readonly environment: Environment; readonly query: SearchQuery } | undefined {
  const last = lastSearch(results);
  const environment = last === undefined ? undefined : choice.byName(last.environment);
  return last === undefined || environment === undefined ? undefined : { environment, query: last.query };
}

async function chooseLanguage(query: SearchQuery): Promise<SnippetLanguage | undefined> {
  const answer = await askChoice<SnippetLanguage>({
    title: 'Copy Search as',
    placeholder: display(describeQuery(query), 120),
    choices: SNIPPET_LANGUAGES.map((value) => ({ ...LABELS[value], value })),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

/** What a person has to know before they paste it. */
function copiedWords(language: SnippetLanguage, { kind }: Environment, query: SearchQuery): string {
  const copied = `Copied as ${LABELS[language].label}.`;
  if (language === 'duckdb') {
    return `${copied} It reads the file items.parquet: put in where your export is.`;
  }
  if (kind === 'demo') {
    return `${copied} The demo has no address on the network, so it shows the form only.`;
  }
  const token = `It takes the token from the environment variable ${TOKEN_VARIABLE}.`;
  switch (language) {
    case 'curl': {
      const first = `${copied} It asks for the first page only. ${token}`;
      return hasOwnFilters(query) ? `${first} Platform, status and instrument mode are not asked of the service and not checked by curl.` : first;
    }
    case 'python':
    case 'javascript':
      return `${copied} ${token}`;
    default:
      return unreachable(language);
  }
}
