/** What a repeated search found new: told apart from what was known before, and kept until it was seen. */
import { hasId, type Item, type ItemKey } from '../items/item.js';
import { timeOf } from './arrangedItems.js';
import { findInSet, itemCount, type ResultSet } from '../catalog/pages.js';

/** `from`: the status that was shown before. */
export type Mark = { readonly kind: 'new' } | { readonly kind: 'changed'; readonly from: string | undefined };

/** Marks by item. */
export type Marks = ReadonlyMap<string, Mark>;

export const NO_MARKS: Marks = new Map();

/** The name of an item among the marks. */
export function markName({ collection, id }: Pick<ItemKey, 'collection' | 'id'>): string {
  return JSON.stringify([collection, id]);
}

/**
 * What is new and whose status changed from one set of a search to a later one of the same search. Where the earlier set was not loaded
 * to its end, items after the last one that is known may have been there before, beyond its end: they are not called new. Where none is
 * known, as after a burst of new items, only the order of time can tell them apart.
 */
export function findChanges(before: ResultSet, after: ResultSet): Marks {
  const marks = new Map<string, Mark>();
  const known = (item: Item): Item | undefined => findInSet(before, item.collection, item.id);
  const complete = before.next === undefined || itemCount(before) === 0;
  const lastKnown = complete ? after.items.length : after.items.findLastIndex((item) => known(item) !== undefined);
  const isBeyond = lastKnown < 0 ? beyondTheEnd(before) : (_item: Item, place: number) => place > lastKnown;
  after.items.forEach((item, place) => {
    if (!hasId(item)) {
      return;
    }
    const earlier = known(item);
    if (earlier === undefined) {
      if (!isBeyond(item, place)) {
        marks.set(markName(item), { kind: 'new' });
      }
    } else if (earlier.status !== item.status) {
      marks.set(markName(item), { kind: 'changed', from: earlier.status });
    }
  });
  return marks;
}

/** Whether an item comes after all of a set in the order of time that its first and last item have, if these have one. */
function beyondTheEnd({ items }: ResultSet): (item: Item) => boolean {
  const [first, last] = [items[0], items.at(-1)].map((item) => (item === undefined ? undefined : timeOf(item)));
  if (first === undefined || last === undefined || first === last) {
    return () => false;
  }
  return (item) => {
    const time = timeOf(item);
    return time !== undefined && (first > last ? time < last : time > last);
  };
}

/** Earlier marks and later ones together: what was new stays new, what changed twice shows what it was at first. */
export function addMarks(marks: Marks, added: Marks): Marks {
  if (added.size === 0) {
    return marks;
  }
  const all = new Map(marks);
  for (const [name, mark] of added) {
    if (!all.has(name)) {
      all.set(name, mark);
    }
  }
  return all;
}

/** The marks of items that a set still holds. */
export function marksWithin(marks: Marks, set: ResultSet): Marks {
  const left = [...marks].filter(([name]) => {
    const [collection, id] = JSON.parse(name) as readonly [string, string];
    return findInSet(set, collection, id) !== undefined;
  });
  return left.length === marks.size ? marks : new Map(left);
}

/** How many of each kind there are. */
export function countMarks(marks: Marks): { readonly added: number; readonly changed: number } {
  let added = 0;
  marks.forEach((mark) => {
    added += mark.kind === 'new' ? 1 : 0;
  });
  return { added, changed: marks.size - added };
}
