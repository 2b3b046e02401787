import { withoutSignatures } from '../assets/signature.js';
import { CLOCK_SLACK_MS } from '../auth/tokenLife.js';
import { Emitter, type Event } from '../event.js';
import { CatalogError, throwIfCancelled } from '../failure.js';
import type { Item, ItemKey } from './item.js';
import { itemPath } from './itemUri.js';
import type { Clock } from '../ports.js';

/** An item's document. `fetchedAt` is when the service sent it, milliseconds since the epoch. */
export interface ItemDocument {
  readonly text: string;
  readonly fetchedAt: number;
}

/**
 * Copies of opened items on this machine, so that a tab shows its content after a restart. Bounded; the oldest go first.
 * Neither method throws: a copy that cannot be kept or read is as good as none.
 */
export interface ItemCopies {
  read(path: string): Promise<ItemDocument | undefined>;
  write(path: string, document: ItemDocument): Promise<void>;
}

/** Items as the results hold them, with the time their page came. */
export interface LoadedItems {
  find(key: ItemKey): { readonly item: Item; readonly asOf: number } | undefined;
}

/** What asking again brought. `earlier` is what was known before, where it said something else. */
export interface RefreshedItem {
  readonly document: ItemDocument;
  readonly earlier: ItemDocument | undefined;
}

export interface ItemLibraryPorts {
  readonly loaded: LoadedItems;
  readonly copies: ItemCopies;
  readonly clock: Clock;
  /**
   * The item's text as the catalog has it now; undefined where it has no such item. `known` is the text at hand, whose own link may
   * be asked. Heavy parts load with the first call.
   */
  readonly ask: (key: ItemKey, known: string | undefined, signal: AbortSignal) => Promise<string | undefined>;
  readonly textOf: (item: Item, signal: AbortSignal) => Promise<string>;
}

/**
 * The texts of items: from the results where they are loaded, else from the copy on this machine, else from the catalog, but only
 * where a person asked for it. Of each item the text before the present one is kept too, for comparing.
 */
export class ItemLibrary {
  /** Documents that somebody looked at in this window; a handful, so that hiding and showing a tab reads nothing. */
  readonly #recent = new Map<string, ItemDocument>();
  readonly #changed = new Emitter<ItemKey>();

  constructor(private readonly ports: ItemLibraryPorts) {}

  /** A newer document of this item came because somebody asked for it. */
  readonly onDidRefresh: Event<ItemKey> = this.#changed.event;

  /**
   * The document of an item without any request.
   * @throws CatalogError `itemUnavailable` with `noCopy`
   */
  async document(key: ItemKey, signal: AbortSignal): Promise<ItemDocument> {
    const path = itemPath(key);
    const loaded = this.ports.loaded.find(key);
    const recent = this.#recent.get(path);
    if (loaded !== undefined && (recent === undefined || this.#isLater(loaded.asOf, recent.fetchedAt))) {
      const document = { text: await this.ports.textOf(loaded.item, signal), fetchedAt: loaded.asOf };
      throwIfCancelled(signal);
      return (await this.#keep(path, document)).document;
    }
    if (recent !== undefined) {
      return recent;
    }
    const copy = await this.ports.copies.read(path);
    throwIfCancelled(signal);
    if (copy === undefined) {
      throw new CatalogError({ kind: 'itemUnavailable', reason: 'noCopy' });
    }
    this.#remember(path, copy);
    return copy;
  }

  /**
   * The document of an item, asked from the catalog where it is nowhere on this machine.
   * @throws CatalogError `itemUnavailable` with `notFound`, or whatever the request ends with
   */
  async documentOrAsk(key: ItemKey, signal: AbortSignal): Promise<ItemDocument> {
    return await this.#known(key, signal) ?? (await this.#ask(key, undefined, signal)).document;
  }

  /**
   * Asks the catalog for an item again, whatever is known of it. Throws as {@link documentOrAsk}; what is known stays then.
   */
  async refresh(key: ItemKey, signal: AbortSignal): Promise<RefreshedItem> {
    const known = await this.#known(key, signal);
    const refreshed = await this.#ask(key, known, signal);
    this.#changed.fire(key);
    return refreshed;
  }

  /** What the item's document said before it changed; undefined where no change was seen. */
  async earlier(key: ItemKey): Promise<ItemDocument | undefined> {
    const path = earlierPath(itemPath(key));
    const recent = this.#recent.get(path);
    if (recent !== undefined) {
      return recent;
    }
    const copy = await this.ports.copies.read(path);
    if (copy !== undefined) {
      this.#remember(path, copy);
    }
    return copy;
  }

  async #known(key: ItemKey, signal: AbortSignal): Promise<ItemDocument | undefined> {
    try {
      return await this.document(key, signal);
    } catch (error) {
      if (error instanceof CatalogError && error.failure.kind === 'itemUnavailable') {
        return undefined;
      }
      throw error;
    }
  }

  async #ask(key: ItemKey, known: ItemDocument | undefined, signal: AbortSignal): Promise<RefreshedItem> {
    const text = await this.ports.ask(key, known?.text, signal);
    throwIfCancelled(signal);
    if (text === undefined) {
      throw new CatalogError({ kind: 'itemUnavailable', reason: 'notFound' });
    }
    return await this.#keep(itemPath(key), { text, fetchedAt: this.ports.clock.now() });
  }

  async #keep(path: string, document: ItemDocument): Promise<RefreshedItem> {
    const before = this.#recent.get(path) ?? await this.ports.copies.read(path);
    this.#remember(path, document);
    await this.ports.copies.write(path, document);
    if (before === undefined || isSame(before.text, document.text) || this.#isLater(before.fetchedAt, document.fetchedAt)) {
      return { document, earlier: undefined };
    }
    this.#remember(earlierPath(path), before);
    await this.ports.copies.write(earlierPath(path), before);
    return { document, earlier: before };
  }

  /** Whether one of two times is later. One that lies ahead was written before the clock was set back, so that it is the earlier one. */
  #isLater(one: number, other: number): boolean {
    const latest = this.ports.clock.now() + CLOCK_SLACK_MS;
    return one > latest === other > latest ? one > other : other > latest;
  }

  #remember(path: string, document: ItemDocument): void {
    this.#recent.delete(path);
    this.#recent.set(path, document);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MOST_RECENT && oldest !== undefined) {
      this.#recent.delete(oldest);
    }
  }
}

/** What is read from disk has no signatures in it: that they are missing is no change of the item. */
function isSame(one: string, other: string): boolean {
  return one === other || withoutSignatures(one) === withoutSignatures(other);
}

const MOST_RECENT = 20;

/** No path of an item holds a `#` that is not encoded. */
function earlierPath(path: string): string {
  return `${path}#earlier`;
}
