/** Which assets a command is about. */
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import { itemPath } from '../../core/items/itemUri.js';
import { itemKeyFrom } from '../../platform/contributions.js';
import { itemTarget, itemTargets } from '../../platform/itemTargets.js';

/** Assets of one item. */
export interface AssetTarget {
  readonly key: ItemKey;
  /** Keys of assets; undefined: a person picks. */
  readonly assets: readonly string[] | undefined;
  /** What a program gave beside it. */
  readonly given: Readonly<Record<string, unknown>> | undefined;
}

/** Reads rows of assets, rows and documents of items, and `{ environment, collection, id, asset? , assets? }`. @throws CatalogError `invalid` */
export function assetTarget(title: string, target: unknown): AssetTarget {
  const row = assetRow(target);
  if (row !== undefined) {
    return { key: row.key, assets: [row.name], given: undefined };
  }
  const record = recordOf(target);
  const key = itemTarget(title, target);
  const { asset, assets } = record;
  const named = asset === undefined ? assets : [asset];
  if (named !== undefined && !(Array.isArray(named) && named.length > 0 && named.every((one) => typeof one === 'string'))) {
    throw new CatalogError({ kind: 'invalid', field: asset === undefined ? 'assets' : 'asset', problem: 'Assets are named by their keys: one as text, several as an array of text.' });
  }
  return { key, assets: named as readonly string[] | undefined, given: 'id' in record && !('key' in record) ? record : undefined };
}

/** A row of one of an asset's addresses: the asset, and the address's name in `alternate`, undefined for the asset's own. Undefined for anything else. */
export function addressTarget(target: unknown): { readonly target: AssetTarget; readonly alternate: string | undefined } | undefined {
  const { kind, asset, alternate } = recordOf(target);
  const row = kind === 'address' && (alternate === undefined || typeof alternate === 'string') ? assetRow(asset) : undefined;
  return row === undefined ? undefined : { target: { key: row.key, assets: [row.name], given: undefined }, alternate: alternate as string | undefined };
}

/**
 * The same of everything that is selected; `target` is the row that was clicked. Of a selection, the rows of the clicked one's kind count: with an
 * asset all selected assets, each item once; with an item all selected items.
 */
export function assetTargets(title: string, target: unknown, selected: unknown): readonly AssetTarget[] {
  if (assetRow(target) === undefined) {
    return Array.isArray(selected) && selected.length > 1 ? itemTargets(title, target, selected).map((key) => ({ key, assets: undefined, given: undefined })) : [assetTarget(title, target)];
  }
  const found = new Map<string, { readonly key: ItemKey; readonly assets: Set<string>; readonly given: undefined }>();
  for (const { key, name } of [...(Array.isArray(selected) ? selected as readonly unknown[] : []), target].map(assetRow).filter((row) => row !== undefined)) {
    const path = itemPath(key);
    found.set(path, found.get(path) ?? { key, assets: new Set(), given: undefined });
    found.get(path)?.assets.add(name);
  }
  return [...found.values()].map((one) => ({ ...one, assets: [...one.assets] }));
}

function assetRow(target: unknown): { readonly key: ItemKey; readonly name: string } | undefined {
  const { kind, parent, name } = recordOf(target);
  const key = kind === 'asset' ? itemKeyFrom(parent) : undefined;
  return key === undefined || typeof name !== 'string' ? undefined : { key, name };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? value as Readonly<Record<string, unknown>> : {};
}
