/** Fuzzy search over everything loaded. Knows nothing of the editor. */
import { cleanup, go, snapshot, type SnapshotKey } from 'fuzzysort';
import { display } from '../../core/display.js';
import { throwIfCancelled } from '../../core/failure.js';
import { formatUtc } from '../../core/items/itemTime.js';
import { hasId, type Item } from '../../core/items/item.js';
import type { Disposable } from '../../core/event.js';

/** Items looked through before others get a turn: typing goes on meanwhile. */
const AT_ONCE = 5000;
/** A row holds many characters besides those typed, so that even good matches with gaps score low; 1 is the same text, 0 none. */
const WEAKEST = 0.2;
/** Of each field, no more than is shown. */
const FIELD_LENGTH = 200;

interface Target {
  readonly item: Item;
  readonly text: string;
}

/** Finds items by any fields that rows show: id, collection, platform, time, status; several words in any order. */
export class ItemFinder implements Disposable {
  readonly #items: readonly Item[];
  /** Prepared when first looked through; 100,000 items take about a second in all and 100 MB, until {@link dispose}. */
  #parts: SnapshotKey<Target>[] = [];

  /** @param items in the order in which they are listed while nothing is typed; those without id cannot be opened and are left out */
  constructor(items: readonly Item[]) {
    this.#items = items.filter(hasId);
  }

  get count(): number {
    return this.#items.length;
  }

  /**
   * The items that match best, best first.
   * @throws CatalogError `cancelled`
   */
  async find(text: string, limit: number, signal: AbortSignal): Promise<readonly Item[]> {
    const words = text.trim();
    if (words === '') {
      return this.#items.slice(0, limit);
    }
    const found: { readonly item: Item; readonly score: number }[] = [];
    for (let part = 0; part * AT_ONCE < this.#items.length; part += 1) {
      if (part > 0) {
        await new Promise(setImmediate);
        throwIfCancelled(signal);
      }
      for (const { obj, score } of go(words, this.#part(part), { limit, threshold: WEAKEST })) {
        found.push({ item: obj.item, score });
      }
    }
    return found.sort((a, b) => b.score - a.score).slice(0, limit).map(({ item }) => item);
  }

  dispose(): void {
    this.#parts = [];
    cleanup();
  }

  #part(part: number): SnapshotKey<Target> {
    const targets = (): Target[] => this.#items.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map((item) => ({ item, text: shownText(item) }));
    return (this.#parts[part] ??= snapshot(targets(), { key: 'text' }));
  }
}

/** The fields of an item in the order of its row. */
export function shownFields(item: Item): readonly string[] {
  return [item.platform, formatUtc(item.datetime ?? item.startDatetime), item.status, item.collection].flatMap((field) => (field === undefined || field === '' ? [] : [field]));
}

function shownText(item: Item): string {
  return [item.id, ...shownFields(item)].map((field) => (field.length > FIELD_LENGTH ? display(field, FIELD_LENGTH) : field)).join(' ');
}
