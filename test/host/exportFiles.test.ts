import * as assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exportItemOf, type ExportItem } from '../../src/core/export/exportItem.js';
import { runExport, type ExportSplit } from '../../src/core/export/runExport.js';
import { CatalogError } from '../../src/core/failure.js';
import { createExportFiles, spoolItems } from '../../src/platform/exportFiles.js';
import { canFillDisk, onFullDisk, READ_ONLY_FOLDER } from '../support/fullDisk.js';

const ITEMS = ['a', 'b', 'a'].map((collection, index) => exportItemOf(JSON.stringify({ type: 'Feature', id: `item-${index}`, collection, geometry: null, properties: { datetime: null, text: 'x'.repeat(1000) } })));

describe('the files of an export', () => {
  let folder: string;
  let scratch: vscode.Uri;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-search-export-'));
    scratch = vscode.Uri.file(join(folder, 'scratch'));
    await mkdir(join(folder, 'out'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const out = async (): Promise<readonly string[]> => (await readdir(join(folder, 'out'))).sort();
  const write = async (path: string, { split = 'none', overwrite = false, items = ITEMS }: { readonly split?: ExportSplit; readonly overwrite?: boolean; readonly items?: readonly ExportItem[] } = {}): Promise<unknown> => {
    try {
      return await runExport({
        format: 'ndjson', split, signal: new AbortController().signal,
        items: async function* () {
          yield* items;
        },
        files: createExportFiles({ uri: vscode.Uri.file(path), isFolder: split !== 'none', overwrite, scratch }),
      });
    } catch (error) {
      assert.ok(error instanceof CatalogError, String(error));
      return error.failure;
    }
  };

  it('have their names when all of it is there, and nothing is beside them', async () => {
    assert.deepEqual(await write(join(folder, 'out', 'items.ndjson')), { items: 3, files: 1, unreadable: 0 });
    assert.deepEqual(await out(), ['items.ndjson']);
    assert.equal((await readFile(join(folder, 'out', 'items.ndjson'), 'utf8')).trimEnd().split('\n').length, 3);
    assert.deepEqual(await write(join(folder, 'out'), { split: 'collection' }), { items: 3, files: 2, unreadable: 0 });
    assert.deepEqual(await out(), ['items-a.ndjson', 'items-b.ndjson', 'items.ndjson']);
  });

  it('do not take the place of others, unless a person agreed; of files in a folder never', async () => {
    const target = join(folder, 'out', 'items.ndjson');
    await writeFile(target, 'mine');
    assert.deepEqual(await write(target), { kind: 'target', reason: 'exists' });
    assert.equal(await readFile(target, 'utf8'), 'mine');
    assert.deepEqual(await write(target, { overwrite: true }), { items: 3, files: 1, unreadable: 0 });
    assert.notEqual(await readFile(target, 'utf8'), 'mine');

    await writeFile(join(folder, 'out', 'items-b.ndjson'), 'mine');
    assert.deepEqual(await write(join(folder, 'out'), { split: 'collection', overwrite: true }), { kind: 'target', reason: 'exists' });
    assert.deepEqual(await out(), ['items-b.ndjson', 'items.ndjson']);
    assert.equal(await readFile(join(folder, 'out', 'items-b.ndjson'), 'utf8'), 'mine');
  });

  it('do not follow links, and do not take the place of folders', async () => {
    const mine = join(folder, 'mine');
    await writeFile(mine, 'mine');
    await symlink(mine, join(folder, 'out', 'link'));
    await mkdir(join(folder, 'out', 'folder'));
    assert.deepEqual(await write(join(folder, 'out', 'link'), { overwrite: true }), { kind: 'target', reason: 'link' });
    assert.deepEqual(await write(join(folder, 'out', 'folder'), { overwrite: true }), { kind: 'target', reason: 'folder' });
    assert.equal(await readFile(mine, 'utf8'), 'mine');
    assert.deepEqual(await out(), ['folder', 'link']);
  });

  it('are none where nobody may write, and where the folder is a file', async () => {
    await writeFile(join(folder, 'out', 'file'), '');
    assert.deepEqual(await write(join(folder, 'out', 'file', 'items.ndjson')), { kind: 'target', reason: 'missing' });
    if (process.platform === 'linux') {
      assert.deepEqual(await write(join(READ_ONLY_FOLDER, 'items.ndjson')), { kind: 'target', reason: 'readOnly' });
    }
    assert.deepEqual(await out(), ['file']);
  });

  it('are all gone when the disk is full', async function () {
    if (!canFillDisk) {
      this.skip();
    }
    for (const split of ['none', 'collection'] as const) {
      const path = split === 'none' ? join(folder, 'out', 'items.ndjson') : join(folder, 'out');
      assert.deepEqual(await onFullDisk(1_500, () => write(path, { split })), { kind: 'target', reason: 'full' });
      assert.deepEqual(await out(), []);
    }
  });

  it('are all gone when what comes before them fails, and those that have their names already are taken back', async () => {
    const broken = { ...ITEMS[0], get text(): string {
      throw new CatalogError({ kind: 'cancelled' });
    } } as ExportItem;
    assert.deepEqual(await write(join(folder, 'out', 'items.ndjson'), { items: [...ITEMS, broken] }), { kind: 'cancelled' });
    assert.deepEqual(await out(), []);

    const files = createExportFiles({ uri: vscode.Uri.file(join(folder, 'out')), isFolder: true, overwrite: false, scratch });
    await (await files.open('first')).write(new Uint8Array([1]));
    await (await files.open('second')).write(new Uint8Array([2]));
    // Somebody else was quicker with the second name.
    await mkdir(join(folder, 'out', 'second'));
    await assert.rejects(files.commit(), (error: unknown) => error instanceof CatalogError && error.failure.kind === 'target' && error.failure.reason === 'folder');
    assert.deepEqual((await out()).filter((name) => !name.endsWith('.part')), ['first', 'second']);
    await files.discard();
    assert.deepEqual(await out(), ['second']);
  });

  it('in a place that is not on this machine are written beforehand, and copied whole', async () => {
    const places = new Map<string, Uint8Array>();
    const provider = vscode.workspace.registerFileSystemProvider('catalog-test', memoryPlaces(places));
    try {
      const options = { uri: vscode.Uri.parse('catalog-test:/items.ndjson'), isFolder: false, overwrite: false, scratch };
      const files = createExportFiles(options);
      await (await files.open(undefined)).write(new TextEncoder().encode('whole'));
      assert.deepEqual([...places.keys()], []);
      assert.equal((await readdir(scratch.fsPath)).length, 1);
      await files.commit();
      assert.deepEqual([...places].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]), [['/items.ndjson', 'whole']]);
      assert.deepEqual(await readdir(scratch.fsPath), []);

      const again = createExportFiles(options);
      await (await again.open(undefined)).write(new TextEncoder().encode('other'));
      await assert.rejects(again.commit(), (error: unknown) => error instanceof CatalogError && error.failure.kind === 'target' && error.failure.reason === 'exists');
      await again.discard();
      assert.deepEqual(await readdir(scratch.fsPath), []);
      assert.equal(new TextDecoder().decode(places.get('/items.ndjson')), 'whole');
    } finally {
      provider.dispose();
    }
  });

  it('may read the items twice from a spool, whatever is in them, and leave none behind', async () => {
    const items = [...ITEMS, exportItemOf('{"id":"\u2028\u2029\\n","big":9007199254740993}')];
    const spool = await spoolItems(scratch, (async function* () {
      yield* items;
    })());
    for (let round = 0; round < 2; round += 1) {
      const read: ExportItem[] = [];
      for await (const item of spool.items()) {
        read.push(item);
      }
      assert.deepEqual(read.map(({ text }) => text), items.map(({ text }) => text));
    }
    await spool.dispose();
    assert.deepEqual(await readdir(scratch.fsPath), []);

    await assert.rejects(spoolItems(scratch, (async function* () {
      yield* items;
      throw new CatalogError({ kind: 'cancelled' });
    })()), (error: unknown) => error instanceof CatalogError && error.failure.kind === 'cancelled');
    if (canFillDisk) {
      await onFullDisk(1_500, () => assert.rejects(spoolItems(scratch, (async function* () {
        yield* items;
      })()), (error: unknown) => error instanceof CatalogError && error.failure.kind === 'target' && error.failure.reason === 'full'));
    }
    assert.deepEqual(await readdir(scratch.fsPath), []);
  });
});

/** A file system in memory, as remote ones are: whole files only. */
function memoryPlaces(places: Map<string, Uint8Array>): vscode.FileSystemProvider {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const missing = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.FileNotFound(uri);
  };
  return {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose: () => undefined }),
    stat: (uri) => (uri.path === '/' ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 } : places.has(uri.path) ? { type: vscode.FileType.File, ctime: 0, mtime: 0, size: places.get(uri.path)?.length ?? 0 } : missing(uri)),
    readFile: (uri) => places.get(uri.path) ?? missing(uri),
    readDirectory: () => [],
    createDirectory: () => undefined,
    writeFile: (uri, bytes, { overwrite }) => {
      if (places.has(uri.path) && !overwrite) {
        throw vscode.FileSystemError.FileExists(uri);
      }
      places.set(uri.path, bytes);
    },
    delete: (uri) => void places.delete(uri.path),
    rename: missing,
  };
}
