/** Where the addresses in an item's document lead, and how each may be followed. Heavy: load through `import()`. */
import { absoluteHref } from './href.js';
import { hostOf, type Environment } from '../environment.js';
import { hrefsIn, MAX_GLANCE, readItemTree, type Href, type TextRange } from '../items/itemReader.js';
import { isOwnAddress } from './itemRequest.js';

export type ItemLink =
  /** A document of the catalog itself: asked with the token, on a click, and shown here. */
  | { readonly kind: 'document'; readonly range: TextRange; readonly url: string; readonly host: string }
  /** Anything else on the web: for the browser, without a token. */
  | { readonly kind: 'web'; readonly range: TextRange; readonly url: string; readonly host: string }
  /** An address that is not followed. The editor would make a link of it by itself. */
  | { readonly kind: 'refused'; readonly range: TextRange; readonly scheme: string };

/** The links of an item's document; none where it is too large or no JSON. Relative addresses start from the item's own link. */
export function itemLinks(document: string, environment: Environment | undefined): readonly ItemLink[] {
  const reading = readItemTree(document, MAX_GLANCE);
  if (!reading.ok) {
    return [];
  }
  const hrefs = hrefsIn(reading.tree);
  const base = hrefs.find(({ of, name }) => of === 'link' && name === 'self')?.href;
  return hrefs.map((href) => linkOf(href, base, environment)).filter((link) => link !== undefined);
}

function linkOf({ href, range, of, type }: Href, base: string | undefined, environment: Environment | undefined): ItemLink | undefined {
  const url = absolute(href, base, environment);
  if (url === undefined) {
    return undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return url.protocol === 'file:' ? { kind: 'refused', range, scheme: url.protocol } : undefined;
  }
  const address = url.href;
  const isDocument = of === 'link' && (type === undefined || /\bjson\b/u.test(type)) && environment !== undefined && isOwnAddress(address, environment);
  return { kind: isDocument ? 'document' : 'web', range, url: address, host: hostOf(address) };
}

function absolute(href: string, base: string | undefined, environment: Environment | undefined): URL | undefined {
  const own = base !== undefined && /^https?:/u.test(base) ? base : undefined;
  return URL.parse(absoluteHref(href, own, environment?.baseUrl)) ?? undefined;
}
