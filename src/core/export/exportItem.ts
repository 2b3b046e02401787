/** Items on their way into a file: their own text, cut out of the page they came in. */
import { withoutSignatures } from '../assets/signature.js';
import { PageContent, readItem, type Item } from '../items/item.js';
import { findElements, type ByteRange } from '../jsonText.js';
import { compactJson } from './literals.js';

/** One item to export. `text` is the feature as the service sent it, without white space between tokens, which makes it one line, and without the signatures of addresses: a file outlives them, and is handed on. */
export interface ExportItem {
  readonly collection: string;
  /** `datetime`, or where there is none `start_datetime`, as sent. */
  readonly time: string | undefined;
  readonly text: string;
}

/** The places of a page's features: found once per page, since looking for each alone would read the page as often as it has items. */
const places = new WeakMap<Uint8Array, readonly ByteRange[]>();

/** An item of a result set as it was sent. */
export function exportItem(item: Item): ExportItem {
  const { page, index } = item.source;
  const range = item.source.range ?? rangeIn(page, index);
  const text = range === undefined ? '{}' : new TextDecoder().decode(page.subarray(range.start, range.end));
  return { collection: item.collection, time: item.datetime ?? item.startDatetime, text: keptText(text) };
}

function keptText(text: string): string {
  return withoutSignatures(compactJson(text));
}

function rangeIn(page: Uint8Array, index: number): ByteRange | undefined {
  let ranges = places.get(page);
  if (ranges === undefined) {
    ranges = findElements(page, 'features');
    places.set(page, ranges);
  }
  return ranges[index];
}

/** An item from the text of its document. @throws SyntaxError for a text that is no JSON object */
export function exportItemOf(text: string): ExportItem {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SyntaxError('an item is an object');
  }
  const item = readItem(value, new PageContent(), 0);
  return { collection: item.collection, time: item.datetime ?? item.startDatetime, text: keptText(text) };
}
