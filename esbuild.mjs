/**
 * Builds everything that ships into dist/. `--production` minifies, `--watch` rebuilds on change.
 * dist/meta.json lists what went into which file; the size checks read it. dist/THIRD_PARTY_NOTICES.txt names the libraries among it;
 * one whose licence is not known to allow that fails the build.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';
import { allInputs, generatedModules } from './build/generated.mjs';
import { thirdPartyNotices } from './build/notices.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
  legalComments: 'none',
  plugins: [generatedModules],
};

/**
 * The extension host's part: ES modules, so that whatever is behind an `import()` becomes a chunk that loads on first use.
 * Packages that are CommonJS inside still call `require` for Node's own modules, hence the banner.
 * @type {import('esbuild').BuildOptions}
 */
const host = {
  ...common,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  mainFields: ['module', 'main'],
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
};

/**
 * The map: what few people need (drawing areas, tiles, the finer coast, pictures) are chunks that load on first use.
 * @type {import('esbuild').BuildOptions}
 */
const webview = {
  ...common,
  entryPoints: { footprint: 'media/footprint/main.ts', 'footprint-style': 'media/footprint/footprint.css' },
  outdir: 'dist/webview',
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'media/tsconfig.json',
};

await rm('dist', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
// vsce writes the package into `out` and does not make the folder.
await mkdir('out', { recursive: true });

if (watch) {
  for (const options of [host, webview]) {
    const context = await esbuild.context({ ...options, logLevel: 'info' });
    await context.watch();
  }
} else {
  const results = await Promise.all([host, webview].map((options) => esbuild.build(options)));
  const metafile = {
    inputs: Object.assign({}, ...results.map((result) => result.metafile?.inputs)),
    outputs: Object.assign({}, ...results.map((result) => result.metafile?.outputs)),
  };
  await writeFile('dist/meta.json', JSON.stringify(metafile));
  await writeFile('dist/THIRD_PARTY_NOTICES.txt', await thirdPartyNotices(allInputs(metafile.inputs), import.meta.dirname));
}
