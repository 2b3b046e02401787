/** Items and result sets for tests of the map. */
import { PageContent, readItem, type Item } from '../../../src/core/items/item.js';
import { emptyResultSet, type ResultSet } from '../../../src/core/catalog/pages.js';

export function square(west: number, south: number, side = 1): unknown {
  return { type: 'Polygon', coordinates: [[[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]] };
}

export function item(id: string, geometry: unknown, properties: object = { datetime: '2026-06-10T08:15:30Z', platform: 'Kestrel-1', 'x:status': 'COMMANDED' }): Item {
  return readItem({ id, collection: 'org', geometry, properties }, new PageContent(), 0);
}

export function setOf(items: readonly Item[], more: Partial<ResultSet> = {}): ResultSet {
  return { ...emptyResultSet('Demo', { limit: 100 }, 0), items, ...more };
}
