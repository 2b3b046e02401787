/** An extension whose one command must never run: what a service sends may name it, and nothing may follow that. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'test.canary-extension';
const RUNS = 'canary-runs.txt';
const MANIFEST = {
  name: 'canary-extension', publisher: 'test', version: '1.0.0', engines: { vscode: '^1.100.0' }, main: './extension.js',
  capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  activationEvents: ['onCommand:test.canary'],
  contributes: { commands: [{ command: 'test.canary', title: 'Canary', category: 'Test' }] },
};

interface Installed {
  readonly identifier: { readonly id: string };
  readonly version: string;
  readonly location: { readonly $mid: 1; readonly path: string; readonly scheme: 'file' };
  readonly relativeLocation: string;
  readonly metadata: object;
}

/** Adds it to a server's data folder, before the server starts. */
export async function installCanary(dataFolder: string): Promise<void> {
  const extensions = join(dataFolder, 'extensions');
  const relativeLocation = `${NAME}-1.0.0`;
  const path = join(extensions, relativeLocation);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(path, 'extension.js'), `
    const { appendFileSync } = require('node:fs');
    exports.activate = ({ subscriptions }) => {
      subscriptions.push(require('vscode').commands.registerCommand('test.canary', () => appendFileSync(${JSON.stringify(join(dataFolder, RUNS))}, 'x')));
    };`);
  const list = join(extensions, 'extensions.json');
  const installed = await readFile(list, 'utf8').then((text) => JSON.parse(text) as readonly Installed[], () => []);
  const own: Installed = { identifier: { id: NAME }, version: MANIFEST.version, location: { $mid: 1, path, scheme: 'file' }, relativeLocation, metadata: {} };
  await writeFile(list, JSON.stringify([...installed, own]));
}

/** How often the command ran. */
export async function canaryRuns(dataFolder: string): Promise<number> {
  return await readFile(join(dataFolder, RUNS), 'utf8').then((text) => text.length, () => 0);
}
