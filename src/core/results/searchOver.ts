/** The same search once more, as far as its rows go, without touching what is shown. */
import { loadAllPages } from './allPages.js';
import type { CatalogClient } from '../catalog/catalogClient.js';
import { throwIfCancelled } from '../failure.js';
import type { Item } from '../items/item.js';
import { appendPageSteps } from '../catalog/appendPage.js';
import { emptyResultSet, findInSet, itemCount, type PageCursor, type ResultSet } from '../catalog/pages.js';
import type { Clock } from '../ports.js';
import { matchesQuery } from '../query/queryMatch.js';
import { hasOwnFilters } from '../query/queryFilters.js';
import { resolveQuery } from '../query/query.js';
import { runInTurns } from '../runInTurns.js';
import type { Steps } from '../steps.js';
import type { KeptSet } from './resultHistory.js';

/** Requests of one run at most: what lies beyond is not asked for again. */
export const MAX_PAGES = 10;

/**
 * The search's items as they are now: as many as are loaded, and on to one that was there before, within {@link MAX_PAGES}. Items loaded beyond that follow as they were, and
 * go on where they went on.
 * @throws CatalogError as the client
 */
export async function searchOver(client: CatalogClient, kept: KeptSet, clock: Clock, signal: AbortSignal): Promise<ResultSet> {
  const { environment, query, set: before } = kept;
  const resolved = resolveQuery(query, clock.now());
  const page = await client.search(environment, resolved, { signal });
  throwIfCancelled(signal);
  const now = clock.now();
  const first = await runInTurns(appendPageSteps(emptyResultSet(environment.name, resolved, now), page, now), clock, signal);
  // What was never loaded is loaded as far as a search would: to the first page with rows on it.
  const loaded = before.pages === 0 && hasOwnFilters(resolved) ? resolved.limit : itemCount(before);
  const wanted = Math.min(loaded, resolved.limit * MAX_PAGES);
  const goOn = async (set: ResultSet, next: PageCursor, upTo: number): Promise<ResultSet> =>
    await loadAllPages({ ...kept, set }, next, { client, clock, signal, upTo, maxPages: MAX_PAGES - set.pages, onPage: () => undefined });
  let again = first.next === undefined || itemCount(first) >= wanted ? first : await goOn(first, first.next, wanted);
  // A burst of new items pushes out all that is known: they are counted as far as to the first that was there before.
  while (itemCount(before) > 0 && again.next !== undefined && again.pages < MAX_PAGES && !again.items.some((item) => findInSet(before, item.collection, item.id) !== undefined)) {
    again = await goOn(again, again.next, itemCount(again) + 1);
  }
  return itemCount(before) > itemCount(again) && again.next !== undefined ? await runInTurns(withRestSteps(again, before, clock.now()), clock, signal) : again;
}

/** The newer set with the items of the older one that lie beyond it. */
function* withRestSteps(again: ResultSet, before: ResultSet, now: number): Steps<ResultSet> {
  const isAgain = (item: Item): boolean => findInSet(again, item.collection, item.id) !== undefined;
  const beyond = before.items.findLastIndex(isAgain) + 1;
  const items: Item[] = [];
  for (const item of before.items.slice(beyond)) {
    if (matchesQuery(again.query, item).ok) {
      items.push(item);
    }
    yield;
  }
  const request: PageCursor = { method: 'GET', url: '' };
  const context = again.matched === undefined ? {} : { matched: again.matched };
  return yield* appendPageSteps(again, { request, items, unreadable: 0, context, next: before.next, notes: [] }, now);
}
