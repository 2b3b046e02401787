/** Which addresses of assets are asked (security, S4 to S10): https, or http on this machine, without a name or password in them. */
import { isLoopback, type Environment } from '../environment.js';
import { CatalogError, type AssetReason } from '../failure.js';

const OBJECT_STORES: ReadonlySet<string> = new Set(['s3:', 'gs:', 'az:', 'abfs:', 'abfss:', 'wasb:', 'wasbs:', 'swift:']);

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
  if (OBJECT_STORES.has(url.protocol)) {
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

/** Names and numbers that can only mean this machine or its own network. `hostname` is as WHATWG URL gives it: numbers are normalized. */
export function isPrivate(hostname: string): boolean {
  const [a = -1, b = -1] = /^\d+\.\d+\.\d+\.\d+$/u.test(hostname) ? hostname.split('.').map(Number) : [];
  return isLoopback(hostname.replace(/\.$/u, ''))
    || a === 0 || a === 10 || a === 127 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254) || (a === 100 && b >= 64 && b <= 127)
    || /^\[(?:::1?|::ffff:[^\]]*|f[cd][^\]]*|fe[89ab][^\]]*)\]$/u.test(hostname)
    || /\.(?:local|internal|home\.arpa)\.?$/u.test(hostname);
}

function refused(reason: AssetReason, host: string | undefined): CatalogError {
  return new CatalogError({ kind: 'asset', reason, host });
}
