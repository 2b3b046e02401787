/** The first items of a page that has come and is not parsed yet: a large page takes long enough for a person to see its first rows. */
import { PageContent, readItem, type Item } from '../items/item.js';
import { isJsonObject } from '../jsonObject.js';
import { elementRanges, membersOf, scalarAt } from '../jsonText.js';

/** More rows than a view shows at once. */
const MOST = 50;
/** Bytes of the features that are looked at: little against the page. */
const MOST_BYTES = 500_000;

/**
 * What the whole page will begin with, if it is sound. Nothing where that is not clear from its first members: `type` has to come
 * before `features`. Never throws, and looks at no more than it needs.
 */
export function readPageHead(body: Uint8Array): readonly Item[] {
  const content = new PageContent(body);
  let isCollection = false;
  for (const { name, start } of membersOf(body)) {
    if (name === 'type') {
      const type = scalarAt(body, start);
      isCollection = typeof type === 'string' && type.toLowerCase() === 'featurecollection';
    } else if (name === 'features') {
      return isCollection ? elementRanges(body.subarray(0, start + MOST_BYTES), start, MOST).flatMap((range, index) => itemAt(content, range, index)) : [];
    }
  }
  return [];
}

function itemAt(content: PageContent, { start, end }: { readonly start: number; readonly end: number }, index: number): readonly Item[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(content.bytes.subarray(start, end)));
    return isJsonObject(value) ? [readItem(value, content, index)] : [];
  } catch {
    return [];
  }
}
