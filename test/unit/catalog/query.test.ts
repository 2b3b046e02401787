import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/core/item.js';
import { parseQuery, resolveQuery, type SearchQuery } from '../../../src/core/query.js';
import { matchesQuery } from '../../../src/core/queryMatch.js';
import { queryFromParameters, queryParameters } from '../../../src/core/queryParameters.js';
import { describeQuery } from '../../../src/core/queryWords.js';

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

  it.each<readonly [unknown, string, RegExp]>([
    ['x', 'query', /object/u],
    [[1], 'query', /object/u],
    [{ limit: 0 }, 'limit', /1 to 10000/u],
    [{ limit: 10_001 }, 'limit', /1 to 10000/u],
    [{ limit: '5' }, 'limit', /whole number/u],
    [{ datetime: '2026-02-30' }, 'datetime', /February 2026/u],
    [{ datetime: 2026 }, 'datetime', /text/u],
    [{ bbox: [0, 1, 1, 0] }, 'bbox', /north of north/u],
    [{ bbox: 5 }, 'bbox', /array of four/u],
    [{ collections: [] }, 'collections', /at least one/u],
    [{ ids: [1] }, 'ids', /text/u],
    [{ ids: ['a,b'] }, 'ids', /comma/u],
    [{ datetime: '2026', lastDays: 1 }, 'lastDays', /either/u],
    [{ dateTime: '2026' }, 'dateTime', /no such member/u],
    [JSON.parse('{"__proto__": {"limit": 1}}'), '__proto__', /no such member/u],
  ])('%j is refused at %s', (input, field, problem) => {
    const parsed = parseQuery(input, defaults);
    expect(parsed).toMatchObject({ ok: false, field });
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem);
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
const query: fc.Arbitrary<SearchQuery> = fc.record(
  { limit: fc.integer({ min: 1, max: 10_000 }), datetime, bbox, collections: fc.uniqueArray(name, { minLength: 1 }), ids: fc.uniqueArray(name, { minLength: 1 }) },
  { requiredKeys: ['limit'] },
) as fc.Arbitrary<SearchQuery>;

describe('the parameters of a query', () => {
  it('are those of STAC API item search', () => {
    const parameters = queryParameters({ limit: 10, datetime: '2026-06-01T00:00:00Z/..', bbox: [170, -20, -170, 1e-7], collections: ['a', 'b'], ids: ['i'] });
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
    [{ limit: 1, lastDays: 1 }, '1 item, last 24 hours'],
    [{ limit: 100, lastDays: 7, datetime: 'x' }, '100 items, last 7 days'],
    [{ limit: 5, datetime: '2026-06-10T00:00:00Z/2026-06-10T23:59:59Z' }, '5 items, on 2026-06-10 UTC'],
    [{ limit: 5, datetime: '2026-06-01T00:00:00Z/2026-06-30T23:59:59Z' }, '5 items, 2026-06-01 to 2026-06-30 UTC'],
    [{ limit: 5, datetime: '2026-06-01T08:15:00Z/..' }, '5 items, since 2026-06-01 08:15 UTC'],
    [{ limit: 5, datetime: '../2026-06-30T23:59:59Z' }, '5 items, until 2026-06-30 UTC'],
    [{ limit: 5, datetime: '2026-06-01T08:15:30.5Z' }, '5 items, at 2026-06-01 08:15:30 UTC'],
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
    }, { requiredKeys: ['limit'] }) as fc.Arbitrary<SearchQuery>;
    const one = fc.record({ id: few, collection: few, datetime: times, x: fc.integer({ min: -180, max: 180 }), y: fc.integer({ min: -90, max: 90 }) });
    fc.assert(fc.property(filters, one, (wanted, { id, collection, datetime: time, x, y }) => {
      const [from = '', to = from] = (wanted.datetime ?? '../..').split('/');
      const timely = (from === '..' || from <= time) && (to === '..' || time <= to);
      const [west, south, east, north] = wanted.bbox ?? [-180, -90, 180, 90];
      // 180 and -180 are the same meridian.
      const inLongitude = [x, x === 180 ? -180 : x, x === -180 ? 180 : x].some((l) => (west <= east ? west <= l && l <= east : l >= west || l <= east));
      const inside = inLongitude && south <= y && y <= north;
      const named = (wanted.ids ?? [id]).includes(id) && (wanted.collections ?? [collection]).includes(collection);
      const found = matchesQuery(wanted, item({ id, collection, datetime: time, geometry: { type: 'Point', coordinates: [x, y] } }));
      expect(found.ok).toBe(timely && inside && named);
    }), { numRuns: 2000 });
  });
});
