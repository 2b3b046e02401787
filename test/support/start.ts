import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, runScript } from './commands.js';
import { openDesk, packagedExtension } from './desk.js';
import { doMainJob } from './mainJob.js';
import { findOnPath, root, runProgram } from './setup.mjs';
import { endTidily } from './signals.js';
import { makeTemporaryFolder } from './temporary.js';
import { startVsCodeServer } from './vscodeServer.js';

/**
 * `npm start` opens VS Code with the extension on the demo catalog: the desktop's where there is one, else one in the browser.
 * `npm start -- --headless` does the main job there like a person, says what was seen, and leaves pictures in out/start/.
 */
async function main(): Promise<void> {
  endTidily();
  console.log('Building the extension...');
  const { code, output } = await runScript('package', { quiet: true });
  if (code !== 0) {
    console.error(output);
    process.exit(1);
  }
  if (process.argv.includes('--headless')) await startHeadless();
  else await startForPerson();
}

/** Does the main job; a step that fails ends it, with a picture of how VS Code looked then. */
async function startHeadless(): Promise<void> {
  const pictures = join(root, 'out', 'start');
  const desk = await openDesk();
  try {
    const person = await desk.sitDown({ pictures });
    try {
      await doMainJob(person, (line) => {
        console.log(line);
      });
    } catch (error) {
      await person.takePicture('failed');
      throw error;
    }
    console.log('Pictures are in out/start/.');
  } finally {
    await desk.close();
  }
}

/** Opens VS Code for a person and keeps it open until it is closed or Ctrl+C is pressed. */
async function startForPerson(): Promise<void> {
  const folder = join(await makeTemporaryFolder('demo'), 'survey');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), `${JSON.stringify({ 'catalogSearch.environment': 'Demo' }, null, 2)}\n`);
  const desktop = findOnPath('code');
  const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  if (desktop !== undefined && hasScreen) await openDesktop(desktop, folder);
  else await openInBrowser(folder);
}

/** Opens the desktop's VS Code with a profile of its own, so that nothing of the person's is touched. */
async function openDesktop(executable: string, folder: string): Promise<void> {
  console.log('Opening VS Code. This command ends when its window is closed.');
  const data = await makeTemporaryFolder('code');
  const profile = ['--user-data-dir', join(data, 'user'), '--extensions-dir', join(data, 'extensions')];
  await runCommand(executable, [...profile, '--install-extension', packagedExtension], { quiet: true });
  await runCommand(executable, [...profile, '--disable-workspace-trust', '--new-window', '--wait', folder]);
}

async function openInBrowser(folder: string): Promise<void> {
  const server = await startVsCodeServer({ vsix: [packagedExtension] });
  const address = `${server.url}/?folder=${encodeURIComponent(folder)}`;
  console.log(`VS Code is at ${address}\nRun "Catalog: Search Items..." from the palette (F1). Ctrl+C ends it.`);
  openAddress(address);
  // Nothing else keeps this process: it runs until a signal ends it.
  await new Promise<never>(() => undefined);
}

/** Opens an address in the person's browser where the machine has a way to; it is printed in any case. */
function openAddress(address: string): void {
  const opener = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : findOnPath('xdg-open');
  if (opener === undefined || process.env['CI'] !== undefined) return;
  spawn(opener, [address], { stdio: 'ignore', detached: true }).on('error', () => undefined).unref();
}

await main().then(() => process.exit(0), (error: unknown) => {
  runProgram(() => {
    throw error;
  });
});
