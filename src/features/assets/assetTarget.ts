/** Which assets a command is about. */
import { CatalogError } from '../../core/failure.js';
import type { ItemKey } from '../../core/item.js';
import { itemKeyFrom } from '../../platform/contributions.js';
import { itemTarget } from '../../platform/itemTargets.js';

export interface AssetTarget {
  readonly key: ItemKey;
  /** Keys of assets; undefined: a person picks. */
  readonly assets: readonly string[] | undefined;
  /** What a program gave beside it. */
  readonly given: Readonly<Record<string, unknown>> | undefined;
}

/** Reads rows of assets, rows and documents of items, and `{ environment, collection, id, asset? , assets? }`. @throws CatalogError `invalid` */
export function assetTarget(title: string, target: unknown): AssetTarget {
  const record = typeof target === 'object' && target !== null ? target as Readonly<Record<string, unknown>> : {};
  const parent = itemKeyFrom(record['parent']);
  if (parent !== undefined && typeof record['name'] === 'string') {
    return { key: parent, assets: [record['name']], given: undefined };
  }
  const key = itemTarget(title, target);
  const { asset, assets } = record;
  const named = typeof asset === 'string' ? [asset] : assets;
  if (named !== undefined && !(Array.isArray(named) && named.length > 0 && named.every((one) => typeof one === 'string'))) {
    throw new CatalogError({ kind: 'invalid', field: 'assets', problem: 'Assets are named by their keys, as an array of text.' });
  }
  return { key, assets: named as readonly string[] | undefined, given: 'id' in record && !('key' in record) ? record : undefined };
}
