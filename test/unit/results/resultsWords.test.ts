import { describe, expect, it } from 'vitest';
import { appendPage } from '../../../src/core/catalog/appendPage.js';
import { emptyResultSet, type Note, type Page } from '../../../src/core/catalog/pages.js';
import type { SearchQuery } from '../../../src/core/query/query.js';
import { PageContent, readItem } from '../../../src/core/items/item.js';
import { searchOutcome } from '../../../src/core/results/searchOutcome.js';
import { brushWords, setWords, treeMessage } from '../../../src/features/results/resultsWords.js';

const NOW = Date.UTC(2026, 5, 2, 14, 2);
const query = { limit: 100 };

function page(features: readonly object[], more: Partial<Page> = {}): Page {
  const body = new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features }));
  return {
    request: { method: 'GET', url: 'https://api.example.com/stac/search' },
    items: features.map((feature, index) => readItem(feature, new PageContent(body), index)),
    unreadable: 0, context: {}, next: undefined, notes: [], ...more,
  };
}

const features = (count: number, from = 0): readonly object[] => Array.from({ length: count }, (_, index) => ({ id: `i${from + index}`, collection: 'org', properties: { datetime: '2026-06-01T00:00:00Z' }, exact: 1 }));
const set = (added: Page, asked: SearchQuery = query) => appendPage(emptyResultSet('Acme', asked, NOW), added, NOW);

describe('what stands above the rows', () => {
  it('counts, and says as of when', () => {
    expect(setWords(set(page(features(3))), NOW)).toBe('3 items, as of 14:02 UTC.');
    expect(setWords(set(page(features(1))), NOW)).toBe('1 item, as of 14:02 UTC.');
    expect(setWords(set(page(features(3), { context: { matched: 3012 }, next: { method: 'GET', url: 'https://api.example.com/stac/search?token=2' } })), NOW)).toBe('3 of 3,012 items, more to load, as of 14:02 UTC.');
  });

  it('tells what is brushed on the map, and how to see all again', () => {
    const minute = (time: string): number => Date.parse(time) / 60_000;
    expect(brushWords([minute('2026-11-01T00:00Z'), minute('2026-11-05T12:00Z')], 37, 1000)).toBe('2026-11-01 to 2026-11-05 brushed on the map: 37 of 1,000 shown. Escape on the map\'s histogram, or Show All Times, shows all.');
  });

  it('tells what could not be read and which filter the service ignored', () => {
    expect(setWords(set(page(features(17), { unreadable: 3 })), NOW)).toContain('3 of 20 unreadable.');
    const asked = { limit: 100, datetime: '2020-01-01T00:00:00Z/2020-12-31T23:59:59Z' };
    expect(setWords(set(page([...features(2), { id: 'x', collection: 'org', properties: { datetime: '2020-05-01T00:00:00Z' } }]), asked as never), NOW)).toContain('The service ignored datetime: 1 of 3 match.');
  });

  it('tells filters of this client apart from those that the service ignored, and where more would be looked at', () => {
    const next = { method: 'GET', url: 'https://api.example.com/stac/search?token=2' } as const;
    const item = (platform: string, datetime: string): object => ({ id: `${platform} ${datetime}`, collection: 'org', properties: { platform, datetime } });
    const items = [item('A', '2026-06-01T00:00:00Z'), item('B', '2026-06-01T00:00:00Z'), item('B', '2020-06-01T00:00:00Z')];
    const asked = { limit: 100, platforms: ['a'] };
    expect(setWords(set(page(items, { next }), asked), NOW)).toBe('1 item, more to load, as of 14:02 UTC. By platform, 1 of 3 match; Load More Items looks at up to 10 more pages.');
    expect(setWords(set(page(items), asked), NOW)).toContain('By platform, 1 of 3 match.');
    expect(setWords(set(page(items), { ...asked, datetime: '2026-01-01T00:00:00Z/..' } as never), NOW)).toContain('The service ignored datetime and was not asked for platform: 1 of 3 match.');
    expect(setWords(set(page([...items, item('A', '2026-06-02T00:00:00Z')]), { ...asked, statuses: ['DONE'] }), NOW)).toBe('0 items, as of 14:02 UTC. By platform and status, 0 of 4 match.');
    const boxed = set(page([{ id: 'x', geometry: { type: 'Point', coordinates: [1, 1] } }, { id: 'y', geometry: { type: 'Point', coordinates: [2, 2] } }], { notes: [{ kind: 'areaAsBox' }] }), { limit: 100, intersects: { type: 'Point', coordinates: [1, 1] } } as never);
    expect(setWords(boxed, NOW)).toContain('By the exact area, 1 of 2 match.');
    expect(setWords(boxed, NOW)).toContain('asked for the box around it');
  });

  it('has words for each note', () => {
    const notes: readonly Note[] = [
      { kind: 'typeSpelling' }, { kind: 'contentType' }, { kind: 'invalidUtf8' }, { kind: 'returnedDiffers', returned: 5, features: 3 }, { kind: 'limitDiffers', asked: 100, applied: 50 },
      { kind: 'pageCapped', kept: 20_000, sent: 200_000 }, { kind: 'pagingStopped', reason: 'otherOrigin', host: 'other.example' },
    ];
    const words = setWords(set(page(features(3), { notes })), NOW);
    for (const expected of ['says 5 and sent 3', 'at most 50 per page', 'read up to 20,000', 'other.example']) {
      expect(words).toContain(expected);
    }
    expect(words).not.toMatch(/undefined|NaN| {2}/);
  });

  it('keeps the old rows in view while a search runs and after it failed', () => {
    const previous = set(page(features(3)));
    expect(treeMessage({ kind: 'searching', environment: 'Acme', query, previous }, NOW)).toBe('Searching ... 3 items, as of 14:02 UTC.');
    expect(treeMessage({ kind: 'searching', environment: 'Acme', query, previous: undefined, head: previous }, NOW)).toMatch(/^Searching: .+ \.\.\. 3 so far\.$/u);
    const failed = treeMessage({ kind: 'failed', failure: { kind: 'network', host: 'api.example.com', reason: 'refused', sent: false }, during: 'search', environment: 'Acme', query, previous }, NOW);
    expect(failed).toBe('Cannot reach api.example.com: nothing answers there. Below: 3 items, as of 14:02 UTC.');
    expect(treeMessage({ kind: 'idle' }, NOW)).toBeUndefined();
    // Nothing found is said by the view itself, with buttons; why something that came is not shown is said here.
    expect(treeMessage({ kind: 'shown', set: set(page([])) }, NOW)).toBeUndefined();
    expect(treeMessage({ kind: 'shown', set: set(page([], { unreadable: 2 })) }, NOW)).toBe('0 items, as of 14:02 UTC. 2 of 2 unreadable.');
    expect(treeMessage({ kind: 'shown', set: set(page([], { next: { method: 'GET', url: 'https://api.example.com/stac/search?token=2' } })) }, NOW)).toBe('0 items, more to load, as of 14:02 UTC.');
  });
});

describe('what a program gets from a search', () => {
  it('is the features as sent, in order, over all pages', () => {
    const first = set(page(features(2), { context: { matched: 5 }, next: { method: 'GET', url: 'https://api.example.com/stac/search?token=2' } }));
    expect(searchOutcome(first)).toEqual({ items: features(2), matched: 5, returned: 2, hasMore: true });
    const both = appendPage(first, page(features(3, 1)), NOW);
    expect(searchOutcome(both)).toEqual({ items: features(4), matched: 5, returned: 4, hasMore: false });
  });
});
