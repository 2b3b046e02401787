import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCanary } from './canaryExtension.js';
import { hostFiles, newestHost, root, type Host } from './setup.mjs';
import { keybindings } from './startAnew.js';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary.js';

/** How a VS Code server is started. Everything is optional. */
export interface VsCodeServerOptions {
  /** Which VS Code; the newest if not given. It must be installed (see setup.mjs). */
  readonly host?: Host;
  /** Packaged extensions to install before the server starts. */
  readonly vsix?: readonly string[];
  /** The user's settings.json. Settings that keep VS Code quiet are added to it. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * Whether a page may load an extension under development and its tests. With it VS Code shows no toasts (their text is in the
   * notification centre) and, while tests run, refuses modal dialogs.
   */
  readonly testDriver?: boolean;
  /** Environment variables for the server and its extension hosts, over those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running VS Code server with data of its own. */
export interface VsCodeServer {
  /** The address of its web page. */
  readonly url: string;
  /** Its data folder, gone after `stop`. */
  readonly dataFolder: string;
  /** What it has printed so far: for reports of failures. */
  log(): string;
  /** Writes the user's settings anew; VS Code notices by itself. */
  writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Ends the extension hosts of all windows, which would outlive them by hours, and removes what the windows have left on disk: the
   * extension's storage, logs, backups. A window that is open has to be loaded again.
   */
  forgetWindows(): Promise<void>;
  /** Ends the server with all that it started, and removes its data. Safe to call again. */
  stop(): Promise<void>;
}

/** Settings under which VS Code opens nothing and asks nothing by itself. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * Starts a VS Code server on a free port of the loopback interface and waits until its page can be opened.
 * @throws Error when it ends or stays silent before that; its output is in the message
 */
export async function startVsCodeServer(options: VsCodeServerOptions = {}): Promise<VsCodeServer> {
  const { node, server } = hostFiles(options.host ?? newestHost);
  const dataFolder = await makeTemporaryFolder('vscode');
  const settingsFile = join(dataFolder, 'data', 'User', 'settings.json');
  const writeSettings = (settings: Readonly<Record<string, unknown>>): Promise<void> =>
    writeFile(settingsFile, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  const common = ['--server-data-dir', dataFolder, '--accept-server-license-terms'];
  let child: ChildProcess | undefined;
  let stopping: Promise<void> | undefined;
  // The last resort, for a process that ends without stopping what it started.
  const abandon = (): void => {
    if (child?.pid !== undefined) signal(-child.pid, 'SIGKILL');
  };
  // Before its folder is removed.
  process.prependOnceListener('exit', abandon);
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      process.off('exit', abandon);
      if (child !== undefined) await endGroup(child);
      await removeTemporaryFolder(dataFolder);
    })();
    return stopping;
  };

  try {
    await mkdir(join(dataFolder, 'data', 'User'), { recursive: true });
    await writeSettings(options.settings ?? {});
    await writeFile(join(dataFolder, 'data', 'User', 'keybindings.json'), JSON.stringify(keybindings));
    if (options.vsix !== undefined) {
      await promisify(execFile)(node, [server, ...common, ...options.vsix.flatMap((file) => ['--install-extension', file])], { timeout: 60_000 });
    }
    await installCanary(dataFolder);
    child = spawn(
      node,
      [
        server,
        ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--telemetry-level', 'off', ...common],
        ...(options.testDriver === true ? ['--enable-smoke-test-driver'] : []),
      ],
      { cwd: root, env: { ...process.env, CATALOG_SEARCH_TEST_DATA: dataFolder, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    );
    const output = collectOutput(child);
    const url = await waitForAddress(child, output);
    return { url, dataFolder, log: () => output.text, writeSettings, forgetWindows: async () => await forgetWindows(dataFolder, output), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function forgetWindows(dataFolder: string, output: Output): Promise<void> {
  for (const [, pid] of output.text.matchAll(/<(\d+)> Launched Extension Host Process/gu)) {
    if (!output.ended.has(Number(pid))) signal(Number(pid), 'SIGKILL');
    output.ended.add(Number(pid));
  }
  const data = join(dataFolder, 'data');
  const logs = (await readdir(join(data, 'logs'), { recursive: true }).catch(() => [])).filter((name) => /exthost\d+$/u.test(name));
  const left = [...logs.map((name) => join('logs', name)), ...['globalStorage', 'workspaceStorage', 'Backups', 'History'].map((name) => join('User', name))];
  for (const name of left) await rm(join(data, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

interface Output {
  text: string;
  /** Extension hosts that were ended: their numbers may be those of other processes by now. */
  readonly ended: Set<number>;
}

function collectOutput(child: ChildProcess): Output {
  const output: Output = { text: '', ended: new Set() };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  }
  return output;
}

/** Waits for the line that names the page's address. An earlier line already names the port, but then the page is not there yet. */
function waitForAddress(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`The VS Code server ${reason}. It said:\n${output.text}`));
    };
    const timer = setTimeout(() => fail('did not become ready within a minute'), 60_000);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code) => fail(`ended with code ${String(code)}`));
    child.stdout?.on('data', () => {
      const address = /Web UI available at (http:\/\/\S+)/.exec(output.text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

/** Ends a process group: first by asking, and by force when it does not listen. */
async function endGroup(leader: ChildProcess): Promise<void> {
  const group = leader.pid;
  if (group === undefined) return;
  if (leader.exitCode === null && leader.signalCode === null) {
    const exited = once(leader, 'exit');
    signal(-group, 'SIGTERM');
    const force = setTimeout(() => signal(-group, 'SIGKILL'), 5_000);
    await exited;
    clearTimeout(force);
  }
  // An extension host outlives its server for a moment; nothing of it is wanted any more.
  signal(-group, 'SIGKILL');
}

/** @param target a process, or a group if negative */
function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // It is gone already.
  }
}
