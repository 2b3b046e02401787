import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_WATCH_MS, readWatch, storedWatch } from '../../../src/core/savedSearches/keptWatch.js';
import { SHORTEST_WATCH_MS } from '../../../src/core/results/watchTimes.js';
import { anyQuery } from '../savedSearches/queries.js';

describe('a watch that a workspace keeps', () => {
  it('comes back as it was, whatever the search and the page size', () => {
    const intervals = fc.integer({ min: SHORTEST_WATCH_MS, max: LONGEST_WATCH_MS });
    fc.assert(fc.property(fc.string(), anyQuery, intervals, (environment, query, intervalMs) => {
      const watch = { environment, query, intervalMs };
      expect(readWatch(JSON.parse(JSON.stringify(storedWatch(watch))))).toEqual(watch);
    }));
  });

  const good = { environment: 'Test', query: { limit: 5 }, intervalMs: 300_000 };
  it.each([
    undefined, null, 'x', [], {}, { ...good, environment: 7 }, { ...good, query: undefined }, { ...good, query: { nonsense: 1 } }, { ...good, query: { bbox: [1, 2] } },
    { ...good, intervalMs: 59_999 }, { ...good, intervalMs: '300000' }, { ...good, intervalMs: 1e12 }, { ...good, intervalMs: Number.NaN },
  ])('is none where the store holds %j', (value) => {
    expect(readWatch(good)).toEqual(good);
    expect(readWatch(value)).toBeUndefined();
  });
});
