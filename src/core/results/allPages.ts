/** Page after page of one search, each asked for while the one before is shown. */
import type { CatalogClient } from '../catalog/catalogClient.js';
import { throwIfCancelled } from '../failure.js';
import { appendPageSteps } from '../catalog/appendPage.js';
import { LOAD_ALL_BOUNDS, PagingBudget, type PagingBounds } from '../catalog/pagingBudget.js';
import { itemCount, type Page, type PageCursor, type ResultSet } from '../catalog/pages.js';
import type { Clock } from '../ports.js';
import { runInTurns } from '../runInTurns.js';
import type { KeptSet } from './resultHistory.js';
import { ShowAgain } from './showAgain.js';

export interface AllPagesOptions {
  readonly client: CatalogClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Items in all at which to stop; the page that reaches it is kept whole. */
  readonly upTo: number;
  /** Pages at which to stop, whatever they held; all of them where absent. */
  readonly maxPages?: number;
  /** In one go; {@link LOAD_ALL_BOUNDS} where absent. At one of them it stops as it does with enough items. */
  readonly bounds?: PagingBounds;
  /** Called for each page but the last. `show` is true when it is time to show the rows again. */
  readonly onPage: (set: ResultSet, show: boolean) => void;
}

/**
 * Follows a set's pages to the end, or until there are enough items.
 * @throws CatalogError `cancelled`, or what the client throws; what came before was told to `onPage`
 */
export async function loadAllPages(kept: KeptSet, first: PageCursor, { client, clock, signal, upTo, maxPages = Infinity, bounds = LOAD_ALL_BOUNDS, onPage }: AllPagesOptions): Promise<ResultSet> {
  const { environment } = kept;
  let { set } = kept;
  const last = set.pages + maxPages;
  const budget = new PagingBudget(bounds, clock);
  const pageAt = (cursor: PageCursor): Promise<Page> => client.next(environment, set.query, cursor, { signal, onProgress: budget.page() });
  let coming = pageAt(first);
  const showAgain = new ShowAgain(clock, itemCount(set));
  for (;;) {
    const page = await coming;
    throwIfCancelled(signal);
    set = await runInTurns(appendPageSteps(set, page, clock.now()), clock, signal);
    const count = itemCount(set);
    if (set.next === undefined || count >= upTo || set.pages >= last || budget.spent) {
      return set;
    }
    coming = pageAt(set.next);
    // It is waited for in the next round; until then its failure is nobody's.
    coming.catch(() => undefined);
    onPage(set, showAgain.isTime(count));
  }
}
