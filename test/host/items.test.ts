import * as assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

interface Key {
  readonly environment: string;
  readonly collection: string;
  readonly id: string;
}

const run = async <T>(name: string, ...args: unknown[]): Promise<T> => await vscode.commands.executeCommand<T>(`catalogSearch.${name}`, ...args);
const clipboard = async (): Promise<string> => await vscode.env.clipboard.readText();

describe('the commands about items', () => {
  let folder: string;
  let keys: readonly Key[];
  /** An item with assets. */
  let rich: Key;
  before(async () => {
    await vscode.extensions.getExtension('catalog-search.catalog-search')?.activate();
    await run('switchEnvironment', 'Demo');
    const { items } = await run<{ readonly items: readonly { readonly id: string; readonly collection: string; readonly assets: object }[] }>('search', { limit: 600 });
    const keyOf = ({ id, collection }: { readonly id: string; readonly collection: string }): Key => ({ environment: 'Demo', collection, id });
    const found = items.find(({ assets }) => Object.keys(assets).length > 0);
    assert.ok(found, 'no item has assets');
    rich = keyOf(found);
    await run('search', { limit: 5 });
    keys = items.slice(0, 2).map(keyOf);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-search-items-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const refused = async (name: string, argument: unknown, words: string): Promise<void> => {
    await assert.rejects(run(name, argument), (error: unknown) => {
      assert.ok(error instanceof Error && error.message.includes(words), `${name} ${JSON.stringify(argument)} said: ${String(error)}`);
      return true;
    });
  };

  describe('exportItems', () => {
    for (const [format, extension] of [['geojson', 'geojson'], ['ndjson', 'ndjson'], ['csv', 'csv'], ['wkt', 'wkt'], ['geoparquet', 'parquet']] as const) {
      it(`writes ${format} where it is told, and says what came of it`, async () => {
        const target = vscode.Uri.file(join(folder, `items.${extension}`)).toString();
        assert.deepEqual(await run('exportItems', { format, target }), { items: 5, files: 1, unreadable: 0, target });
        assert.deepEqual(await readdir(folder), [`items.${extension}`]);
      });
    }

    it('writes the items that are named, one or several', async () => {
      const target = vscode.Uri.file(join(folder, 'two.ndjson'));
      assert.deepEqual(await run('exportItems', { format: 'ndjson', target, what: keys }), { items: 2, files: 1, unreadable: 0, target: target.toString() });
      const lines = (await readFile(target.fsPath, 'utf8')).trimEnd().split('\n').map((line) => (JSON.parse(line) as Key).id);
      assert.deepEqual(lines, keys.map(({ id }) => id));
      await refused('exportItems', { format: 'ndjson', target, what: keys[0] }, 'There is a file of that name already.');
      assert.deepEqual(await run('exportItems', { format: 'ndjson', target, what: keys[0], overwrite: true }), { items: 1, files: 1, unreadable: 0, target: target.toString() });
    });

    it('names the member that is wrong', async () => {
      const target = vscode.Uri.file(join(folder, 'x')).toString();
      for (const [argument, field] of [
        [{ format: 'xlsx', target }, 'format'], [{ target }, 'format'], [{ format: 'csv' }, 'target'], [{ format: 'csv', target: '/x.csv' }, 'target'], [{ format: 'csv', target, split: 'year' }, 'split'],
        [{ format: 'csv', target, what: 'some' }, 'what'], [{ format: 'csv', target, what: 7 }, 'what'], [{ format: 'csv', target, what: { id: 7 } }, 'Export Items'],
      ] as const) {
        await refused('exportItems', argument, `${field}: `);
      }
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it('validateItem gives what it found', async () => {
    const { valid, findings } = await run<{ readonly valid: boolean; readonly findings: readonly { readonly severity: string; readonly path: string; readonly message: string }[] }>('validateItem', keys[0]);
    assert.equal(valid, true);
    // The demo's dialog, as the service's: no version, no type.
    assert.ok(findings.length > 0);
    assert.deepEqual([...new Set(findings.map(({ severity }) => severity))], ['information']);
    assert.ok(findings.every((finding) => Object.keys(finding).sort().join() === 'message,path,severity'));
    await refused('validateItem', { environment: 'Demo' }, 'Validate Item');
  });

  it('compareItem shows two items side by side', async () => {
    await run('compareItem', keys[0], keys[1]);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual([input.original, input.modified].map(({ path }) => decodeURIComponent(path.split('/').at(-1) ?? '')), keys.map(({ id }) => `${id}.geojson`));
    await refused('compareItem', { collection: 'a' }, 'Compare');
  });

  it('the copying commands give what they copied', async () => {
    assert.equal(await run('copyItemId', keys[0]), keys[0]?.id);
    assert.equal(await clipboard(), keys[0]?.id);
    const link = await run<string>('copyItemLink', keys[0]);
    assert.ok(URL.canParse(link) && link.includes(encodeURIComponent(keys[0]?.id ?? '-')), link);
    assert.equal(await clipboard(), link);
    const wkt = await run<string>('copyItemGeometry', { ...keys[0], format: 'wkt' });
    assert.match(wkt, /^(?:MULTI)?POLYGON Z \(\(/);
    assert.deepEqual((JSON.parse(await run<string>('copyItemGeometry', { ...keys[0], format: 'geojson' })) as { readonly type: string }).type.endsWith('Polygon'), true);
    assert.match(await run<string>('copyItemGeometry', { ...keys[0], format: 'bbox' }), /^\[?-?[\d.]+(?:, ?-?[\d.]+){3}\]?$/);
    await refused('copyItemGeometry', { ...keys[0], format: 'kml' }, 'format');
    await refused('copyItemId', { id: 7 }, 'Copy Id');
    await refused('copyItemLink', {}, 'Copy Link');
  });

  it('refreshItem and revealItem take an item, and say what is wrong with what is none', async () => {
    assert.deepEqual(await run('refreshItem', keys[0]), { changed: false });
    await refused('refreshItem', { collection: 'a' }, 'Refresh Item');
    await run('revealItem', keys[0]);
    await refused('revealItem', { environment: 'Demo', collection: 'a', id: 'b' }, 'not among the results');
  });

  describe('assets', () => {
    it('are downloaded into a folder, and what became of each is said', async () => {
      const target = vscode.Uri.file(folder).toString();
      const report = await run<{ readonly files: readonly string[]; readonly failed: readonly unknown[] }>('downloadAsset', { ...rich, assets: ['metadata', 'thumbnail'], folder: target });
      assert.deepEqual(report.failed, []);
      const names = [`${rich.id}_metadata.json`, `${rich.id}_thumbnail.svg`];
      assert.deepEqual([...report.files].sort(), names.map((name) => vscode.Uri.file(join(folder, name)).toString()));
      assert.deepEqual((await readdir(folder)).sort(), names);

      const again = await run<{ readonly files: readonly string[]; readonly failed: readonly unknown[] }>('downloadAsset', { ...rich, asset: 'metadata', folder: target });
      assert.deepEqual(again, { files: [], failed: [{ asset: 'metadata', message: 'There is a file of that name already. It was not touched.' }] });
      assert.deepEqual(await run('downloadAsset', { ...rich, asset: 'metadata', folder: target, existing: 'skip' }), { files: [], failed: [] });
      await run('downloadAsset', { ...rich, asset: 'metadata', folder: target, existing: 'keepBoth' });
      assert.deepEqual((await readdir(folder)).sort(), [`${rich.id}_metadata (2).json`, ...names]);
    });

    it('open read-only, and their addresses are copied', async () => {
      const uri = await run<vscode.Uri>('openAsset', { ...rich, asset: 'metadata' });
      assert.equal(uri.scheme, 'catalog-asset');
      assert.equal(uri.path, `/${rich.id}_metadata.json`);
      assert.equal((JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()) as { readonly item: string }).item, rich.id);
      await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, new Uint8Array())));
      const href = await run<string>('copyAssetLink', { ...rich, asset: 'metadata' });
      assert.ok(href.endsWith(`${rich.id}/metadata.json`));
      assert.equal(await clipboard(), href);
    });

    it('of another name, or to a folder that is none, are refused with the member that is wrong', async () => {
      const target = vscode.Uri.file(folder).toString();
      for (const [name, argument, words] of [
        ['downloadAsset', { ...rich, asset: 'none', folder: target }, 'asset: The item has no asset of that name'], ['downloadAsset', { ...rich, asset: 7, folder: target }, 'asset'],
        ['downloadAsset', { ...rich, assets: [], folder: target }, 'assets'], ['downloadAsset', { ...rich, assets: 'data', folder: target }, 'assets'],
        ['downloadAsset', { ...rich, asset: 'metadata', folder: '/tmp' }, 'folder'], ['downloadAsset', { ...rich, asset: 'metadata', folder: 'https://x.example/' }, 'folder'],
        ['downloadAsset', { ...rich, asset: 'metadata', folder: target, existing: 'ask' }, 'existing'], ['downloadAsset', { asset: 'metadata' }, 'Download'],
        ['openAsset', { ...rich, asset: 'none' }, 'asset'], ['openAsset', {}, 'Open Asset'], ['copyAssetLink', {}, 'Copy Address'],
      ] as const) {
        await refused(name, argument, words);
      }
      assert.deepEqual(await readdir(folder), []);
    });

    it('that were opened have no address that leads out of their folder', async () => {
      for (const [authority, path] of [['0123456789abcdef', '/..'], ['0123456789abcdef', '/.'], ['0123456789abcdef', '/a/b'], ['0123456789abcdef', '/'], ['..', '/assets'], ['', '/assets']] as const) {
        // There is something at some of these places: that nothing is found means that nothing was looked for there.
        await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.from({ scheme: 'catalog-asset', authority, path }))), (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound');
      }
    });
  });
});
