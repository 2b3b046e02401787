import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

interface Output {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = 'dist/extension.js';
/** What a window that only starts must not pay for. */
const heavy = /^node_modules\/(?:undici|zod|jose|ajv|jsonc-parser|@radiantearth)\//;

/** A file's name without the part that changes with its content. Chunks that several parts share have no name of their own. */
const withoutHash = (path: string): string => path.replace(/-[A-Z0-9]{8}\.js$/, '.js');

describe('what ships', () => {
  let outputs: Readonly<Record<string, Output>> = {};
  beforeAll(() => {
    // What an earlier build left says nothing about the sources as they are.
    execFileSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
    ({ outputs } = JSON.parse(readFileSync(join(root, 'dist', 'meta.json'), 'utf8')) as { readonly outputs: typeof outputs });
  });

  /** A file and all that are loaded with it. */
  const loadedWith = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (!seen.has(path)) {
      seen.add(path);
      for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
        if (kind !== 'dynamic-import' && external !== true) {
          loadedWith(next, seen);
        }
      }
    }
    return seen;
  };
  const inputsOf = (files: Iterable<string>): readonly string[] => [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));

  it('starts with at most 100 kB', () => {
    expect(statSync(join(root, main)).size).toBeLessThanOrEqual(100_000);
  });

  it('loads no library at its start', () => {
    const started = inputsOf(loadedWith(main));
    expect(started).toContain('src/extension.ts');
    expect(started.filter((input) => heavy.test(input))).toEqual([]);
    // They are there, behind an import().
    expect(inputsOf(Object.keys(outputs)).filter((input) => heavy.test(input)).length).toBeGreaterThan(10);
  });

  it('holds nothing of the tests', () => {
    expect(inputsOf(Object.keys(outputs)).filter((input) => input.startsWith('test/'))).toEqual([]);
  });

  it('packs these files and no others', () => {
    const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
    const listed = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], { cwd: root, encoding: 'utf8' });
    const names = new Set(listed.split('\n').filter((line) => line !== '').map(withoutHash));
    expect([...names].sort()).toEqual([
      'CHANGELOG.md', 'LICENSE', 'README.md',
      'dist/chunks/addEnvironment.js', 'dist/chunks/builder.js', 'dist/chunks/catalogClient.js',
      'dist/chunks/asset.js', 'dist/chunks/assetJobs.js',
      'dist/chunks/askExport.js', 'dist/chunks/csv.js', 'dist/chunks/exportItems.js', 'dist/chunks/geoParquet.js', 'dist/chunks/wkt.js',
      'dist/chunks/checkItem.js', 'dist/chunks/chunk.js', 'dist/chunks/demoCatalog.js', 'dist/chunks/findItem.js', 'dist/chunks/footprintPanel.js', 'dist/chunks/itemChildren.js',
      'dist/chunks/itemCopyText.js', 'dist/chunks/itemHover.js', 'dist/chunks/itemLinks.js', 'dist/chunks/itemRequest.js', 'dist/chunks/itemText.js', 'dist/chunks/itemTooltip.js',
      'dist/chunks/linkedRequest.js', 'dist/chunks/openSavedSearch.js', 'dist/chunks/runSearch.js', 'dist/chunks/saveSearch.js', 'dist/chunks/savedSearchText.js', 'dist/chunks/searchSchema.js', 'dist/chunks/copySearchAs.js',
      'dist/chunks/searchOver.js', 'dist/chunks/showSession.js',
      'dist/chunks/signInCommands.js', 'dist/chunks/undiciFetch.js', 'dist/chunks/windowSessions.js',
      'dist/extension.js', 'dist/webview/footprint-style.css', 'dist/webview/footprint.js',
      'media/icon.png', 'media/schemas/catalog-search.schema.json', 'media/view.svg', 'package.json',
    ].sort());
    // Whatever esbuild leaves in dist ships, and nothing that it did not make.
    const made = listed.split('\n').filter((line) => line.startsWith('dist/'));
    expect(made.filter((file) => outputs[file] === undefined)).toEqual([]);
  });
});
