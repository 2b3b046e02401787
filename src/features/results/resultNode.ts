import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import { hostOf } from '../../core/environment.js';
import { formatUtc, hasId, itemLabel, type Item, type ItemKey } from '../../core/item.js';
import { itemPath } from '../../core/itemUri.js';
import { commandId } from '../../platform/commandNames.js';
import { statusIcon } from './statusIcon.js';

/** A row of the results. `key` is what commands read from a row that a menu hands them. */
export type ResultNode =
  | { readonly kind: 'item'; readonly key: ItemKey; readonly item: Item }
  | { readonly kind: 'asset'; readonly parent: ItemKey; readonly name: string; readonly title: string | undefined; readonly type: string | undefined; readonly href: string | undefined }
  | { readonly kind: 'link'; readonly parent: ItemKey; readonly index: number; readonly rel: string; readonly type: string | undefined; readonly href: string | undefined }
  | { readonly kind: 'note'; readonly parent: ItemKey; readonly text: string }
  | { readonly kind: 'more'; readonly count: string };

export type ItemNode = Extract<ResultNode, { kind: 'item' }>;

/** A row as the editor draws it. The tooltip of an item is made when somebody looks at it. */
export function treeItem(node: ResultNode): vscode.TreeItem {
  switch (node.kind) {
    case 'item':
      return itemRow(node);
    case 'asset':
      return leaf(`${itemPath(node.parent)}#asset/${node.name}`, display(node.title ?? node.name, 80), 'file-binary', hrefWords(node.href, node.type), `Asset ${display(node.name, 80)}`);
    case 'link':
      return leaf(`${itemPath(node.parent)}#link/${node.index}`, display(node.rel, 80), 'link', hrefWords(node.href, node.type), `Link ${display(node.rel, 80)}`);
    case 'note':
      return leaf(`${itemPath(node.parent)}#note/${node.text}`, node.text, 'info', '', node.text);
    case 'more': {
      const row = leaf('#more', 'Load More Items', 'arrow-down', node.count, 'Load more items');
      row.command = { command: commandId('loadMore'), title: 'Load More Items' };
      return row;
    }
  }
}

function itemRow({ key, item }: ItemNode): vscode.TreeItem {
  const label = itemLabel(item);
  const row = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  const when = formatUtc(item.datetime ?? item.startDatetime);
  const platform = item.platform === undefined ? '' : display(item.platform, 60);
  const status = item.status === undefined ? '' : display(item.status, 60);
  row.id = hasId(item) ? itemPath(key) : `#unnamed/${item.source.index}/${itemPath(key)}`;
  row.description = [platform, when, status].filter((part) => part !== '').join(' · ');
  row.iconPath = statusIcon(item.status);
  row.contextValue = hasId(item) ? 'item' : 'unnamedItem';
  row.accessibilityInformation = {
    label: [label, platform, when, status === '' ? 'no status' : `status ${status}`].filter((part) => part !== '').join(', '),
  };
  if (hasId(item)) {
    row.command = { command: commandId('openItem'), title: 'Open Item', arguments: [{ key }] };
  }
  return row;
}

function leaf(id: string, label: string, icon: string, description: string, spoken: string): vscode.TreeItem {
  const row = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  row.id = id;
  row.iconPath = new vscode.ThemeIcon(icon);
  row.description = description;
  row.accessibilityInformation = { label: description === '' ? spoken : `${spoken}, ${description}` };
  return row;
}

/** Where a link leads and what is there: the host is what a person can judge. */
function hrefWords(href: string | undefined, type: string | undefined): string {
  const host = href === undefined ? 'no address' : URL.canParse(href) ? hostOf(href) || new URL(href).protocol : 'relative address';
  return [display(host, 60), type === undefined ? '' : display(type, 60)].filter((part) => part !== '').join(' · ');
}
