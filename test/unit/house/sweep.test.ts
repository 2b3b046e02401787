/** The sweep after each test of the extension host: see test/host/sweep.ts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Mocha from 'mocha';
import { afterEach, expect, it, vi } from 'vitest';
import { sweepAfterEach } from '../../host/sweep.js';
import { findCanaries } from '../../support/canaries.js';
import { startSweeper, SWEEPER } from '../../support/sweeper.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary.js';

let clipboard = '';
let sockets: readonly string[] = [];
afterEach(() => {
  clipboard = '';
  sockets = [];
  vi.unstubAllEnvs();
});

/** Runs tests with a sweep after each; what became of each. */
async function outcomes(sweep: (clipboard: string) => Promise<readonly string[]>, tests: Readonly<Record<string, () => unknown>>): Promise<readonly string[]> {
  await using sweeper = await startSweeper(sweep);
  vi.stubEnv(SWEEPER, sweeper.url);
  const mocha = new Mocha({ reporter: Mocha.reporters.Base });
  sweepAfterEach(mocha.suite, { clipboard: () => Promise.resolve(clipboard), listening: () => sockets });
  for (const [title, run] of Object.entries(tests)) mocha.suite.addTest(new Mocha.Test(title, async () => void await run()));
  return await new Promise((resolve) => {
    const said: string[] = [];
    const runner = mocha.run(() => resolve(said));
    runner.on('pass', ({ title }) => said.push(title));
    runner.on('fail', ({ title }, error: Error) => said.push(`${title}: ${error.message}`));
  });
}

it('a canary turns the test red that left it, and no other', async () => {
  const folder = await makeTemporaryFolder('sweep');
  const leave = async (file: string, text: string): Promise<void> => await writeFile(join(folder, file), text);
  const texts: Record<string, string> = {};
  const read = new Map<string, string>();
  expect(await outcomes(async (clip) => await findCanaries({ secrets: ['canary-1'], folders: [folder], read, texts: { ...texts, clipboard: clip } }), {
    clean: () => leave('a.log', 'quiet'),
    file: () => leave('b.log', 'x canary-1'),
    quiet: () => undefined,
    grown: () => leave('a.log', 'quiet canary-1'),
    again: () => leave('b.log', 'x canary-1, and more'),
    text: () => void (texts['output'] = 'canary-1'),
    copied: () => void (clipboard = 'canary-1'),
    open: () => void (sockets = ['socket:[1]']),
    last: () => void (sockets = []),
  })).toEqual(['clean', 'file: A canary is in: file b.log', 'quiet', 'grown: A canary is in: file a.log', 'again', 'text: A canary is in: output', 'copied: A canary is in: clipboard',
    'open: S20: the extension host listens on socket:[1]', 'last']);
  await removeTemporaryFolder(folder);
});

it('a test that fails says why, and a sweep that cannot be made is a find', async () => {
  expect(await outcomes(() => Promise.resolve(['the log']), { fails: () => Promise.reject(new Error('no rows')), passes: () => undefined })).toEqual(['fails: no rows', 'passes']);
  expect(await outcomes(() => Promise.reject(new Error('gone')), { blind: () => undefined })).toEqual(['blind: A canary is in: a place that cannot be swept: Error: gone']);
});
