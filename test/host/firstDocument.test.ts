import * as assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { withFirstDocument } from '../../src/platform/firstDocument.js';

describe('what only documents of one kind need', () => {
  let folder: string;
  let told: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-search-first-'));
    told = [];
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (name: string): Promise<void> => {
    await writeFile(join(folder, name), name);
    await vscode.workspace.openTextDocument(join(folder, name));
  };
  const begin = (): vscode.Disposable => withFirstDocument(({ uri }) => uri.fsPath.startsWith(folder) && uri.path.endsWith('.kind'), () => {
    told.push('begun');
    return Promise.resolve({ dispose: () => void told.push('ended') });
  });
  /** What waits for the end of activation has run. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('begins with the first that is opened, once, and ends with it', async () => {
    const begun = begin();
    await settled();
    await open('other.txt');
    assert.deepEqual(told, []);
    await open('first.kind');
    await open('second.kind');
    assert.deepEqual(told, ['begun']);
    begun.dispose();
    assert.deepEqual(told, ['begun', 'ended']);
  });

  it('begins at once where one is open, but not within activation', async () => {
    await open('first.kind');
    const begun = begin();
    assert.deepEqual(told, []);
    await settled();
    assert.deepEqual(told, ['begun']);
    begun.dispose();
  });

  it('never begins once it is disposed', async () => {
    begin().dispose();
    const waiting = begin();
    await settled();
    waiting.dispose();
    await open('first.kind');
    assert.deepEqual(told, []);
  });
});
