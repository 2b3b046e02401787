import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { secretsIn } from '../../support/secretScan.js';

interface Output {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = 'dist/extension.js';
/** What a window that only starts must not pay for. */
const heavy = /^node_modules\/(?:undici|zod|jose|jsonc-parser|@radiantearth)\/|^generated:/;
/** Of our own: the geometry, the rules of queries, what is said and asked, the rows, the network. */
const waiting = /^src\/(?:core\/(?:area|export|geometry|snippets|validation|wire)\/|core\/query\/(?:query|queryChecks|queryMatch|queryWords)\.ts|platform\/(?:failureWords|inputs)\.ts|platform\/network\/|features\/results\/(?:rows|resultsWords|watch)\.ts)/;

/** A file's name without the part that changes with its content. Chunks that several parts share have no name of their own. */
const withoutHash = (path: string): string => path.replace(/-[A-Z0-9]{8}\.js$/, '.js');

describe('what ships', () => {
  let outputs: Readonly<Record<string, Output>> = {};
  /** What the package holds. */
  let packed: readonly string[] = [];
  beforeAll(() => {
    // What an earlier build left says nothing about the sources as they are.
    execFileSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
    ({ outputs } = JSON.parse(readFileSync(join(root, 'dist', 'meta.json'), 'utf8')) as { readonly outputs: typeof outputs });
    packed = execFileSync(process.execPath, [join(root, 'node_modules', '@vscode', 'vsce', 'vsce'), 'ls', '--no-dependencies'], { cwd: root, encoding: 'utf8' }).split('\n').filter((line) => line !== '');
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

  it('starts with at most 100 kB, in the file itself and all that it imports', () => {
    const files = [...loadedWith(main)];
    expect(files.length).toBeGreaterThan(1);
    expect(files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)).toBeLessThanOrEqual(100_000);
  });

  it.each([['library', heavy], ['part that waits for a person, a search or a failure', waiting]])('loads no %s at its start', (_what, late) => {
    const started = inputsOf(loadedWith(main));
    expect(started).toContain('src/extension.ts');
    expect(started.filter((input) => late.test(input))).toEqual([]);
    // They are there, behind an import().
    expect(inputsOf(Object.keys(outputs)).filter((input) => late.test(input)).length).toBeGreaterThan(10);
  });

  it('opens a map without what few people use there: drawing areas, tiles, the finer coast, pictures', () => {
    const files = loadedWith('dist/webview/footprint.js');
    expect([...files].reduce((sum, file) => sum + statSync(join(root, file)).size, 0)).toBeLessThanOrEqual(400_000);
    const later = /^generated:land:50m|ol\/(?:interaction\/(?:Draw|Modify)|source\/XYZ|layer\/Vector)|footprint\/(?:areaEditor|tileLayer|pictures|svg)/;
    expect(inputsOf(files).filter((input) => later.test(input))).toEqual([]);
    expect(inputsOf(Object.keys(outputs)).filter((input) => later.test(input)).length).toBeGreaterThan(7);
  });

  it('names every library whose code or data is in it, with the text of its licence', () => {
    const named = new Set([...readFileSync(join(root, 'dist', 'THIRD_PARTY_NOTICES.txt'), 'utf8').matchAll(/^-+\n(\S+) \S+ \(\S+\)\n-+\n\n(?=.)/gmu)].map(([, name]) => name));
    const libraries = new Set(inputsOf(Object.keys(outputs)).flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(input)?.[1] ?? []));
    expect(libraries.size).toBeGreaterThan(15);
    // Worked into the land and the validators, which no input names.
    expect([...libraries, 'world-atlas', 'ajv', 'ajv-formats'].filter((name) => !named.has(name))).toEqual([]);
  });

  it('leaves at home what works when it is built', () => {
    const shipped = inputsOf(Object.keys(outputs));
    expect(shipped.filter((input) => /node_modules\/(?:ajv|ajv-formats|fast-uri|json-schema-traverse|topojson-client|world-atlas)\//u.test(input))).toEqual([]);
    expect(shipped.filter((input) => input.startsWith('generated:')).sort()).toEqual(['generated:land:110m', 'generated:land:50m', 'generated:validators:item', 'generated:validators:search-file']);
    expect(inputsOf(Object.keys(outputs).filter((file) => file.startsWith('dist/webview/'))).filter((input) => input.endsWith('footprintPacker.ts'))).toEqual([]);
  });

  it('holds nothing of the tests', () => {
    expect(inputsOf(Object.keys(outputs)).filter((input) => input.startsWith('test/'))).toEqual([]);
  });

  it('S29: packs these files and no others', () => {
    const names = new Set(packed.map(withoutHash));
    expect([...names].sort()).toEqual([
      'CHANGELOG.md', 'LICENSE', 'README.md',
      'dist/THIRD_PARTY_NOTICES.txt', 'dist/chunks/addEnvironment.js', 'dist/chunks/allPages.js', 'dist/chunks/arrangeRows.js', 'dist/chunks/askExport.js', 'dist/chunks/catalogClient.js',
      'dist/chunks/checkItem.js', 'dist/chunks/chunk.js', 'dist/chunks/copyAssetLink.js', 'dist/chunks/copySearchAs.js', 'dist/chunks/csv.js',
      'dist/chunks/demoCatalog.js', 'dist/chunks/downloadAssets.js', 'dist/chunks/exportCommand.js', 'dist/chunks/failureWords.js', 'dist/chunks/findItem.js',
      'dist/chunks/firstPage.js', 'dist/chunks/footprintMap.js', 'dist/chunks/geoParquet.js', 'dist/chunks/history.js', 'dist/chunks/itemChildren.js',
      'dist/chunks/itemCommands.js', 'dist/chunks/itemCopyText.js', 'dist/chunks/itemHover.js', 'dist/chunks/itemLanguage.js', 'dist/chunks/itemLinks.js',
      'dist/chunks/itemReader.js', 'dist/chunks/itemRequest.js', 'dist/chunks/itemText.js', 'dist/chunks/itemTooltip.js', 'dist/chunks/linkedRequest.js',
      'dist/chunks/loadAll.js', 'dist/chunks/manageHosts.js', 'dist/chunks/network.js', 'dist/chunks/openAsset.js', 'dist/chunks/openLinkedDocument.js',
      'dist/chunks/openSavedSearch.js', 'dist/chunks/recentSearches.js', 'dist/chunks/resultsRows.js', 'dist/chunks/runSearch.js', 'dist/chunks/saveSearch.js',
      'dist/chunks/savedSearchCommands.js', 'dist/chunks/savedSearchText.js', 'dist/chunks/searchCommands.js', 'dist/chunks/searchFiles.js',
      'dist/chunks/searchInteractively.js', 'dist/chunks/searchOver.js', 'dist/chunks/searchSchema.js', 'dist/chunks/settingsText.js', 'dist/chunks/showSession.js', 'dist/chunks/signInCommands.js',
      'dist/chunks/statusItem.js', 'dist/chunks/switchEnvironment.js', 'dist/chunks/undiciFetch.js', 'dist/chunks/windowSessions.js', 'dist/chunks/wkt.js',
      'dist/extension.js', 'dist/webview/footprint-style.css', 'dist/webview/footprint.js',
      'dist/webview/chunks/areaEditor.js', 'dist/webview/chunks/chunk.js', 'dist/webview/chunks/land_50m.js', 'dist/webview/chunks/pictures.js', 'dist/webview/chunks/svg.js', 'dist/webview/chunks/tileLayer.js',
      'media/icon.png', 'media/languages/inertJson.json', 'media/languages/inertJson.tmLanguage.json', 'media/schemas/catalog-search.schema.json', 'media/view.svg', 'package.json',
    ].sort());
    // Whatever esbuild leaves in dist ships, and nothing that it did not make but the notices of what it took in.
    const made = packed.filter((file) => file.startsWith('dist/'));
    expect(made.filter((file) => outputs[file] === undefined)).toEqual(['dist/THIRD_PARTY_NOTICES.txt']);
  });

  it('S29: holds no secret, and would be seen to', () => {
    expect(packed.length).toBeGreaterThan(20);
    expect(packed.flatMap((file) => secretsIn(readFileSync(join(root, file), 'utf8')).map((kind) => `${kind} in ${file}`))).toEqual([]);
    for (const planted of [
      '-----BEGIN RSA PRIVATE KEY-----', 'x="eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig"', 'https://user:pa55word@registry.example/', `AKIA${'A1'.repeat(8)}`, `npm_${'a1'.repeat(18)}`,
      '"client_secret": "planted-canary-4711"', 'API_TOKEN=planted-canary-4711',
    ]) {
      expect(secretsIn(`a\n${planted}\nb`), planted).toHaveLength(1);
    }
  });
});
