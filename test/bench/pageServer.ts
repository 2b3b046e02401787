/**
 * A process that serves pages of a catalog and nothing else: forked by `catalog.ts`, so that neither the serving nor its memory is in
 * what is measured. Arguments: how many pages, and how many items each has. Sends its origin once it is ready; ends with the process
 * that forked it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [pages = 0, perPage = 0] = process.argv.slice(2).map(Number);

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

const bodies: Buffer[] = [];
const server = createServer((request, response) => {
  const body = bodies[Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page') ?? 0)] ?? Buffer.alloc(0);
  response.writeHead(200, { 'content-type': 'application/geo+json', 'content-length': body.length }).end(body);
});
// A side's connection rests while the other side has its turn.
server.keepAliveTimeout = 0;
process.once('disconnect', () => process.exit());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
for (let page = 0; page < pages; page += 1) {
  bodies.push(pageOf(page * perPage, perPage, page + 1 < pages ? `${origin}/stac/search?limit=${perPage}&page=${page + 1}` : undefined));
}
process.send?.(origin);
