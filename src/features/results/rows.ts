/** From a result set to the rows of the tree: groups, ranges of long lists, items. Knows nothing of the editor. */
import { ArrangedItems, type Group, type RowPlace } from '../../core/results/arrangedItems.js';
import type { Arrangement } from '../../core/results/arrangement.js';
import { itemKey, type Item } from '../../core/items/item.js';
import type { ResultSet } from '../../core/catalog/pages.js';
import { isInSpan, type TimeSpan } from '../../core/results/timeBrush.js';
import type { GroupNode, ItemNode, RangeNode, ResultNode } from './resultNode.js';

/**
 * A list with more rows than `flat` is shown in ranges of `range` rows: the editor takes all rows of one level at once, again at each
 * refresh, and with some ten thousand of them that is felt.
 */
export const LIST = { flat: 2000, range: 1000 };

/** The rows of one set in one arrangement. A level is made when it is opened. */
export class Rows {
  readonly #arranged: ArrangedItems;
  /** One node per item, so that the editor knows a row again after a refresh. */
  readonly #nodes = new Map<number, ItemNode>();
  readonly #groups = new Map<number, GroupNode>();
  readonly #ranges = new Map<string, RangeNode>();

  /** `span`: only what lies in it has a row. */
  constructor(readonly set: ResultSet, readonly arrangement: Arrangement, readonly span?: TimeSpan) {
    this.#arranged = new ArrangedItems(set.items, arrangement, span === undefined ? undefined : (item) => isInSpan(item, span));
  }

  /** How many items have a row. */
  get count(): number {
    return this.#arranged.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** All items in the order of their rows. */
  items(): readonly Item[] {
    return this.#arranged.groups.flatMap(({ rows }) => Array.from(rows, (place) => this.set.items[place])).filter((item) => item !== undefined);
  }

  /** The top level: groups, or else all rows. */
  roots(): readonly ResultNode[] {
    const { groups } = this.#arranged;
    return this.arrangement.groupBy === 'none' ? this.#list(0) : groups.map((group, index) => this.#groupNode(group, index));
  }

  children(node: GroupNode | RangeNode): readonly ResultNode[] {
    return node.kind === 'group' ? this.#list(node.index) : this.#items(node.group, node.from, node.to);
  }

  /** The row that holds this one; undefined at the top level. */
  parentOf(node: ItemNode | RangeNode | GroupNode): GroupNode | RangeNode | undefined {
    if (node.kind === 'group') {
      return undefined;
    }
    const place: RowPlace | undefined = node.kind === 'range' ? { group: node.group, row: -1 } : this.#arranged.placeOf(node.item);
    const group = place === undefined ? undefined : this.#arranged.groups[place.group];
    if (place === undefined || group === undefined) {
      return undefined;
    }
    if (place.row >= 0 && group.rows.length > LIST.flat) {
      return this.#rangeNode(place.group, place.row - (place.row % LIST.range));
    }
    return this.arrangement.groupBy === 'none' ? undefined : this.#groupNode(group, place.group);
  }

  /** The row of an item of the set. */
  nodeOf(item: Item): ItemNode | undefined {
    const place = this.#arranged.placeOf(item);
    const index = place === undefined ? undefined : this.#arranged.groups[place.group]?.rows[place.row];
    return index === undefined ? undefined : this.#itemNode(index);
  }

  #list(group: number): readonly ResultNode[] {
    const length = this.#arranged.groups[group]?.rows.length ?? 0;
    return length <= LIST.flat
      ? this.#items(group, 0, length)
      : Array.from({ length: Math.ceil(length / LIST.range) }, (_, range) => this.#rangeNode(group, range * LIST.range));
  }

  #items(group: number, from: number, to: number): readonly ItemNode[] {
    const rows = this.#arranged.groups[group]?.rows ?? [];
    const nodes: ItemNode[] = [];
    for (let row = from; row < to; row += 1) {
      const node = this.#itemNode(rows[row] ?? -1);
      if (node !== undefined) {
        nodes.push(node);
      }
    }
    return nodes;
  }

  #itemNode(index: number): ItemNode | undefined {
    const known = this.#nodes.get(index);
    const item = this.set.items[index];
    if (known !== undefined || item === undefined) {
      return known;
    }
    const node: ItemNode = { kind: 'item', key: itemKey(this.set.environment, item), item, index };
    this.#nodes.set(index, node);
    return node;
  }

  #groupNode({ value, rows }: Group, index: number): GroupNode {
    let node = this.#groups.get(index);
    if (node === undefined) {
      node = { kind: 'group', index, by: this.arrangement.groupBy, value, count: rows.length, only: this.#arranged.groups.length === 1 };
      this.#groups.set(index, node);
    }
    return node;
  }

  #rangeNode(group: number, from: number): RangeNode {
    const id = `${group}/${from}`;
    let node = this.#ranges.get(id);
    if (node === undefined) {
      const { value, rows } = this.#arranged.groups[group] ?? { value: undefined, rows: [] };
      const to = Math.min(from + LIST.range, rows.length);
      node = { kind: 'range', group, value, from, to, atEnd: from === 0 || to === rows.length };
      this.#ranges.set(id, node);
    }
    return node;
  }
}
