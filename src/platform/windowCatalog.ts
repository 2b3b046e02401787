import type { CatalogClient } from '../core/catalog/catalogClient.js';
import type { Environment } from '../core/environment.js';
import type { Disposable } from '../core/event.js';
import { CatalogError } from '../core/failure.js';
import type { ApiSessions } from '../core/catalog/http.js';
import type { ItemKey } from '../core/items/item.js';
import { ItemLibrary, type ItemCopies } from '../core/items/itemLibrary.js';
import { LinkedDocuments } from '../core/items/linkedDocuments.js';
import type { Fetch, Log } from '../core/ports.js';
import type { Results } from '../core/results/results.js';
import { rowsSet } from '../core/results/resultsState.js';
import { systemClock } from './clock.js';
import type { EnvironmentChoice } from './environmentChoice.js';
import type { Network } from './network/network.js';
import { runSteps } from './runSteps.js';
import { onDidChangeSettings, readNetworkMode, readProxySettings } from './settings.js';

/** The network of this window: follows the settings, and answers the demo's addresses itself. Loads nothing before the first request. */
export function createWindowNetwork(log: Log): Pick<Network, 'fetch' | 'stream'> & Disposable {
  let network: Promise<Network> | undefined;
  const loaded = (): Promise<Network> => (network ??= import('./network/network.js').then(({ createNetwork }) => createNetwork({
    mode: readNetworkMode,
    proxySettings: readProxySettings,
    variables: () => process.env,
    demo: async () => (await import('../core/demo/demoCatalog.js')).createDemoCatalog({ clock: systemClock }),
    log,
  })));
  const subscription = onDidChangeSettings((changed) => {
    if (changed('http') || changed('network')) {
      void network?.then((made) => made.reset());
    }
  });
  return {
    fetch: async (request, options) => await (await loaded()).fetch(request, options),
    stream: async (request, options) => await (await loaded()).stream(request, options),
    dispose: () => {
      subscription.dispose();
      void network?.then((made) => made.dispose());
    },
  };
}

/** The catalog client, made with the first search. */
export function lazyCatalogClient(ports: { readonly fetch: Fetch; readonly sessions: ApiSessions; readonly log: Log }): () => Promise<CatalogClient> {
  let client: Promise<CatalogClient> | undefined;
  return () => (client ??= import('../core/catalog/catalogClient.js').then((loaded) => new loaded.CatalogClient({ ...ports, clock: systemClock })));
}

/**
 * The text of one item as the catalog has it now; undefined where it has no such item. `known` is the text at hand.
 * @throws CatalogError `noEnvironment`, or whatever the request ends with
 */
export async function askForItem(client: () => Promise<CatalogClient>, environment: Environment | undefined, key: ItemKey, known: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (environment === undefined) {
    throw new CatalogError({ kind: 'noEnvironment', named: key.environment });
  }
  const [{ requestItemText }, catalog] = await Promise.all([import('../core/catalog/itemRequest.js'), client()]);
  return await requestItemText(catalog, environment, key, known, signal);
}

interface CatalogParts {
  readonly copies: ItemCopies;
  readonly choice: Pick<EnvironmentChoice, 'byName'>;
  readonly client: () => Promise<CatalogClient>;
}

/** The texts of items: from the results, from copies, and last from the catalog. */
export function createItemLibrary({ results, copies, choice, client }: CatalogParts & { readonly results: Results }): ItemLibrary {
  return new ItemLibrary({
    loaded: {
      find: (key) => {
        const item = results.find(key);
        return item === undefined ? undefined : { item, asOf: rowsSet(results.state)?.asOf ?? systemClock.now() };
      },
    },
    copies,
    clock: systemClock,
    ask: async (key, known, signal) => await askForItem(client, choice.byName(key.environment), key, known, signal),
    textOf: async (item, signal) => await runSteps((await import('../core/items/itemText.js')).itemTextSteps(item.source), signal),
  });
}

/** The catalog's own documents that items link to. Heavy parts load with the first that is followed. */
export function createLinkedDocuments({ copies, choice, client }: CatalogParts): LinkedDocuments {
  return new LinkedDocuments({
    copies,
    clock: systemClock,
    get: async (name, url, signal) => {
      const environment = choice.byName(name);
      if (environment === undefined) {
        throw new CatalogError({ kind: 'noEnvironment', named: name });
      }
      const [{ requestLinkedText }, catalog] = await Promise.all([import('../core/catalog/linkedRequest.js'), client()]);
      return await requestLinkedText(catalog, environment, url, signal);
    },
  });
}
