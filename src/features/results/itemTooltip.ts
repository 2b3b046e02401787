import * as vscode from 'vscode';
import { throwIfCancelled } from '../../core/failure.js';
import { formatProperty } from '../../core/items/fieldCatalogue.js';
import { intervalOf } from '../../core/datetime.js';
import { itemLabel, type Item } from '../../core/items/item.js';
import { itemSummary } from '../../core/items/itemSummary.js';
import { itemValue } from '../../core/items/itemText.js';
import { localDateTime } from '../../core/timeWords.js';
import { appendPlain, appendTable } from '../../platform/plainMarkdown.js';

/** Properties shown; a tooltip is for a glance, the document has the rest. */
const MOST = 30;

/** What is worth knowing of an item at a glance: its properties with titles and units, times in UTC and once more in local time. */
export async function itemTooltip(item: Item, signal: AbortSignal): Promise<vscode.MarkdownString> {
  const value = itemValue(item.source);
  await Promise.resolve();
  throwIfCancelled(signal);
  return tooltip(item, propertiesOf(value));
}

/** Nothing that a service wrote is more than text in it. */
function tooltip(item: Item, properties: readonly (readonly [string, unknown])[]): vscode.MarkdownString {
  const local = item.datetime === undefined ? undefined : intervalOf(item.datetime)?.start;
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**');
  appendPlain(text, itemLabel(item)).appendMarkdown('**\n\n');
  appendPlain(text, itemSummary(item)).appendMarkdown('\n\n');
  appendTable(text, [
    ...(item.collection === '' ? [] : [['Collection', item.collection] as const]),
    ...properties.slice(0, MOST).map(([name, property]) => {
      const { label, value } = formatProperty(name, property);
      return [label, value] as const;
    }),
    ...(local === undefined ? [] : [['Local time', localDateTime(local)] as const]),
  ]);
  if (properties.length > MOST) {
    text.appendMarkdown('\n');
    appendPlain(text, `and ${properties.length - MOST} more in the document`);
  }
  return text;
}

function propertiesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const properties = typeof value === 'object' && value !== null && 'properties' in value ? value.properties : undefined;
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? Object.entries(properties) : [];
}
