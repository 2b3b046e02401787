import * as vscode from 'vscode';
import { addressNamed, readAssets, type Asset } from '../../core/assets/asset.js';
import { lacksSignature } from '../../core/assets/signature.js';
import { CatalogError, throwIfCancelled } from '../../core/failure.js';
import { withProgress } from '../../platform/progress.js';
import { assetNamed, assetsAtHand, requireAssets } from './assetLoading.js';
import { addressTarget, assetTarget } from './assetTarget.js';
import type { AssetParts } from './parts.js';

/**
 * Copies the address of an asset as the item at hand has it, of the first asset where none is named; from the row of another of its addresses, that
 * one. Where the item at hand is a copy from disk, which keeps no signatures, a signed address is asked for.
 * @throws CatalogError `asset`, `invalid`, and whatever the request ends with
 */
export async function copyAssetLink(parts: AssetParts, target: unknown): Promise<string> {
  const row = addressTarget(target);
  const { key, assets } = row?.target ?? assetTarget('Copy Address', target);
  const addressIn = (asset: Asset): string | undefined => (row === undefined ? asset.href : addressNamed(asset, row.alternate));
  const href = await withProgress('Reading the item', undefined, async (signal) => {
    const all = await assetsAtHand(parts, key, signal);
    requireAssets(all);
    const { asset, environment } = assetNamed(all, assets?.[0] ?? all[0]?.asset.key ?? '');
    const atHand = addressIn(asset);
    if (atHand === undefined || !lacksSignature(atHand)) {
      return atHand;
    }
    const text = await parts.fresh(key, signal);
    throwIfCancelled(signal);
    const fresh = text === undefined ? undefined : readAssets(text, environment.baseUrl).find((one) => one.key === asset.key);
    return fresh === undefined ? undefined : addressIn(fresh);
  });
  if (href === undefined) {
    throw new CatalogError({ kind: 'asset', reason: 'noAddress', host: undefined });
  }
  await vscode.env.clipboard.writeText(href);
  return href;
}
