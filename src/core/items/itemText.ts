/** An item's document: the text the service sent, laid out for reading (design, behaviour 6). Made only when the item is opened. */
import type { ItemSource } from './item.js';
import { formatJsonSteps } from '../jsonLayout.js';
import { isTooMuch, JsonScanner, valueSteps } from '../jsonScan.js';
import { findElement, type ByteRange } from '../jsonText.js';
import { atOnce, type Steps } from '../steps.js';

/**
 * The feature's own text, cut out of its page and laid out with two spaces a level, with a line break at the end. Literals, key order,
 * unknown members and duplicate keys are as sent. Empty where the page holds no such feature.
 */
export function itemText(source: ItemSource): string {
  return atOnce(itemTextSteps(source));
}

/** The same in steps: a feature may be as long as a page. */
export function* itemTextSteps(source: ItemSource): Steps<string> {
  const range = rangeOf(source);
  return range === undefined ? '' : `${yield* formatJsonSteps(source.page.subarray(range.start, range.end))}\n`;
}

/** What is parsed while a person looks at a row, in bytes. */
const MAX_GLANCE = 4 * 1024 * 1024;
/** This is parsed without being scanned before, in bytes. */
const SHORT = 256 * 1024;

/** The item as `JSON.parse` reads it, for tooltips and children; undefined where the page holds no such feature, or where it is too much for a glance. */
export function itemValue(source: ItemSource): unknown {
  const range = rangeOf(source);
  return range === undefined || range.end - range.start > MAX_GLANCE ? undefined : atOnce(featureValueSteps(source.page, range));
}

/** A feature as `JSON.parse` reads it; undefined where it is too much for that. The range is known to parse. */
export function* featureValueSteps(page: Uint8Array, { start, end }: ByteRange): Steps<unknown> {
  if (end - start > SHORT && isTooMuch(yield* valueSteps(new JsonScanner(page), start))) {
    return undefined;
  }
  return JSON.parse(new TextDecoder().decode(page.subarray(start, end)));
}

/** The bytes of the feature in its page. */
export function rangeOf(source: ItemSource): ByteRange | undefined {
  return source.range ?? findElement(source.page, 'features', source.index);
}
