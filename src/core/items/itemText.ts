/** An item's document: the text the service sent, laid out for reading (design, behaviour 6). Made only when the item is opened. */
import type { ItemSource } from './item.js';
import { formatJson } from '../jsonLayout.js';
import { findElement } from '../jsonText.js';

/**
 * The feature's own text, cut out of its page and laid out with two spaces a level, with a line break at the end. Literals, key order,
 * unknown members and duplicate keys are as sent. Empty where the page holds no such feature.
 */
export function itemText(source: ItemSource): string {
  const raw = rawText(source);
  return raw === '' ? '' : `${formatJson(raw)}\n`;
}

/** The item as `JSON.parse` reads it, for tooltips and children; undefined where the page holds no such feature. */
export function itemValue(source: ItemSource): unknown {
  const raw = rawText(source);
  return raw === '' ? undefined : JSON.parse(raw);
}

function rawText(source: ItemSource): string {
  const range = findElement(source.page, 'features', source.index);
  return range === undefined ? '' : new TextDecoder().decode(source.page.subarray(range.start, range.end));
}
