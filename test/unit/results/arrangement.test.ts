import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArrangedItems, timeOf } from '../../../src/core/results/arrangedItems.js';
import { AS_SENT, GROUPINGS, readArrangement, SORTINGS, type Arrangement } from '../../../src/core/results/arrangement.js';
import { PageContent, readItem, type Item } from '../../../src/core/items/item.js';

function item(id: string, { collection = 'c', ...properties }: Readonly<Record<string, unknown>> = {}): Item {
  return readItem({ id, collection, properties }, new PageContent(), 0);
}

/** `value: id id` for each group. */
function shown(items: readonly Item[], arrangement: Partial<Arrangement>): readonly string[] {
  return new ArrangedItems(items, { ...AS_SENT, ...arrangement }).groups
    .map(({ value, rows }) => `${value ?? '-'}: ${Array.from(rows, (row) => items[row]?.id).join(' ')}`);
}

const items = [
  item('b', { datetime: '2026-06-10T23:30:00Z', platform: 'Two', 'x:status': 'DELIVERED' }),
  item('d', { datetime: '2026-06-11T01:30:00+02:00', platform: 'One' }),
  item('a', { datetime: '2026-06-11T00:00:00Z', 'x:status': 'COMMANDED', collection: 'other' }),
  item('c', { datetime: null, start_datetime: '2026-06-09T12:00:00Z', platform: 'One', 'x:status': 'COMMANDED' }),
  item('', { datetime: 'yesterday', collection: '' }),
];

describe('an arrangement of items', () => {
  it('sorts by each field; what has none comes last, and equals stay as they came', () => {
    expect(shown(items, {})).toEqual(['-: b d a c ']);
    expect(shown(items, { sortBy: 'newest' })).toEqual(['-: a b d c ']);
    expect(shown(items, { sortBy: 'oldest' })).toEqual(['-: c b d a ']);
    expect(shown(items, { sortBy: 'id' })).toEqual(['-: a b c d ']);
    expect(shown(items, { sortBy: 'platform' })).toEqual(['-: d c b a ']);
    expect(shown(items, { sortBy: 'status' })).toEqual(['-: a c b d ']);
  });

  it('groups by each field; days are UTC, the newest first, and what has no value is last', () => {
    expect(shown(items, { groupBy: 'day' })).toEqual(['2026-06-11: a', '2026-06-10: b d', '2026-06-09: c', '-: ']);
    expect(shown(items, { groupBy: 'day', sortBy: 'oldest' })).toEqual(['2026-06-09: c', '2026-06-10: b d', '2026-06-11: a', '-: ']);
    expect(shown(items, { groupBy: 'collection' })).toEqual(['c: b d c', 'other: a', '-: ']);
    expect(shown(items, { groupBy: 'platform', sortBy: 'id' })).toEqual(['One: c d', 'Two: b', '-: a ']);
    expect(shown(items, { groupBy: 'status' })).toEqual(['COMMANDED: a c', 'DELIVERED: b', '-: d ']);
    expect(shown([], { groupBy: 'day' })).toEqual([]);
  });

  it('reads a day that does not exist as no time, not as the next month', () => {
    expect(timeOf(item('x', { datetime: '2026-02-30T00:00:00Z' }))).toBeUndefined();
    for (const day of ['2026-02-29', '2026-04-31', '2026-06-31', '2026-13-01', '2026-00-10', '2026-01-32']) {
      expect([day, timeOf(item('x', { datetime: `${day}T00:00:00Z` }))]).toEqual([day, undefined]);
    }
    expect(timeOf(item('x', { datetime: '2026-12-31T23:59:59Z' }))).toBe(Date.UTC(2026, 11, 31, 23, 59, 59));
    expect(timeOf(item('x', { datetime: '2026-02-28T00:00:00Z' }))).toBe(Date.UTC(2026, 1, 28));
    expect(timeOf(item('x', { datetime: '2024-02-29T00:00:00.5Z' }))).toBe(Date.UTC(2024, 1, 29, 0, 0, 0, 500));
    expect(timeOf(item('x', { datetime: '2026-06-10T08:00:00' }))).toBe(Date.UTC(2026, 5, 10, 8));
  });

  it('takes from a memory or an argument only what it knows', () => {
    expect(readArrangement({ groupBy: 'day', sortBy: 'id' })).toEqual({ groupBy: 'day', sortBy: 'id' });
    expect(readArrangement({ groupBy: 'constructor', sortBy: 3 })).toEqual(AS_SENT);
    expect(readArrangement(null)).toEqual(AS_SENT);
  });

  it('shows each item once, in its group, in order, where placeOf says', () => {
    const field = fc.option(fc.constantFrom('', 'a', 'b', '__proto__'), { nil: undefined });
    const some = fc.record({ collection: field, platform: field, 'v:status': field, datetime: fc.constantFrom(undefined, null, 'soon', '2026-06-10T01:00:00Z', '2026-06-10T01:00:00-05:00', '2026-06-12T00:00:00Z') });
    fc.assert(fc.property(fc.array(some, { maxLength: 30 }), fc.constantFrom(...GROUPINGS), fc.constantFrom(...SORTINGS), (fields, groupBy, sortBy) => {
      const all = fields.map((each, index) => item(`i${index % 7}`, each));
      const arranged = new ArrangedItems(all, { groupBy, sortBy });
      const rows = arranged.groups.flatMap((group) => Array.from(group.rows));
      expect([...rows].sort((a, b) => a - b)).toEqual(all.map((_, index) => index));
      expect(new Set(arranged.groups.map(({ value }) => value)).size).toBe(arranged.groups.length);
      arranged.groups.forEach((group, number) => {
        Array.from(group.rows).forEach((place, row) => {
          const here = all[place];
          expect(here === undefined ? undefined : arranged.placeOf(here)).toEqual({ group: number, row });
          const before = all[group.rows[row - 1] ?? -1];
          if (here !== undefined && before !== undefined && sortBy === 'newest') {
            expect((timeOf(before) ?? -Infinity) >= (timeOf(here) ?? -Infinity)).toBe(true);
          }
        });
      });
    }), { numRuns: 300 });
  });
});
