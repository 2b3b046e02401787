/** Which addresses of assets are asked (security, S4 to S10): https, or http on this machine, without a name or password in them. */
import { isLoopback, type Environment } from '../environment.js';
import { CatalogError, type AssetReason } from '../failure.js';

const OBJECT_STORES: ReadonlySet<string> = new Set(['s3:', 'gs:', 'az:', 'abfs:', 'abfss:', 'wasb:', 'wasbs:', 'swift:']);

/** Whether an address leads into a store that is asked through programs of its own, with a sign-in of its own. */
export function isObjectStore({ protocol }: Pick<URL, 'protocol'>): boolean {
  return OBJECT_STORES.has(protocol);
}

/**
 * The address of an asset, parsed once: what was checked is what is asked.
 * @throws CatalogError `asset`, with a reason that has a sentence of its own for each kind of address
 */
export function assetUrl(href: string | undefined, environment: Pick<Environment, 'baseUrl'>): URL {
  if (href === undefined) {
    throw refused('noAddress', undefined);
  }
  const url = URL.parse(href);
  if (url === null) {
    throw refused('relativeAddress', undefined);
  }
  if (url.protocol === 'file:') {
    throw refused('localFile', undefined);
  }
  if (url.protocol === 'data:') {
    throw refused('inlineData', undefined);
  }
  if (isObjectStore(url)) {
    throw refused('objectStore', undefined);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused('otherScheme', undefined);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('userInfo', url.host);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('insecure', url.host);
  }
  if (isPrivate(url.hostname) && !isPrivate(new URL(environment.baseUrl).hostname)) {
    throw refused('privateAddress', url.host);
  }
  url.hash = '';
  return url;
}

/** Top-level names that are given out in private networks and nowhere else (RFC 6762 appendix G, RFC 8375, ICANN's list of name collisions). */
const PRIVATE_NAMES = /(?:^|\.)(?:local|localdomain|internal|intranet|private|corp|lan|home|home\.arpa|localhost)$/u;
/** Global unicast (RFC 4291, section 2.4) but for what carries an IPv4 address (Teredo 2001::/32, 6to4 2002::/16) and for examples (2001:db8::/32). NAT64, fc00::, fe80:: and fec0:: lie outside. */
const PUBLIC_IPV6 = /^\[(?!2001:(?::|0:|db8:)|2002:)[23][\da-f]{3}:/u;

/**
 * Names and numbers that lead, or may lead, to this machine or its own network: those and what wraps them, the ranges that no host of the
 * internet has (RFC 6890), and names without a dot. `hostname` is as WHATWG URL gives it: numbers are normalized.
 */
export function isPrivate(hostname: string): boolean {
  if (hostname.startsWith('[')) {
    return !PUBLIC_IPV6.test(hostname);
  }
  if (/^\d+\.\d+\.\d+\.\d+$/u.test(hostname)) {
    const [a = -1, b = -1, c = -1] = hostname.split('.').map(Number);
    return a === 0 || a === 10 || a === 127 || a >= 224 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && (b === 168 || (b === 0 && c === 0)))
      || (a === 169 && b === 254) || (a === 100 && b >= 64 && b <= 127) || (a === 198 && (b === 18 || b === 19));
  }
  const name = hostname.replace(/\.$/u, '');
  return !name.includes('.') || PRIVATE_NAMES.test(name);
}

function refused(reason: AssetReason, host: string | undefined): CatalogError {
  return new CatalogError({ kind: 'asset', reason, host });
}
