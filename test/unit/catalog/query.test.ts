import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AreaGeometry } from '../../../src/core/geo/areaGeometry.js';
import type { Item } from '../../../src/core/items/item.js';
import { parseQuery, resolveQuery, type SearchQuery } from '../../../src/core/query/query.js';
import { matchesQuery } from '../../../src/core/query/queryMatch.js';
import { queryFromParameters, queryParameters } from '../../../src/core/query/queryParameters.js';
import { describeQuery } from '../../../src/core/query/queryWords.js';

const defaults = { limit: 100 };

describe('a query given as arguments', () => {
  it('takes shorthand, text and arrays', () => {
    expect(parseQuery({ datetime: '2026-06', bbox: '1 2 3 4', collections: 'a, b', ids: ['x'], limit: 5 }, defaults)).toEqual({
      ok: true,
      value: { limit: 5, datetime: '2026-06-01T00:00:00Z/2026-06-30T23:59:59Z', bbox: [1, 2, 3, 4], collections: ['a', 'b'], ids: ['x'] },
    });
    expect(parseQuery(undefined, defaults)).toEqual({ ok: true, value: { limit: 100 } });
    expect(parseQuery({ lastDays: 7, ids: null }, defaults)).toEqual({ ok: true, value: { limit: 100, lastDays: 7 } });
  });

  it('takes an area in any form, names, a sort, a filter and further parameters', () => {
    const point = { type: 'Point', coordinates: [7, 46] };
    const areas = [{ area: '5, 45, 10, 47' }, { area: [5, 45, 10, 47] }, { area: 'POINT(7 46)' }, { area: point }, { intersects: { type: 'Feature', geometry: point } }, { intersects: JSON.stringify(point) }];
    expect(areas.map((area) => parseQuery(area, defaults))).toEqual([
      ...Array.from({ length: 2 }, () => ({ ok: true, value: { limit: 100, bbox: [5, 45, 10, 47] } })),
      ...Array.from({ length: 4 }, () => ({ ok: true, value: { limit: 100, intersects: point } })),
    ]);
    const rest = { platforms: 'a, b', statuses: ['X'], instrumentModes: 'SPOTLIGHT', sortby: '-datetime, id', filter: ' a < 1 ', parameters: 'fields=a%2Cb&n=1' };
    expect(parseQuery(rest, defaults)).toEqual({
      ok: true,
      value: {
        limit: 100, platforms: ['a', 'b'], statuses: ['X'], instrumentModes: ['SPOTLIGHT'], filter: 'a < 1', parameters: { fields: 'a,b', n: '1' },
        sortby: [{ field: 'datetime', direction: 'desc' }, { field: 'id', direction: 'asc' }],
      },
    });
    expect(parseQuery({ sortby: [{ field: 'a' }, '+b'], parameters: { n: 1, b: true } }, defaults)).toMatchObject({ ok: true, value: { sortby: [{ field: 'a', direction: 'asc' }, { field: 'b', direction: 'asc' }], parameters: { n: '1', b: 'true' } } });
  });

  it.each<readonly [unknown, string, RegExp]>([
    ['x', 'query', /object/u],
    [[1], 'query', /object/u],
    [{ limit: 0 }, 'limit', /1 to 10,000/u],
    [{ limit: 10_001 }, 'limit', /1 to 10,000/u],
    [{ limit: '5' }, 'limit', /whole number/u],
    [{ datetime: '2026-02-30' }, 'datetime', /February 2026/u],
    [{ datetime: 2026 }, 'datetime', /text/u],
    [{ bbox: [0, 1, 1, 0] }, 'bbox', /north of north/u],
    [{ bbox: 5 }, 'bbox', /array of four/u],
    [{ collections: [] }, 'collections', /at least one/u],
    [{ ids: [1] }, 'ids', /text/u],
    [{ ids: ['a,b'] }, 'ids', /comma/u],
    [{ datetime: '2026', lastDays: 1 }, 'lastDays', /either/u],
    [{ bbox: [1, 2, 3, 4], intersects: { type: 'Point', coordinates: [1, 2] } }, 'intersects', /either bbox or intersects/u],
    [{ area: 'POLYGON((0 0, 1 1' }, 'area', /ends too early/u],
    [{ intersects: { type: 'Point', coordinates: [1, 91] } }, 'intersects', /91 is no latitude/u],
    [{ intersects: '1, 2, 3, 4' }, 'intersects', /give it as bbox/u],
    [{ platforms: [] }, 'platforms', /at least one/u],
    [{ statuses: 5 }, 'statuses', /at least one/u],
    [{ sortby: [{ field: 'a', direction: 'down' }] }, 'sortby', /-datetime/u],
    [{ sortby: 'a,,b' }, 'sortby', /-datetime/u],
    [{ sortby: 'a,-a' }, 'sortby', /each field once/u],
    [{ filter: 'a = (1' }, 'filter', /without its \)/u],
    [{ filter: 'a = \'x' }, 'filter', /not closed/u],
    [{ parameters: { limit: 5 } }, 'parameters', /row of its own/u],
    [{ parameters: { access_token: 'x' } }, 'parameters', /may carry a secret/u],
    [{ parameters: { 'X-Api-Key': 'x' } }, 'parameters', /may carry a secret/u],
    [{ parameters: { x: 'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln' } }, 'parameters', /looks like a token/u],
    [{ parameters: { 'a b': 'x' } }, 'parameters', /letters, digits/u],
    [JSON.parse('{"parameters": {"__proto__": "x"}}'), 'parameters', /letters, digits/u],
    [{ parameters: { x: {} } }, 'parameters', /is a text/u],
    [{ parameters: 'x=1&x=2' }, 'parameters', /twice/u],
    [{ dateTime: '2026' }, 'dateTime', /no such member/u],
    [JSON.parse('{"__proto__": {"limit": 1}}'), '__proto__', /no such member/u],
  ])('%j is refused at %s', (input, field, problem) => {
    const parsed = parseQuery(input, defaults);
    expect(parsed).toMatchObject({ ok: false, field });
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem);
  });
});

/** Texts of CQL2 (OGC 21-065, annex B) whose quotes and brackets are whole in one way of reading or another. */
const CQL2_TEXTS = [
  'name = \'it\\\'s\'', 'name = \'it\'\'s\'', 'name = \'\'', 'name = \'\\\'\'', 'name LIKE \'a\\\') (%\' AND b = 1', 'path = \'C:\\\'', 'path = \'C:\\\' AND (name = \'it\\\'s\')', 'path IN (\'C:\\\', \'D:\\\')',
  'name = \':-)\'', 'name = \'a"b\'', '"it\'s" = 1', '"a(b" = 1', 'S_INTERSECTS(geometry, POINT(7 46))', 'CASEI(name) = CASEI(\'(\')', 'NOT (a = 1 OR (b = 2))', 'a = \'\u2019\'',
] as const;

describe('CQL2 text', () => {
  it.each(CQL2_TEXTS)('%s is left to the service', (filter) => {
    expect(parseQuery({ filter }, defaults)).toEqual({ ok: true, value: { limit: 100, filter } });
  });

  it.each<readonly [string, RegExp]>([
    ['a = \'x', /not closed: '/u], ['a = \'it\'\'s', /not closed: '/u], ['a = "x', /not closed: "/u], ['a = (\'it\\\'s\'', /\( without its \)/u], ['a = \'x\')', /\) without its \(/u], ['a = \'it\'\'s\')', /\) without its \(/u],
    [`a = ${'\'\\\''.repeat(4)}(`, /\( without its \)/u],
  ])('%s is wrong whichever way it is read', (filter, problem) => {
    const parsed = parseQuery({ filter }, defaults);
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem);
  });

  it('is never refused for the text inside a literal, with either escape of a quote', () => {
    const inside = fc.array(fc.constantFrom('\'', '"', '(', ')', 'a', ' ', '\\', 'é'), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(fc.property(inside, fc.constantFrom('\'\'', '\\\''), fc.nat({ max: 3 }), (text, escape, depth) => {
      const filter = `${'('.repeat(depth)}a = '${text.replaceAll('\'', escape)}'${')'.repeat(depth)}`;
      expect(parseQuery({ filter }, defaults)).toMatchObject({ ok: true });
    }));
  });

  it('is read in no time, however often it can be read in two ways', () => {
    const filter = '(\'\\\''.repeat(5_000);
    expect(filter.length).toBe(20_000);
    expect(typeof parseQuery({ filter }, defaults).ok).toBe('boolean');
  });
});

const name = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes(',') && text.isWellFormed());
const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
const datetime = fc.oneof(
  instant,
  fc.tuple(instant, instant).map(([a, b]) => (a < b ? `${a}/${b}` : `${b}/${a}`)),
  instant.map((time) => `${time}/..`),
  instant.map((time) => `../${time}`),
);
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const bbox = fc.tuple(longitude, latitude, longitude, latitude).map(([west, a, east, b]) => [west + 0, Math.min(a, b) + 0, east + 0, Math.max(a, b) + 0] as const);
/** Convex shapes on a grid, so that they never cross themselves. */
const place = fc.tuple(fc.integer({ min: -170, max: 160 }), fc.integer({ min: -80, max: 80 }));
const square = ([x, y]: readonly [number, number]): readonly (readonly (readonly [number, number])[])[] => [[[x, y], [x + 5, y], [x + 5, y + 5], [x, y + 5], [x, y]]];
const intersects: fc.Arbitrary<AreaGeometry> = fc.oneof(
  place.map((coordinates): AreaGeometry => ({ type: 'Point', coordinates })),
  place.map(([x, y]): AreaGeometry => ({ type: 'LineString', coordinates: [[x, y], [x + 1, y + 1.5]] })),
  place.map((corner): AreaGeometry => ({ type: 'Polygon', coordinates: square(corner) })),
  fc.uniqueArray(place, { minLength: 2, maxLength: 4 }).map((corners): AreaGeometry => ({ type: 'MultiPolygon', coordinates: corners.map(square) })),
);
const field = fc.stringMatching(/^[a-z][\w.:]{0,10}$/u);
const sortby = fc.uniqueArray(fc.record({ field, direction: fc.constantFrom('asc', 'desc') }), { minLength: 1, maxLength: 3, selector: (key) => key.field });
const filter = fc.constantFrom('a < 1', 'name = \'it\'\'s & so = on\'', 'S_INTERSECTS(geometry, POINT(7 46))', 'ä > "ü"');
const parameters = fc.dictionary(fc.stringMatching(/^(?:x|fields|status|a:b)[a-z]?$/u), fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()), { minKeys: 1, noNullPrototype: true });
const query: fc.Arbitrary<SearchQuery> = fc.record(
  { sortby, filter, parameters, limit: fc.integer({ min: 1, max: 10_000 }), datetime, bbox, collections: fc.uniqueArray(name, { minLength: 1 }), ids: fc.uniqueArray(name, { minLength: 1 }) },
  { requiredKeys: ['limit'] },
).chain((value) => fc.oneof(fc.constant(value), intersects.map((area) => ({ ...value, bbox: undefined, intersects: area }))))
  .map((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))) as unknown as fc.Arbitrary<SearchQuery>;

describe('the parameters of a query', () => {
  it('are those of STAC API item search', () => {
    const parameters = queryParameters({ limit: 10, datetime: '2026-06-01T00:00:00Z/..', bbox: [170, -20, -170, 1e-7], collections: ['a', 'b'], ids: ['i'] });
    const rest = queryParameters({
      limit: 1, intersects: { type: 'Point', coordinates: [7, 46] }, sortby: [{ field: 'a', direction: 'desc' }, { field: 'b', direction: 'asc' }], filter: 'a<1', parameters: { x: 'y' },
      platforms: ['P'], statuses: ['S'], instrumentModes: ['M'],
    });
    expect(decodeURIComponent(rest.toString())).toBe('limit=1&intersects={"type":"Point","coordinates":[7,46]}&sortby=-a,b&filter=a<1&filter-lang=cql2-text&x=y');
    expect(decodeURIComponent(parameters.toString())).toBe('limit=10&datetime=2026-06-01T00:00:00Z/..&bbox=170,-20,-170,1e-7&collections=a,b&ids=i');
  });

  it('survive the trip through an address and back', () => {
    fc.assert(fc.property(query, (value) => {
      const url = new URL(`https://api.example/stac/search?${queryParameters(value).toString()}`);
      expect(queryFromParameters(url.searchParams, defaults)).toEqual({ ok: true, value });
    }), { numRuns: 500 });
  });
});

describe('a query in words', () => {
  it.each<readonly [SearchQuery, string]>([
    [{ limit: 100 }, '100 items'],
    [{ limit: 10_000, ids: ['a'] }, '10,000 items, id a'],
    [{ limit: 1, lastDays: 1 }, '1 item, last 24 hours'],
    [{ limit: 100, lastDays: 7, datetime: 'x' }, '100 items, last 7 days'],
    [{ limit: 5, datetime: '2026-06-10T00:00:00Z/2026-06-10T23:59:59Z' }, '5 items, on 2026-06-10 UTC'],
    [{ limit: 5, datetime: '2026-06-01T00:00:00Z/2026-06-30T23:59:59Z' }, '5 items, 2026-06-01 to 2026-06-30 UTC'],
    [{ limit: 5, datetime: '2026-06-01T08:15:00Z/..' }, '5 items, since 2026-06-01 08:15 UTC'],
    [{ limit: 5, datetime: '../2026-06-30T23:59:59Z' }, '5 items, until 2026-06-30 UTC'],
    [{ limit: 5, datetime: '2026-06-01T08:15:30.5Z' }, '5 items, at 2026-06-01 08:15:30 UTC'],
    [{ limit: 5, intersects: { type: 'Point', coordinates: [7, 46] } }, '5 items, in point at 7, 46'],
    [{ limit: 5, intersects: { type: 'Polygon', coordinates: square([7, 46]) }, platforms: ['A', 'B'], statuses: ['NEW'], instrumentModes: ['SPOT'] }, '5 items, in polygon within 7, 46, 12, 51, from A or B, in state NEW, in mode SPOT'],
    [{ limit: 5, filter: 'a < 1', parameters: { x: '1' }, sortby: [{ field: 'a', direction: 'desc' }] }, '5 items, where a < 1, with x=1, by -a'],
    [{ limit: 5, bbox: [1, 2, 3, 4], collections: ['a'], ids: ['x', 'y'] }, '5 items, in 1, 2, 3, 4, collection a, 2 ids'],
  ])('%j: %s', (value, words) => {
    expect(describeQuery(value)).toBe(words);
  });

  it('counts the last days from when it runs', () => {
    const again = resolveQuery({ limit: 1, lastDays: 1, datetime: 'old' }, Date.UTC(2026, 0, 2));
    expect(again.datetime).toBe('2026-01-01T00:00:00Z/2026-01-02T00:00:00Z');
  });
});

function item(values: Partial<Item>): Item {
  return {
    id: 'i', collection: 'c', datetime: '2026-06-10T00:00:00Z', platform: undefined, status: undefined,
    geometry: { type: 'Point', coordinates: [7, 46, 400] }, source: { page: new Uint8Array(), index: 0 }, ...values,
  };
}

describe('whether an item is what was asked for', () => {
  it.each<readonly [string, Omit<SearchQuery, 'limit'>, Partial<Item>, string]>([
    ['no filter', {}, {}, 'ok'],
    ['id', { ids: ['i'] }, {}, 'ok'],
    ['other id', { ids: ['I'] }, {}, 'ids'],
    ['other collection', { collections: ['d'] }, {}, 'collections'],
    ['no collection to check', { collections: ['d'] }, { collection: '' }, 'ok'],
    ['in time', { datetime: '2026-06-01T00:00:00Z/..' }, {}, 'ok'],
    ['too early', { datetime: '2026-06-11T00:00:00Z/..' }, {}, 'datetime'],
    ['too late', { datetime: '../2026-06-09T00:00:00Z' }, {}, 'datetime'],
    ['the same instant in another zone', { datetime: '2026-06-10T00:00:00Z' }, { datetime: '2026-06-10T02:00:00+02:00' }, 'ok'],
    ['a range that meets it', { datetime: '2026-06-10T00:00:00Z' }, { datetime: undefined, startDatetime: '2026-06-09T00:00:00Z', endDatetime: '2026-06-11T00:00:00Z' }, 'ok'],
    ['a range that does not', { datetime: '2026-06-12T00:00:00Z' }, { datetime: undefined, startDatetime: '2026-06-09T00:00:00Z', endDatetime: '2026-06-11T00:00:00Z' }, 'datetime'],
    ['no time to check', { datetime: '2026-06-12T00:00:00Z' }, { datetime: 'yesterday' }, 'ok'],
    ['in the box', { bbox: [6, 45, 8, 47] }, {}, 'ok'],
    ['outside', { bbox: [170, 45, -170, 47] }, {}, 'bbox'],
    ['touching the area', { intersects: { type: 'Point', coordinates: [7, 46] } }, {}, 'ok'],
    ['outside the area', { intersects: { type: 'Point', coordinates: [7.1, 46] } }, {}, 'intersects'],
    ['nothing to check against the area', { intersects: { type: 'Point', coordinates: [7.1, 46] } }, { geometry: { type: 'X' } }, 'ok'],
    ['the platform, in other letters', { platforms: ['sat-1', 'b'] }, { platform: 'SAT-1' }, 'ok'],
    ['another platform', { platforms: ['a'] }, { platform: 'SAT-1' }, 'platforms'],
    ['no platform', { platforms: ['a'] }, {}, 'platforms'],
    ['the state', { statuses: ['commanded'] }, { status: 'COMMANDED' }, 'ok'],
    ['another state', { statuses: ['commanded'] }, { status: 'TASKED' }, 'statuses'],
    ['the mode', { instrumentModes: ['SPOTLIGHT'] }, { instrumentMode: 'SPOTLIGHT' }, 'ok'],
    ['no mode', { instrumentModes: ['SPOTLIGHT'] }, {}, 'instrumentModes'],
    ['no footprint to check', { bbox: [170, 45, -170, 47] }, { geometry: null }, 'ok'],
  ])('%s', (_name, filters, values, answer) => {
    const match = matchesQuery({ limit: 1, ...filters }, item(values));
    expect(match.ok ? 'ok' : match.failed).toBe(answer);
  });

  it('agrees with a second, naive implementation', () => {
    const few = fc.constantFrom('a', 'b', 'c');
    const times = fc.integer({ min: 0, max: 20 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
    const degrees = fc.integer({ min: -6, max: 6 });
    const filters = fc.record({
      limit: fc.constant(10),
      datetime: fc.oneof(times, times.map((time) => `${time}/..`), times.map((time) => `../${time}`), fc.tuple(times, times).map((ends) => [...ends].sort().join('/'))),
      bbox: fc.tuple(degrees, degrees, degrees, degrees).map(([w, a, e, b]) => [w * 30, Math.min(a, b) * 15, e * 30, Math.max(a, b) * 15] as const),
      collections: fc.uniqueArray(few, { minLength: 1 }),
      ids: fc.uniqueArray(few, { minLength: 1 }),
      platforms: fc.uniqueArray(few, { minLength: 1 }),
      statuses: fc.uniqueArray(few, { minLength: 1 }),
    }, { requiredKeys: ['limit'] }) as fc.Arbitrary<SearchQuery>;
    const one = fc.record({ platform: fc.option(few, { nil: undefined }), status: few, id: few, collection: few, datetime: times, x: fc.integer({ min: -180, max: 180 }), y: fc.integer({ min: -90, max: 90 }) });
    fc.assert(fc.property(filters, one, (wanted, { id, collection, platform, status, datetime: time, x, y }) => {
      const [from = '', to = from] = (wanted.datetime ?? '../..').split('/');
      const timely = (from === '..' || from <= time) && (to === '..' || time <= to);
      const [west, south, east, north] = wanted.bbox ?? [-180, -90, 180, 90];
      // 180 and -180 are the same meridian.
      const inLongitude = [x, x === 180 ? -180 : x, x === -180 ? 180 : x].some((l) => (west <= east ? west <= l && l <= east : l >= west || l <= east));
      // A pole has every longitude.
      const inside = (inLongitude || Math.abs(y) === 90) && south <= y && y <= north;
      const named = (wanted.ids ?? [id]).includes(id) && (wanted.collections ?? [collection]).includes(collection);
      const own = (wanted.platforms ?? [platform]).includes(platform as 'a') && (wanted.statuses ?? [status]).includes(status);
      const found = matchesQuery(wanted, item({ id, collection, platform, status: status.toUpperCase(), datetime: time, geometry: { type: 'Point', coordinates: [x, y] } }));
      expect(found.ok).toBe(timely && inside && named && own);
    }), { numRuns: 2000 });
  });
});
