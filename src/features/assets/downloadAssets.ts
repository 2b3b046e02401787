/** Downloading assets into a folder of this machine, a few at a time. Loaded with the first. */
import * as vscode from 'vscode';
import { byteWords } from '../../core/assets/asset.js';
import type { Downloaded } from '../../core/assets/downloadPorts.js';
import { distinctNames } from '../../core/assets/fileName.js';
import { display } from '../../core/display.js';
import { CatalogError, throwIfCancelled, toFailure } from '../../core/failure.js';
import { inTurns } from '../../core/inTurns.js';
import { runEditorCommand, type DownloadReport } from '../../platform/contributions.js';
import type { RunHosts } from '../../platform/downloadHosts.js';
import { downloadToDisk, pathIn } from '../../platform/downloadToDisk.js';
import { describeFailure } from '../../platform/failureWords.js';
import { askChoice } from '../../platform/inputs.js';
import type { MessageAction } from '../../platform/notify.js';
import { whatIsAt } from '../../platform/placeFile.js';
import { withProgress, type Report } from '../../platform/progress.js';
import { assetNamed, choiceOf, foreignHosts, identityOf, loadAssets, nameOf, portsFor, progressWords, requireAssets, type LoadedAsset } from './assetLoading.js';
import type { AssetParts } from './parts.js';
import type { AssetTarget } from './assetTarget.js';

/** Files at once: more would only share the same line. */
const AT_ONCE = 3;

/** What becomes of files that are there already, as a program says it: else they stay, and the download fails. */
const EXISTING = ['keepBoth', 'replace', 'skip'] as const;
type Existing = (typeof EXISTING)[number];

interface Planned extends LoadedAsset {
  readonly path: string;
  readonly overwrite: boolean;
}

/** Asks for what is not given: which assets, where to, and what becomes of files that are there. */
export async function downloadAssets(parts: AssetParts, targets: readonly AssetTarget[]): Promise<DownloadReport | undefined> {
  const given = targets[0]?.given;
  const existing = existingOf(given?.['existing']);
  const target = given?.['folder'] === undefined ? undefined : folderOf(given['folder']);
  const loaded = await withProgress(targets.length === 1 ? 'Asking for the item' : 'Asking for the items', undefined, async (signal) => {
    const all: LoadedAsset[][] = targets.map(() => []);
    await inTurns([...targets.entries()], AT_ONCE, async ([index, { key }]) => {
      all[index] = [...await loadAssets(parts, key, signal)];
    });
    return all;
  });
  const chosen = targets.every(({ assets }) => assets !== undefined)
    ? targets.flatMap(({ assets = [] }, index) => assets.map((name) => assetNamed(loaded[index] ?? [], name)))
    : await pickSeveral(loaded);
  const folder = chosen.length === 0 ? undefined : target ?? await askFolder();
  if (folder === undefined) {
    return undefined;
  }
  const plan = await settleExisting(chosen, folder, given === undefined ? 'ask' : existing);
  if (plan === undefined) {
    return undefined;
  }
  const hosts = parts.hosts.forRun();
  // One question for all of them; where it is refused, the files of hosts that are known come all the same.
  await hosts.allowAll(foreignHosts(plan));
  const outcome = await withProgress(plan.length === 1 ? 'Downloading' : `Downloading ${plan.length} files`, undefined, async (signal, report) => await run(parts, hosts, plan, signal, report));
  if (given === undefined) {
    tell(parts, outcome, folder);
  }
  return { files: outcome.done.map(({ uri }) => uri.toString()), failed: outcome.failed };
}

interface Outcome {
  readonly done: readonly (Downloaded & { readonly uri: vscode.Uri })[];
  readonly failed: DownloadReport['failed'];
}

async function run(parts: AssetParts, hosts: RunHosts, plan: readonly Planned[], signal: AbortSignal, report: Report): Promise<Outcome> {
  const received = new Map<Planned, readonly [number, number | undefined]>();
  const done: (Downloaded & { readonly uri: vscode.Uri })[] = [];
  const failed: { readonly asset: string; readonly message: string }[] = [];
  await inTurns(plan, AT_ONCE, async (one) => {
    const { asset, environment, path, overwrite } = one;
    throwIfCancelled(signal);
    try {
      const downloaded = await downloadToDisk(portsFor(parts, one, hosts), {
        environment, asset, identity: identityOf(one), path, overwrite, signal,
        onProgress: (bytes, total) => {
          received.set(one, [bytes, total]);
          const sums = [...received.values()];
          const known = sums.length === plan.length && sums.every(([, size]) => size !== undefined);
          report(progressWords(sums.reduce((sum, [size]) => sum + size, 0), known ? sums.reduce((sum, [, size]) => sum + (size ?? 0), 0) : undefined));
        },
      });
      done.push({ ...downloaded, uri: vscode.Uri.file(path) });
    } catch (error) {
      throwIfCancelled(signal);
      const failure = toFailure(error);
      if (failure.kind === 'internal') {
        parts.notify.defect('download', error);
      }
      failed.push({ asset: asset.key, message: describeFailure(failure, Date.now()).message });
    }
  });
  return { done, failed };
}

function tell({ notify }: AssetParts, { done, failed }: Outcome, folder: vscode.Uri): void {
  const [one] = done;
  const nameOfUri = (uri: vscode.Uri): string => display(uri.path.split('/').at(-1) ?? '', 80);
  const size = byteWords(done.reduce((sum, { bytes }) => sum + bytes, 0));
  const what = one !== undefined && done.length === 1 ? `${nameOfUri(one.uri)} (${size})` : `${done.length} files (${size}) into ${nameOfUri(folder)}`;
  const [failure] = failed;
  if (failure !== undefined) {
    notify.warn(done.length === 0 && failed.length === 1 ? failure.message : `Downloaded ${what}; ${failed.length} failed. ${failure.message}`);
  } else if (one !== undefined) {
    notify.info(`Downloaded ${what}.${checksumWords(done)}`, ...revealing(one.uri));
  }
}

function checksumWords(done: Outcome['done']): string {
  if (done.some(({ checksum }) => checksum === 'unproven')) {
    return ' The item names a checksum that cannot be computed here, so that not all of them were checked.';
  }
  return done.every(({ checksum }) => checksum === 'matches') ? ` ${done.length === 1 ? 'Its checksum matches' : 'Their checksums match'}.` : '';
}

/** A button that shows where the file is, where there is somewhere to show it. */
function revealing(uri: vscode.Uri): readonly MessageAction[] {
  if (vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined) {
    return [{ title: 'Show in Folder', run: () => runEditorCommand('revealFileInOS', uri) }];
  }
  return vscode.workspace.getWorkspaceFolder(uri) === undefined ? [] : [{ title: 'Show in Explorer', run: () => runEditorCommand('revealInExplorer', uri) }];
}

/** `keepBoth` gives the new file another name. Undefined: the person closed the question. */
async function settleExisting(chosen: readonly LoadedAsset[], folder: vscode.Uri, given: Existing | 'ask' | undefined): Promise<readonly Planned[] | undefined> {
  const names = distinctNames(await Promise.all(chosen.map(nameOf)));
  const plan = (known: readonly string[], overwrite = false): readonly Planned[] =>
    chosen.map((one, index) => ({ ...one, path: pathIn(folder.fsPath, known[index] ?? 'asset'), overwrite }));
  const first = plan(names);
  const there = new Set<string>();
  for (const { path } of first) {
    if ((await whatIsAt(path)) === 'file') {
      there.add(path);
    }
  }
  const answer = there.size === 0 ? undefined : given === 'ask' ? await askExisting(there.size) : given;
  switch (answer) {
    case 'closed':
      return undefined;
    case 'replace':
      return plan(names, true);
    case 'skip':
      return first.filter(({ path }) => !there.has(path));
    case 'keepBoth':
      return plan(distinctNames(names, (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name)));
    case undefined:
      return first;
  }
}

async function askExisting(count: number): Promise<Existing | 'closed'> {
  const answer = await askChoice<Existing>({
    title: 'Download Assets', placeholder: count === 1 ? 'A file of that name is there already' : `${count} files of these names are there already`,
    choices: [{ value: 'keepBoth', label: 'Keep both' }, { value: 'replace', label: 'Replace' }, { value: 'skip', label: 'Skip' }],
  });
  return answer.kind === 'answer' ? answer.value : 'closed';
}

function existingOf(given: unknown): Existing | undefined {
  const known = EXISTING.find((name) => name === given);
  if (known === undefined && given !== undefined) {
    throw new CatalogError({ kind: 'invalid', field: 'existing', problem: `Files that are there are treated in one of these ways: ${EXISTING.join(', ')}.` });
  }
  return known;
}

/** The assets of each item, under its id where there are several. */
async function pickSeveral(loaded: readonly (readonly LoadedAsset[])[]): Promise<readonly LoadedAsset[]> {
  requireAssets(loaded.flat());
  const choices = loaded.flatMap((all) => {
    const [first] = all;
    return first === undefined || loaded.length === 1
      ? all.map(choiceOf)
      : [{ label: display(first.key.id, 60), kind: vscode.QuickPickItemKind.Separator, value: first }, ...all.map(choiceOf)];
  });
  const picked = await vscode.window.showQuickPick(choices, { title: 'Download Assets', placeHolder: 'Which assets?', canPickMany: true, matchOnDescription: true, ignoreFocusOut: true });
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
