import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogClient } from '../../../src/core/catalog/catalogClient.js';
import { parseQuery, type SearchQuery } from '../../../src/core/query/query.js';
import { Results } from '../../../src/core/results/results.js';
import { searchSnippet } from '../../../src/core/snippets/snippet.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary.js';
import { collection, environmentAt, serve, testPorts, WANTED } from '../catalog/support.js';
import { openDuckDb } from '../export/duckdb.js';
import { exported } from '../export/support.js';

const NOW = Date.UTC(2026, 5, 20, 12);

function box(west: number, south: number, east: number, north: number): object {
  return { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] };
}

/** Times as items have them: a moment, a range, half a range, none, one that is null, one with a zone and parts of a second. */
const TIMES: readonly object[] = [
  { datetime: '2026-06-10T08:15:30Z' },
  { datetime: null, start_datetime: '2026-06-05T00:00:00Z', end_datetime: '2026-06-15T00:00:00Z' },
  { datetime: null, start_datetime: '2025-01-01T00:00:00Z', end_datetime: '2025-02-01T00:00:00Z' },
  { datetime: null, start_datetime: '2026-06-18T00:00:00Z' },
  { datetime: null, end_datetime: '2026-06-02T00:00:00Z' },
  {},
  { datetime: null },
  { datetime: '2026-06-19T23:30:00.250+02:00', start_datetime: '2020-01-01T00:00:00Z', end_datetime: '2020-01-02T00:00:00Z' },
];
const PLACES: readonly object[] = [
  { geometry: box(5, 45, 8, 48) }, { geometry: box(8.5, 46, 10.5, 47), bbox: [8.5, 46, 10.5, 47] }, { geometry: box(-60, -30, -55, -25) },
  { geometry: null }, { geometry: null, bbox: [7, 46, 7.5, 46.5] }, { geometry: null, bbox: [100, 10, 101, 11] },
  { geometry: { type: 'MultiPolygon', coordinates: [[[[175, 0], [180, 0], [180, 5], [175, 5], [175, 0]]], [[[-180, 0], [-178, 0], [-178, 5], [-180, 5], [-180, 0]]]] }, bbox: [175, 0, -178, 5] },
];
const KINDS: readonly object[] = [
  { platform: 'SAT-1', 'vendor:status': 'COMMANDED', 'sar:instrument_mode': 'SPOTLIGHT' }, { platform: ' sat-2 ', 'other:status': 'DONE' }, {}, { 'other:instrument_mode': 'spotlight', 'eo:cloud_cover': 12.5 }, { platform: 'sat\'s', 'eo:cloud_cover': 9 },
];
const COLLECTIONS: readonly object[] = [{ collection: 'org' }, {}, { collection: 'other' }];

const ITEMS = Array.from({ length: 120 }, (_, index) => ({
  type: 'Feature', id: `item-${index}`, links: [], assets: {}, ...PLACES[index % PLACES.length], ...COLLECTIONS[index % COLLECTIONS.length],
  properties: { ...TIMES[index % TIMES.length], ...KINDS[index % KINDS.length] },
}));

/** What makes the difference for each: how many of the items the search finds is given, so that none is about nothing. */
const QUERIES: readonly (readonly [input: object, found: number])[] = [
  [{}, 120],
  [{ datetime: '2026-06-10' }, 60],
  [{ datetime: '2026-06-16/..' }, 60],
  [{ datetime: '../2025-12-31' }, 60],
  [{ datetime: '2026-06-19T21:30:00.250Z' }, 60],
  [{ lastDays: 3 }, 60],
  [{ collections: ['org'] }, 80],
  [{ collections: ['org', 'it\'s'], datetime: '2026-06-01/2026-06-12' }, 50],
  [{ ids: ['item-0', 'item-5', 'it\'s'] }, 2],
  [{ platforms: ['Sat-1', 'sat-2'] }, 48],
  [{ platforms: ['sat\'s'], sortby: '-eo:cloud_cover,id' }, 24],
  [{ statuses: ['commanded', 'done'] }, 48],
  [{ instrumentModes: 'Spotlight' }, 48],
  [{ bbox: [7.2, 46.2, 9, 46.8] }, 69],
  [{ bbox: [170, -10, -179, 10], datetime: '2026' }, 30],
  [{ intersects: box(6, 46, 9, 47), collections: ['org'] }, 46],
  [{ sortby: '-properties.datetime,nothing:has-this' }, 120],
];

/**
 * DuckDB's spatial extension is to be downloaded, which no test does. These say the same as its functions for rectangles, whose sides lie
 * along the axes, and this is what all footprints and areas of this test are.
 */
const SPATIAL = `
CREATE MACRO ST_Intersects(a, b) AS ST_Intersects_Extent(a, b);
CREATE MACRO ST_MakeEnvelope(w, s, e, n) AS format('POLYGON(({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1}))', w, s, e, n)::GEOMETRY;
CREATE MACRO ST_GeomFromGeoJSON(t) AS ('POLYGON((' || array_to_string(list_transform(json_extract(t, '$.coordinates[0]')::DOUBLE[][], lambda p: p[1] || ' ' || p[2]), ', ') || '))')::GEOMETRY;
`;

describe('the query of DuckDB', () => {
  let folder = '';
  let file = '';

  beforeAll(async () => {
    folder = await makeTemporaryFolder('duckdb');
    file = join(folder, 'items.parquet');
    await writeFile(file, (await exported(ITEMS.map((item) => JSON.stringify(item)), 'geoparquet')).files.get('target') ?? '');
  });
  afterAll(async () => await removeTemporaryFolder(folder));

  function parsed(input: object): SearchQuery {
    const check = parseQuery(input, { limit: 50 });
    if (!check.ok) {
      throw new Error(check.problem);
    }
    return check.value;
  }

  /** What the search finds in a service that gives everything it has: each filter is held here. */
  async function searched(query: SearchQuery): Promise<readonly string[]> {
    await using server = await serve(({ url }) => {
      const at = Number(new URL(url, 'http://x').searchParams.get('at') ?? 0);
      const links = at + 50 < ITEMS.length ? [{ rel: 'next', href: `/stac/search?at=${at + 50}` }] : [];
      return { body: collection(ITEMS.slice(at, at + 50), { links }) };
    });
    const ports = testPorts();
    ports.clock.time = NOW;
    const client = new CatalogClient(ports);
    const results = new Results({ client: () => Promise.resolve(client), clock: ports.clock });
    const first = await results.search(environmentAt(server.origin), query, WANTED());
    // Of what is checked here alone, a search asks for pages until one is full.
    return (first.next === undefined ? first : await results.loadAll(1_000, WANTED())).items.map(({ id }) => id);
  }

  async function queried(query: SearchQuery, path = file): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const code = searchSnippet('duckdb', environmentAt('https://api.example.com'), query, NOW);
    const [note = '', ...lines] = code.replace('items.parquet', path).split('\n');
    expect(note).toMatch(/^-- /u);
    const spatial = lines.slice(0, 2).join('\n') === 'INSTALL spatial;\nLOAD spatial;';
    expect(spatial).toBe(query.bbox !== undefined || query.intersects !== undefined);
    using database = await openDuckDb();
    await database.run(SPATIAL);
    return await database.run([note, ...lines.slice(spatial ? 2 : 0)].join('\n'));
  }

  it.each(QUERIES)('finds in the export what the search finds in the service: %j', async (input, found) => {
    const query = parsed(input);
    const ids = await searched(query);
    expect(ids).toHaveLength(found);
    expect((await queried(query)).map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('sorts by the type of a column, with what has no such value last or first', async () => {
    const covers = (await queried(parsed({ platforms: ['sat\'s'], sortby: 'eo:cloud_cover' }))).map(({ id }) => id);
    expect(covers).toHaveLength(24);
    const mixed = (await queried(parsed({ ids: ['item-3', 'item-4'], sortby: 'eo:cloud_cover' }))).map(({ id }) => id);
    expect(mixed).toEqual(['item-4', 'item-3']);
  });

  it('runs over an export in which no item has what is asked for', async () => {
    const path = join(folder, 'bare.parquet');
    await writeFile(path, (await exported(['{"id":"a","assets":{},"geometry":null,"properties":{}}'], 'geoparquet')).files.get('target') ?? '');
    const all = parsed({ datetime: '2026', collections: ['x'], ids: ['a'], bbox: [1, 2, 3, 4], sortby: '-datetime,eo:cloud_cover' });
    expect((await queried(all, path)).map(({ id }) => id)).toEqual(['a']);
    for (const own of [{ platforms: ['x'] }, { statuses: ['x'] }, { instrumentModes: ['x'] }]) {
      expect(await queried(parsed(own), path)).toEqual([]);
    }
  });
});
