import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findCanaries } from './canaries.js';
import { canaryRuns } from './canaryExtension.js';
import { launchChromium } from './browser.js';
import { endTidily } from './signals.js';
import { newestHost, oldestHost } from './setup.mjs';
import { startSweeper, SWEEPER } from './sweeper.js';
import { TEST_CREDENTIALS } from './testCredentials.js';
import { startVsCodeServer } from './vscodeServer.js';

/** The longest that one run of tests may take, in milliseconds. */
const runLimit = 600_000;

/** How the lines begin that test/host/index.ts prints. VS Code prints many more, about itself. */
const testOutput = /^(?: {2}[\u2713\u2717-] |host: )/;

/**
 * Runs extension tests in a VS Code server.
 * @param args as VS Code's desktop executable takes them: `--extensionDevelopmentPath=`, `--extensionTestsPath=` and a folder to
 *   open; others mean nothing here
 * @param env CATALOG_SEARCH_VSCODE=oldest chooses the oldest VS Code; all of it reaches the extension host
 * @returns the exit code: 0 when all tests passed
 */
export async function runInServer(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const host = env['CATALOG_SEARCH_VSCODE'] === 'oldest' ? oldestHost : newestHost;
  endTidily();
  let sweep = (_clipboard: string): Promise<readonly string[]> => Promise.resolve([]);
  await using sweeper = await startSweeper((clipboard) => sweep(clipboard));
  const server = await startVsCodeServer({ host, testDriver: true, env: { [SWEEPER]: sweeper.url } });
  try {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (/^https?:/u.test(request.url()) && !request.url().startsWith(`${server.url}/`)) requests.push(`${request.url()} ${request.postData() ?? ''}`);
      });
      const read = new Map<string, string>();
      sweep = async (clipboard) => {
        const found = await findCanaries({ secrets: [TEST_CREDENTIALS.clientSecret], folders: [join(server.dataFolder, 'data')], read, pages: [page], requests, texts: { output: server.log(), clipboard } });
        const ran = await canaryRuns(server.dataFolder);
        return ran === 0 ? found : [...found, `the canary command, run ${ran} times`];
      };
      const exit = exitOf(page);
      await page.goto(address(server.url, args));
      const code = await exit;
      // What is kept when all is over.
      read.clear();
      const found = await sweep('');
      if (found.length === 0) return code;
      console.log(`A canary is in: ${found.join(', ')}`);
      return 1;
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

/** The address of a window with the extension under development and its tests. */
function address(url: string, args: readonly string[]): string {
  const payload = ['extensionDevelopmentPath', 'extensionTestsPath'].map((name) => {
    const path = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
    if (path === undefined) throw new Error(`--${name}= is missing.`);
    return [name, `vscode-remote://${new URL(url).host}${path}`];
  });
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  const folder = args.find((arg) => !arg.startsWith('-'));
  if (folder !== undefined) query.set('folder', folder);
  return `${url}/?${query.toString()}`;
}

/** Prints what the tests print, and resolves to the exit code that VS Code reports. A run without results prints everything. */
function exitOf(page: Page): Promise<number> {
  return new Promise((resolve, reject) => {
    const everything: string[] = [];
    let summed = false;
    const settle = (code: number, reason?: string): void => {
      clearTimeout(timer);
      if (!summed) console.error(everything.join('\n'));
      if (reason !== undefined) console.error(reason);
      resolve(code);
    };
    const timer = setTimeout(() => {
      settle(1, `The tests did not end within ${String(runLimit / 1000)} seconds.`);
    }, runLimit);
    const listen = (_type: string, parts: readonly unknown[]): void => {
      const line = parts.map(String).join(' ');
      everything.push(line);
      if (testOutput.test(line)) console.log(line);
      summed ||= line.startsWith('host: ');
    };
    page.on('crash', () => {
      settle(1, 'The VS Code window crashed.');
    });
    Promise.all([
      page.exposeFunction('codeAutomationExit', (code: number) => {
        settle(code);
      }),
      page.exposeFunction('codeAutomationLog', listen),
    ]).catch(reject);
  });
}
