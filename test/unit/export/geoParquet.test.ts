import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableFromIPC, type Table } from 'apache-arrow';
import fc from 'fast-check';
import WKB from 'ol/format/WKB.js';
import type Geometry from 'ol/geom/Geometry.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import { parquetMetadata } from 'hyparquet';
import { readParquet, readSchema } from 'parquet-wasm';
import { describe, expect, it } from 'vitest';
import '../seed.js';
import { listShared, readSharedJson, sharedDataIsThere } from '../catalog/shared.js';
import { EXPORT_FORMATS } from '../../../src/core/export/encoder.js';
import { failureOf, feature } from '../catalog/support.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary.js';
import { openDuckDb } from './duckdb.js';
import { exported } from './support.js';

/** Reads a file with another library than the one that wrote it. */
function read(bytes: Uint8Array): { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly table: Table; readonly metadata: ReadonlyMap<string, string> } {
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  const names = table.schema.fields.map(({ name }) => name);
  const rows = [...Array(table.numRows).keys()].map((index) =>
    Object.fromEntries(names.map((name, column) => [name, plain(table.getChildAt(column)?.get(index))]).filter(([, value]) => value !== undefined)) as Readonly<Record<string, unknown>>);
  return { rows, table, metadata: tableFromIPC(readSchema(bytes).intoIPCStream()).schema.metadata };
}

/** Arrow's values as JSON has them, without nulls. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value === 'bigint') {
    return value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : value;
  }
  if (typeof value !== 'object' || value instanceof Uint8Array) {
    return value;
  }
  if (Symbol.iterator in value && 'length' in value) {
    return [...value as Iterable<unknown>].map((one) => plain(one) ?? null);
  }
  const fields = (value as { toJSON(): Readonly<Record<string, unknown>> }).toJSON();
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, plain(one)]).filter(([, one]) => one !== undefined));
}

const TIMES = new Set(['datetime', 'start_datetime', 'end_datetime', 'created', 'updated', 'published', 'expires', 'unpublished']);

interface Sent { readonly properties?: Readonly<Record<string, unknown>> | null; readonly geometry?: unknown; readonly [name: string]: unknown }

/** What a column has to hold for what an item says. Null members are not told from absent ones. */
function same(actual: unknown, sent: unknown, name: string): void {
  if (TIMES.has(name)) {
    // Arrow gives milliseconds with a fraction.
    expect(typeof actual === 'number' ? Math.floor(actual) : actual).toEqual(typeof sent === 'string' ? Date.parse(sent) : undefined);
  } else if (typeof actual === 'string' && actual !== sent) {
    // Of no type that Parquet has: kept as JSON.
    expect(JSON.parse(actual)).toEqual(sent);
  } else if (Array.isArray(sent)) {
    expect(actual).toHaveLength(sent.length);
    sent.forEach((one, index) => same((actual as readonly unknown[])[index], one, ''));
  } else if (typeof sent === 'object' && sent !== null) {
    const record = actual as Readonly<Record<string, unknown>>;
    for (const [key, one] of Object.entries(sent)) {
      same(Object.hasOwn(record, key) ? record[key] : undefined, one, '');
    }
    expect(Object.keys(record).filter((key) => !Object.hasOwn(sent, key))).toEqual([]);
  } else {
    expect(actual ?? null).toEqual(sent ?? null);
  }
}

function geometryIn(value: unknown): unknown {
  return new GeoJSON().writeGeometryObject(new WKB().readGeometry(Buffer.from(value as Uint8Array).toString('hex')) as Geometry);
}

function holds(row: Readonly<Record<string, unknown>>, item: Sent): void {
  const { type: _type, geometry, bbox, properties, ...outer } = item;
  const taken = new Set([...Object.keys(outer), 'id', 'collection', 'stac_extensions']);
  const inner = Object.entries(properties ?? {}).map(([name, value]) => [taken.has(name) ? `properties_${name}` : name, value] as const);
  for (const [name, value] of [...Object.entries(outer), ...inner]) {
    if (name === 'proj:geometry' && row[name] instanceof Uint8Array) {
      expect(geometryIn(row[name])).toEqual(value);
    } else {
      same(row[name], value, name);
    }
  }
  if (geometry === null || geometry === undefined) {
    expect(row['geometry']).toBeUndefined();
  } else {
    expect(geometryIn(row['geometry'])).toEqual(geometry);
  }
  if (Array.isArray(bbox)) {
    expect(Object.values(row['bbox'] as object)).toEqual(bbox);
  }
}

const file = async (items: readonly object[]): Promise<Uint8Array> => (await exported(items.map((item) => JSON.stringify(item)), 'geoparquet')).files.get('target') ?? new Uint8Array();

describe('GeoParquet', () => {
  it('has the columns, types and metadata of stac-geoparquet', async () => {
    const { rows, table, metadata } = read(await file([
      feature('a', { stac_extensions: ['https://x'], assets: { data: { href: 'https://x/y', roles: ['data'] } } }),
      feature('b', { geometry: null, properties: { datetime: null, start_datetime: '2026-06-10T08:15:30.123456+02:00', cloud: 1.5, n: 3 } }),
    ]));
    const types = Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, String(type)]));
    expect(types).toMatchObject({
      id: 'Utf8', collection: 'Utf8', stac_extensions: 'List<Utf8>', geometry: 'Binary', datetime: 'Timestamp<MICROSECOND, UTC>', created: 'Timestamp<MICROSECOND, UTC>', cloud: 'Float64', n: 'Int64',
      bbox: 'Struct<{xmin:Float64, ymin:Float64, xmax:Float64, ymax:Float64}>', links: 'List<Utf8>',
      assets: 'Struct<{data:Struct<{href:Utf8, roles:List<Utf8>}>}>', 'sar:instrument_mode': 'Utf8',
    });
    expect(Object.keys(types)).not.toContain('type');
    expect(rows.map((row) => row['id'])).toEqual(['a', 'b']);
    expect(rows[1]?.['start_datetime']).toBe(Date.parse('2026-06-10T06:15:30.123Z') + 0.456);
    expect(JSON.parse(metadata.get('geo') ?? '')).toEqual({
      version: '1.1.0', primary_column: 'geometry',
      columns: {
        geometry: {
          encoding: 'WKB', geometry_types: ['Polygon Z'], bbox: [7, 46, 8, 47],
          covering: { bbox: { xmin: ['bbox', 'xmin'], ymin: ['bbox', 'ymin'], xmax: ['bbox', 'xmax'], ymax: ['bbox', 'ymax'] } },
        },
      },
    });
    expect(JSON.parse(metadata.get('stac-geoparquet') ?? '')).toEqual({ version: '1.1.0' });
  });

  it.each<readonly [string, readonly (readonly number[])[], readonly number[], readonly number[]]>([
    ['over the antimeridian', [[175, -20], [-175, -20], [-175, -10], [175, -10], [175, -20]], [175, -20, -175, -10], [7, -20, -175, 47]],
    ['over the antimeridian, written on', [[175, -20], [185, -20], [185, -10], [175, -10], [175, -20]], [175, -20, -175, -10], [7, -20, -175, 47]],
    ['around a pole', [[0, 70], [120, 71], [-120, 72], [0, 70]], [-180, 70, 180, 90], [-180, 46, 180, 90]],
  ])('gives a row %s the box that RFC 7946 (section 5) gives it, and the file the smallest around all', async (_name, ring, box, all) => {
    const { bbox: _, ...item } = feature('a', { geometry: { type: 'Polygon', coordinates: [ring] } }) as Readonly<Record<string, unknown>>;
    const { rows, metadata } = read(await file([item, feature('b')]));
    expect(Object.values(rows[0]?.['bbox'] as object)).toEqual(box);
    expect((JSON.parse(metadata.get('geo') ?? '') as { readonly columns: { readonly geometry: { readonly bbox: unknown } } }).columns.geometry.bbox).toEqual(all);
  });

  it('keeps the footprint in the item\'s own projection as a second geometry, without a reference system of the column', async () => {
    const projected = { type: 'Polygon', coordinates: [[[399960, 4990200], [509760, 4990200], [509760, 5100000], [399960, 4990200]]] };
    const several = { type: 'MultiPolygon', coordinates: [projected.coordinates] };
    const { rows, table, metadata } = read(await file([
      feature('a', { properties: { 'proj:geometry': projected } }), feature('b', { properties: { 'proj:geometry': null } }), feature('c', { properties: { 'proj:geometry': several } }), feature('d'),
    ]));
    expect(table.schema.fields.filter(({ name }) => name === 'proj:geometry').map(({ type }) => String(type))).toEqual(['Binary']);
    expect(rows.map((row) => (row['proj:geometry'] === undefined ? undefined : geometryIn(row['proj:geometry'])))).toEqual([projected, undefined, several, undefined]);
    const { columns } = JSON.parse(metadata.get('geo') ?? '') as { readonly columns: Readonly<Record<string, unknown>> };
    expect(columns['proj:geometry']).toEqual({ encoding: 'WKB', geometry_types: ['MultiPolygon', 'Polygon'], crs: null });
    expect(Object.keys(columns)).toEqual(['geometry', 'proj:geometry']);
  });

  it.each([['a text'], [{ type: 'Polygon', coordinates: [] }], [7]])('keeps all of that column as it was where one is %j, which is no geometry', async (value) => {
    const items = [feature('a', { properties: { 'proj:geometry': { type: 'Point', coordinates: [500000, 5000000] } } }), feature('b', { properties: { 'proj:geometry': value } })];
    const { rows, metadata } = read(await file(items));
    items.forEach((item, index) => holds(rows[index] ?? {}, item as Sent));
    expect(metadata.get('geo')).not.toContain('proj:geometry');
  });

  it('keeps big integers, and falls back to JSON where values have nothing in common', async () => {
    const { files } = await exported([
      '{"id":"a","assets":{},"properties":{"big":9007199254740993,"mixed":1.10,"a.b":1,"id":"inner","":2,"list":[]}}',
      '{"id":"b","assets":{},"properties":{"mixed":"x","list":[[1],["y"]],"__proto__":{"c":1}}}',
    ], 'geoparquet');
    const { rows } = read(files.get('target') ?? new Uint8Array());
    expect(rows[0]).toMatchObject({ big: 9007199254740993n, mixed: '1.10', 'a.b': 1, properties_id: 'inner', properties_: 2, list: [], assets: '{}', collection: '' });
    expect(rows[1]).toMatchObject({ mixed: '"x"', list: [['1'], ['"y"']] });
    expect(JSON.stringify(rows[1])).toContain('"__proto__":{"c":1}');
  });

  it('holds rows beyond one row group', async () => {
    const items = Array.from({ length: 2_100 }, (_, index) => feature(`item-${index}`, { properties: { datetime: '2026-06-10T08:15:30Z', index } }));
    const { rows } = read(await file(items));
    expect(rows).toHaveLength(items.length);
    expect(rows.map((row) => row['index'])).toEqual(items.map((_, index) => index));
  });

  it.each(EXPORT_FORMATS)('has nothing to say as %s where there are no items', async (format) => {
    expect(await failureOf(exported([], format))).toMatchObject({ kind: 'invalid', field: 'exportItems' });
  });

  it('is not made of nothing but items that it cannot hold', async () => {
    const deep = `{"id":"deep","properties":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    expect(await failureOf(exported([deep], 'geoparquet'))).toEqual({ kind: 'itemUnavailable', reason: 'unreadable' });
  });

  it('equals the items, whatever they say', async () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)), fc.boolean(), fc.constant(null));
    const name = fc.string({ minLength: 1, maxLength: 4 }).filter((one) => !['id', 'type', 'bbox'].includes(one));
    const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), { minKeys: 1, maxKeys: 3 }));
    await fc.assert(fc.asyncProperty(fc.array(fc.dictionary(name, value, { maxKeys: 4 }), { minLength: 1, maxLength: 5 }), async (all) => {
      const items = all.map((properties, index) => feature(String(index), { properties }));
      const { rows } = read(await file(items));
      items.forEach((item, index) => holds(rows[index] ?? {}, item as Sent));
    }), { numRuns: 100 });
  });

  it.runIf(sharedDataIsThere)('equals the items of real services', async () => {
    const groups = listShared('real-items').map((path): readonly Sent[] => {
      const value = readSharedJson(path) as { readonly features?: readonly Sent[]; readonly geometry?: unknown };
      // One says Polygon and has the coordinates of a MultiPolygon: that is no geometry.
      return value.features ?? ('geometry' in value ? [path.includes('antimeridian-bad') ? { ...value, geometry: { ...value.geometry as object, type: 'MultiPolygon' } } as Sent : value as Sent] : []);
    }).filter((items) => items.length > 0);
    expect(groups.flat().length).toBeGreaterThan(90);
    // Each with items of its own kind, as they are searched, and all in one file.
    for (const group of [...groups, groups.flat()]) {
      const { rows } = read(await file(group));
      group.forEach((item, index) => holds(rows[index] ?? {}, item));
    }
  });

  describe('read by DuckDB', () => {
    /** The types of a file's columns as DuckDB has them, and its rows. */
    async function readByDuckDb(bytes: Uint8Array): Promise<{ readonly types: ReadonlyMap<string, string>; readonly rows: readonly Readonly<Record<string, unknown>>[] }> {
      const folder = await makeTemporaryFolder('duckdb');
      try {
        const path = join(folder, 'items.parquet');
        await writeFile(path, bytes);
        using database = await openDuckDb();
        const columns = await database.run(`DESCRIBE SELECT * FROM '${path}'`);
        return {
          types: new Map(columns.map(({ column_name: name, column_type: type }) => [String(name), String(type)])),
          rows: await database.run(`SELECT * EXCLUDE (geometry) FROM '${path}'`),
        };
      } finally {
        await removeTemporaryFolder(folder);
      }
    }

    const bytesIn = (types: ReadonlyMap<string, string>): readonly string[] =>
      [...types].flatMap(([name, type]) => (name !== 'geometry' && name !== 'proj:geometry' && type.includes('BLOB') ? [`${name} ${type}`] : []));

    it('has JSON that is text: assets without members, values with nothing in common, in lists and structs too', async () => {
      const items = [
        feature('a', { assets: {}, properties: { datetime: null, mixed: 1, list: [{}], deep: { mixed: 'x', none: {} } } }),
        feature('b', { assets: {}, properties: { datetime: '2026-06-10T08:15:30Z', mixed: { a: '\u00e9' }, list: [{}, {}], deep: { mixed: [1.5], none: {} } } }),
      ];
      const { types, rows } = await readByDuckDb(await file(items));
      expect(bytesIn(types)).toEqual([]);
      expect(Object.fromEntries(types)).toMatchObject({ assets: 'JSON', mixed: 'JSON', list: 'JSON[]', deep: 'STRUCT(mixed JSON, "none" JSON)', datetime: 'TIMESTAMP WITH TIME ZONE' });
      expect(rows.map(({ assets, mixed, list, deep }) => ({ assets, mixed, list, deep }))).toEqual([
        { assets: '{}', mixed: '1', list: ['{}'], deep: { mixed: '"x"', none: '{}' } },
        { assets: '{}', mixed: '{"a":"\u00e9"}', list: ['{}', '{}'], deep: { mixed: '[1.5]', none: '{}' } },
      ]);
    });

    it('reads such columns as text in Arrow too', async () => {
      const { table } = read(await file([feature('a', { properties: { mixed: 1 } }), feature('b', { properties: { mixed: 'x' } })]));
      expect(table.schema.fields.filter(({ name }) => name === 'assets' || name === 'mixed').map(({ type }) => String(type))).toEqual(['Utf8', 'Utf8']);
    });

    it('carries the older type beside the logical one, for readers that know that alone', async () => {
      const bytes = await file([feature('a', { properties: { mixed: 1 } }), feature('b', { properties: { mixed: 'x' } })]);
      const elements = parquetMetadata(new Uint8Array(bytes).buffer).schema.filter(({ name }) => name === 'assets' || name === 'mixed');
      expect(elements).toMatchObject(elements.map(() => ({ type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } })));
      expect(elements).toHaveLength(2);
    });

    it.runIf(sharedDataIsThere)('has no column of bytes but geometries for the items of real services', async () => {
      const groups = listShared('real-items').map((path) => readSharedJson(path) as { readonly features?: readonly object[]; readonly geometry?: unknown })
        .map((value) => value.features ?? ('geometry' in value ? [value] : [])).filter((items) => items.length > 0);
      const all = [...groups, groups.flat()];
      expect((await Promise.all(all.map(async (items) => bytesIn((await readByDuckDb(await file(items))).types)))).flat()).toEqual([]);
    });
  });
});
