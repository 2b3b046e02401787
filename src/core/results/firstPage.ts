/** The first page of a search, and how its set begins while it arrives. */
import { appendPageSteps } from '../catalog/appendPage.js';
import type { CatalogClient } from '../catalog/catalogClient.js';
import { emptyResultSet, type ResultSet } from '../catalog/pages.js';
import type { Environment } from '../environment.js';
import type { Item } from '../items/item.js';
import type { Clock } from '../ports.js';
import { resolveQuery, type SearchQuery } from '../query/query.js';
import { runInTurns } from '../runInTurns.js';
import type { WorkOptions } from '../sharedWork.js';
import { ShowAgain } from './showAgain.js';

export interface FirstPageOptions extends WorkOptions {
  readonly client: CatalogClient;
  readonly clock: Clock;
  /** Whether the beginning of the page may be shown. */
  readonly mayShow: () => boolean;
  /** Told how the set will begin if the page is sound. */
  readonly show: (head: ResultSet) => void;
}

/** @throws CatalogError what the client throws */
export async function loadFirstPage(environment: Environment, query: SearchQuery, { client, clock, mayShow, show, ...options }: FirstPageOptions): Promise<ResultSet> {
  const resolved = resolveQuery(query, clock.now());
  const empty = (): ResultSet => emptyResultSet(environment.name, resolved, clock.now());
  const showAgain = new ShowAgain(clock, 0);
  const page = await client.search(environment, resolved, {
    ...options,
    watcher: {
      isTime: () => mayShow() && showAgain.mayBeTime(),
      show: (items) => {
        if (showAgain.isTime(items.length)) {
          const head = headOf(empty(), items, clock);
          if (head !== undefined) {
            show(head);
          }
        }
      },
    },
  });
  return await runInTurns(appendPageSteps(empty(), page, clock.now()), clock, options.signal);
}

/** Milliseconds that a look at a page which is still arriving may take. */
const LOOK_MS = 50;

/** A set of nothing but these items. What the page says beside them is not known yet. Undefined where it takes long to make one. */
function headOf(empty: ResultSet, items: readonly Item[], clock: Clock): ResultSet | undefined {
  const until = clock.monotonic() + LOOK_MS;
  const steps = appendPageSteps(empty, { request: { method: 'GET', url: '' }, items, unreadable: 0, context: {}, next: undefined, notes: [] }, empty.asOf);
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (clock.monotonic() > until) {
      return undefined;
    }
  }
}
