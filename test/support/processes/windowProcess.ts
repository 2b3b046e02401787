/** One window as a process of its own: a session keeper over real files and real HTTP. Driven by messages from the test. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../src/core/environment.js';
import { CatalogError } from '../../../src/core/failure.js';
import type { Fetch, Lease, LedgerStore, Log, Secrets } from '../../../src/core/ports.js';
import { SessionKeeper } from '../../../src/core/auth/sessionKeeper.js';
import { createTokenClient } from '../../../src/core/auth/tokenClient.js';
import { systemClock } from '../../../src/platform/clock.js';
import { createLedgerFiles } from '../../../src/platform/ledgerFile.js';
import { LeaseFiles } from '../../../src/platform/leaseFile.js';
import { createLaggingSecrets } from './laggingSecrets.js';

/** The steps of an exchange after which a window may be killed. */
export const KILL_STEPS = ['leaseTaken', 'attemptWritten', 'sent', 'answered', 'tokenStored', 'ledgerWritten', 'released'] as const;
export type KillStep = (typeof KILL_STEPS)[number];

/** The first window of a machine that comes to a step kills itself, so many milliseconds later. */
export interface KillPoint {
  readonly step: KillStep;
  readonly afterMs: number;
}

export type Order =
  | { readonly kind: 'open'; readonly root: string; readonly serviceUrl: string; readonly lagMs: number; readonly staleMs: number; readonly killAt?: KillPoint }
  | { readonly kind: 'need' };

export type Report = { readonly kind: 'opened' } | { readonly kind: 'token'; readonly value: string } | { readonly kind: 'failed'; readonly why: string };

const NEVER = new AbortController().signal;
const log: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

const fetchOnce: Fetch = async (request, { signal, onSent }) => {
  onSent?.();
  let response: Response;
  try {
    response = await fetch(request.url, { method: request.method, headers: { ...request.headers, 'x-window': String(process.pid) }, body: request.body ?? null, redirect: 'manual', signal });
  } catch (error) {
    throw new CatalogError({ kind: 'network', host: new URL(request.url).host, reason: 'reset', sent: true }, { cause: error });
  }
  return { status: response.status, headers: new Map(response.headers), body: new Uint8Array(await response.arrayBuffer()) };
};

/** Calls `reached` as a window comes to each step of an exchange. */
function watched(parts: { readonly lease: Lease; readonly ledgers: LedgerStore; readonly secrets: Secrets; readonly fetch: Fetch }, reached: (step: KillStep) => void): typeof parts {
  const { lease, ledgers, secrets, fetch: send } = parts;
  return {
    lease: {
      acquire: async (key, options) => {
        const held = await lease.acquire(key, options);
        reached('leaseTaken');
        return { ...held, release: async () => {
          await held.release();
          reached('released');
        } };
      },
    },
    ledgers: {
      read: async (key) => await ledgers.read(key),
      write: async (key, text) => {
        await ledgers.write(key, text);
        reached(text.includes('"pending"') ? 'attemptWritten' : 'ledgerWritten');
      },
    },
    secrets: {
      ...secrets,
      store: async (key, value) => {
        await secrets.store(key, value);
        if (key.startsWith('token:')) {
          reached('tokenStored');
        }
      },
    },
    fetch: async (request, options) => {
      const answer = send(request, options);
      reached('sent');
      const response = await answer;
      reached('answered');
      return response;
    },
  };
}

/** Kills this process at a point, if no other window of the machine has come to it before. */
function killer(root: string, killAt: KillPoint | undefined): (step: KillStep) => void {
  return (step) => {
    if (step !== killAt?.step) {
      return;
    }
    try {
      writeFileSync(join(root, 'killed'), String(process.pid), { flag: 'wx' });
    } catch {
      return;
    }
    const die = (): void => void process.kill(process.pid, 'SIGKILL');
    if (killAt.afterMs === 0) {
      die();
    }
    setTimeout(die, killAt.afterMs);
  };
}

let current: { readonly keeper: SessionKeeper; readonly environment: Environment; readonly dispose: () => void } | undefined;

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'open') {
    current?.dispose();
    const { root, serviceUrl, lagMs, staleMs, killAt } = order;
    const store = createLaggingSecrets(join(root, 'secrets'), lagMs);
    const folder = join(root, 'auth');
    const { secrets, lease, ledgers, fetch: send } = watched(
      { secrets: store, lease: new LeaseFiles({ folder, clock: systemClock, log, staleMs }), ledgers: createLedgerFiles(folder), fetch: fetchOnce },
      killer(root, killAt),
    );
    const keeper = new SessionKeeper({
      secrets, lease, ledgers, clock: systemClock, log,
      exchange: createTokenClient({ fetch: send, clock: systemClock, log }),
    });
    const environment: Environment = {
      name: 'Test', kind: 'other', baseUrl: serviceUrl, authUrl: serviceUrl, audience: serviceUrl, accountPageUrl: undefined, searchPath: '/stac/search', tokenPath: '/oauth/token',
    };
    current = { keeper, environment, dispose: () => {
      keeper.dispose();
      store.dispose();
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
