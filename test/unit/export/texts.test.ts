import fc from 'fast-check';
import WKT from 'ol/format/WKT.js';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/core/export/csv.js';
import { exportItem, exportItemOf } from '../../../src/core/export/exportItem.js';
import { runExport } from '../../../src/core/export/runExport.js';
import { wktOf } from '../../../src/core/export/wkt.js';
import { PageContent, readItem } from '../../../src/core/items/item.js';
import '../seed.js';
import { feature, failureOf } from '../catalog/support.js';
import { exported, exportedText, memoryFiles } from './support.js';

const ODD = '{ "id": "a",\n  "properties": { "big": 9007199254740993, "price": 1.10, "text": "x \\u0041 \\" y" },\r\n "geometry": null }';

/** RFC 4180, as another program would read it. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') {
        cell += sign;
      } else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else {
        quoted = false;
      }
    } else if (sign === '"') {
      quoted = true;
    } else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else {
      cell += sign;
    }
  }
  return rows;
}

function table(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    expect(row).toHaveLength(header.length);
    return Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
  });
}

/** What spreadsheets run. */
const RUNS = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/u;

describe('GeoJSON', () => {
  it('keeps literals, and adds what makes a feature', async () => {
    const text = await exportedText([ODD, '{}', JSON.stringify({ type: 'Feature', geometry: null, properties: {} })], 'geojson');
    expect(text).toBe(`{"type":"FeatureCollection","features":[
{"type":"Feature","id":"a","properties":{"big":9007199254740993,"price":1.10,"text":"x \\u0041 \\" y"},"geometry":null},
{"type":"Feature","geometry":null,"properties":null},
{"type":"Feature","geometry":null,"properties":{}}
]}
`);
  });

  it('has one item a line when newline-delimited, whatever is in the items', async () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\r', '\u2028', '\u0000', '{', ' ', 'a', '\ud800'), maxLength: 6 });
    await fc.assert(fc.asyncProperty(fc.array(fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.dictionary(text, text, { maxKeys: 2 })), { maxKeys: 3 }), { minLength: 1, maxLength: 3 }), async (all) => {
      const texts = all.map((properties) => JSON.stringify({ id: 'x', properties }, undefined, 1));
      const lines = (await exportedText(texts, 'ndjson')).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line) => (JSON.parse(line) as { properties: unknown }).properties)).toEqual(texts.map((text) => (JSON.parse(text) as { properties: unknown }).properties));
    }), { numRuns: 60 });
  });

  it('is cut out of the page that the item came in', () => {
    const page = new TextEncoder().encode(`{"features": [ {"id": "first"}, ${ODD} ]}`);
    expect(exportItem(readItem({ id: 'a' }, new PageContent(page), 1)).text).toBe(exportItemOf(ODD).text);
    expect(exportItem(readItem({ id: 'a' }, new PageContent(page), 0)).text).toBe('{"id":"first"}');
  });

  it('of a very deep item is that item', async () => {
    const deep = `{"id":"deep","properties":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
    expect(await exportedText([deep], 'ndjson')).toContain('['.repeat(20_000));
    const csv = await exported([deep, ODD], 'csv');
    expect(csv.outcome).toEqual({ items: 1, files: 1, unreadable: 1 });
    const parquet = await exported([deep, ODD], 'geoparquet');
    expect(parquet.outcome).toEqual({ items: 1, files: 1, unreadable: 1 });
  });
});

describe('CSV', () => {
  it('has a column for every property of every item, and the geometry as text', async () => {
    const rows = table(await exportedText([
      JSON.stringify(feature('a', { properties: { datetime: '2026-06-10T08:15:30Z', view: { angle: -12.5, of: { off: true } }, bands: [1, 2], id: 'inner' } })),
      ODD,
    ], 'csv'));
    expect(rows).toEqual([
      {
        id: 'a', collection: 'org', datetime: '2026-06-10T08:15:30Z', 'view.angle': '-12.5', 'view.of.off': 'true', bands: '[1,2]', 'properties.id': 'inner', big: '', price: '', text: '',
        geometry: 'POLYGON Z ((7 46 400, 8 46 400, 8 47 400, 7 46 400))',
      },
      { id: 'a', collection: '', datetime: '', 'view.angle': '', 'view.of.off': '', bands: '', 'properties.id': '', big: '9007199254740993', price: '1.10', text: 'x A " y', geometry: '' },
    ]);
  });

  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '  =1', '\u00a0=cmd|x', '\u200b=1', '＝1', '=HYPERLINK("http://x","y")'])('defuses %j', (formula) => {
    expect(readCsv(`${csvText(formula)}\r\n`)).toEqual([[`'${formula}`]]);
  });

  it.each([
    ['a;=cmd|x', "a;'=cmd|x"], ['a\t=1', "a\t'=1"], ['a; \u200b@x', "a;' \u200b@x"], ['=1;=2', "'=1;'=2"], ['a;"=1"', 'a;\'"=1"'], ['a\n=1', "a\n'=1"], ['\t=1', "'\t'=1"], ['\r\n=1', "'\r\n'=1"],
    ['a;-5;b', 'a;-5;b'], ['a; b=c', 'a; b=c'], ['a;', 'a;'],
  ])('defuses %j as %j, whose separator another spreadsheet may go by', (text, expected) => {
    expect(readCsv(`${csvText(text)}\r\n`)).toEqual([[expected]]);
  });

  it.each([';', '\t'])('begins no cell with a formula where a spreadsheet splits at %j and at every line', (separator) => {
    const text = fc.array(fc.constantFrom('a', ';', '\t', '\n', '\r', '"', '=', '@', ' ', '\u200b', ',', '5'), { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(fc.property(text, (value) => {
      for (const cell of `x,${csvText(value)}`.split(new RegExp(`[\r\n${separator}]`, 'u'))) {
        expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=@]/u);
      }
    }), { numRuns: 2_000 });
  });

  it.each(['-12.5', '+3', 'plain', '2026-06-10', 'a=b', ''])('leaves %j', (text) => {
    expect(csvText(text)).toBe(text);
  });

  it('holds no formula and loses nothing, in headers and cells alike', async () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' =', '"', ',', '\u0000='), fc.string({ maxLength: 8 })).map((parts) => parts.join('')));
    await fc.assert(fc.asyncProperty(fc.array(fc.dictionary(text, text, { maxKeys: 4 }), { minLength: 1, maxLength: 4 }), async (all) => {
      const [header = [], ...rows] = readCsv(await exportedText(all.map((properties) => JSON.stringify({ id: 'x', collection: 'y', properties })), 'csv'));
      for (const cell of [...header, ...rows.flat()]) {
        expect(RUNS.test(cell) && !/^[+-]?\d/u.test(cell)).toBe(false);
      }
      const bare = (cell: string | undefined): string => (cell ?? '').replace(/^'(?=[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u, '').replace(/(?<=[;\t\r\n])'(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu, '');
      all.forEach((properties, index) => {
        for (const [name, value] of Object.entries(properties)) {
          // What is no UTF-8 is replaced in every file.
          const column = header.findIndex((cell) => bare(cell) === bare(name.toWellFormed()) || bare(cell) === `properties.${name}`);
          expect(bare(rows[index]?.[column])).toBe(bare(value.toWellFormed()));
        }
      });
    }), { numRuns: 200 });
  });
});

describe('WKT', () => {
  const GEOMETRIES: readonly (readonly [object, string])[] = [
    [{ type: 'Point', coordinates: [1, 2] }, 'POINT (1 2)'],
    [{ type: 'Point', coordinates: [1, 2, 3, 4] }, 'POINT Z (1 2 3)'],
    [{ type: 'LineString', coordinates: [[1, 2, 3], [4, 5]] }, 'LINESTRING (1 2, 4 5)'],
    [{ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2, 3] }, { type: 'Point', coordinates: [4, 5] }] }, 'GEOMETRYCOLLECTION(POINT (1 2), POINT (4 5))'],
    [{ type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] }, 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))'],
  ];
  it.each(GEOMETRIES)('writes %j', (geometry, expected) => {
    expect(wktOf(geometry)).toBe(expected);
    expect(() => new WKT().readGeometry(expected)).not.toThrow();
  });

  it.each([null, undefined, 'x', {}, { type: 'Point' }, { type: 'Point', coordinates: ['1', '2'] }, { type: 'Point', coordinates: [1] }, { type: 'Polygon', coordinates: [[]] },
    { type: 'Polygon', coordinates: [] }, { type: 'GeometryCollection', geometries: [] }, { type: 'Circle', coordinates: [1, 2] }, { type: 'Point', coordinates: [null, 2] }])('has nothing for %j', (geometry) => {
    expect(wktOf(geometry)).toBeUndefined();
  });

  it('keeps a line for every item', async () => {
    expect(await exportedText([ODD, JSON.stringify(feature('b'))], 'wkt')).toBe('GEOMETRYCOLLECTION EMPTY\nPOLYGON Z ((7 46 400, 8 46 400, 8 47 400, 7 46 400))\n');
  });
});

describe('an export', () => {
  const at = (id: string, collection: string, datetime: string | null): string => JSON.stringify(feature(id, { collection, properties: { datetime } }));

  it('goes into one file per collection, whatever they are called', async () => {
    const { files } = await exported([at('1', 'org', null), at('2', '../x', null), at('3', 'ORG', null), at('4', 'org', null)], 'ndjson', 'collection');
    const names = [...files.keys()];
    expect(names).toHaveLength(3);
    expect(names[0]).toBe('items-org.ndjson');
    expect(names[1]).toMatch(/^items-[\w.]+-[\da-f]{8}\.ndjson$/u);
    expect(names[2]).toBe('items-ORG (2).ndjson');
    expect([...files.values()].map((bytes) => new TextDecoder().decode(bytes).trim().split('\n').length)).toEqual([2, 1, 1]);
  });

  it('goes into one file per month, in UTC', async () => {
    const { files } = await exported([at('1', 'a', '2026-06-30T23:30:00-02:00'), at('2', 'a', '2026-06-01T00:00:00Z'), at('3', 'a', null), at('4', 'a', 'soon')], 'csv', 'month');
    expect([...files.keys()]).toEqual(['items-2026-07.csv', 'items-2026-06.csv', 'items-undated.csv']);
  });

  it('that is cancelled or fails leaves nothing', async () => {
    const files = memoryFiles();
    const controller = new AbortController();
    const order = (items: () => AsyncGenerator<ReturnType<typeof exportItemOf>>) => runExport({ format: 'ndjson', split: 'none', files, signal: controller.signal, items });
    await expect(order(async function* () {
      yield await Promise.resolve(exportItemOf(ODD));
      throw new Error('gone');
    })).rejects.toThrow('gone');
    expect(files.files.size + files.begun.size).toBe(0);
    expect(await failureOf(order(async function* () {
      yield await Promise.resolve(exportItemOf(ODD));
      controller.abort();
      yield exportItemOf(ODD);
    }))).toEqual({ kind: 'cancelled' });
    expect(files.files.size + files.begun.size).toBe(0);
  });
});

describe('an item that is too much to be parsed at once', () => {
  const full = `{"id":"b","geometry":null,"properties":{"x":[${'1,'.repeat(200_000)}1]}}`;
  const small = '{"id":"a","geometry":null,"properties":{}}';

  it.each(['csv', 'geoparquet'] as const)('is counted as unreadable, and the others are written: %s', async (format) => {
    const { outcome } = await exported([small, full], format);
    expect(outcome).toMatchObject({ items: 1, unreadable: 1 });
  });

  it('ends an export as WKT with a failure', async () => {
    await expect(exported([small, full], 'wkt')).rejects.toMatchObject({ failure: { kind: 'itemUnavailable', reason: 'unreadable' } });
  });
});
