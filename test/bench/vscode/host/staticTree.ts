/** The least that gives a tree of so many rows: an array of finished ones. What the results view is compared with. */
import * as vscode from 'vscode';
import { idOf, timeOf } from './benchItems.js';

/** No rows, all rows, or all rows under their days. */
export type Arranged = 'none' | 'flat' | 'byDay';

interface StaticRow {
  readonly id: string;
  readonly day: string;
  readonly description: string;
}

interface StaticGroup {
  readonly day: string;
  readonly rows: readonly StaticRow[];
}

const COUNT = 100_000;

export class StaticTree implements vscode.TreeDataProvider<StaticRow | StaticGroup> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  #rows: readonly StaticRow[] = [];
  #arranged: Arranged = 'none';
  readonly onDidChangeTreeData = this.#changed.event;

  /** Makes the rows, so that nobody waits for that. */
  prepare(): void {
    this.#rows = Array.from({ length: COUNT }, (_, index) => rowOf(index));
  }

  show(arranged: Arranged): void {
    this.#arranged = arranged;
    this.#changed.fire(undefined);
  }

  getChildren(row?: StaticRow | StaticGroup): (StaticRow | StaticGroup)[] {
    if (row !== undefined) {
      return 'rows' in row ? [...row.rows] : [];
    }
    switch (this.#arranged) {
      case 'none':
        return [];
      case 'flat':
        return [...this.#rows];
      case 'byDay':
        return [...Map.groupBy(this.#rows, ({ day }) => day)].sort(([one], [other]) => (one < other ? 1 : -1)).map(([day, rows]) => ({ day, rows }));
    }
  }

  getTreeItem(row: StaticRow | StaticGroup): vscode.TreeItem {
    const item = new vscode.TreeItem('rows' in row ? row.day : row.id, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = item.label as string;
    item.description = 'rows' in row ? String(row.rows.length) : row.description;
    item.iconPath = new vscode.ThemeIcon('circle-outline');
    return item;
  }
}

function rowOf(index: number): StaticRow {
  const time = timeOf(index);
  return { id: idOf(index), day: time.slice(0, 10), description: `Platform-${index % 7} · ${time.slice(0, 16)} · COMMANDED` };
}
