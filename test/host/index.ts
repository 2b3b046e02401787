import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'vscode';
import { listening } from './listening.js';
import { sweepAfterEach } from './sweep.js';

/**
 * Runs every test file beside this one; VS Code calls it in the extension host.
 * Each test's result is one line of the console; the last line is `host: N passed, N failed, N skipped`.
 * @throws Error when a test fails, which makes VS Code end with an exit code other than 0
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  // An ES module, which the Node of older VS Codes gives to import() only.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, forbidOnly: true, reporter: Mocha.reporters.Base });
  const title = process.env['CATALOG_SEARCH_TESTS'];
  if (title !== undefined) mocha.fgrep(title);
  for (const name of readdirSync(__dirname).sort()) {
    if (name.endsWith('.test.cjs')) mocha.addFile(join(__dirname, name));
  }
  sweepAfterEach(mocha.suite, { clipboard: () => env.clipboard.readText(), listening });
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      resolve();
    });
    runner.on('pass', (test) => {
      passed += 1;
      console.log(`  \u2713 ${test.fullTitle()}`);
    });
    runner.on('fail', (test, error: Error) => {
      failed += 1;
      console.log(`  \u2717 ${test.fullTitle()}\n${error.stack ?? String(error)}`);
    });
    runner.on('pending', (test) => {
      skipped += 1;
      console.log(`  - ${test.fullTitle()}`);
    });
  });
  console.log(`host: ${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
  if (failed > 0) throw new Error(`${String(failed)} tests failed.`);
  if (passed === 0) throw new Error('No test was found.');
}
