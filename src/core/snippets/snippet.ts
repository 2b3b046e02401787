/** A search as code of other languages: it runs as pasted, and takes the token from an environment variable. */
import { searchUrl, type Environment } from '../environment.js';
import { unreachable } from '../failure.js';
import { resolveQuery, type SearchQuery } from '../query/query.js';
import { curlSnippet } from './curl.js';
import { duckdbSnippet } from './duckdb.js';
import { javascriptSnippet } from './javascript.js';
import { pythonSnippet } from './python.js';
import type { SnippetSearch } from './snippetSearch.js';

export const SNIPPET_LANGUAGES = ['curl', 'python', 'javascript', 'duckdb'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** @param now milliseconds since the epoch */
export function searchSnippet(language: SnippetLanguage, environment: Environment, query: SearchQuery, now: number): string {
  const search: SnippetSearch = { url: new URL(searchUrl(environment)).href, query: resolveQuery(query, now) };
  switch (language) {
    case 'curl':
      return curlSnippet(search);
    case 'python':
      return pythonSnippet(search);
    case 'javascript':
      return javascriptSnippet(search);
    case 'duckdb':
      return duckdbSnippet(search);
    default:
      return unreachable(language);
  }
}
