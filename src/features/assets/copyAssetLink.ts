import * as vscode from 'vscode';
import { CatalogError } from '../../core/failure.js';
import { withProgress } from '../../platform/progress.js';
import { assetNamed, assetsAtHand, requireAssets } from './assetLoading.js';
import type { AssetParts } from './parts.js';
import type { AssetTarget } from './assetTarget.js';

/** Copies the address of an asset as the item at hand has it; of the first one where none is named. @throws CatalogError `asset`, `invalid` */
export async function copyAssetLink(parts: AssetParts, { key, assets }: AssetTarget): Promise<string> {
  const all = await withProgress('Reading the item', undefined, async (signal) => await assetsAtHand(parts, key, signal));
  requireAssets(all);
  const [name = all[0]?.asset.key ?? ''] = assets ?? [];
  const { href } = assetNamed(all, name).asset;
  if (href === undefined) {
    throw new CatalogError({ kind: 'asset', reason: 'noAddress', host: undefined });
  }
  await vscode.env.clipboard.writeText(href);
  return href;
}
