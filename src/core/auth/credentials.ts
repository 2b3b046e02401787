/** What a person typed or pasted as client credentials. */
import { CatalogError } from '../failure.js';
import type { Credentials } from './session.js';

/**
 * Credentials without the space that comes along when they are copied.
 * @throws CatalogError `invalid` with the field that is empty
 */
export function trimCredentials(credentials: Credentials): Credentials {
  const clientId = credentials.clientId.trim();
  const clientSecret = credentials.clientSecret.trim();
  if (clientId === '') {
    throw new CatalogError({ kind: 'invalid', field: 'clientId', problem: 'Type the client id.' });
  }
  if (clientSecret === '') {
    throw new CatalogError({ kind: 'invalid', field: 'clientSecret', problem: 'Type the client secret.' });
  }
  return { clientId, clientSecret };
}
