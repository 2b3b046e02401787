import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { root } from './setup.mjs';
import { endTidily } from './signals.js';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary.js';

/**
 * Bundles the host tests and runs them with @vscode/test-electron. Run with `--desktop`, it downloads VS Code's desktop build and
 * runs them there; with the environment variable VSCODE_EXECUTABLE, in the VS Code it names; else in a VS Code server from npm.
 * With `--soak` it runs soak.test.ts alone, at full length unless CATALOG_SEARCH_SOAK names another.
 */
endTidily();
const soak = process.argv.includes('--soak');
if (soak) process.env['CATALOG_SEARCH_SOAK'] ??= '1';
const outdir = join(root, 'out', 'host');
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['test/host/index.ts', ...globSync(`test/host/**/${soak ? 'soak' : '*'}.test.ts`, { cwd: root })],
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
    ...(process.argv.includes('--desktop') ? {} : { vscodeExecutablePath: executable }),
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
