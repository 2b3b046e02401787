/** What the results view works out for 100,000 rows, without the editor, against the least code that gives a list of the same rows. */
import { PageContent, readItem, type Item } from '../../src/core/items/item.js';
import { AS_SENT, type Arrangement } from '../../src/core/results/arrangement.js';
import { appendPage } from '../../src/core/catalog/appendPage.js';
import { emptyResultSet } from '../../src/core/catalog/pages.js';
import { ItemFinder } from '../../src/features/results/itemFinder.js';
import { Rows } from '../../src/features/results/rows.js';
import type { ResultNode } from '../../src/features/results/resultNode.js';
import { compare, type Row } from './measure.js';

const COUNT = 100_000;
const ROUNDS = 9;
const LETTERS = Array.from('platform-3', (_, index) => 'platform-3'.slice(0, index + 1));
const wanted = new AbortController().signal;

/** Over 70 days, with many days and ids out of order, as several satellites give them. */
function manyItems(): readonly Item[] {
  const content = new PageContent();
  return Array.from({ length: COUNT }, (_, index) => readItem({
    id: `item-${((index * 7919) % COUNT).toString(36)}-${index}`, collection: `org-${index % 5}`,
    properties: {
      datetime: new Date(1_780_000_000_000 + ((index * 104_729) % COUNT) * 60_000).toISOString(),
      platform: `Platform-${index % 7}`, 'vendor:status': index % 3 === 0 ? 'DELIVERED' : 'COMMANDED',
    },
  }, content, index));
}

/** Showing, scrolling, grouping, sorting and finding; a refresh is showing again. */
export async function measureRows(): Promise<readonly Row[]> {
  const items = manyItems();
  const set = appendPage(emptyResultSet('Bench', { limit: COUNT }, 0), { request: { method: 'GET', url: '' }, items, unreadable: 0, context: {}, next: undefined, notes: [] }, 0);
  const arranged = (arrangement: Partial<Arrangement>): Rows => new Rows(set, { ...AS_SENT, ...arrangement });
  /** The rows of a level that is opened, as far as a person sees them: the first or the last of its rows. */
  const open = (rows: Rows, end: 0 | -1): readonly ResultNode[] => {
    const top = rows.roots().at(end);
    return top?.kind === 'group' || top?.kind === 'range' ? rows.children(top) : rows.roots();
  };
  const staticRows = async (order: readonly Item[]): Promise<void> => {
    keep(order.map((item) => ({ label: item.id, description: item.platform })));
    await Promise.resolve();
  };
  const ours = (arrangement: Partial<Arrangement>, end: 0 | -1) => async (): Promise<void> => {
    keep(open(arranged(arrangement), end));
    await Promise.resolve();
  };
  const finder = new ItemFinder(items);
  await finder.find('warm up', 1, wanted);
  const lowered = items.map((item) => [item.id, item.platform, item.datetime, item.status].join(' ').toLowerCase());
  const scan = async (typed: string): Promise<void> => {
    keep(lowered.filter((text) => text.includes(typed)).slice(0, 100));
    await Promise.resolve();
  };
  const rows = [
    await compare('100,000 rows: show or refresh', 1.3, { floor: async () => await staticRows(items), ours: ours({}, 0) }, ROUNDS),
    await compare('100,000 rows: the last ones', 1.3, { floor: async () => await staticRows(items), ours: ours({}, -1) }, ROUNDS),
    await compare('100,000 rows: group by day', undefined, { floor: async () => await staticRows([...groupedPlainly(items).values()].flat()), ours: ours({ groupBy: 'day' }, 0) }, ROUNDS),
    await compare('100,000 rows: sort by time', undefined, {
      floor: async () => await staticRows(items.toSorted((a, b) => ((a.datetime ?? '') < (b.datetime ?? '') ? 1 : -1))), ours: ours({ sortBy: 'newest' }, 0),
    }, ROUNDS),
    await compare('100,000 rows: find, a word at once', 4, {
      floor: async () => await scan('platform-3'),
      ours: async () => {
        await finder.find('zz', 1, wanted);
        keep(await finder.find('platform-3', 100, wanted));
      },
    }, ROUNDS),
    await compare('100,000 rows: find, ten letters one by one', 4, {
      floor: async () => {
        for (const typed of LETTERS) {
          await scan(typed);
        }
      },
      ours: async () => {
        for (const typed of LETTERS) {
          keep(await finder.find(typed, 100, wanted));
        }
      },
    }, ROUNDS),
  ];
  finder.dispose();
  return rows;
}

function groupedPlainly(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const day = item.datetime?.slice(0, 10) ?? '';
    const group = groups.get(day);
    if (group === undefined) {
      groups.set(day, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}

let kept: unknown;
/** So that nothing is left out because nobody looks at it. */
function keep(value: unknown): void {
  kept = value;
  if (kept === undefined) {
    throw new Error('nothing came');
  }
}
