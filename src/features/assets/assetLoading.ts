/** The assets of an item as they are now, and how each is named and asked for. */
import * as vscode from 'vscode';
import { assetUrl } from '../../core/assets/address.js';
import { byteWords, readAssets, type Asset } from '../../core/assets/asset.js';
import { safeFileName } from '../../core/assets/fileName.js';
import { display } from '../../core/display.js';
import { originOf, type Environment } from '../../core/environment.js';
import { CatalogError, throwIfCancelled, toFailure } from '../../core/failure.js';
import type { ItemKey } from '../../core/items/item.js';
import { itemPath } from '../../core/items/itemUri.js';
import type { RunHosts } from '../../platform/downloadHosts.js';
import type { DiskPorts } from '../../platform/downloadToDisk.js';
import type { AssetParts } from './parts.js';

/** One asset, and the item it is of. */
export interface LoadedAsset {
  readonly key: ItemKey;
  readonly environment: Environment;
  readonly asset: Asset;
}

/** The item as the catalog has it now: links of assets may be signed, and for a short time. Where it cannot be had, the one at hand. */
export async function loadAssets(parts: AssetParts, key: ItemKey, signal: AbortSignal): Promise<readonly LoadedAsset[]> {
  const environment = environmentOf(parts, key);
  let text: string | undefined;
  try {
    text = await parts.fresh(key, signal);
  } catch (error) {
    throwIfCancelled(signal);
    parts.log.info(`The item could not be asked for again (${toFailure(error).kind}); the links at hand are used.`);
  }
  throwIfCancelled(signal);
  return assetsIn(text ?? (await parts.library.document(key, signal)).text, key, environment);
}

/** The assets of the item as it is on this machine; where it is not, the catalog is asked. */
export async function assetsAtHand(parts: AssetParts, key: ItemKey, signal: AbortSignal): Promise<readonly LoadedAsset[]> {
  return assetsIn((await parts.library.documentOrAsk(key, signal)).text, key, environmentOf(parts, key));
}

function assetsIn(text: string, key: ItemKey, environment: Environment): readonly LoadedAsset[] {
  return readAssets(text, environment.baseUrl).map((asset) => ({ key, environment, asset }));
}

function environmentOf({ choice }: AssetParts, { environment: named }: ItemKey): Environment {
  const environment = choice.byName(named);
  if (environment === undefined) {
    throw new CatalogError({ kind: 'noEnvironment', named });
  }
  return environment;
}

/** @throws CatalogError `invalid` */
export function assetNamed(all: readonly LoadedAsset[], name: string): LoadedAsset {
  const found = all.find(({ asset }) => asset.key === name);
  if (found === undefined) {
    throw new CatalogError({ kind: 'invalid', field: 'asset', problem: 'The item has no asset of that name.' });
  }
  return found;
}

/** @throws CatalogError `invalid` */
export function requireAssets(all: readonly LoadedAsset[]): void {
  if (all.length === 0) {
    throw new CatalogError({ kind: 'invalid', field: 'Assets', problem: 'This item has none.' });
  }
}

/** An asset in a list, with its kind, size, roles and host. */
export function choiceOf(loaded: LoadedAsset): vscode.QuickPickItem & { readonly value: LoadedAsset } {
  const { key, type, size, roles, title, href } = loaded.asset;
  const facts = [type, size === undefined ? undefined : byteWords(size), roles.join(', ')].filter((fact) => fact !== undefined && fact !== '');
  const host = URL.parse(href ?? '')?.host ?? '';
  return { label: display(title ?? key, 80), description: display(facts.join(' · '), 100), detail: display(host, 80), value: loaded };
}

/** The hosts that assets are at, other than their catalogs' own; those that cannot be asked are left out, and fail on their own. */
export function foreignHosts(all: readonly LoadedAsset[]): readonly string[] {
  return [...new Set(all.flatMap(({ asset, environment }) => {
    try {
      const url = assetUrl(asset.href, environment);
      return url.origin === originOf(environment.baseUrl) ? [] : [url.host];
    } catch {
      return [];
    }
  }))];
}

export function portsFor(parts: AssetParts, { key, environment, asset }: LoadedAsset, hosts: RunHosts): DiskPorts {
  const { stream, log, notify, sessions } = parts;
  let rejectedToken: Awaited<ReturnType<typeof sessions.token>> | undefined;
  return {
    stream, log, notify,
    locks: vscode.Uri.joinPath(parts.storage, 'downloads').fsPath,
    allowHost: (host) => hosts.allow(host),
    token: async (rejected, signal) => {
      rejectedToken = rejected === undefined || rejectedToken === undefined ? await sessions.token(environment, signal) : await sessions.afterUnauthorized(environment, rejectedToken, signal);
      return rejectedToken.value;
    },
    heldToken: async (signal) => (await sessions.workingToken(environment, signal))?.value,
    renew: async (signal) => {
      const text = await parts.fresh(key, signal);
      return text === undefined ? undefined : readAssets(text, environment.baseUrl).find((one) => one.key === asset.key);
    },
  };
}

/** Names an asset over restarts. */
export function identityOf({ key, asset }: LoadedAsset): string {
  return `${itemPath(key)}#${asset.key}`;
}

/** A safe name for its file: the one in its address, and the item's id. */
export async function nameOf({ asset, key }: LoadedAsset): Promise<string> {
  const last = URL.parse(asset.href ?? '')?.pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not everything after a percent sign is an encoding.
  }
  const whole = name === '' ? asset.key : name;
  return await safeFileName(whole.includes(key.id) ? whole : `${key.id}_${whole}`, 'asset');
}

export function progressWords(received: number, total: number | undefined): string {
  return total === undefined ? byteWords(received) : `${byteWords(received)} of ${byteWords(total)}`;
}
