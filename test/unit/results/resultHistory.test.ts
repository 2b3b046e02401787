import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendPage } from '../../../src/core/catalog/appendPage.js';
import { emptyResultSet, itemCount, type ResultSet } from '../../../src/core/catalog/pages.js';
import { ResultHistory } from '../../../src/core/results/resultHistory.js';
import { PageContent, readItem } from '../../../src/core/items/item.js';
import { environmentAt } from '../catalog/support.js';

const environment = environmentAt('http://127.0.0.1:1');
const query = { limit: 10 };

function setOf(count: number): ResultSet {
  const items = Array.from({ length: count }, (_, index) => readItem({ id: `i${index}`, collection: 'c' }, new PageContent(), index));
  return appendPage(emptyResultSet('Test', query, 0), { request: { method: 'GET', url: 'http://127.0.0.1:1/' }, items, unreadable: 0, context: {}, next: undefined, notes: [] }, 0);
}

describe('the history of result sets', () => {
  it('never holds more than its bounds, and always the one used last', () => {
    const bounds = { sets: 4, items: 50 };
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.nat(60) }),
      fc.record({ kind: fc.constant('use' as const), place: fc.nat(6) }),
      fc.record({ kind: fc.constant('grow' as const), count: fc.nat(60) }),
    );
    fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const history = new ResultHistory(bounds);
      let current: number | undefined;
      for (const each of steps) {
        if (each.kind === 'add') {
          current = history.add({ environment, query, set: setOf(each.count) }).id;
        } else if (each.kind === 'use') {
          current = history.use(history.sets[each.place]?.id ?? -1)?.id ?? current;
        } else if (current !== undefined) {
          history.replace(current, setOf(each.count));
        }
        const { sets } = history;
        expect(sets[0]?.id).toBe(current);
        expect(sets.length).toBeLessThanOrEqual(bounds.sets);
        const older = sets.slice(1).reduce((sum, { set }) => sum + itemCount(set), 0);
        expect(older === 0 || older + itemCount(sets[0]?.set ?? setOf(0)) <= bounds.items).toBe(true);
        expect(new Set(sets.map(({ id }) => id)).size).toBe(sets.length);
      }
    }), { numRuns: 200 });
  });
});
