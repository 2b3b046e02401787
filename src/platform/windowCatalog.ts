import type { CatalogClient } from '../core/catalogClient.js';
import type { Environment } from '../core/environment.js';
import { CatalogError } from '../core/failure.js';
import type { Item, ItemKey } from '../core/item.js';
import type { Fetch, Log } from '../core/ports.js';
import type { Sessions } from '../core/session.js';
import { systemClock } from './clock.js';
import { createNetwork, type Network } from './network/network.js';
import { onDidChangeSettings, readNetworkMode, readProxySettings } from './settings.js';

/** The network of this window: follows the settings, and answers the demo's addresses itself. Loads nothing before the first request. */
export function createWindowNetwork(log: Log): Network {
  const network = createNetwork({
    mode: readNetworkMode,
    proxySettings: readProxySettings,
    variables: () => process.env,
    demo: async () => (await import('../core/demo/demoCatalog.js')).createDemoCatalog({ clock: systemClock }),
    log,
  });
  const subscription = onDidChangeSettings((changed) => {
    if (changed('http') || changed('network')) {
      network.reset();
    }
  });
  return {
    fetch: network.fetch,
    reset: () => network.reset(),
    dispose: () => {
      subscription.dispose();
      network.dispose();
    },
  };
}

/** The catalog client, made with the first search. */
export function lazyCatalogClient(ports: { readonly fetch: Fetch; readonly sessions: Sessions; readonly log: Log }): () => Promise<CatalogClient> {
  let client: Promise<CatalogClient> | undefined;
  return () => (client ??= import('../core/catalogClient.js').then((loaded) => new loaded.CatalogClient({ ...ports, clock: systemClock })));
}

/**
 * Asks the catalog for one item by a search for its id (the interface documents no other way).
 * @throws CatalogError `noEnvironment`, or whatever the search ends with
 */
export async function askForItem(client: () => Promise<CatalogClient>, environment: Environment | undefined, key: ItemKey, signal: AbortSignal): Promise<Item | undefined> {
  if (environment === undefined) {
    throw new CatalogError({ kind: 'noEnvironment', named: key.environment });
  }
  const catalog = await client();
  const query = { limit: 10, ids: [key.id], ...(key.collection === '' ? {} : { collections: [key.collection] }) };
  const page = await catalog.search(environment, query, { signal });
  return page.items.find((item) => item.id === key.id && item.collection === key.collection);
}
