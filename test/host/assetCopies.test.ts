import * as assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { pruneAssets } from '../../src/features/assets/assetCopies.js';

describe('the copies of opened assets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-search-copies-'));
    // The later in the alphabet, the older.
    for (const [age, name] of ['a', 'b', 'c', 'd'].entries()) {
      await mkdir(join(folder, 'assets', name), { recursive: true });
      for (const file of ['data.json', 'data.json.part']) {
        const path = join(folder, 'assets', name, file);
        await writeFile(path, 'x'.repeat(50));
        await utimes(path, 1_700_000_000 - age, 1_700_000_000 - age);
      }
    }
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  for (const [bounds, left] of [
    [{ files: 10, bytes: 400 }, ['a', 'b', 'c', 'd']], [{ files: 10, bytes: 250 }, ['a', 'b']], [{ files: 3, bytes: 10_000 }, ['a', 'b', 'c']], [{ files: 10, bytes: 10 }, ['a']],
  ] as const) {
    it(`are cut back to ${bounds.files} of ${bounds.bytes} bytes together, oldest out`, async () => {
      await pruneAssets(vscode.Uri.file(folder), bounds);
      assert.deepEqual((await readdir(join(folder, 'assets'))).sort(), left);
    });
  }

  it('are let be where there are none', async () => {
    await pruneAssets(vscode.Uri.file(join(folder, 'nothing')));
  });
});
