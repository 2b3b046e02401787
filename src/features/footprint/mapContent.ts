/** What the map shows, whatever it came from: footprints, words about them, and what each of them is. */
import type { BoundingBox } from '../../core/geo/boundingBox.js';
import type { ItemKey } from '../../core/items/item.js';
import type { MapSubject, MapTexts } from '../../shared/footprintProtocol.js';
import type { FootprintSet } from './footprintSet.js';

export interface MapContent {
  readonly subject: MapSubject;
  readonly texts: MapTexts;
  readonly set: FootprintSet;
  /** What the view fits; undefined where there is nothing to see. */
  readonly box: BoundingBox | undefined;
  /** The area of the search, packed. */
  readonly area: Uint8Array | undefined;
  /** Words for the item at a place. */
  describe(place: number): { readonly title: string; readonly subtitle: string } | undefined;
  geometry(place: number): unknown;
  /** Undefined where the item cannot be opened. */
  key(place: number): ItemKey | undefined;
  place(key: ItemKey): number | undefined;
}

export const NO_TEXTS: MapTexts = { title: '', subtitle: '', message: '', facts: [], notes: [], problems: [], summary: '', statuses: [], platforms: [] };

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
