import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { ASSET_SCHEME, type RegisterCommand } from '../../platform/contributions.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import { AssetFileSystem } from './assetFileSystem.js';
import { assetTarget, assetTargets } from './assetTarget.js';
import type { AssetParts } from './parts.js';

/** The files that items name: opened, downloaded, copied as addresses; and the hosts they may come from. */
export function registerAssets(given: Omit<AssetParts, 'files'> & { readonly register: RegisterCommand }): Disposable {
  const { register, hosts } = given;
  const store = new DisposableStore();
  const parts: AssetParts = { ...given, files: store.add(new AssetFileSystem(given.storage)) };
  store.add(vscode.workspace.registerFileSystemProvider(ASSET_SCHEME, parts.files, {
    isCaseSensitive: true, isReadonly: new vscode.MarkdownString('This is a copy of what the catalog names. Use "Save As" to edit one of your own.'),
  }));
  store.add(register('openAsset', async (target) => await (await import('./openAsset.js')).openAsset(parts, assetTarget('Open Asset', target))));
  store.add(register('downloadAsset', async (target, selected) => await (await import('./downloadAssets.js')).downloadAssets(parts, assetTargets('Download', target, selected))));
  store.add(register('copyAssetLink', async (target) => await (await import('./copyAssetLink.js')).copyAssetLink(parts, target)));
  store.add(register('manageDownloadHosts', async () => await (await import('./manageHosts.js')).manageHosts(hosts)));
  return store;
}
