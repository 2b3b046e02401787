import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/core/items/item.js';
import { appendPage } from '../../../src/core/catalog/appendPage.js';
import { continues, emptyResultSet, findInSet, itemCount, leftOutTotal, type Page, type PageCursor } from '../../../src/core/catalog/pages.js';
import type { SearchQuery } from '../../../src/core/query/query.js';

function item(id: string, more: Partial<Item> = {}): Item {
  return { id, collection: 'c', datetime: undefined, platform: undefined, status: undefined, geometry: null, source: { page: new Uint8Array(), index: 0 }, ...more };
}

function cursor(token: number | string): PageCursor {
  return { method: 'GET', url: `https://a.example/stac/search?token=${token}` };
}

function page(number: number, ids: readonly string[], more: Partial<Page> = {}): Page {
  return { request: cursor(number), items: ids.map((id) => item(id)), unreadable: 0, context: {}, next: cursor(number + 1), notes: [], ...more };
}

const query: SearchQuery = { limit: 2 };
const empty = emptyResultSet('E', query, 0);
const ids = (set: { readonly items: readonly Item[] }): readonly string[] => set.items.map(({ id }) => id);

describe('a result set', () => {
  it('grows by pages, in order, without duplicates, and the earlier sets stay as they were', () => {
    const one = appendPage(empty, page(1, ['a', 'b'], { context: { matched: 9 }, unreadable: 1 }), 10);
    const two = appendPage(one, page(2, ['b', 'c', 'c']), 20);
    expect(ids(empty)).toEqual([]);
    expect(ids(one)).toEqual(['a', 'b']);
    expect(ids(two)).toEqual(['a', 'b', 'c']);
    expect(two).toMatchObject({ environment: 'E', matched: 9, returned: 6, unreadable: 1, duplicates: 2, asOf: 20, pages: 2, next: cursor(3), mayHaveMore: false });
    expect(findInSet(two, 'c', 'c')).toBe(two.items[2]);
    expect(findInSet(one, 'c', 'c')).toBeUndefined();
    expect(findInSet(two, 'd', 'c')).toBeUndefined();
  });

  it('keeps apart what differs by case, collection or odd characters, and never joins items without id', () => {
    const items = [item('A'), item('a'), item('a', { collection: 'd' }), item('b', { collection: 'ca' }), item('ab'), item('x\0y'), item('y', { collection: 'cx\0' }), item(''), item(''), item('__proto__')];
    const set = appendPage(empty, page(1, [], { items }), 0);
    expect(set.items).toHaveLength(items.length);
    expect(findInSet(set, 'c', '')).toBeUndefined();
    expect(findInSet(set, 'c', '__proto__')?.id).toBe('__proto__');
    expect(findInSet(set, 'c', 'constructor')).toBeUndefined();
  });

  it('grows in two ways from the same set', () => {
    const one = appendPage(empty, page(1, ['a']), 0);
    const left = appendPage(one, page(2, ['b', 'c']), 0);
    const right = appendPage(one, page(2, ['c', 'a']), 0);
    expect([ids(left), ids(right)]).toEqual([['a', 'b', 'c'], ['a', 'c']]);
    expect(findInSet(right, 'c', 'c')).toBe(right.items[1]);
    expect(findInSet(right, 'c', 'b')).toBeUndefined();
  });

  it('counts and finds its items without making the list of them, and knows what it continues', () => {
    const one = appendPage(empty, page(1, ['a', 'b']), 0);
    const two = appendPage(one, page(2, ['c']), 0);
    expect([itemCount(empty), itemCount(one), itemCount(two)]).toEqual([0, 2, 3]);
    expect(findInSet(two, 'c', 'c')?.id).toBe('c');
    expect(two.items).toBe(two.items);
    const other = appendPage(one, page(2, ['d']), 0);
    expect(itemCount({ ...two, items: [] })).toBe(0);
    expect([continues(two, one), continues(two, two), continues(one, two), continues(other, one), continues(other, two)]).toEqual([true, true, false, false, false]);
  });

  it('leaves out and counts what does not match', () => {
    const set = emptyResultSet('E', { limit: 10, ids: ['a'], collections: ['c'] }, 0);
    const grown = appendPage(set, page(1, [], { items: [item('a'), item('b'), item('a', { collection: 'd' })] }), 0);
    expect(ids(grown)).toEqual(['a']);
    expect(grown.leftOut).toMatchObject({ datetime: 0, bbox: 0, collections: 1, ids: 1 });
    expect(leftOutTotal(grown)).toBe(2);
    expect(findInSet(grown, 'c', 'b')).toBeUndefined();
  });

  it.each<readonly [string, readonly Page[], string]>([
    ['a page that names itself', [page(1, ['a'], { next: cursor(1) })], 'loop'],
    ['two pages that name each other', [page(1, ['a']), page(2, ['b'], { next: cursor(1) })], 'loop'],
    ['the same items under ever new tokens', [page(1, ['a']), page(2, ['a']), page(3, ['a'])], 'noNewItems'],
    ['empty pages', [page(1, ['a']), page(2, []), page(3, [])], 'noNewItems'],
  ])('stops at %s', (_name, pages, reason) => {
    const set = pages.reduce((grown, one) => appendPage(grown, one, 0), empty);
    expect(set.next).toBeUndefined();
    expect(set.notes).toEqual([{ kind: 'pagingStopped', reason, host: undefined }]);
    expect(set.mayHaveMore).toBe(false);
    // It went on until then.
    const before = pages.slice(0, -1).reduce((grown, one) => appendPage(grown, one, 0), empty);
    expect(before.next).toEqual(pages.at(-2)?.next);
  });

  it('goes on over one page of repetitions, and over pages where nothing matches', () => {
    const repeated = [page(1, ['a']), page(2, ['a']), page(3, ['b']), page(4, ['b'])].reduce((grown, one) => appendPage(grown, one, 0), empty);
    expect(repeated.next).toEqual(cursor(5));
    const other = emptyResultSet('E', { limit: 2, ids: ['z'] }, 0);
    const unmatched = [page(1, ['a']), page(2, ['b']), page(3, ['c'])].reduce((grown, one) => appendPage(grown, one, 0), other);
    expect(unmatched.next).toEqual(cursor(4));
  });

  it('tells POST pages apart by their body', () => {
    const post = (body: string): PageCursor => ({ method: 'POST', url: 'https://a.example/stac/search', body });
    const one = appendPage(empty, page(1, ['a'], { request: post('{}'), next: post('{"token":1}') }), 0);
    expect(one.next).toEqual(post('{"token":1}'));
    expect(appendPage(one, page(2, ['b'], { request: post('{"token":1}'), next: post('{}') }), 0).next).toBeUndefined();
  });

  it.each<readonly [string, Partial<Page>, boolean]>([
    ['a full page without a next link', { next: undefined }, true],
    ['a page that is full by the service\'s limit', { next: undefined, context: { limit: 3 } }, false],
    ['a full last page of all that the service counts', { next: undefined, context: { limit: 2, matched: 2 } }, false],
    ['a count that is higher', { next: undefined, context: { limit: 3, matched: 5 } }, true],
    ['a next link', {}, false],
  ])('may have more after %s', (_name, more, answer) => {
    expect(appendPage(empty, page(1, ['a', 'b'], more), 0).mayHaveMore).toBe(answer);
  });

  it('says a note once', () => {
    const set = [page(1, ['a']), page(2, ['b'])].reduce((grown, one) => appendPage(grown, { ...one, notes: [{ kind: 'contentType' }] }, 0), empty);
    expect(set.notes).toEqual([{ kind: 'contentType' }]);
  });

  it('holds what a naive set holds, for any pages', () => {
    const names = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 4 }), { maxLength: 6 });
    fc.assert(fc.property(names, (pages) => {
      const set = pages.reduce((grown, one, index) => appendPage(grown, page(index, one), index), empty);
      const naive: string[] = [];
      for (const id of pages.flat()) {
        if (id === '' || !naive.includes(id)) {
          naive.push(id);
        }
      }
      expect(ids(set)).toEqual(naive);
      expect(set.duplicates).toBe(pages.flat().length - naive.length);
      expect(set.returned).toBe(pages.flat().length);
    }));
  });

  it('takes 100,000 items in 1,000 pages', () => {
    let set = emptyResultSet('E', query, 0);
    for (let number = 0; number < 1000; number += 1) {
      set = appendPage(set, page(number, Array.from({ length: 100 }, (_, index) => `i${number * 100 + index}`)), 0);
    }
    expect(set.items).toHaveLength(100_000);
    expect(findInSet(set, 'c', 'i99999')?.id).toBe('i99999');
  });
});
