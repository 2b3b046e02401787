import { describe, expect, it } from 'vitest';
import { AS_SENT, type Arrangement } from '../../../src/core/results/arrangement.js';
import { PageContent, readItem } from '../../../src/core/items/item.js';
import { appendPage } from '../../../src/core/catalog/appendPage.js';
import { emptyResultSet, type ResultSet } from '../../../src/core/catalog/pages.js';
import { ItemFinder } from '../../../src/features/results/itemFinder.js';
import { LIST, Rows } from '../../../src/features/results/rows.js';
import type { GroupNode, RangeNode, ResultNode } from '../../../src/features/results/resultNode.js';

function setOf(count: number): ResultSet {
  const content = new PageContent();
  const items = Array.from({ length: count }, (_, index) => readItem({
    id: `item-${index}`, collection: `org-${index % 2}`,
    properties: { datetime: `2026-06-${index % 3 === 0 ? '10' : '11'}T08:00:00Z`, platform: index % 5 === 0 ? 'Kestrel-1' : 'Osprey-2', 'x:status': index % 7 === 0 ? 'DELIVERED' : 'COMMANDED' },
  }, content, index));
  return appendPage(emptyResultSet('Test', { limit: 10 }, 0), { request: { method: 'GET', url: 'http://127.0.0.1:1/' }, items, unreadable: 0, context: {}, next: undefined, notes: [] }, 0);
}

const rowsOf = (count: number, arrangement: Partial<Arrangement> = {}): Rows => new Rows(setOf(count), { ...AS_SENT, ...arrangement });
const isParent = (node: ResultNode): node is GroupNode | RangeNode => node.kind === 'group' || node.kind === 'range';
/** All item rows below these, in order, with the rows that hold them. */
function walk(rows: Rows, nodes: readonly ResultNode[], above: readonly ResultNode[] = []): readonly (readonly ResultNode[])[] {
  return nodes.flatMap((node) => (isParent(node) ? walk(rows, rows.children(node), [...above, node]) : [[...above, node]]));
}

describe('the rows of a set', () => {
  it.each([
    [10, {}, ['item']],
    [LIST.flat, {}, ['item']],
    [LIST.flat + 1, {}, ['range']],
    [10, { groupBy: 'day' }, ['group']],
    [0, { groupBy: 'day' }, []],
  ] as const)('of %j items, %j, begin with %j', (count, arrangement, kinds) => {
    expect([...new Set(rowsOf(count, arrangement).roots().map(({ kind }) => kind))]).toEqual(kinds);
  });

  it.each([{}, { groupBy: 'collection' }, { groupBy: 'day', sortBy: 'id' }, { sortBy: 'newest' }] as const)('hold each of 5,001 items once, and each knows its way up: %j', (arrangement) => {
    const rows = rowsOf(5001, arrangement);
    const ways = walk(rows, rows.roots());
    expect(new Set(ways.map((way) => way.at(-1))).size).toBe(5001);
    for (const way of ways) {
      const parents: ResultNode[] = [];
      for (let node = way.at(-1); node !== undefined && (node.kind === 'item' || isParent(node)); node = rows.parentOf(node)) {
        parents.unshift(node);
      }
      // The very same nodes: the editor knows rows by them.
      if (parents.length !== way.length || parents.some((node, depth) => node !== way[depth])) {
        expect(parents).toEqual(way);
      }
    }
    expect(rows.items().map(({ id }) => id)).toEqual(ways.map((way) => (way.at(-1)?.kind === 'item' ? (way.at(-1) as { item: { id: string } }).item.id : '')));
    const some = rows.set.items[2500];
    expect(some === undefined ? undefined : rows.nodeOf(some)?.item).toBe(some);
  });

  it('of a brushed span are those that lie in it, in every arrangement, and know their items by the same ids', () => {
    const minute = (time: string): number => Date.parse(time) / 60_000;
    const day = [minute('2026-06-10T00:00Z'), minute('2026-06-10T23:59Z')] as const;
    const set = setOf(5001);
    for (const arrangement of [{}, { groupBy: 'collection' }, { groupBy: 'day', sortBy: 'id' }, { sortBy: 'newest' }] as const) {
      const [all, brushed] = [new Rows(set, { ...AS_SENT, ...arrangement }), new Rows(set, { ...AS_SENT, ...arrangement }, day)];
      expect(brushed.items().map(({ id }) => id)).toEqual(all.items().filter(({ datetime }) => datetime?.startsWith('2026-06-10')).map(({ id }) => id));
      expect([brushed.count, all.count]).toEqual([1667, 5001]);
      const [inside, outside] = [set.items[3], set.items[4]];
      expect(inside === undefined ? undefined : brushed.nodeOf(inside)).toMatchObject({ kind: 'item', index: 3 });
      expect(outside === undefined ? undefined : brushed.nodeOf(outside)).toBeUndefined();
    }
    expect(new Rows(set, AS_SENT, [0, 1]).roots()).toEqual([]);
  });

  it('cut long lists into ranges without gaps', () => {
    const ranges = rowsOf(4500).roots().filter((node) => node.kind === 'range');
    expect(ranges.map(({ from, to }) => [from, to])).toEqual([[0, 1000], [1000, 2000], [2000, 3000], [3000, 4000], [4000, 4500]]);
    // Those at the ends are open from the start.
    expect(ranges.map(({ atEnd }) => atEnd)).toEqual([true, false, false, false, true]);
  });
});

describe('finding in results', () => {
  const signal = new AbortController().signal;

  it('matches all fields that are shown, in any order, with gaps, and the best first', async () => {
    const finder = new ItemFinder(setOf(12_000).items);
    const ids = async (text: string): Promise<readonly string[]> => (await finder.find(text, 5, signal)).map(({ id }) => id);
    expect((await ids('item-11999'))[0]).toBe('item-11999');
    expect(await ids('')).toEqual(['item-0', 'item-1', 'item-2', 'item-3', 'item-4']);
    const found = await finder.find('delivered kestrel org-1 06-10', 100, signal);
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found.map(({ status, platform, collection }) => `${status} ${platform} ${collection}`))).toEqual(new Set(['DELIVERED Kestrel-1 org-1']));
    expect((await finder.find('itm11999', 100, signal)).map(({ id }) => id)).toContain('item-11999');
    expect(await ids('nothing like this')).toEqual([]);
    finder.dispose();
  });

  it('gives up when something else is typed, and leaves out what cannot be opened', async () => {
    const finder = new ItemFinder([...setOf(6000).items, readItem({ collection: 'org-0' }, new PageContent(), 0)]);
    expect(finder.count).toBe(6000);
    await expect(finder.find('item', 5, AbortSignal.abort())).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });
});
