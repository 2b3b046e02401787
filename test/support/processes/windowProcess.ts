/** One window as a process of its own: a session keeper over real files and real HTTP. Driven by messages from the test. */
import { join } from 'node:path';
import type { Environment } from '../../../src/core/environment.js';
import { CatalogError } from '../../../src/core/failure.js';
import type { Fetch, Log } from '../../../src/core/ports.js';
import { SessionKeeper } from '../../../src/core/auth/sessionKeeper.js';
import { createTokenClient } from '../../../src/core/auth/tokenClient.js';
import { systemClock } from '../../../src/platform/clock.js';
import { createLedgerFiles } from '../../../src/platform/ledgerFile.js';
import { LeaseFiles } from '../../../src/platform/leaseFile.js';
import { createLaggingSecrets } from './laggingSecrets.js';

export type Order =
  | { readonly kind: 'open'; readonly root: string; readonly serviceUrl: string; readonly lagMs: number; readonly staleMs: number }
  | { readonly kind: 'need' };

export type Report = { readonly kind: 'opened' } | { readonly kind: 'token'; readonly value: string } | { readonly kind: 'failed'; readonly why: string };

const NEVER = new AbortController().signal;
const log: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

const fetchOnce: Fetch = async (request, { signal, onSent }) => {
  onSent?.();
  let response: Response;
  try {
    response = await fetch(request.url, { method: request.method, headers: request.headers, body: request.body ?? null, redirect: 'manual', signal });
  } catch (error) {
    throw new CatalogError({ kind: 'network', host: new URL(request.url).host, reason: 'reset', sent: true }, { cause: error });
  }
  return { status: response.status, headers: new Map(response.headers), body: new Uint8Array(await response.arrayBuffer()) };
};

let current: { readonly keeper: SessionKeeper; readonly environment: Environment; readonly dispose: () => void } | undefined;

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'open') {
    current?.dispose();
    const { root, serviceUrl, lagMs, staleMs } = order;
    const secrets = createLaggingSecrets(join(root, 'secrets'), lagMs);
    const folder = join(root, 'auth');
    const keeper = new SessionKeeper({
      secrets, clock: systemClock, log,
      lease: new LeaseFiles({ folder, clock: systemClock, log, staleMs }),
      ledgers: createLedgerFiles(folder),
      exchange: createTokenClient({ fetch: fetchOnce, clock: systemClock, log }),
    });
    const environment: Environment = {
      name: 'Test', kind: 'other', baseUrl: serviceUrl, authUrl: serviceUrl, audience: serviceUrl, accountPageUrl: undefined, searchPath: '/stac/search', tokenPath: '/oauth/token',
    };
    current = { keeper, environment, dispose: () => {
      keeper.dispose();
      secrets.dispose();
    } };
    await keeper.load(environment, NEVER);
    return { kind: 'opened' };
  }
  if (current === undefined) {
    return { kind: 'failed', why: 'not open' };
  }
  try {
    return { kind: 'token', value: (await current.keeper.token(current.environment, NEVER)).value };
  } catch (error) {
    return { kind: 'failed', why: error instanceof CatalogError ? JSON.stringify(error.failure) : String(error) };
  }
}

process.on('message', (order: Order) => void obey(order).then((report) => process.send?.(report)));
process.on('disconnect', () => process.exit());
