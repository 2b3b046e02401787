/**
 * `npm run bench`: how fast the data path is, as ratios to a floor measured in the same run: the same bytes over loopback, requested with
 * undici and parsed, and nothing more. Runs alternate, so that a machine whose speed drifts does not favour one side. `--json` prints JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { CatalogClient } from '../../src/core/catalogClient.js';
import { DEMO_ENVIRONMENT, type Environment } from '../../src/core/environment.js';
import { appendPage, emptyResultSet } from '../../src/core/pages.js';
import type { AccessToken, Sessions } from '../../src/core/session.js';
import { systemClock } from '../../src/platform/clock.js';
import { createUndiciFetch } from '../../src/platform/network/undiciFetch.js';

const ROUNDS = 15;
const idle = new AbortController().signal;
const quiet = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

interface Row {
  readonly what: string;
  readonly floorMs: number;
  readonly oursMs: number;
  readonly ratio: number;
}

/** One page of items of about 4.3 kB, as the service's are. */
function pageOf(count: number): Buffer {
  const features = Array.from({ length: count }, (_, index) => ({
    id: `item-${index}`, links: [{ rel: 'collection', type: 'application/json', href: 'https://api.example.com/collections/org' }],
    assets: Object.fromEntries(Array.from({ length: 12 }, (__, asset) => [`asset-${asset}`, { href: `https://assets.example.com/${index}/${asset}.tif`, title: `Asset ${asset} of item ${index}`, type: 'image/tiff; application=geotiff', roles: ['data'], description: 'x'.repeat(120) }])),
    geometry: { type: 'Polygon', coordinates: [[[5, 45, 100], [5.1, 45, 100], [5.1, 45.1, 100], [5, 45.1, 100], [5, 45, 100]]] },
    collection: 'org',
    properties: { created: '2026-06-01T00:00:00Z', datetime: '2026-06-02T00:00:00Z', platform: 'Platform-1', 'vendor:status': 'COMMANDED', 'sar:instrument_mode': 'SPOTLIGHT' },
  }));
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', context: { limit: count, returned: count }, features, links: [] }));
}

const token: AccessToken = { value: 'bench', facts: { source: 'pasted', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, expiry: 'exact', allowance: undefined, audience: [], accepted: true } };
const sessions = { token: () => Promise.resolve(token), afterUnauthorized: () => Promise.resolve(token), accepted: () => undefined } satisfies Pick<Sessions, 'token' | 'afterUnauthorized' | 'accepted'>;

async function measure(count: number): Promise<Row> {
  const body = pageOf(count);
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/geo+json', 'content-length': body.length }).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment: Environment = { ...DEMO_ENVIRONMENT, name: 'Bench', kind: 'other', baseUrl, authUrl: baseUrl, audience: baseUrl };
  const agent = new Agent();
  const stack = createUndiciFetch({ proxy: { proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined }, variables: {} });
  const client = new CatalogClient({ fetch: stack.fetch, clock: systemClock, sessions: sessions as unknown as Sessions, log: quiet });
  const query = { limit: count };

  const floor = async (): Promise<void> => {
    const answer = await request(`${baseUrl}/stac/search?limit=${count}`, { dispatcher: agent });
    JSON.parse(await answer.body.text());
  };
  const ours = async (): Promise<void> => {
    const page = await client.search(environment, query, { signal: idle });
    const set = appendPage(emptyResultSet(environment.name, query, 0), page, 0);
    if (set.items.length !== count) {
      throw new Error(`expected ${count} items, got ${set.items.length}`);
    }
  };
  const times: { readonly floor: number[]; readonly ours: number[] } = { floor: [], ours: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [side, work] of [['floor', floor], ['ours', ours]] as const) {
      const start = performance.now();
      await work();
      // The first rounds warm up both sides.
      if (round >= 0) {
        times[side].push(performance.now() - start);
      }
    }
  }
  await agent.close();
  await stack.dispose();
  server.closeAllConnections();
  server.close();
  const [floorMs, oursMs] = [median(times.floor), median(times.ours)];
  return { what: `search of ${count.toLocaleString('en')} items in one page`, floorMs, oursMs, ratio: oursMs / floorMs };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rows: Row[] = [];
for (const count of [100, 1_000, 10_000]) {
  rows.push(await measure(count));
}
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(rows));
} else {
  console.log('| what | floor, ms | here, ms | ratio |\n|---|---|---|---|');
  for (const { what, floorMs, oursMs, ratio } of rows) {
    console.log(`| ${what} | ${floorMs.toFixed(1)} | ${oursMs.toFixed(1)} | ${ratio.toFixed(2)} |`);
  }
}
