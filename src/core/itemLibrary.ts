import { CatalogError, throwIfCancelled } from './failure.js';
import type { Item, ItemKey } from './item.js';
import { itemPath } from './itemUri.js';
import type { Clock } from './ports.js';

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

/**
 * The texts of items: from the results where they are loaded, else from the copy on this machine, else from the catalog, but only
 * where a person asked for it.
 */
export class ItemLibrary {
  /** Documents that somebody looked at in this window; a handful, so that hiding and showing a tab reads nothing. */
  readonly #recent = new Map<string, ItemDocument>();

  constructor(
    private readonly ports: {
      readonly loaded: LoadedItems;
      readonly copies: ItemCopies;
      readonly clock: Clock;
      /** One search by id; resolves to undefined where the catalog has no such item. Heavy parts load with the first call. */
      readonly ask: (key: ItemKey, signal: AbortSignal) => Promise<Item | undefined>;
      readonly textOf: (item: Item) => Promise<string>;
    },
  ) {}

  /**
   * The document of an item without any request.
   * @throws CatalogError `itemUnavailable` with `noCopy`
   */
  async document(key: ItemKey, signal: AbortSignal): Promise<ItemDocument> {
    const path = itemPath(key);
    const loaded = this.ports.loaded.find(key);
    const recent = this.#recent.get(path);
    if (loaded !== undefined && (recent === undefined || recent.fetchedAt < loaded.asOf)) {
      const document = { text: await this.ports.textOf(loaded.item), fetchedAt: loaded.asOf };
      throwIfCancelled(signal);
      return await this.#keep(path, document);
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
   * @throws CatalogError `itemUnavailable` with `notFound`, or whatever the search ends with
   */
  async documentOrAsk(key: ItemKey, signal: AbortSignal): Promise<ItemDocument> {
    try {
      return await this.document(key, signal);
    } catch (error) {
      if (!(error instanceof CatalogError) || error.failure.kind !== 'itemUnavailable') {
        throw error;
      }
    }
    const item = await this.ports.ask(key, signal);
    throwIfCancelled(signal);
    if (item === undefined) {
      throw new CatalogError({ kind: 'itemUnavailable', reason: 'notFound' });
    }
    const document = { text: await this.ports.textOf(item), fetchedAt: this.ports.clock.now() };
    throwIfCancelled(signal);
    return await this.#keep(itemPath(key), document);
  }

  async #keep(path: string, document: ItemDocument): Promise<ItemDocument> {
    this.#remember(path, document);
    await this.ports.copies.write(path, document);
    return document;
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

const MOST_RECENT = 20;
