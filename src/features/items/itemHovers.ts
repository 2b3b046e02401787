import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { ItemHover } from '../../core/items/itemHover.js';
import { ITEM_SCHEME } from '../../platform/contributions.js';

/** Explains the field under the pointer: its title, its value with a unit, times in UTC and where the person is. */
export function registerHovers(): Disposable {
  return vscode.languages.registerHoverProvider({ scheme: ITEM_SCHEME }, {
    async provideHover(document, position, token): Promise<vscode.Hover | undefined> {
      const { hoverAt } = await import('../../core/items/itemHover.js');
      const hover = token.isCancellationRequested ? undefined : hoverAt(document.getText(), document.offsetAt(position));
      if (hover === undefined) {
        return undefined;
      }
      const { range } = hover;
      return new vscode.Hover(hoverText(hover), range === undefined ? undefined : new vscode.Range(document.positionAt(range.start), document.positionAt(range.end)));
    },
  });
}

/** Everything goes in through appendText, which leaves no Markdown, link, icon or HTML of a service alive. */
function hoverText({ title, rows, notes }: ItemHover): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(title).appendMarkdown('**');
  if (rows.length > 0) {
    text.appendMarkdown('\n\n| | |\n|:--|:--|\n');
    for (const { label, value } of rows) {
      text.appendMarkdown('| ').appendText(cell(label)).appendMarkdown('&nbsp;&nbsp; | ').appendText(cell(value)).appendMarkdown(' |\n');
    }
  }
  for (const note of notes) {
    text.appendMarkdown('\n\n').appendText(note);
  }
  return text;
}

/** A line break or a bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll(/[\r\n|]/gu, ' ');
}
