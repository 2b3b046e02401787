import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { root } from './setup.mjs';
import { endTidily } from './signals.js';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary.js';

/**
 * Bundles the host tests and runs them with @vscode/test-electron. Run with `--desktop`, it downloads VS Code's desktop build and
 * runs them there; with the environment variable VSCODE_EXECUTABLE, in the VS Code it names; else in a VS Code server from npm.
 * With `--soak` it runs soak.test.ts alone, at full length unless CATALOG_SEARCH_SOAK names another. Other words choose the files
 * whose names hold one of them, `-t WORDS` the tests whose titles hold the words.
 */
endTidily();
const { values, positionals } = parseArgs({ options: { soak: { type: 'boolean' }, desktop: { type: 'boolean' }, title: { type: 'string', short: 't' } }, allowPositionals: true });
if (values.soak === true) process.env['CATALOG_SEARCH_SOAK'] ??= '1';
if (values.title !== undefined) process.env['CATALOG_SEARCH_TESTS'] = values.title;
const chosen = values.soak === true ? ['soak'] : positionals;
const files = globSync('test/host/**/*.test.ts', { cwd: root }).filter((file) => chosen.length === 0 || chosen.some((word) => basename(file).includes(word)));
// One for each VS Code: they may run at the same time.
const outdir = join(root, 'out', process.env['CATALOG_SEARCH_VSCODE'] === 'oldest' ? 'host-oldest' : 'host');
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['test/host/index.ts', ...files],
  absWorkingDir: root,
  outdir,
  entryNames: '[name]',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  sourcemap: 'inline',
  logLevel: 'warning',
  external: ['vscode', 'mocha'],
  // An ES module's address is also asked for in what is bundled here as CommonJS.
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
});

const folder = await makeTemporaryFolder('folder');
const executable = process.env['VSCODE_EXECUTABLE'] ?? join(root, 'test', 'support', 'vscodeLauncher.mjs');
try {
  await runTests({
    ...(values.desktop === true ? {} : { vscodeExecutablePath: executable }),
    extensionDevelopmentPath: process.env['CATALOG_SEARCH_EXTENSION'] ?? root,
    extensionTestsPath: join(outdir, 'index.cjs'),
    launchArgs: [folder],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await removeTemporaryFolder(folder);
}
