/** The catalog that the bench asks: pages made before anything is timed, over HTTP on the loopback, with `next` links between them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CatalogClient } from '../../src/core/catalog/catalogClient.js';
import { DEMO_ENVIRONMENT, type Environment } from '../../src/core/environment.js';
import type { AccessToken, Sessions } from '../../src/core/auth/session.js';
import { systemClock } from '../../src/platform/clock.js';
import { createUndiciFetch } from '../../src/platform/network/undiciFetch.js';

const quiet = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

const token: AccessToken = { value: 'bench', facts: { source: 'pasted', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, expiry: 'exact', allowance: undefined, audience: [], accepted: true } };
const sessions = { token: () => Promise.resolve(token), afterUnauthorized: () => Promise.resolve(token), accepted: () => undefined } satisfies Pick<Sessions, 'token' | 'afterUnauthorized' | 'accepted'>;

/** A catalog under load and a client of it. */
export interface BenchCatalog {
  readonly environment: Environment;
  readonly client: CatalogClient;
  /** The address of a page, from 0. */
  pageUrl(page: number): string;
  close(): Promise<void>;
}

/** One page of items of about 4.3 kB each, as the service's are; ids differ over all pages. */
function pageOf(first: number, count: number, next: string | undefined): Buffer {
  const features = Array.from({ length: count }, (_, at) => featureOf(first + at));
  const links = next === undefined ? [] : [{ rel: 'next', type: 'application/geo+json', href: next }];
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', context: { limit: count, returned: count }, features, links }));
}

function featureOf(index: number): unknown {
  const assets = Array.from({ length: 12 }, (_, asset) => [`asset-${asset}`, {
    href: `https://assets.example.com/${index}/${asset}.tif`, title: `Asset ${asset} of item ${index}`,
    type: 'image/tiff; application=geotiff', roles: ['data'], description: 'x'.repeat(120),
  }]);
  const [west, south] = [-179 + (index * 7.31) % 357, -84 + (index * 3.17) % 167];
  return {
    id: `item-${index}`, links: [{ rel: 'collection', type: 'application/json', href: 'https://api.example.com/collections/org' }],
    assets: Object.fromEntries(assets),
    geometry: { type: 'Polygon', coordinates: [[[west, south, 100], [west + 0.1, south, 100], [west + 0.1, south + 0.1, 100], [west, south + 0.1, 100], [west, south, 100]]] },
    collection: 'org',
    properties: {
      created: '2026-06-01T00:00:00Z', datetime: new Date(1_780_000_000_000 + index * 60_000).toISOString(),
      platform: `Platform-${index % 5}`, 'vendor:status': 'COMMANDED', 'sar:instrument_mode': 'SPOTLIGHT',
    },
  };
}

/** Serves `pages` pages of `perPage` items; each is made once and kept. */
export async function startBenchCatalog({ pages, perPage }: { readonly pages: number; readonly perPage: number }): Promise<BenchCatalog> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const body = bodies[Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page') ?? 0)] ?? Buffer.alloc(0);
    response.writeHead(200, { 'content-type': 'application/geo+json', 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pageUrl = (page: number): string => `${baseUrl}/stac/search?limit=${perPage}&page=${page}`;
  for (let page = 0; page < pages; page += 1) {
    bodies.push(pageOf(page * perPage, perPage, page + 1 < pages ? pageUrl(page + 1) : undefined));
  }
  const stack = createUndiciFetch({ proxy: { proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined }, variables: {} });
  return {
    environment: { ...DEMO_ENVIRONMENT, name: 'Bench', kind: 'other', baseUrl, authUrl: baseUrl, audience: baseUrl },
    client: new CatalogClient({ fetch: stack.fetch, clock: systemClock, sessions: sessions as unknown as Sessions, log: quiet }),
    pageUrl,
    close: async () => {
      await stack.dispose();
      server.closeAllConnections();
      server.close();
    },
  };
}
