import fc from 'fast-check';
import { parseQuery, type SearchQuery } from '../../../src/core/query/query.js';

/** Text that ends a literal of some language, runs something, or is not what it looks like. */
const NASTY = [
  '\'', '"', '\\', '`', '$(id)', '${HOME}', '\'; id #', '\\\'', '"""', '\'\'\'', '*/', '//', '--', ';', '\n', '\r', '\u0085', '\u2028', '\u0000', '\u001b[201~', '\u202e', '\u200b',
  'HEADERS', '\nHEADERS\n', '!x', '%s', '&', '=', '@file', '\ud800', '\u{1f6f0}', '#', '\\n', '\\u0027', '${process.exit()}', '</script>', '{', '}',
];

/** Names and values with such text inside. */
export const hostileText = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NASTY) }, fc.string({ unit: 'binary', maxLength: 6 })), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

const names = fc.uniqueArray(hostileText.map((text) => text.replaceAll(',', '')).filter((text) => text !== ''), { minLength: 1, maxLength: 3 });

/** Queries that hold it wherever a query can. */
export const hostileQuery: fc.Arbitrary<SearchQuery> = fc.record({
  limit: fc.integer({ min: 1, max: 100 }), datetime: fc.constantFrom('2026-06', '../2026', '2026-06-10T08:15:00.5Z'), bbox: fc.constantFrom([170, -10, -170, 10], [1e-7, 2, 3.5, 4]),
  collections: names, ids: names, platforms: names, statuses: names, instrumentModes: names,
  sortby: fc.uniqueArray(hostileText.map((text) => text.replaceAll(/[\s,]/gu, '').replace(/^[+-]+/u, '')).filter((text) => text !== ''), { minLength: 1, maxLength: 2 })
    .map((fields) => fields.map((field, index) => ({ field, direction: index === 0 ? 'desc' : 'asc' }))),
  filter: hostileText.map((text) => `a = ${text.replaceAll(/['"()]/gu, '')}`),
  parameters: fc.dictionary(fc.constantFrom('x', 'y[0]', 'z:w'), hostileText, { minKeys: 1, maxKeys: 2 }),
}, { requiredKeys: [] })
  .map((input) => parseQuery(input, { limit: 10 }))
  .filter((check) => check.ok)
  .map(({ value }) => value);
