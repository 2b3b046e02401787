import { queryBody, queryParameters } from '../query/queryParameters.js';
import type { SearchQuery } from '../query/query.js';
import { javascriptString } from './quote.js';
import { ownFilters, TOKEN_VARIABLE, type SnippetSearch } from './snippetSearch.js';

/**
 * The search over all its pages with `fetch`, for Node 18 or later, as a module or not. Prints a GeoJSON feature collection. A next page is
 * asked for on the service's own origin only, and each once.
 */
export function javascriptSnippet({ url, query }: SnippetSearch): string {
  const parameters = [...queryParameters(query)].map(([name, value]) => `    [${javascriptString(name)}, ${javascriptString(value)}],\n`).join('');
  return `// Needs Node 18 or later, and an access token in ${TOKEN_VARIABLE}.
async function searchItems() {
  const token = process.env.${TOKEN_VARIABLE};
  if (!token) throw new Error('Set ${TOKEN_VARIABLE} to an access token first.');
  const first = new URL(${javascriptString(url)});
  first.search = new URLSearchParams([
${parameters}  ]);
  const headers = { Accept: 'application/geo+json', Authorization: \`Bearer \${token}\` };
  const items = [];
  const asked = new Set();
  let request = { method: 'GET', url: first.href };
  // What a next page by POST adds to.
  let body = JSON.parse(${javascriptString(JSON.stringify(queryBody(query)))});
  while (request !== undefined && !asked.has(JSON.stringify(request))) {
    asked.add(JSON.stringify(request));
    const { method, url } = request;
    const response = await fetch(url, {
      method,
      headers: method === 'POST' ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: request.body,
      redirect: 'error',
    });
    if (!response.ok) throw new Error(\`The service answered \${response.status}.\`);
    const page = await response.json();
    items.push(...page.features);
    const next = (page.links ?? []).find((link) => link.rel === 'next');
    request = undefined;
    if (next !== undefined) {
      const to = new URL(next.href, url);
      if (to.origin !== first.origin) throw new Error('The next page is on another host, where the token does not go.');
      if (next.method === 'POST') {
        body = next.merge ? { ...body, ...next.body } : next.body;
        request = { method: 'POST', url: to.href, body: JSON.stringify(body) };
      } else {
        request = { method: 'GET', url: to.href };
      }
    }
  }
  return items${filterCode(query)};
}

searchItems().then(
  (features) => console.log(JSON.stringify({ type: 'FeatureCollection', features }, null, 2)),
  (error) => { console.error(error.message); process.exitCode = 1; },
);
`;
}

/** What no service is asked for is checked on what came. */
function filterCode(query: SearchQuery): string {
  return ownFilters(query).map(({ names, property }) => {
    const list = names.map((name) => javascriptString(name.trim().toLowerCase())).join(', ');
    const value = property.kind === 'named'
      ? `properties[${javascriptString(property.name)}]`
      : `Object.entries(properties).find(([name]) => name.endsWith(${javascriptString(property.ending)}))?.[1]`;
    return `\n    .filter(({ properties }) => [${list}].includes(String(${value} ?? '').trim().toLowerCase()))`;
  }).join('');
}
