import { describe, expect, it } from 'vitest';
import { PageContent, readItem } from '../../../src/core/items/item.js';
import { itemSummary } from '../../../src/core/items/itemSummary.js';

const summary = (properties: object, geometry: unknown = { type: 'Polygon', coordinates: [[[7, 46], [8, 46], [8, 47], [7, 47], [7, 46]]] }): string =>
  itemSummary(readItem({ id: 'a', geometry, properties }, new PageContent(), 0));

describe('the summary of an item', () => {
  it('says platform, time, status and size', () => {
    expect(summary({ platform: 'SAT-1', datetime: '2026-06-10T08:15:30Z', 'acme:status': 'COMMANDED' })).toBe('SAT-1 · 2026-06-10 08:15:30 UTC · COMMANDED · 77.2 km × 111 km');
  });

  it('gives the interval for a null time, and leaves out what is not there', () => {
    expect(summary({ datetime: null, start_datetime: '2026-06-10T08:00:00Z', end_datetime: '2026-06-10T09:00:00Z' }, { type: 'Point', coordinates: [1, 2] })).toBe('2026-06-10 08:00:00 UTC to 2026-06-10 09:00:00 UTC');
    expect(summary({}, null)).toBe('no usable footprint');
    expect(summary({ platform: '\u202ex$(error)' }, { type: 'Circle' })).toBe('[U+202E]x$\u2009(error) · no usable footprint');
  });
});
