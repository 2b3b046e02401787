import fc from 'fast-check';
import { parseQuery, type SearchQuery } from '../../../src/core/query/query.js';

const name = fc.string({ minLength: 1, unit: 'binary', maxLength: 12 }).filter((text) => !text.includes(',') && text.isWellFormed());
const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
const time = fc.tuple(day, fc.constantFrom(4, 7, 10, 24)).map(([iso, length]) => iso.slice(0, length));
const datetime = fc.oneof(
  time,
  time.map((start) => `${start}/..`),
  time.map((end) => `../${end}`),
  fc.tuple(time, time).map((ends) => [...ends].sort((a, b) => a.localeCompare(b)).join('/')),
);
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const bbox = fc.tuple(longitude, latitude, longitude, latitude).map(([west, a, east, b]) => [west, Math.min(a, b), east, Math.max(a, b)]);

const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const small = fc.integer({ min: -80, max: 80 });
const intersects = fc.oneof(
  fc.tuple(longitude, latitude).map((coordinates) => ({ type: 'Point', coordinates })),
  fc.tuple(small, small).map(([x, y]) => ({ type: 'Polygon', coordinates: [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y]]] })),
);
const word = fc.stringMatching(/^[a-z][\w:.]{0,9}$/);
const sortby = fc.uniqueArray(fc.record({ field: word, direction: fc.constantFrom('asc', 'desc') }), { minLength: 1, maxLength: 3, selector: ({ field }) => field });
const filter = fc.tuple(word, fc.integer(), fc.string({ unit: 'binary' })).map(([field, value, text]) => `${field} < ${value} AND name = '${text.replaceAll(/['"\p{Cs}]/gu, '')}'`);
const parameters = fc.dictionary(word.map((text) => `x-${text}`).filter((text) => !/token|secret|pass|auth|key|sig|sess|cookie|bearer|jwt|cred/i.test(text)), fc.string({ maxLength: 20 }), { minKeys: 1, maxKeys: 3 });

/** Members of a query as a person would give them, most of them fine together. */
export const goodMembers: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record({
  limit: fc.integer({ min: 1, max: 10_000 }), datetime, lastDays: fc.integer({ min: 1, max: 400 }), bbox,
  collections: names, ids: names, platforms: names, statuses: names, instrumentModes: names, intersects, sortby, filter, parameters,
}, { requiredKeys: [] });

/** Any query that there can be. */
export const anyQuery: fc.Arbitrary<SearchQuery> = goodMembers
  .map(({ lastDays, ...others }) => ('datetime' in others || lastDays === undefined ? others : { ...others, lastDays }))
  .map(({ intersects: area, ...others }) => ('bbox' in others || area === undefined ? others : { ...others, intersects: area }))
  .map((input) => parseQuery(input, { limit: 100 }))
  .filter((check) => check.ok)
  .map(({ value }) => value);
