/** Opening and downloading assets. Loaded with the first. */
import * as vscode from 'vscode';
import { assetUrl } from '../../core/assets/address.js';
import { byteWords, readAssets, type Asset } from '../../core/assets/asset.js';
import { distinctNames, safeFileName } from '../../core/assets/fileName.js';
import { display } from '../../core/display.js';
import type { Environment } from '../../core/environment.js';
import { CatalogError, throwIfCancelled, toFailure } from '../../core/failure.js';
import { itemPath } from '../../core/itemUri.js';
import type { ItemKey } from '../../core/item.js';
import { sha256Hex } from '../../core/sha256.js';
import { ASSET_SCHEME, runEditorCommand, type DownloadReport } from '../../platform/contributions.js';
import { downloadToDisk, pathIn, type DiskPorts } from '../../platform/downloadToDisk.js';
import { describeFailure } from '../../platform/failureWords.js';
import { askChoice } from '../../platform/inputs.js';
import { whatIsAt } from '../../platform/placeFile.js';
import { withProgress } from '../../platform/progress.js';
import type { AssetParts } from './assets.js';
import type { AssetTarget } from './assetTarget.js';

/** Files at once: more would only share the same line. */
const AT_ONCE = 3;
const MAX_OPEN_BYTES = 50_000_000;
/** What the editor shows by itself. */
const SHOWN = /^(?:image\/(?:png|jpe?g|gif|webp|bmp|svg\+xml|x-icon)|text\/|application\/(?:[\w.-]+\+)?(?:json|xml|geo\+json|yaml|x-yaml|x-ndjson)\b)/iu;
const SHOWN_NAMES = /\.(?:png|jpe?g|gif|webp|bmp|svg|json|geojson|ndjson|xml|txt|md|csv|yaml|yml|log)$/iu;

interface Loaded {
  readonly environment: Environment;
  readonly assets: readonly Asset[];
}

/** Lists the assets of an item, each with its kind, size and roles. */
function choiceOf(asset: Asset): vscode.QuickPickItem & { readonly value: Asset } {
  const facts = [asset.type, asset.size === undefined ? undefined : byteWords(asset.size), asset.roles.join(', ')].filter((fact) => fact !== undefined && fact !== '');
  const host = asset.href !== undefined && URL.canParse(asset.href) ? new URL(asset.href).host : '';
  return { label: display(asset.title ?? asset.key, 80), description: display(facts.join(' · '), 100), detail: display(host, 80), value: asset };
}

/** The item as the catalog has it now: links of assets may be signed, and for a short time. Where it cannot be had, the one at hand. */
async function load(parts: AssetParts, key: ItemKey, signal: AbortSignal): Promise<Loaded> {
  const environment = parts.choice.byName(key.environment);
  if (environment === undefined) {
    throw new CatalogError({ kind: 'noEnvironment', named: key.environment });
  }
  let text: string | undefined;
  try {
    text = await parts.fresh(key, signal);
  } catch (error) {
    throwIfCancelled(signal);
    parts.log.info(`The item could not be asked for again (${toFailure(error).kind}); the links at hand are used.`);
  }
  text ??= (await parts.library.document(key, signal)).text;
  return { environment, assets: readAssets(text) };
}

function portsFor(parts: AssetParts, key: ItemKey, environment: Environment, assetKey: string): DiskPorts {
  const { stream, log, notify, hosts, sessions } = parts;
  let rejectedToken: Awaited<ReturnType<typeof sessions.token>> | undefined;
  return {
    stream, log, notify,
    locks: vscode.Uri.joinPath(parts.storage, 'downloads').fsPath,
    allowHost: (host) => hosts.allow(host),
    token: async (rejected, signal) => {
      rejectedToken = rejected === undefined || rejectedToken === undefined ? await sessions.token(environment, signal) : await sessions.afterUnauthorized(environment, rejectedToken, signal);
      return rejectedToken.value;
    },
    renew: async (signal) => {
      const text = await parts.fresh(key, signal);
      return text === undefined ? undefined : readAssets(text).find((asset) => asset.key === assetKey);
    },
  };
}

async function nameOf(asset: Asset, key: ItemKey): Promise<string> {
  const last = asset.href !== undefined && URL.canParse(asset.href) ? new URL(asset.href).pathname.split('/').at(-1) ?? '' : '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not everything after a percent sign is an encoding.
  }
  const whole = name === '' ? asset.key : name;
  return await safeFileName(whole.includes(key.id) ? whole : `${key.id}_${whole}`, 'asset');
}

/** Shows an asset in the editor, read-only; what the editor cannot show is downloaded or opened in the browser. */
export async function openAsset(parts: AssetParts, { key, assets, given }: AssetTarget): Promise<vscode.Uri | undefined> {
  const loaded = await withProgress('Asking for the item', undefined, async (signal) => await load(parts, key, signal));
  const asset = await pickOne(loaded.assets, assets);
  if (asset === undefined) {
    return undefined;
  }
  const url = assetUrl(asset.href, loaded.environment);
  const name = await nameOf(asset, key);
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
  const identity = `${itemPath(key)}#${asset.key}`;
  const hash = (await sha256Hex(identity)).slice(0, 16);
  const folder = vscode.Uri.joinPath(parts.storage, 'assets', hash);
  await vscode.workspace.fs.createDirectory(folder);
  await withProgress(`Opening ${display(asset.key, 60)}`, undefined, async (signal, report) => await downloadToDisk(portsFor(parts, key, loaded.environment, asset.key), {
    environment: loaded.environment, asset, identity, path: pathIn(folder.fsPath, name), overwrite: true, maxBytes: MAX_OPEN_BYTES, signal,
    onProgress: (received, total) => report(progressWords(received, total)),
  }));
  const uri = vscode.Uri.from({ scheme: ASSET_SCHEME, path: `/${hash}/${name}` });
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
    await (answer.value === 'download' ? downloadAssets(parts, target) : vscode.env.openExternal(vscode.Uri.parse(url.href, true)));
  }
}

/** Downloads assets into a folder of this machine, several at once. */
export async function downloadAssets(parts: AssetParts, { key, assets, given }: AssetTarget): Promise<DownloadReport | undefined> {
  const { environment, assets: all } = await withProgress('Asking for the item', undefined, async (signal) => await load(parts, key, signal));
  const chosen = assets === undefined ? await pickSeveral(all) : assets.map((name) => all.find((asset) => asset.key === name) ?? missing(name));
  const folder = chosen.length === 0 ? undefined : given?.['folder'] === undefined ? await askFolder() : folderOf(given['folder']);
  if (folder === undefined) {
    return undefined;
  }
  const names = distinctNames(await Promise.all(chosen.map(async (asset) => await nameOf(asset, key))));
  const plan = await settleExisting(chosen.map((asset, index) => ({ asset, path: pathIn(folder.fsPath, names[index] ?? 'asset') })), folder, given?.['existing']);
  if (plan === undefined) {
    return undefined;
  }
  const received = new Map<Asset, readonly [number, number | undefined]>();
  const files: string[] = [];
  const failed: { readonly asset: string; readonly message: string }[] = [];
  let unproven = 0;
  await withProgress(plan.length === 1 ? 'Downloading' : `Downloading ${plan.length} files`, undefined, async (signal, report) => {
    const queue = [...plan];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { asset, path, overwrite } = next;
        try {
          const done = await downloadToDisk(portsFor(parts, key, environment, asset.key), {
            environment, asset, identity: `${itemPath(key)}#${asset.key}`, path, overwrite, signal,
            onProgress: (bytes, total) => {
              received.set(asset, [bytes, total]);
              const sums = [...received.values()];
              const known = sums.length === plan.length && sums.every(([, one]) => one !== undefined);
              report(progressWords(sums.reduce((sum, [one]) => sum + one, 0), known ? sums.reduce((sum, [, one]) => sum + (one ?? 0), 0) : undefined));
            },
          });
          unproven += done.checksum === 'unproven' ? 1 : 0;
          files.push(vscode.Uri.file(path).toString());
        } catch (error) {
          throwIfCancelled(signal);
          const failure = toFailure(error);
          if (failure.kind === 'internal') {
            parts.notify.defect('download', error);
          }
          failed.push({ asset: asset.key, message: describeFailure(failure, Date.now()).message });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, plan.length) }, work));
  });
  if (given === undefined) {
    tell(parts, files, failed, unproven);
  }
  return { files, failed };
}

function tell({ notify }: AssetParts, files: readonly string[], failed: DownloadReport['failed'], unproven: number): void {
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  const proof = unproven === 0 ? '' : ' The item names a checksum that cannot be computed here, so that not all of them were checked.';
  const [first] = failed;
  if (first === undefined) {
    notify.info(`Downloaded ${count}.${proof}`);
  } else {
    notify.warn(files.length === 0 && failed.length === 1 ? first.message : `Downloaded ${count}; ${failed.length} failed. ${first.message}`);
  }
}

interface Planned {
  readonly asset: Asset;
  readonly path: string;
}

/** What becomes of files that are there already. `keepBoth` gives the new one another name. */
async function settleExisting(plan: readonly Planned[], folder: vscode.Uri, given: unknown): Promise<readonly (Planned & { readonly overwrite: boolean })[] | undefined> {
  const there = new Set<string>();
  for (const { path } of plan) {
    if ((await whatIsAt(path)) === 'file') {
      there.add(path);
    }
  }
  const answer = there.size === 0 || typeof given === 'string' ? given : await askExisting(there.size);
  switch (there.size === 0 ? 'fail' : answer) {
    case 'closed':
      return undefined;
    case 'replace':
      return plan.map((one) => ({ ...one, overwrite: true }));
    case 'skip':
      return plan.filter(({ path }) => !there.has(path)).map((one) => ({ ...one, overwrite: false }));
    case 'keepBoth': {
      const taken = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
      const names = distinctNames(plan.map(({ path }) => vscode.Uri.file(path).path.split('/').at(-1) ?? 'asset'), taken);
      return plan.map((one, index) => ({ ...one, path: pathIn(folder.fsPath, names[index] ?? 'asset'), overwrite: false }));
    }
    default:
      return plan.map((one) => ({ ...one, overwrite: false }));
  }
}

async function askExisting(count: number): Promise<string> {
  const answer = await askChoice<string>({
    title: 'Download Assets', placeholder: count === 1 ? 'A file of that name is there already' : `${count} files of these names are there already`,
    choices: [{ value: 'keepBoth', label: 'Keep both' }, { value: 'replace', label: 'Replace' }, { value: 'skip', label: 'Skip' }],
  });
  return answer.kind === 'answer' ? answer.value : 'closed';
}

async function pickOne(all: readonly Asset[], names: readonly string[] | undefined): Promise<Asset | undefined> {
  const [name] = names ?? [];
  if (name !== undefined) {
    return all.find((asset) => asset.key === name) ?? missing(name);
  }
  none(all);
  const answer = await askChoice<Asset>({ title: 'Open Asset', placeholder: 'Which asset?', matchOnDescription: true, choices: all.map(choiceOf) });
  return answer.kind === 'answer' ? answer.value : undefined;
}

async function pickSeveral(all: readonly Asset[]): Promise<readonly Asset[]> {
  none(all);
  const picked = await vscode.window.showQuickPick(all.map(choiceOf), { title: 'Download Assets', placeHolder: 'Which assets?', canPickMany: true, matchOnDescription: true, ignoreFocusOut: true });
  return (picked ?? []).map(({ value }) => value);
}

async function askFolder(): Promise<vscode.Uri | undefined> {
  const start = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [folder] = await vscode.window.showOpenDialog({
    title: 'Choose a Folder for the Files', openLabel: 'Download Here', canSelectFiles: false, canSelectFolders: true, canSelectMany: false, ...(start === undefined ? {} : { defaultUri: start }),
  }) ?? [];
  return folder === undefined ? undefined : folderOf(folder);
}

function folderOf(folder: unknown): vscode.Uri {
  const uri = folder instanceof vscode.Uri ? folder : typeof folder === 'string' && folder.startsWith('file://') ? vscode.Uri.parse(folder, true) : undefined;
  if (uri?.scheme !== 'file') {
    throw new CatalogError({ kind: 'invalid', field: 'folder', problem: 'The folder is on this machine, for example "file:///home/me/data".' });
  }
  return uri;
}

function none(all: readonly Asset[]): void {
  if (all.length === 0) {
    throw new CatalogError({ kind: 'invalid', field: 'Assets', problem: 'This item has none.' });
  }
}

function missing(_name: string): never {
  throw new CatalogError({ kind: 'invalid', field: 'asset', problem: 'The item has no asset of that name.' });
}

function progressWords(received: number, total: number | undefined): string {
  return total === undefined ? byteWords(received) : `${byteWords(received)} of ${byteWords(total)}`;
}
