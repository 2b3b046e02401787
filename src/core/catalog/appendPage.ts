/** How a result set grows by a page: what is new, what had come before, what does not match, and where paging ends. */
import { hasId, type Item } from '../items/item.js';
import type { SearchQuery } from '../query/query.js';
import type { QueryFilter } from '../query/queryFilters.js';
import { matchesQuery } from '../query/queryMatch.js';
import { atOnce, type Steps } from '../steps.js';
import { LEFT_OUT, memoryOfSet, Positions, remember, type Memory, type Note, type Page, type PageCursor, type ResultSet } from './pages.js';

/** Pages in a row without an item that had not come before; then there is no more to expect. */
const MAX_STALE_PAGES = 2;

/**
 * The set with one more page: items in order, those that came before or do not match the query counted and left out. Where the next
 * page would be one already asked for, or two pages in a row bring nothing new, `next` ends and a note says why.
 * It costs as much as the page is long, however long the set is.
 * @param now milliseconds since the epoch.
 */
export function appendPage(set: ResultSet, page: Page, now: number): ResultSet {
  return atOnce(appendPageSteps(set, page, now));
}

/**
 * The same, some items at a step: where they have to lie in an area, an item takes as long as its footprint is intricate. The set may
 * not grow otherwise meanwhile.
 */
export function* appendPageSteps(set: ResultSet, page: Page, now: number): Steps<ResultSet> {
  const judged = yield* judgeSteps(set.query, page.items);
  return append(set, page, judged, now);
}

/** What is the matter with each item; undefined for those that match the query. */
function* judgeSteps(query: SearchQuery, items: readonly Item[]): Steps<readonly (QueryFilter | undefined)[]> {
  const judged: (QueryFilter | undefined)[] = [];
  for (const item of items) {
    const match = matchesQuery(query, item);
    judged.push(match.ok ? undefined : match.failed);
    yield;
  }
  return judged;
}

function append(set: ResultSet, page: Page, judged: readonly (QueryFilter | undefined)[], now: number): ResultSet {
  const memory = memoryOf(set);
  const leftOut = { ...set.leftOut };
  let duplicates = set.duplicates;
  let fresh = 0;
  for (const [index, item] of page.items.entries()) {
    const named = hasId(item);
    if (named && memory.positions.of(item) !== undefined) {
      duplicates += 1;
      continue;
    }
    fresh += 1;
    const failed = judged[index];
    if (named) {
      memory.positions.set(item, failed === undefined ? memory.items.length : LEFT_OUT);
    }
    if (failed === undefined) {
      memory.items.push(item);
    } else {
      leftOut[failed] += 1;
    }
  }
  memory.visited.add(identityOf(page.request));
  memory.stalePages = fresh === 0 ? memory.stalePages + 1 : 0;
  memory.pages += 1;
  const stop = page.next === undefined ? undefined : stopReason(page.next, memory);
  const features = page.items.length + page.unreadable;
  const returned = set.returned + features;
  const matched = page.context.matched ?? set.matched;
  const next = stop === undefined ? page.next : undefined;
  const notes = stop === undefined ? page.notes : [...page.notes, stop];
  const itemsThen = listOf(memory.items, memory.items.length);
  return remember(
    {
      environment: set.environment, query: set.query,
      get items() {
        return itemsThen();
      },
      matched, returned, leftOut,
      unreadable: set.unreadable + page.unreadable, duplicates, next,
      mayHaveMore: next === undefined && stop === undefined && (matched === undefined ? features > 0 && features >= (page.context.limit ?? set.query.limit) : matched > returned),
      asOf: now, notes: mergeNotes(set.notes, notes), pages: set.pages + 1,
    },
    memory,
  );
}

/** The first items of a list that goes on growing, copied when first asked for. */
function listOf(growing: readonly Item[], count: number): () => readonly Item[] {
  let list: readonly Item[] | undefined;
  return () => (list ??= growing.slice(0, count));
}

/** The set's table, or one of its own where another page was appended to the same set before. */
function memoryOf(set: ResultSet): Memory {
  const memory = memoryOfSet(set);
  if (memory?.pages === set.pages) {
    return memory;
  }
  const positions = new Positions();
  set.items.forEach((item, position) => hasId(item) && positions.set(item, position));
  return { items: [...set.items], positions, visited: new Set(), stalePages: 0, pages: set.pages };
}

function stopReason(next: PageCursor, memory: Memory): Note | undefined {
  if (memory.visited.has(identityOf(next))) {
    return { kind: 'pagingStopped', reason: 'loop', host: undefined };
  }
  return memory.stalePages >= MAX_STALE_PAGES ? { kind: 'pagingStopped', reason: 'noNewItems', host: undefined } : undefined;
}

function mergeNotes(before: readonly Note[], added: readonly Note[]): readonly Note[] {
  const known = new Set(before.map((note) => JSON.stringify(note)));
  const fresh = added.filter((note) => !known.has(JSON.stringify(note)));
  return fresh.length === 0 ? before : [...before, ...fresh];
}

function identityOf(cursor: PageCursor): string {
  return cursor.method === 'GET' ? `GET ${cursor.url}` : `POST ${cursor.url} ${cursor.body}`;
}
