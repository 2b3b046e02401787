import { Uri, type ExtensionContext } from 'vscode';
import type { Disposable } from './core/event.js';
import { withoutExchange } from './core/catalog/quietSessions.js';
import { Results } from './core/results/results.js';
import { Selection } from './core/results/selection.js';
import { TimeBrush } from './core/results/timeBrush.js';
import { registerAssets } from './features/assets/assets.js';
import { registerAuth } from './features/auth/auth.js';
import { registerEnvironments } from './features/environments/environments.js';
import { registerExport } from './features/export/export.js';
import { registerFootprint } from './features/footprint/footprint.js';
import { registerItems } from './features/items/items.js';
import { registerResults } from './features/results/results.js';
import { registerSavedSearches } from './features/savedSearches/savedSearches.js';
import { createApi, type CatalogSearchApi } from './features/search/api.js';
import { registerSearch } from './features/search/search.js';
import { registerStatus } from './features/status/status.js';
import { AreaPicker } from './platform/areaPicker.js';
import { systemClock } from './platform/clock.js';
import { commandRegistrar } from './platform/contributions.js';
import { createDownloadHosts } from './platform/downloadHosts.js';
import { EnvironmentChoice } from './platform/environmentChoice.js';
import { createItemCopies } from './platform/itemCopies.js';
import { LazySessions } from './platform/lazySessions.js';
import { createLog } from './platform/log.js';
import { createNotify } from './platform/notify.js';
import { registerInTurns } from './platform/registerInTurns.js';
import { askForItem, createItemLibrary, createLinkedDocuments, createWindowNetwork, lazyCatalogClient } from './platform/windowCatalog.js';

/**
 * Builds the parts and registers them. Reads nothing, sends nothing, loads nothing heavy: all of that waits until somebody needs it.
 * The editor waits for all of it before it runs a command or reads a document.
 */
export async function activate(context: ExtensionContext): Promise<CatalogSearchApi> {
  const { subscriptions, extensionUri } = context;
  const own = <T extends Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };

  const log = own(createLog());
  const choice = own(new EnvironmentChoice(context.workspaceState));
  const notify = createNotify(log, () => choice.current?.name);
  const register = commandRegistrar(notify, () => choice.ready());
  const { fetch, stream } = own(createWindowNetwork(log));
  const sessions = own(new LazySessions(async () => (await import('./platform/windowSessions.js')).createWindowSessions(context, { fetch, log })));
  const client = lazyCatalogClient({ fetch, sessions, log });
  const quietClient = lazyCatalogClient({ fetch, sessions: withoutExchange(sessions), log });
  const results = own(new Results({ client, clock: systemClock, choice }));
  const copies = createItemCopies(context.globalStorageUri);
  const library = createItemLibrary({ results, copies, choice, client });
  const areas = new AreaPicker();
  const linked = createLinkedDocuments({ copies, choice, client });
  const selection = own(new Selection());
  const times = own(new TimeBrush());

  await registerInTurns(own, [
    [
      () => registerEnvironments({ choice, sessions, register, notify }),
      () => registerAuth({ choice, sessions, register, notify }),
      () => registerSearch({ choice, client, results, areas, register, notify }),
      () => registerResults({ choice, sessions, results, selection, times, register, notify, quietClient, memory: context.workspaceState }),
    ],
    [
      () => registerItems({ choice, library, linked, results, register, notify }),
      () => registerAssets({
        choice, library, sessions, stream, log, notify, register, storage: context.globalStorageUri, hosts: createDownloadHosts(context.globalState, notify),
        fresh: async (key, signal) => await askForItem(client, choice.byName(key.environment), key, undefined, signal),
      }),
      () => registerExport({ choice, results, library, client, scratch: Uri.joinPath(context.globalStorageUri, 'scratch'), register, notify }),
      () => registerFootprint({ extensionUri, choice, results, selection, times, areas, itemText: async (key, signal) => (await library.document(key, signal)).text, log, register }),
      () => registerSavedSearches({ context, choice, results, register, notify }),
      () => registerStatus({ choice, sessions, register, showLog: () => log.show() }),
    ],
  ]);
  return createApi({ choice, results, sessions });
}
