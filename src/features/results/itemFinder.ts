/** Search over everything loaded. Knows nothing of the editor. */
import { cleanup, go, snapshot, type SnapshotKey } from 'fuzzysort';
import { display } from '../../core/display.js';
import { throwIfCancelled } from '../../core/failure.js';
import { formatUtc } from '../../core/items/itemTime.js';
import { hasId, type Item } from '../../core/items/item.js';
import type { Disposable } from '../../core/event.js';
import { BestMatches, rateLiteral } from './literalMatches.js';

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

/** The rows that hold what was typed last as it is. What is typed after it can only be in those. */
interface Narrowed {
  readonly typed: string;
  readonly rows: readonly number[];
}

/**
 * Finds items by any fields that rows show: id, collection, platform, time, status; several words in any order. Rows that hold the words as
 * they are come first. Where those are fewer than are wanted, rows that hold their letters with gaps are looked for as well.
 */
export class ItemFinder implements Disposable {
  readonly #items: readonly Item[];
  /** What rows show, in lower case; prepared when first looked through. */
  #texts: string[] = [];
  /** Prepared when first needed; 100,000 items take about half a second in all and 100 MB, until {@link dispose}. */
  #parts: SnapshotKey<Target>[] = [];
  #narrowed: Narrowed | undefined;

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
    const typed = text.trim();
    if (typed === '') {
      return this.#items.slice(0, limit);
    }
    throwIfCancelled(signal);
    const literal = await this.#literal(typed.toLowerCase(), 2 * limit, signal);
    if (literal.length >= limit) {
      return ranked(go(typed, literal.map((item) => this.#target(item)), { key: 'text', limit, threshold: 0 }));
    }
    const found: Found[] = [];
    for (let part = 0; part * AT_ONCE < this.#items.length; part += 1) {
      if (part > 0) {
        await nextTurn(signal);
      }
      found.push(...go(typed, this.#part(part), { limit, threshold: WEAKEST }));
    }
    return ranked(found).slice(0, limit);
  }

  dispose(): void {
    this.#texts = [];
    this.#parts = [];
    this.#narrowed = undefined;
    cleanup();
  }

  /** Of the items that hold the words as they are, the best. */
  async #literal(typed: string, most: number, signal: AbortSignal): Promise<readonly Item[]> {
    const words = typed.split(/\s+/u);
    const within = this.#narrowed !== undefined && typed.startsWith(this.#narrowed.typed) ? this.#narrowed.rows : undefined;
    const total = within?.length ?? this.#items.length;
    const rows: number[] = [];
    const best = new BestMatches(most);
    for (let index = 0; index < total; index += 1) {
      if (index > 0 && index % AT_ONCE === 0) {
        await nextTurn(signal);
      }
      const row = within?.[index] ?? index;
      const rating = rateLiteral(this.#text(row), words);
      if (rating !== undefined) {
        rows.push(row);
        best.add(row, rating);
      }
    }
    this.#narrowed = { typed, rows };
    return best.take().flatMap(({ row }) => this.#items[row] ?? []);
  }

  #text(row: number): string {
    const item = this.#items[row];
    return (this.#texts[row] ??= item === undefined ? '' : shownText(item).toLowerCase());
  }

  #part(part: number): SnapshotKey<Target> {
    return (this.#parts[part] ??= snapshot(this.#items.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map((item) => this.#target(item)), { key: 'text' }));
  }

  #target(item: Item): Target {
    return { item, text: shownText(item) };
  }
}

interface Found {
  readonly obj: Target;
  readonly score: number;
}

function ranked(found: readonly Found[]): readonly Item[] {
  return found.toSorted((a, b) => b.score - a.score).map(({ obj }) => obj.item);
}

async function nextTurn(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  throwIfCancelled(signal);
}

/** The fields of an item in the order of its row. */
export function shownFields(item: Item): readonly string[] {
  return [item.platform, formatUtc(item.datetime ?? item.startDatetime), item.status, item.collection].flatMap((field) => (field === undefined || field === '' ? [] : [field]));
}

function shownText(item: Item): string {
  return [item.id, ...shownFields(item)].map((field) => (field.length > FIELD_LENGTH ? display(field, FIELD_LENGTH) : field)).join(' ');
}
