/** Addresses in an item as they are written there. */

/** `//host/path` (RFC 3986, section 4.2): the scheme is that of what it stands in. */
const NETWORK_PATH = /^[/\\]{2}[^/\\]/u;

/**
 * The address, absolute where it can be. What is relative starts from the item's own link; of one that names a host and lacks nothing but the
 * scheme, the scheme is the catalog's where the item has no such link.
 */
export function absoluteHref(href: string, own: string | undefined, catalog: string | undefined): string {
  if (URL.parse(href) !== null) {
    return href;
  }
  const base = own !== undefined && URL.parse(own) !== null ? own : NETWORK_PATH.test(href) ? catalog : undefined;
  return base === undefined ? href : URL.parse(href, base)?.href ?? href;
}

/** The host that an address names, with its port, or its scheme where that knows no hosts; undefined for a path. */
export function namedHost(href: string): string | undefined {
  const url = URL.parse(absoluteHref(href, undefined, 'https://host.invalid'));
  return url === null ? undefined : url.host || url.protocol;
}
