import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { itemKey, type Item, type ItemKey } from '../../core/item.js';
import { shownSet, type Results } from '../../core/results.js';
import { withSignal } from '../../platform/cancellation.js';
import type { ItemNode, ResultNode } from './resultNode.js';
import { treeItem } from './resultNode.js';

const count = new Intl.NumberFormat('en');

/** Gives the tree its rows from the current result set. What a row holds inside is read when it is opened. */
export class ResultsTree implements vscode.TreeDataProvider<ResultNode>, Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** One node per item, so that the editor knows a row again after a refresh. */
  #nodes = new Map<Item, ItemNode>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(private readonly results: Results) {}

  refresh(): void {
    this.#changed.fire(undefined);
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    return treeItem(node);
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    if (node === undefined) {
      return this.#roots();
    }
    if (node.kind !== 'item') {
      return [];
    }
    const { itemChildren } = await import('./itemChildren.js');
    return [...itemChildren(node)];
  }

  getParent(node: ResultNode): ResultNode | undefined {
    return 'parent' in node ? this.nodeFor(node.parent) : undefined;
  }

  async resolveTreeItem(row: vscode.TreeItem, node: ResultNode, token: vscode.CancellationToken): Promise<vscode.TreeItem> {
    if (node.kind === 'item') {
      const { itemTooltip } = await import('./itemTooltip.js');
      row.tooltip = await withSignal(token, async (signal) => await itemTooltip(node.item, signal));
    }
    return row;
  }

  /** The row of an item that is shown now. */
  nodeFor(key: ItemKey): ItemNode | undefined {
    const item = this.results.find(key);
    return item === undefined ? undefined : this.#itemNode(key.environment, item);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #roots(): ResultNode[] {
    const set = shownSet(this.results.state);
    if (set === undefined) {
      this.#nodes.clear();
      return [];
    }
    const before = this.#nodes;
    this.#nodes = new Map();
    const rows: ResultNode[] = set.items.map((item) => {
      const node = before.get(item) ?? { kind: 'item', key: itemKey(set.environment, item), item };
      this.#nodes.set(item, node);
      return node;
    });
    if (set.next !== undefined && rows.length > 0) {
      rows.push({ kind: 'more', count: set.matched === undefined ? `${count.format(rows.length)} loaded` : `${count.format(rows.length)} of ${count.format(set.matched)} loaded` });
    }
    return rows;
  }

  #itemNode(environment: string, item: Item): ItemNode {
    let node = this.#nodes.get(item);
    if (node === undefined) {
      node = { kind: 'item', key: itemKey(environment, item), item };
      this.#nodes.set(item, node);
    }
    return node;
  }
}
