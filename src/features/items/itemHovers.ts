import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import type { ItemHover } from '../../core/items/itemHover.js';
import { ITEM_SCHEME } from '../../platform/contributions.js';
import { appendPlain, appendTable } from '../../platform/plainMarkdown.js';

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

/** Nothing that a service wrote is more than text in it. */
function hoverText({ title, rows, notes }: ItemHover): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**');
  appendPlain(text, title).appendMarkdown('**');
  if (rows.length > 0) {
    text.appendMarkdown('\n\n');
    appendTable(text, rows.map(({ label, value }) => [label, value]));
  }
  for (const note of notes) {
    text.appendMarkdown('\n\n');
    appendPlain(text, note);
  }
  return text;
}
