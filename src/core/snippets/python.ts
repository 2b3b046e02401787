import type { SearchQuery } from '../query/query.js';
import { pythonString, pythonValue } from './quote.js';
import { ownFilters, TOKEN_VARIABLE, type SnippetSearch } from './snippetSearch.js';

/**
 * The search over all its pages with pystac-client, 0.7 or later. It goes straight to the item search: a catalog that documents no more has no
 * landing page to begin with. Items stay dictionaries, since those of such catalogs lack members that pystac insists on.
 */
export function pythonSnippet({ url, query }: SnippetSearch): string {
  const { limit, datetime, bbox, intersects, collections, ids, sortby, filter, parameters } = query;
  const address = new URL(url);
  Object.entries(parameters ?? {}).forEach(([name, value]) => address.searchParams.set(name, value));
  const given = {
    datetime, bbox, intersects, collections, ids,
    sortby: sortby?.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(','),
    filter, filter_lang: filter === undefined ? undefined : 'cql2-text',
  };
  const lines = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`    ${name}=${pythonValue(value)},\n`]));
  const filters = filterLines(query);
  return `# pip install pystac-client, and put an access token into ${TOKEN_VARIABLE}.
import os
from urllib.parse import urlsplit

from pystac_client.item_search import ItemSearch
from pystac_client.stac_api_io import StacApiIO

URL = ${pythonString(address.href)}


def stay_on_host(request):
    """The token goes to no other host, wherever a next page may be."""
    here, there = urlsplit(URL), urlsplit(request.url)
    if (here.scheme, here.netloc) != (there.scheme, there.netloc):
        raise ValueError("The next page is on another host, where the token does not go.")
    return request


search = ItemSearch(
    URL,
    method="GET",
    stac_io=StacApiIO(
        headers={
            "Accept": "application/geo+json",
            "Authorization": "Bearer " + os.environ["${TOKEN_VARIABLE}"],
        },
        request_modifier=stay_on_host,
    ),
    limit=${limit},
${lines.join('')})

for item in search.items_as_dicts():
${filters}    print(item["id"])
`;
}

/** What no service is asked for is checked on what came. */
function filterLines(query: SearchQuery): string {
  return ownFilters(query).map(({ names, property }) => {
    const list = pythonValue(names.map((name) => name.trim().toLowerCase()));
    const value = property.kind === 'named'
      ? `item["properties"].get(${pythonString(property.name)})`
      : `next((value for name, value in item["properties"].items() if name.endswith(${pythonString(property.ending)})), None)`;
    return `    if str(${value} or "").strip().lower() not in ${list}:\n        continue\n`;
  }).join('');
}
