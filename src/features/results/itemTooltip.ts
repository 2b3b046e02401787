import * as vscode from 'vscode';
import { throwIfCancelled } from '../../core/failure.js';
import { formatProperty } from '../../core/items/fieldCatalogue.js';
import { intervalOf } from '../../core/datetime.js';
import { itemLabel, type Item } from '../../core/items/item.js';
import { itemSummary } from '../../core/items/itemSummary.js';
import { itemValue } from '../../core/items/itemText.js';
import { localDateTime } from '../../core/timeWords.js';

/** Properties shown; a tooltip is for a glance, the document has the rest. */
const MOST = 30;

/** What is worth knowing of an item at a glance: its properties with titles and units, times in UTC and once more in local time. */
export async function itemTooltip(item: Item, signal: AbortSignal): Promise<vscode.MarkdownString> {
  // Everything a service wrote goes in through appendText, which leaves no Markdown, link, icon or HTML alive.
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(itemLabel(item)).appendMarkdown('**\n\n').appendText(itemSummary(item)).appendMarkdown('\n\n');
  const value = itemValue(item.source);
  await Promise.resolve();
  throwIfCancelled(signal);
  const properties = propertiesOf(value);
  text.appendMarkdown('| | |\n|:--|:--|\n');
  if (item.collection !== '') {
    row(text, 'Collection', item.collection);
  }
  for (const [name, property] of properties.slice(0, MOST)) {
    const formatted = formatProperty(name, property);
    row(text, formatted.label, formatted.value);
  }
  const local = item.datetime === undefined ? undefined : intervalOf(item.datetime)?.start;
  if (local !== undefined) {
    row(text, 'Local time', localDateTime(local));
  }
  if (properties.length > MOST) {
    text.appendMarkdown('\n').appendText(`and ${properties.length - MOST} more in the document`);
  }
  return text;
}

function row(text: vscode.MarkdownString, label: string, value: string): void {
  text.appendMarkdown('| ').appendText(cell(label)).appendMarkdown('&nbsp;&nbsp; | ').appendText(cell(value)).appendMarkdown(' |\n');
}

/** A line break or a bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll(/[\r\n|]/gu, ' ');
}

function propertiesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const properties = typeof value === 'object' && value !== null && 'properties' in value ? value.properties : undefined;
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? Object.entries(properties) : [];
}
