import type * as vscode from 'vscode';
import type { Arrangement } from '../../core/results/arrangement.js';
import type { ItemKey } from '../../core/items/item.js';
import type { Mark } from '../../core/results/marks.js';
import { itemCount, leftOutTotal, type ResultSet } from '../../core/catalog/pages.js';
import type { Results } from '../../core/results/results.js';
import { rowsSet } from '../../core/results/resultsState.js';
import type { TimeSpan } from '../../core/results/timeBrush.js';
import { withSignal } from '../../platform/cancellation.js';
import type { ItemNode, ResultNode } from './resultNode.js';
import { treeItem } from './resultNode.js';
import { Rows } from './rows.js';

const number = new Intl.NumberFormat('en');

/** What the tree shows beside the result set. */
export interface TreeLook {
  readonly arrangement: Arrangement;
  readonly markOf: (key: ItemKey) => Mark | undefined;
  /** Only what lies in it has a row. */
  readonly span: TimeSpan | undefined;
}

/** Gives the tree its rows from the current result set. What a row holds inside is read when it is opened. */
export class ResultsTree {
  #rows: Rows | undefined;

  constructor(private readonly results: Results, private readonly look: () => TreeLook) {}

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
    if (node.kind !== 'item' && node.kind !== 'asset') {
      return [];
    }
    const { assetChildren, itemChildren } = await import('./itemChildren.js');
    return [...(node.kind === 'item' ? itemChildren(node) : assetChildren(node))];
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
      case 'address':
        return node.asset;
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

  /** The rows of the set on screen that lie in the span of time, in the arrangement chosen; made anew only when one of them is another. */
  get rows(): Rows | undefined {
    const set = rowsSet(this.results.state);
    const { arrangement, span } = this.look();
    if (set === undefined || this.#rows?.set !== set || this.#rows.arrangement !== arrangement || this.#rows.span !== span) {
      this.#rows = set === undefined ? undefined : new Rows(set, arrangement, span);
    }
    return this.#rows;
  }

  #roots(): ResultNode[] {
    const { rows } = this;
    if (rows === undefined) {
      return [];
    }
    const { set } = rows;
    const roots = [...rows.roots()];
    if (set.next !== undefined) {
      roots.push({ kind: 'more', count: moreWords(set) });
    }
    return roots;
  }
}

/** How far the rows go: `100 of 3,012 loaded`. Where some were left out, the service's count is of what was looked at. */
function moreWords(set: ResultSet): string {
  const [count, word] = leftOutTotal(set) > 0 ? [set.returned, 'looked at'] : [itemCount(set), 'loaded'];
  const of = set.matched === undefined ? '' : ` of ${number.format(set.matched)}`;
  return `${number.format(count)}${of} ${word}`;
}
