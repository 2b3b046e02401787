/** Opening assets. Loaded with the first. */
import * as vscode from 'vscode';
import { assetUrl } from '../../core/assets/address.js';
import { display } from '../../core/display.js';
import { CatalogError } from '../../core/failure.js';
import { sha256Hex } from '../../core/sha256.js';
import { runEditorCommand } from '../../platform/contributions.js';
import { downloadToDisk, pathIn } from '../../platform/downloadToDisk.js';
import { askChoice } from '../../platform/inputs.js';
import { withProgress } from '../../platform/progress.js';
import { assetFolder, pruneAssets } from './assetCopies.js';
import { assetUri } from './assetFileSystem.js';
import { assetNamed, choiceOf, identityOf, loadAssets, nameOf, portsFor, progressWords, requireAssets, type LoadedAsset } from './assetLoading.js';
import type { AssetParts } from './parts.js';
import type { AssetTarget } from './assetTarget.js';
import { downloadAssets } from './downloadAssets.js';

const MAX_OPEN_BYTES = 50_000_000;
/** What the editor shows by itself. */
const SHOWN = /^(?:image\/(?:png|jpe?g|gif|webp|bmp|svg\+xml|x-icon)|text\/|application\/(?:[\w.-]+\+)?(?:json|xml|geo\+json|yaml|x-yaml|x-ndjson)\b)/iu;
const SHOWN_NAMES = /\.(?:png|jpe?g|gif|webp|bmp|svg|json|geojson|ndjson|xml|txt|md|csv|yaml|yml|log)$/iu;

/** Shows an asset in the editor, read-only; what the editor cannot show is downloaded or opened in the browser. */
export async function openAsset(parts: AssetParts, { key, assets, given }: AssetTarget): Promise<vscode.Uri | undefined> {
  const all = await withProgress('Asking for the item', undefined, async (signal) => await loadAssets(parts, key, signal));
  const chosen = await pickOne(all, assets);
  if (chosen === undefined) {
    return undefined;
  }
  const { asset, environment } = chosen;
  const url = assetUrl(asset.href, environment);
  const name = await nameOf(chosen);
  if (!SHOWN.test(asset.type ?? '') && !SHOWN_NAMES.test(name)) {
    if (given === undefined) {
      await elsewhere(parts, url, { key, assets: [asset.key], given: undefined });
      return undefined;
    }
    throw new CatalogError({ kind: 'invalid', field: 'asset', problem: 'The editor cannot show files of this kind. Download it instead.' });
  }
  if ((asset.size ?? 0) > MAX_OPEN_BYTES) {
    throw new CatalogError({ kind: 'asset', reason: 'tooLargeToOpen', host: url.host });
  }
  const identity = identityOf(chosen);
  const hash = (await sha256Hex(identity)).slice(0, 16);
  const folder = assetFolder(parts.storage, hash);
  await vscode.workspace.fs.createDirectory(folder);
  await withProgress(`Opening ${display(asset.key, 60)}`, undefined, async (signal, report) => await downloadToDisk(portsFor(parts, chosen, parts.hosts.forRun()), {
    environment, asset, identity, path: pathIn(folder.fsPath, name), overwrite: true, maxBytes: MAX_OPEN_BYTES, signal,
    onProgress: (received, total) => report(progressWords(received, total)),
  }));
  await pruneAssets(parts.storage);
  const uri = assetUri(hash, name);
  parts.files.refresh([uri]);
  await runEditorCommand('vscode.open', uri, { preview: true });
  return uri;
}

async function elsewhere(parts: AssetParts, url: URL, target: AssetTarget): Promise<void> {
  const answer = await askChoice<'download' | 'browser'>({
    title: 'Open Asset', placeholder: 'The editor cannot show files of this kind',
    choices: [
      { value: 'download', label: 'Download...' },
      { value: 'browser', label: 'Open in the browser', description: display(url.host, 80) },
    ],
  });
  if (answer.kind === 'answer') {
    await (answer.value === 'download' ? downloadAssets(parts, [target]) : vscode.env.openExternal(vscode.Uri.parse(url.href, true)));
  }
}

async function pickOne(all: readonly LoadedAsset[], names: readonly string[] | undefined): Promise<LoadedAsset | undefined> {
  const [name] = names ?? [];
  if (name !== undefined) {
    return assetNamed(all, name);
  }
  requireAssets(all);
  const answer = await askChoice<LoadedAsset>({ title: 'Open Asset', placeholder: 'Which asset?', matchOnDescription: true, choices: all.map(choiceOf) });
  return answer.kind === 'answer' ? answer.value : undefined;
}
