/** The service's list of collections, where it has one (STAC API, collections). A convenience: it costs no exchange, and nobody hears of its failure. */
import { hostOf, searchUrl, type Environment } from '../environment.js';
import { throwIfCancelled } from '../failure.js';
import type { ApiPorts } from './http.js';
import { runInTurns } from '../runInTurns.js';
import { readCollectionsSteps } from '../wire/collections.js';

/** Bounds of the request: it is made while a person waits for a list. */
const LIMITS = { connectMs: 5_000, headersMs: 10_000, bodyIdleMs: 5_000, totalMs: 15_000, maxBytes: 16 * 1024 * 1024, maxErrorBytes: 1024 } as const;

/**
 * The names of the service's collections, in its order: from beside its search, else from its root.
 * @returns undefined where there is no token at hand; an empty list where the service has none
 * @throws CatalogError `cancelled`
 */
export async function requestCollections(ports: ApiPorts, environment: Environment, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const token = await ports.sessions.workingToken(environment, signal).catch(() => undefined);
  throwIfCancelled(signal);
  if (token === undefined) {
    return undefined;
  }
  const beside = new URL('collections', searchUrl(environment)).href;
  for (const url of new Set([beside, `${environment.baseUrl}/collections`])) {
    try {
      const headers = { Accept: 'application/json', Authorization: `Bearer ${token.value}` };
      const response = await ports.fetch({ method: 'GET', url, headers }, { limits: LIMITS, signal });
      throwIfCancelled(signal);
      const names = response.status === 200 ? await runInTurns(readCollectionsSteps(response.body), ports.clock, signal) : undefined;
      if (names !== undefined) {
        return names;
      }
      if (response.status !== 404) {
        break;
      }
    } catch {
      throwIfCancelled(signal);
      break;
    }
  }
  ports.log.info(`${hostOf(environment.baseUrl)} gives no list of collections`);
  return [];
}
