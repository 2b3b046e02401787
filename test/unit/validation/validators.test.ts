/** The checks that the build writes find what ajv finds, in the same order. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { errorsOf as itemErrors, type SchemaError } from 'validators:item';
import { errorsOf as fileErrors } from 'validators:search-file';
import { describe, expect, it } from 'vitest';
import { CHECKED_VERSIONS, itemSchema } from '../../../src/core/validation/itemSchema.js';

type Members = Readonly<Record<string, unknown>>;

function oracle(schema: object): (value: unknown, allErrors: boolean) => readonly SchemaError[] {
  const [first, all] = [false, true].map((allErrors) => {
    const ajv = new Ajv({ allErrors, strict: false });
    ajvFormats.default(ajv, ['date-time']);
    return ajv.compile(schema);
  });
  return (value, allErrors) => {
    const validate = allErrors ? all : first;
    validate?.(value);
    return (validate?.errors ?? []).map(({ keyword, instancePath, params }) => ({ keyword, instancePath, params: params as Members }));
  };
}

const position = fc.array(fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: fc.constantFrom('1', null) }), { maxLength: 3 });
const geometry = fc.record({
  type: fc.constantFrom('Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon', 'GeometryCollection', 7),
  coordinates: fc.oneof(position, fc.array(position, { maxLength: 5 }), fc.array(fc.array(position, { maxLength: 5 }), { maxLength: 2 }), fc.array(fc.array(fc.array(position, { maxLength: 5 }), { maxLength: 2 }), { maxLength: 2 })),
  bbox: position,
}, { requiredKeys: [] });
const time = fc.constantFrom<unknown>('2026-06-10T08:15:30Z', '2026-06-10T08:15:30+00:00', '2026-06-10T08:15:30+02:00', '2026-02-30T08:15:30Z', '2026-06-10', null, 7);
const text = fc.constantFrom<unknown>('', 'a', 'GET', 'collection', 'https://a.example/b', 'a b', null, 5);
const common = {
  title: text, description: text, start_datetime: time, end_datetime: time, created: time, gsd: fc.constantFrom<unknown>(0, 1, '1'), license: text,
  instruments: fc.array(text, { maxLength: 3 }), keywords: fc.array(text, { maxLength: 3 }), nodata: fc.constantFrom<unknown>('nan', 'none', 1, null),
  providers: fc.array(fc.record({ name: text, roles: fc.array(fc.constantFrom('host', 'guest'), { maxLength: 2 }) }, { requiredKeys: [] }), { maxLength: 2 }),
  statistics: fc.constantFrom<unknown>({}, { minimum: 1 }, { valid_percent: 101 }), data_type: fc.constantFrom('int8', 'int9'),
  'a/b~c': text,
};
const bands = fc.letrec((tie) => ({ band: fc.record({ ...common, name: text, bands: fc.array(tie('band'), { maxLength: 2 }) }, { requiredKeys: [] }) })).band;
const asset = fc.record({ ...common, href: text, roles: fc.array(text, { maxLength: 2 }), bands: fc.array(bands, { maxLength: 2 }) }, { requiredKeys: [] });
const link = fc.record({ rel: text, href: text, method: text, headers: fc.constantFrom<unknown>({}, { a: ['b'] }, { a: 7 }), ...common }, { requiredKeys: [] });
const item = fc.record({
  type: fc.constantFrom('Feature', 'feature'), stac_version: fc.constantFrom(...CHECKED_VERSIONS), id: text, collection: text,
  stac_extensions: fc.array(text, { maxLength: 3 }), geometry: fc.oneof(geometry, fc.constant(null), text), bbox: fc.array(fc.integer(), { maxLength: 7 }),
  properties: fc.record({ ...common, datetime: time, bands: fc.array(bands, { maxLength: 1 }) }, { requiredKeys: [] }),
  links: fc.array(link, { maxLength: 3 }), assets: fc.dictionary(fc.constantFrom('a', 'a/b', '__proto__', '7'), asset, { maxKeys: 2 }),
}, { requiredKeys: [] });
const anything = fc.oneof({ weight: 20, arbitrary: item }, { weight: 1, arbitrary: fc.jsonValue() });

/** An `if` says only that another error was found. */
const firstSaid = (errors: readonly SchemaError[]): readonly SchemaError[] => errors.filter(({ keyword }) => keyword !== 'if').slice(0, 1);

describe.each(CHECKED_VERSIONS)('the validator of items of %s', (version) => {
  const expected = oracle(itemSchema(version));

  it('finds all errors that ajv finds', () => {
    fc.assert(fc.property(anything, (value) => void expect(itemErrors(version, value, 'all')).toEqual(expected(value, true))), { numRuns: 300 });
  });

  it('finds the error that ajv finds first', () => {
    fc.assert(fc.property(anything, (value) => void expect(itemErrors(version, value, 'first')).toEqual(firstSaid(expected(value, false)))), { numRuns: 300 });
  });

  it('keeps nothing of what it found before', () => {
    expect(itemErrors(version, {}, 'first')).toHaveLength(1);
    const all = itemErrors(version, {}, 'all');
    expect(all.length).toBeGreaterThan(5);
    expect(itemErrors(version, {}, 'all')).toEqual(all);
  });
});

it('the validator of search files finds all errors that ajv finds', () => {
  const expected = oracle(JSON.parse(readFileSync(new URL('../../../media/schemas/catalog-search.schema.json', import.meta.url), 'utf8')) as Members);
  const value = fc.oneof(text, fc.constantFrom<unknown>({}, [], [1, 2], [1, 2, 3, 4], ['a'], ['a,b'], 0, 100, -1, '2026', 'day', [{ field: 'a' }], { 'a b': 1 }, { a: 1 }));
  const query = fc.dictionary(fc.constantFrom('limit', 'datetime', 'lastDays', 'bbox', 'collections', 'ids', 'intersects', 'area', 'platforms', 'sortby', 'filter', 'parameters', 'unknown'), value, { maxKeys: 5 });
  const file = fc.record({ $schema: value, title: value, description: value, environment: value, groupBy: value, query: fc.oneof(query, value), token: value }, { requiredKeys: [] });
  fc.assert(fc.property(fc.oneof(file, fc.jsonValue()), (one) => void expect(fileErrors('search-file', one, 'all')).toEqual(expected(one, true))), { numRuns: 300 });
});
