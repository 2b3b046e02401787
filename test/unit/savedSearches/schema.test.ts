import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSavedSearch } from '../../../src/core/savedSearches/savedSearchText.js';
import { seenBySchema } from '../../../src/features/savedSearches/searchSchema.js';
import { goodMembers } from './queries.js';

const text = readFileSync(new URL('../../../media/schemas/catalog-search.schema.json', import.meta.url), 'utf8');
const schema = JSON.parse(text) as Readonly<Record<string, unknown>>;
const validate = new Ajv({ strict: false }).compile(schema);
const read = (value: unknown) => readSavedSearch(JSON.stringify(value), { limit: 100 });
/** What no schema can say: dates that exist, boxes that are boxes, brackets that close, and two filters that exclude each other. */
const ONLY_READ = new Set([
  'query.datetime', 'query.lastDays', 'query.bbox', 'query.intersects', 'query.area', 'query.sortby', 'query.filter', 'query.parameters', 'environment',
]);

function agree(value: unknown): void {
  const check = read(value);
  const accepted = validate(value);
  if (check.ok) {
    expect([validate.errors, accepted]).toEqual([null, true]);
  } else if (accepted) {
    expect(check.problems.filter(({ field }) => !ONLY_READ.has(field))).toEqual([]);
  }
}

describe('the schema and the reader', () => {
  it('agree on what a query is', () => {
    const anything = fc.oneof(
      fc.constantFrom<unknown>(0, 1, -1, 1.5, 10_000, 10_001, 36_500, 36_501, '', ' ', ',', 'a', 'a,b', ' , b', '2026-06', '2026-13', '1,2,3,4', null, true, {}, [], [''], ['a'], ['a,b'], [1], [1, 2, 3, 4], [1, 2, 3], [4, 3, 2, 1], [1, 2, 3, 4, 5], [1, 2, 0, 3, 4, 9],
        'POINT (1 2)', 'POINT (1', '-datetime,id', 'a b', [{ field: 'a' }], [{ field: 'a', direction: null }], [{ field: 'a', direction: 'up' }], [{ direction: 'asc' }], [{ field: '' }], '(a', 'a=1', { a: 1 }, { a: null },
        { token: 'x' }, { 'a b': 1 }, { type: 'Point', coordinates: [1, 2] }, { type: 'Pint', coordinates: [1, 2] }, { type: 'Point' }, { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const names = fc.constantFrom('limit', 'datetime', 'lastDays', 'bbox', 'collections', 'ids', 'intersects', 'area', 'platforms', 'statuses', 'instrumentModes', 'sortby', 'filter', 'parameters', 'unknown', '__proto__', 'toString');
    const query = fc.tuple(goodMembers, fc.array(fc.tuple(names, anything), { maxLength: 2 })).map(([good, wrong]) => ({ ...good, ...Object.fromEntries(wrong) }));
    fc.assert(fc.property(query, (value) => agree({ query: value })), { numRuns: 500 });
  });

  it('agree on what a file is', () => {
    const member = fc.oneof(fc.constantFrom<unknown>('', 'x', 'https://x.example', 5, null, 'day', 'moon', {}), fc.jsonValue({ maxDepth: 1 }));
    const names = fc.constantFrom('$schema', 'title', 'description', 'environment', 'groupBy', 'query', 'baseUrl', 'token', '__proto__');
    fc.assert(fc.property(fc.array(fc.tuple(names, member), { maxLength: 4 }), (members) => agree({ query: {}, ...Object.fromEntries(members) })), { numRuns: 500 });
  });

  it.each<readonly [unknown, boolean]>([
    [{ query: {} }, true],
    [{ query: { datetime: '2026-06', bbox: [1, 2, 3, 4], collections: 'a, b', limit: 5 }, title: 'x', groupBy: 'day', environment: 'Demo' }, true],
    [{}, false],
    [{ query: { dateTime: '2026' } }, false],
    [{ query: {}, baseUrl: 'https://evil.example' }, false],
    [{ query: { limit: 0 } }, false],
    [{ query: { ids: [] } }, false],
    [{ query: { bbox: [1, 2, 3] } }, false],
  ])('%j: %s', (value, accepted) => {
    expect(validate(value)).toBe(accepted);
    expect(read(value).ok).toBe(accepted);
  });

  it('name a fault in the same way, so that each is shown once', () => {
    const file = { titel: 1, title: 5, query: { limit: 0, bbox: [1, 2], dateTime: '2026', ids: ['a,b'], datetime: '2026-02-30' } };
    const check = read(file);
    expect([...seenBySchema(file)].sort()).toEqual(['query.bbox', 'query.dateTime', 'query.ids', 'query.limit', 'titel', 'title']);
    expect(check.ok ? [] : check.problems.map(({ field }) => field).filter((field) => !seenBySchema(file).has(field))).toEqual(['query.datetime']);
    expect([...seenBySchema({})]).toEqual(['query']);
  });

  it('explains every member, and its examples are good', () => {
    const { properties, definitions } = schema as { readonly properties: Members; readonly definitions: { readonly query: { readonly properties: Members } } };
    const wrong = (members: Members, file: (name: string, example: unknown) => unknown): unknown => Object.entries(members).flatMap(([name, { description, examples = [], $ref }]) => [
      ...(description === undefined && $ref === undefined ? [name] : []),
      ...examples.filter((example) => !read(file(name, example)).ok),
    ]);
    expect(wrong(properties, (name, example) => ({ query: {}, [name]: example }))).toEqual([]);
    expect(wrong(definitions.query.properties, (name, example) => ({ query: { [name]: example } }))).toEqual([]);
  });
});

type Members = Readonly<Record<string, { readonly description?: string; readonly examples?: readonly unknown[]; readonly $ref?: string }>>;
