import { queryParameters } from '../query/queryParameters.js';
import { isPrintable, shellWord } from './quote.js';
import { TOKEN_VARIABLE, type SnippetSearch } from './snippetSearch.js';

const NOTE = ': \'This asks for the first page. The answer has a link "next" to the one after it.\'';

/**
 * The search's first page with curl, for bash, zsh and sh. The token goes in on standard input, where other people of the machine do not see
 * it as they see arguments. What is to be known stands behind `:`, which does nothing: an interactive zsh would run a comment.
 */
export function curlSnippet({ url, query }: SnippetSearch): string {
  const data = [...queryParameters(query)].map(([name, value]) =>
    // What cannot be shown is sent in the form that an address has anyway.
    (isPrintable(value) ? `--data-urlencode ${shellWord(`${name}=${value}`)}` : `--data ${shellWord(new URLSearchParams({ [name]: value }).toString())}`));
  const lines = [
    `curl --silent --show-error --fail-with-body --get ${shellWord(url)}`,
    ...data,
    '--header \'Accept: application/geo+json\'',
    '--header @- <<HEADERS',
  ];
  return `${NOTE}\n${lines.join(' \\\n  ')}\nAuthorization: Bearer \${${TOKEN_VARIABLE}:?set it to an access token first}\nHEADERS\n`;
}
