import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDatetime, shortDatetime } from '../../../src/core/datetime.js';
import { parseQuery, resolveQuery, type SearchQuery } from '../../../src/core/query/query.js';
import { addRecent, MAX_RECENT, readRecent, storedRecent, type RecentSearch } from '../../../src/core/savedSearches/recentSearches.js';
import { checkSearchName, savedSearchFileName, savedSearchStem } from '../../../src/core/savedSearches/searchFileName.js';
import { queryMembers, type SavedSearch } from '../../../src/core/savedSearches/savedSearch.js';
import { readSavedSearch, writeSavedSearch } from '../../../src/core/savedSearches/savedSearchText.js';
import { anyQuery } from './queries.js';

const defaults = { limit: 100 };
const problemsOf = (text: string): readonly (readonly [field: string, marked: string])[] => {
  const check = readSavedSearch(text, defaults);
  return check.ok ? [] : check.problems.map(({ field, offset, length }) => [field, text.slice(offset, offset + length)]);
};
const parsed = (input: unknown): SearchQuery => {
  const check = parseQuery(input, defaults);
  if (!check.ok) {
    throw new Error(`${check.field}: ${check.problem}`);
  }
  return check.value;
};

describe('the text of a saved search', () => {
  it('is read with its comments, and with the commas of people', () => {
    const text = '// shared by all\n{\n  "title": "Alps", /* 2026 */\n  "environment": "Sandbox",\n  "query": { "datetime": "2026-06", "bbox": [1, 2, 3, 4], },\n  "groupBy": "day",\n}\n';
    expect(readSavedSearch(text, defaults)).toEqual({
      ok: true, environmentAt: { offset: text.indexOf('"Sandbox"'), length: 9 },
      value: { title: 'Alps', environment: 'Sandbox', query: parsed({ datetime: '2026-06', bbox: [1, 2, 3, 4] }), groupBy: 'day' },
    });
  });

  it('is written as a person would: shorthand, days that move, and no page size of everybody', () => {
    const query = resolveQuery(parsed({ lastDays: 7, collections: ['acme'] }), Date.UTC(2026, 5, 1));
    expect(query.datetime).toBeDefined();
    expect(writeSavedSearch({ title: 'Alps', query }, defaults)).toBe('{\n  "title": "Alps",\n  "query": {\n    "lastDays": 7,\n    "collections": [\n      "acme"\n    ]\n  }\n}\n');
    expect(queryMembers(parsed({ datetime: '2026-06-01/..', limit: 5 }), defaults)).toEqual({ limit: 5, datetime: '2026-06-01/..' });
  });

  it('tells every problem at its place', () => {
    expect(problemsOf('{ "titel": "x", "title": 5, "environment": "https://evil.example", "query": { "limit": 0, "dateTime": "2026", "bbox": [0, 2, 1, 1] }, "groupBy": "moon" }')).toEqual([
      ['titel', '"titel"'], ['title', '5'], ['environment', '"https://evil.example"'], ['groupBy', '"moon"'],
      ['query.limit', '0'], ['query.dateTime', '"2026"'], ['query.bbox', '[0, 2, 1, 1]'],
    ]);
    expect(problemsOf('{ "query": { "datetime": "2026", "lastDays": 1 } }')).toEqual([['query.lastDays', '1']]);
    expect(problemsOf('{ "query": { "ids": null } }')).toEqual([['query.ids', 'null']]);
    expect(problemsOf('{ "query": { "__proto__": { "limit": 1 } } }')).toEqual([['query.__proto__', '{ "limit": 1 }']]);
    expect(problemsOf('[]')).toEqual([['file', '[]']]);
    expect(problemsOf('{}')).toEqual([['query', '{}']]);
    expect(problemsOf('{ "query": 5 }')).toEqual([['query', '5']]);
  });

  it('that is no JSON is said to be none', () => {
    for (const text of ['', '{', '{ "query": }', '// nothing', '{} {}']) {
      expect(readSavedSearch(text, defaults)).toMatchObject({ ok: false, syntax: true });
    }
  });

  it('is refused where it is made to break the reader', () => {
    const deep = `{ "query": ${'['.repeat(100_000)}`;
    expect(problemsOf(deep)).toEqual([['file', '{']]);
    // A quote in a comment hides no brackets.
    expect(problemsOf(`// "\n${deep}`)).toEqual([['file', '/']]);
    expect(problemsOf(`{ "query": {} }${' '.repeat(5_000_000)}`)).toEqual([['file', '{']]);
  });

  it('survives being written and read', () => {
    const text = fc.string({ unit: 'binary', maxLength: 50 }).filter((value) => value.isWellFormed());
    const search = fc.record({
      title: text, description: text, environment: text.filter((name) => name.trim() !== '' && !name.includes('://')),
      query: anyQuery, groupBy: fc.constantFrom('collection', 'day', 'platform', 'status', 'none'),
    }, { requiredKeys: ['query'] }) as fc.Arbitrary<SavedSearch>;
    fc.assert(fc.property(search, (value) => {
      const check = readSavedSearch(writeSavedSearch(value, defaults), defaults);
      expect(check.ok ? check.value : check.problems).toEqual(value);
    }));
  });
});

describe('a time in short', () => {
  it.each([
    ['2026-06-01T00:00:00Z/2026-06-30T23:59:59Z', '2026-06'],
    ['2026-01-01T00:00:00Z/2026-12-31T23:59:59Z', '2026'],
    ['2026-06-10T00:00:00Z/2026-06-10T23:59:59Z', '2026-06-10'],
    ['2026-06-01T00:00:00Z/..', '2026-06-01/..'],
    ['../2026-06-10T23:59:59Z', '../2026-06-10'],
    ['2026-06-01T00:00:00Z/2026-06-10T23:59:59Z', '2026-06-01/2026-06-10'],
    ['2026-06-10T08:15:00Z', '2026-06-10T08:15:00Z'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (long, short) => {
    expect(shortDatetime(long)).toBe(short);
  });

  it('means the same', () => {
    fc.assert(fc.property(anyQuery, ({ datetime }) => {
      if (datetime !== undefined) {
        expect(parseDatetime(shortDatetime(datetime))).toEqual({ ok: true, value: datetime });
      }
    }));
  });
});

describe('the name of a search\'s file', () => {
  it.each([
    ['Alps in June', 'Alps-in-June'], ['../../etc/passwd', 'etc-passwd'], ['C:\\x', 'C-x'], ['\\\\host\\x', 'host-x'], ['CON', 'search-CON'], ['nul.txt', 'search-nul.txt'],
    ['x\u0000y', 'x-y'], ['a\u202Egnp', 'a-gnp'], ['trailing. ', 'trailing'], ['..', 'search'], ['x:y', 'x-y'], ['Zürich', 'Zürich'], ['東京', '東京'], ['a.catalog-search.json', 'a'],
    ['$(error) [x](command:y)', 'error-x-command-y'],
  ])('%j is %s', (name, stem) => {
    expect(savedSearchFileName(name)).toBe(`${stem}.catalog-search.json`);
    expect(savedSearchStem(`folder/${savedSearchFileName(name)}`)).toBe(stem);
  });

  it('is one plain name, whatever was passed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => {
      const file = savedSearchFileName(name);
      expect(file).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*\.catalog-search\.json$/u);
      expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(255);
      expect(savedSearchFileName(file)).toBe(file);
    }));
  });

  it('needs something to be made of', () => {
    expect(checkSearchName(' Alps ')).toEqual({ ok: true, value: 'Alps' });
    for (const name of ['', '  ', '...', '//', 'x'.repeat(71)]) {
      expect(checkSearchName(name).ok).toBe(false);
    }
  });
});

describe('recent searches', () => {
  const one = (environment: string, input: unknown, at: number): RecentSearch => ({ environment, query: parsed(input), at });

  it('are kept once each, the latest first, and not without bound', () => {
    let list: readonly RecentSearch[] = [];
    for (let day = 1; day <= 30; day += 1) {
      list = addRecent(list, one('Demo', { lastDays: day }, day), defaults);
    }
    expect(list).toHaveLength(MAX_RECENT);
    list = addRecent(list, one('Demo', { lastDays: 20 }, 99), defaults);
    expect(list).toHaveLength(MAX_RECENT);
    expect(list.slice(0, 2).map(({ query, at }) => [query.lastDays, at])).toEqual([[20, 99], [30, 30]]);
    expect(list.filter(({ query }) => query.lastDays === 20)).toHaveLength(1);
    list = addRecent(list, one('Sandbox', { lastDays: 20 }, 100), defaults);
    expect(list.slice(0, 2).map(({ environment }) => environment)).toEqual(['Sandbox', 'Demo']);
  });

  it('survive being stored, whatever else is there', () => {
    const list = [one('Demo', { datetime: '2026-06' }, 2), one('Demo', { limit: 5, bbox: [1, 2, 3, 4] }, 1)];
    const stored = JSON.parse(JSON.stringify(storedRecent(list, defaults))) as unknown[];
    expect(readRecent(stored, defaults)).toEqual(list);
    expect(readRecent([...stored, null, 5, { environment: 'Demo', at: 1, query: { gone: 1 } }, { query: {} }], defaults)).toEqual(list);
    expect(readRecent('nothing', defaults)).toEqual([]);
  });
});
