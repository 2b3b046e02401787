import { isLoopback } from '../../core/environment.js';
import { CatalogError } from '../../core/failure.js';

/**
 * The address of a request, which is https, or http to this machine: the last gate of each adapter, whoever made the address.
 * @throws CatalogError `network`, `insecureAddress`
 */
export function secureUrl(address: string): URL {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new CatalogError({ kind: 'network', host: url.host, reason: 'insecureAddress', sent: false });
  }
  return url;
}
