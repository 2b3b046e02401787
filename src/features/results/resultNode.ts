import * as vscode from 'vscode';
import type { GroupBy } from '../../core/results/arrangement.js';
import { isObjectStore } from '../../core/assets/address.js';
import type { AssetAddress } from '../../core/assets/asset.js';
import { namedHost } from '../../core/catalog/href.js';
import { display } from '../../core/display.js';
import { formatUtc } from '../../core/items/itemTime.js';
import { hasId, itemLabel, type Item, type ItemKey } from '../../core/items/item.js';
import { itemPath } from '../../core/items/itemUri.js';
import type { Mark } from '../../core/results/marks.js';
import { commandId } from '../../platform/commandNames.js';
import { statusIcon } from './statusIcon.js';

/** A row of the results. `key` is what commands read from a row that a menu hands them. */
export type ResultNode =
  /** `index`: the item's place in its set. */
  | { readonly kind: 'item'; readonly key: ItemKey; readonly item: Item; readonly index: number }
  /** Rows with one value, as sent; undefined: those that have none. `only`: there is no other group. */
  | { readonly kind: 'group'; readonly index: number; readonly by: GroupBy; readonly value: string | undefined; readonly count: number; readonly only: boolean }
  /** A part of a long list, from one row up to before another, in the group of a number and value. `atEnd`: it is the first or the last. */
  | { readonly kind: 'range'; readonly group: number; readonly value: string | undefined; readonly from: number; readonly to: number; readonly atEnd: boolean }
  | { readonly kind: 'asset'; readonly parent: ItemKey; readonly name: string; readonly title: string | undefined; readonly type: string | undefined; readonly href: string | undefined; readonly facts: string; readonly others: readonly AssetAddress[] }
  /** Another address of an asset's file: a name in its `alternate`, or undefined for its own. */
  | { readonly kind: 'address'; readonly asset: AssetNode; readonly alternate: string | undefined; readonly title: string | undefined; readonly href: string }
  | { readonly kind: 'link'; readonly parent: ItemKey; readonly index: number; readonly rel: string; readonly type: string | undefined; readonly href: string | undefined }
  | { readonly kind: 'note'; readonly parent: ItemKey; readonly text: string }
  | { readonly kind: 'more'; readonly count: string };

export type ItemNode = Extract<ResultNode, { kind: 'item' }>;
export type AssetNode = Extract<ResultNode, { kind: 'asset' }>;
export type AddressNode = Extract<ResultNode, { kind: 'address' }>;
export type GroupNode = Extract<ResultNode, { kind: 'group' }>;
export type RangeNode = Extract<ResultNode, { kind: 'range' }>;

/** Rows with a mark have an address of this scheme, by which the editor finds their badge. */
export const MARK_SCHEME = 'catalog-mark';

const number = new Intl.NumberFormat('en');

/** A row as the editor draws it. The tooltip of an item is made when somebody looks at it. */
export function treeItem(node: ResultNode, mark?: Mark): vscode.TreeItem {
  switch (node.kind) {
    case 'item':
      return itemRow(node, mark);
    case 'group':
      return groupRow(node);
    case 'range':
      return rangeRow(node);
    case 'asset':
      return assetRow(leaf(`${itemPath(node.parent)}#asset/${node.name}`, display(node.title ?? node.name, 80), assetIcon(node.type), [hrefWords(node.href, node.type), node.facts].filter((part) => part !== '').join(' · '), `Asset ${display(node.name, 80)}`), node);
    case 'address':
      return addressRow(node);
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

function itemRow({ key, item, index }: ItemNode, mark: Mark | undefined): vscode.TreeItem {
  const label = itemLabel(item);
  const row = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  const when = formatUtc(item.datetime ?? item.startDatetime);
  const platform = item.platform === undefined ? '' : display(item.platform, 60);
  const status = item.status === undefined ? '' : display(item.status, 60);
  const news = mark === undefined ? '' : mark.kind === 'new' ? 'new' : `was ${mark.from === undefined ? 'without status' : display(mark.from, 60)}`;
  const join = (parts: readonly string[], separator: string): string => parts.filter((part) => part !== '').join(separator);
  row.id = hasId(item) ? itemPath(key) : `#unnamed/${index}`;
  // A narrow view cuts off the end: what tells rows apart comes first.
  row.description = join([news, when, platform, status], ' · ');
  row.iconPath = statusIcon(item.status);
  row.contextValue = hasId(item) ? 'item' : 'unnamedItem';
  row.accessibilityInformation = { label: join([label, platform, when, status === '' ? 'no status' : `status ${status}`, news], ', ') };
  if (mark !== undefined) {
    row.resourceUri = vscode.Uri.from({ scheme: MARK_SCHEME, path: itemPath(key), query: mark.kind });
  }
  if (hasId(item)) {
    row.command = { command: commandId('openItem'), title: 'Open Item', arguments: [{ key }] };
  }
  return row;
}

function groupRow({ by, value, count, only }: GroupNode): vscode.TreeItem {
  const label = value === undefined ? `No ${by === 'day' ? 'time' : by}` : display(value);
  const row = new vscode.TreeItem(label, only ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed);
  row.id = value === undefined ? `#group/${by}` : `#group/${by}/${value}`;
  row.description = number.format(count);
  row.iconPath = by === 'status' ? statusIcon(value) : new vscode.ThemeIcon(GROUP_ICONS[by] ?? 'list-tree');
  row.tooltip = by === 'day' && value !== undefined ? `${label} UTC` : label;
  row.accessibilityInformation = { label: `${by} ${row.tooltip}, ${number.format(count)} ${count === 1 ? 'item' : 'items'}` };
  return row;
}

const GROUP_ICONS: Readonly<Partial<Record<GroupBy, string>>> = { collection: 'organization', day: 'calendar', platform: 'broadcast' };

function rangeRow({ value, from, to, atEnd }: RangeNode): vscode.TreeItem {
  const [first, last] = [number.format(from + 1), number.format(to)];
  // Home and End lead to items.
  const row = new vscode.TreeItem(`${first} \u2013 ${last}`, atEnd ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed);
  // Groups may change places from one set to the next: their value names them.
  row.id = `#range/${from}/${value ?? ''}`;
  row.accessibilityInformation = { label: `Items ${first} to ${last}` };
  return row;
}

function assetIcon(type = ''): string {
  return type.startsWith('image/') ? 'file-media' : /^text\/|\b(?:json|xml|yaml)\b/u.test(type) ? 'file-code' : 'file-binary';
}

function assetRow(row: vscode.TreeItem, node: AssetNode): vscode.TreeItem {
  row.contextValue = 'asset';
  if (node.others.length > 0) {
    row.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  }
  row.command = { command: commandId('openAsset'), title: 'Open Asset', arguments: [node] };
  return row;
}

/** Its signature, where it has one, stands nowhere in the row. */
function addressRow({ asset, alternate, title, href }: AddressNode): vscode.TreeItem {
  const label = alternate === undefined ? 'Own address' : display(title ?? alternate, 80);
  const url = URL.parse(href);
  const isStored = url !== null && isObjectStore(url);
  const place = isStored ? `${url.protocol} ${display(url.host, 60)} · ${STORE_WORDS}` : hrefWords(href, undefined);
  // No part of an item's path holds a `#`, and the names of assets and alternates may hold anything.
  const row = leaf(`${itemPath(asset.parent)}#address/${JSON.stringify([asset.name, alternate])}`, label, isStored ? 'database' : 'link', place, `Address ${label}`);
  row.contextValue = 'assetAddress';
  row.tooltip = `${label}: ${place}`;
  return row;
}

const STORE_WORDS = 'in an object store that needs its own sign-in: copy this address for a tool that has one';

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
  const host = href === undefined ? 'no address' : namedHost(href) ?? 'relative address';
  return [display(host, 60), type === undefined ? '' : display(type, 60)].filter((part) => part !== '').join(' · ');
}
