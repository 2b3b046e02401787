import fc from 'fast-check';
import { single } from 'fuzzysort';
import { describe, expect, it } from 'vitest';
import { PageContent, readItem, type Item } from '../../../src/core/items/item.js';
import { ItemFinder, shownFields } from '../../../src/features/results/itemFinder.js';

const { signal } = new AbortController();
const item = (id: string, platform: string, index: number): Item => readItem({ id, collection: 'org', properties: { datetime: '2026-06-10T08:15:30Z', platform } }, new PageContent(), index);
const part = fc.constantFrom('a', 'ab', 'abc', 'item', 'scene', '1', '12', '120', 'x', 'ÄB', 'KestrelOne');
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('-'));
const items = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 40 }).map((rows) => rows.map(([id, platform], index) => item(id, platform, index)));
const typed = fc.oneof(part, fc.tuple(part, part).map(([a, b]) => `${a}-${b}`), fc.tuple(part, part).map(([a, b]) => `${a} ${b}`));

const scoreOf = (words: string, one: Item): number => single(words, [one.id, ...shownFields(one)].join(' '))?.score ?? 0;

describe('finding', () => {
  it('finds at least as well as fuzzy search over rows that hold one word as it is', async () => {
    await fc.assert(fc.asyncProperty(items, part, async (rows, word) => {
      const literal = rows.filter((one) => [one.id, ...shownFields(one)].join(' ').toLowerCase().split(/[^a-z0-9ä]+/u).some((text) => text.startsWith(word.toLowerCase())));
      fc.pre(literal.length > 2);
      const limit = Math.ceil(literal.length / 2);
      const finder = new ItemFinder(rows);
      const found = await finder.find(word, limit, signal);
      finder.dispose();
      expect(found).toHaveLength(limit);
      const best = literal.map((one) => scoreOf(word, one)).sort((a, b) => b - a);
      expect(found.every((one) => literal.includes(one))).toBe(true);
      expect(scoreOf(word, found[0] as Item)).toBeCloseTo(best[0] ?? 0, 5);
    }), { numRuns: 100 });
  });

  it('finds the same letter by letter, and in steps back, as at once', async () => {
    await fc.assert(fc.asyncProperty(items, typed, fc.integer({ min: 1, max: 8 }), fc.array(fc.nat({ max: 12 }), { maxLength: 6 }), async (rows, words, limit, lengths) => {
      const finder = new ItemFinder(rows);
      for (const length of [...words].map((_, index) => index + 1).concat(lengths)) {
        const fresh = new ItemFinder(rows);
        const letters = words.slice(0, length);
        expect((await finder.find(letters, limit, signal)).map(({ id }) => id)).toEqual((await fresh.find(letters, limit, signal)).map(({ id }) => id));
        fresh.dispose();
      }
      finder.dispose();
    }), { numRuns: 60 });
  });

  it('names first, by the whole id, what the list of fewer letters named', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => item(`item-${index}`, `Platform-${index % 7}`, index));
    const finder = new ItemFinder(rows);
    for (const letters of ['i', 'item', 'item-1', 'item-12', 'plat', 'itm29']) {
      for (const { id } of (await finder.find(letters, 100, signal)).slice(0, 5)) {
        expect((await finder.find(id, 100, signal))[0]?.id, letters).toBe(id);
      }
    }
    finder.dispose();
  });

  it('is given up between two parts of many rows', async () => {
    const finder = new ItemFinder(Array.from({ length: 12_000 }, (_, index) => item(`item-${index}`, 'a', index)));
    const controller = new AbortController();
    const finding = finder.find('item', 100, controller.signal);
    controller.abort();
    await expect(finding).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(await finder.find('item', 100, signal)).toHaveLength(100);
  });
});
