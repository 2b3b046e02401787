/** The sessions of this window over the editor's store and this machine's files. Heavy: load through `import()`. */
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { Fetch, Log } from '../core/ports.js';
import { SessionKeeper } from '../core/auth/sessionKeeper.js';
import { createTokenClient } from '../core/auth/tokenClient.js';
import { systemClock } from './clock.js';
import type { LoadedSessions } from './lazySessions.js';
import { LeaseFiles } from './leaseFile.js';
import { createLedgerFiles } from './ledgerFile.js';
import { createSecretStore } from './secretStore.js';

export function createWindowSessions(context: Pick<ExtensionContext, 'secrets' | 'globalStorageUri'>, ports: { readonly fetch: Fetch; readonly log: Log }): LoadedSessions {
  const { log } = ports;
  const folder = join(context.globalStorageUri.fsPath, 'auth');
  return new SessionKeeper({
    secrets: createSecretStore(context.secrets),
    lease: new LeaseFiles({ folder, clock: systemClock, log }),
    ledgers: createLedgerFiles(folder),
    clock: systemClock,
    log,
    exchange: createTokenClient({ ...ports, clock: systemClock }),
  });
}
