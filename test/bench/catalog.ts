/** The catalog that the bench asks: pages made before anything is timed, over HTTP on the loopback, with `next` links between them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CatalogClient } from '../../src/core/catalog/catalogClient.js';
import { DEMO_ENVIRONMENT, type Environment } from '../../src/core/environment.js';
import type { AccessToken, Sessions } from '../../src/core/auth/session.js';
import { systemClock } from '../../src/platform/clock.js';
import { createUndiciFetch } from '../../src/platform/network/undiciFetch.js';
import { root } from '../support/setup.mjs';

const quiet = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

const token: AccessToken = { value: 'bench', facts: { source: 'pasted', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, expiry: 'exact', allowance: undefined, audience: [], accepted: true } };
const sessions = { token: () => Promise.resolve(token), afterUnauthorized: () => Promise.resolve(token), accepted: () => undefined } satisfies Pick<Sessions, 'token' | 'afterUnauthorized' | 'accepted'>;

/** A client of a catalog under load. */
export interface BenchClient {
  readonly environment: Environment;
  readonly client: CatalogClient;
  /** The address of a page, from 0. */
  pageUrl(page: number): string;
  dispose(): void;
}

export interface BenchCatalog extends BenchClient {
  /** The origin of the server. */
  readonly origin: string;
  close(): Promise<void>;
}

export function benchClient(origin: string, perPage: number): BenchClient {
  const stack = createUndiciFetch({ proxy: { proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined, proxySupport: 'on' }, variables: {} });
  return {
    environment: { ...DEMO_ENVIRONMENT, name: 'Bench', kind: 'other', baseUrl: origin, authUrl: origin, audience: origin },
    client: new CatalogClient({ fetch: stack.fetch, clock: systemClock, sessions: sessions as unknown as Sessions, log: quiet }),
    pageUrl: (page) => `${origin}/stac/search?limit=${perPage}&page=${page}`,
    dispose: () => stack.dispose(),
  };
}

/** Serves `pages` pages of `perPage` items from a process of its own; each is made once and kept. */
export async function startBenchCatalog({ pages, perPage }: { readonly pages: number; readonly perPage: number }): Promise<BenchCatalog> {
  const server = fork(join(root, 'test', 'bench', 'pageServer.ts'), [pages, perPage].map(String), { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(server, 'exit');
  const [origin] = await Promise.race([once(server, 'message') as Promise<[string]>, ended.then(() => Promise.reject(new Error('the pages are not served')))]);
  const client = benchClient(origin, perPage);
  return {
    ...client, origin,
    close: async () => {
      client.dispose();
      server.kill();
      await ended;
    },
  };
}
