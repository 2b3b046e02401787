/** A document of the catalog itself, asked for because a person followed a link to it. */
import type { CatalogClient } from './catalogClient.js';
import { hostOf, type Environment } from '../environment.js';
import { CatalogError } from '../failure.js';
import { startsLikeMarkup } from './http.js';
import { isOwnAddress } from './itemRequest.js';
import { formatJsonSteps } from '../jsonLayout.js';
import { documentSteps, hasMark, JsonFault } from '../jsonScan.js';

/**
 * The JSON at an address on the environment's own origin, laid out like an item.
 * @throws CatalogError `invalid` for an address elsewhere or where nothing is there, `malformed`, and as {@link CatalogClient.get}
 */
export async function requestLinkedText(client: CatalogClient, environment: Environment, url: string, signal: AbortSignal): Promise<string> {
  if (!isOwnAddress(url, environment)) {
    throw new CatalogError({ kind: 'invalid', field: 'Open Linked Document', problem: 'The address is not one of this environment\'s catalog.' });
  }
  const { body } = await client.get(environment, url, { signal }).catch((error: unknown) => {
    if (error instanceof CatalogError && error.failure.kind === 'status' && NOT_THERE.has(error.failure.status)) {
      throw new CatalogError({ kind: 'invalid', field: 'Open Linked Document', problem: 'The catalog has no document at this address.' }, { cause: error });
    }
    throw error;
  });
  const host = hostOf(environment.baseUrl);
  if (startsLikeMarkup(body)) {
    throw new CatalogError({ kind: 'malformed', host, answer: 'item', reason: 'html' });
  }
  try {
    await client.inTurns(documentSteps(body), signal);
  } catch (error) {
    throw error instanceof JsonFault ? new CatalogError({ kind: 'malformed', host, answer: 'item', reason: error.kind === 'empty' ? 'empty' : 'notJson' }) : error;
  }
  return `${await client.inTurns(formatJsonSteps(hasMark(body) ? body.subarray(3) : body), signal)}\n`;
}

const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 410, 501]);
