/** The catalog that the bench's windows search: 100,000 small items in pages, a few of 5 MB, and none. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idOf, timeOf } from './host/benchItems.js';

export const MANY = 100_000;
/** Items of 5 MB each: one is opened a round. */
export const LARGE = 8;
const LARGE_BYTES = 5_000_000;

export interface ItemServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** `collections` says which: `many`, `large` or `none`. Pages are made when they are asked for, before anything is timed. */
export async function startItemServer(): Promise<ItemServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', origin());
    const limit = Number(url.searchParams.get('limit'));
    const page = Number(url.searchParams.get('page') ?? 0);
    const body = JSON.stringify(pageOf(url, url.searchParams.get('collections') ?? '', page, limit));
    response.writeHead(200, { 'content-type': 'application/geo+json', 'content-length': Buffer.byteLength(body) }).end(body);
  });
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: origin(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pageOf(url: URL, collection: string, page: number, limit: number): unknown {
  const last = Math.min(MANY, (page + 1) * limit);
  const features = collection === 'large'
    ? Array.from({ length: LARGE }, (_, index) => largeItem(index))
    : collection === 'none' ? [] : Array.from({ length: last - page * limit }, (_, index) => itemOf(idOf(page * limit + index), page * limit + index, collection));
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const links = collection === 'many' && last < MANY ? [{ rel: 'next', type: 'application/geo+json', href: next.href }] : [];
  return { type: 'FeatureCollection', features, links };
}

function itemOf(id: string, index: number, collection: string): object {
  const [west, south] = [-179 + (index * 7.31) % 357, -84 + (index * 3.17) % 167];
  return {
    id, collection, links: [], assets: {},
    geometry: { type: 'Polygon', coordinates: [[[west, south], [west + 0.1, south], [west + 0.1, south + 0.1], [west, south + 0.1], [west, south]]] },
    properties: { datetime: timeOf(index), platform: `Platform-${index % 7}`, 'vendor:status': 'COMMANDED' },
  };
}

/** Large by its geometry, as real ones are. */
export function largeItem(index: number): { readonly id: string } {
  const id = `large-${index}`;
  const ring = Array.from({ length: Math.round(LARGE_BYTES / 76) }, (_, at, [x, y] = [(at * 7.31) % 40, (at * 3.17) % 40]) => [10 + x / 3, 10 + y / 3]);
  return { ...itemOf(id, index, 'large'), id, ...{ geometry: { type: 'MultiPoint', coordinates: ring } } };
}
