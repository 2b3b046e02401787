/** Every item of a search: those that are loaded, then page after page, none of them kept. */
import type { CatalogClient } from '../catalog/catalogClient.js';
import type { Environment } from '../environment.js';
import { CatalogError, throwIfCancelled } from '../failure.js';
import { EXPORT_BOUNDS, PagingBudget, type PagingBounds } from '../catalog/pagingBudget.js';
import { hasId, type Item } from '../items/item.js';
import type { ResultSet } from '../catalog/pages.js';
import type { Clock } from '../ports.js';
import { matchesQuery } from '../query/queryMatch.js';

/** Milliseconds of judging items before others get a turn: those that are left out are handed to nobody who could give it. */
const TURN_MS = 25;
/** Pages in a row without an item that had not come before. */
const MAX_STALE_PAGES = 2;

export interface AllItemsOptions {
  readonly client: CatalogClient;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** {@link EXPORT_BOUNDS} where absent. */
  readonly bounds?: PagingBounds;
  /** Called with each page: items so far, and how many there are in all where the service says so. */
  readonly onPage?: (items: number, matched: number | undefined) => void;
}

/**
 * The items of a result set and of all its pages to come, in order, each once, judged by the same rules as results are.
 * @throws CatalogError as the client does; `paging` for pages that go in circles or do not end: what follows cannot be had, and saying nothing would lose it.
 */
export async function* allItems(set: ResultSet, { client, clock, environment, signal, bounds = EXPORT_BOUNDS, onPage }: AllItemsOptions): AsyncGenerator<Item> {
  const seen = new Set<string>();
  const visited = new Set<string>();
  let items = 0;
  let { matched } = set;
  const isNew = (item: Item): boolean => {
    const key = JSON.stringify([item.collection, item.id]);
    const fresh = !hasId(item) || !seen.has(key);
    seen.add(key);
    return fresh;
  };
  for (const item of set.items) {
    if (isNew(item)) {
      items += 1;
      yield item;
    }
  }
  let stale = 0;
  const budget = new PagingBudget(bounds, clock);
  for (let { next } = set; next !== undefined; ) {
    throwIfCancelled(signal);
    const identity = JSON.stringify(next);
    if (visited.has(identity)) {
      throw new CatalogError({ kind: 'paging', reason: 'loop', host: undefined });
    }
    visited.add(identity);
    if (budget.spent) {
      throw new CatalogError({ kind: 'paging', reason: 'endless', host: undefined });
    }
    const page = await client.next(environment, set.query, next, { signal, onProgress: budget.page() });
    throwIfCancelled(signal);
    matched = page.context.matched ?? matched;
    let fresh = 0;
    let turnEnd = clock.monotonic() + TURN_MS;
    for (const item of page.items) {
      if (clock.monotonic() >= turnEnd) {
        await clock.sleep(0, signal);
        throwIfCancelled(signal);
        turnEnd = clock.monotonic() + TURN_MS;
      }
      if (!isNew(item)) {
        continue;
      }
      fresh += 1;
      if (matchesQuery(set.query, item).ok) {
        items += 1;
        yield item;
      }
    }
    onPage?.(items, matched);
    stale = fresh === 0 ? stale + 1 : 0;
    const stopped = page.notes.find((note) => note.kind === 'pagingStopped');
    if (stopped !== undefined) {
      throw new CatalogError({ kind: 'paging', reason: stopped.reason, host: stopped.host });
    }
    if (stale >= MAX_STALE_PAGES && page.next !== undefined) {
      throw new CatalogError({ kind: 'paging', reason: 'noNewItems', host: undefined });
    }
    next = page.next;
  }
}
