import * as vscode from 'vscode';
import type { Arrangement } from '../../core/arrangement.js';
import type { Disposable } from '../../core/event.js';
import type { ItemKey } from '../../core/item.js';
import type { Mark } from '../../core/marks.js';
import { itemCount } from '../../core/pages.js';
import { shownSet, type Results } from '../../core/results.js';
import { withSignal } from '../../platform/cancellation.js';
import type { ItemNode, ResultNode } from './resultNode.js';
import { treeItem } from './resultNode.js';
import { Rows } from './rows.js';

const number = new Intl.NumberFormat('en');

/** What the tree shows beside the result set. */
export interface TreeLook {
  readonly arrangement: Arrangement;
  readonly markOf: (key: ItemKey) => Mark | undefined;
}

/** Gives the tree its rows from the current result set. What a row holds inside is read when it is opened. */
export class ResultsTree implements vscode.TreeDataProvider<ResultNode>, Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  #rows: Rows | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(private readonly results: Results, private readonly look: () => TreeLook) {}

  refresh(): void {
    this.#changed.fire(undefined);
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    return treeItem(node, node.kind === 'item' ? this.look().markOf(node.key) : undefined);
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    if (node === undefined) {
      return this.#roots();
    }
    if (node.kind === 'group' || node.kind === 'range') {
      return [...(this.rows?.children(node) ?? [])];
    }
    if (node.kind !== 'item') {
      return [];
    }
    const { itemChildren } = await import('./itemChildren.js');
    return [...itemChildren(node)];
  }

  getParent(node: ResultNode): ResultNode | undefined {
    switch (node.kind) {
      case 'item':
      case 'group':
      case 'range':
        return this.rows?.parentOf(node);
      case 'asset':
      case 'link':
      case 'note':
        return this.nodeFor(node.parent);
      case 'more':
        return undefined;
    }
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
    return item === undefined ? undefined : this.rows?.nodeOf(item);
  }

  /** The rows of the set on screen, in the arrangement chosen; made anew only when one of them is another. */
  get rows(): Rows | undefined {
    const set = shownSet(this.results.state);
    const { arrangement } = this.look();
    if (set === undefined || this.#rows?.set !== set || this.#rows.arrangement !== arrangement) {
      this.#rows = set === undefined ? undefined : new Rows(set, arrangement);
    }
    return this.#rows;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #roots(): ResultNode[] {
    const { rows } = this;
    if (rows === undefined) {
      return [];
    }
    const { set } = rows;
    const roots = [...rows.roots()];
    if (set.next !== undefined && roots.length > 0) {
      const loaded = number.format(itemCount(set));
      roots.push({ kind: 'more', count: set.matched === undefined ? `${loaded} loaded` : `${loaded} of ${number.format(set.matched)} loaded` });
    }
    return roots;
  }
}
