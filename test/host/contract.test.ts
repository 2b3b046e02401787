import * as assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import type { CatalogSearchApi } from '../../src/features/search/api.js';
import { listening } from './listening.js';

interface Outcome {
  readonly items: readonly { readonly id: string; readonly collection: string; readonly geometry: unknown }[];
  readonly matched?: number;
  readonly returned: number;
  readonly hasMore: boolean;
}

const found = vscode.extensions.getExtension<CatalogSearchApi>('catalog-search.catalog-search');
assert.ok(found, 'the extension is not installed');
const extension = found;
const run = async <T>(name: string, ...args: unknown[]): Promise<T> => await vscode.commands.executeCommand<T>(`catalogSearch.${name}`, ...args);
const search = async (query: unknown): Promise<Outcome> => await run<Outcome>('search', query);

describe('the public contract', () => {
  let api: CatalogSearchApi;
  before(async () => {
    api = await extension.activate();
    assert.equal(await run('switchEnvironment', 'Demo'), 'Demo');
  });

  it('registers every command of the manifest', async () => {
    const { contributes } = extension.packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
    const there = new Set(await vscode.commands.getCommands(true));
    assert.ok(contributes.commands.length >= 16);
    assert.deepEqual(contributes.commands.map(({ command }) => command).filter((command) => !there.has(command)), []);
  });

  it('exports exactly the API of the contract', () => {
    assert.deepEqual(Object.keys(api).sort(), ['apiVersion', 'environment', 'onDidChangeSession', 'search']);
    assert.equal(api.apiVersion, 1);
    assert.equal(typeof api.search, 'function');
    const subscription = api.onDidChangeSession(() => undefined);
    subscription.dispose();
    assert.deepEqual(api.environment, { name: 'Demo', kind: 'demo', baseUrl: 'https://api.demo.invalid' });
  });

  it('refuses an environment that the settings do not have, and keeps the one chosen', async () => {
    await assert.rejects(run('switchEnvironment', 'Nowhere'), /"Nowhere" is not in your settings/);
    assert.equal(api.environment?.name, 'Demo');
  });

  it('gives the items of a search as they were sent', async () => {
    const outcome = await search({ limit: 5 });
    assert.equal(outcome.returned, 5);
    assert.equal(outcome.hasMore, true);
    assert.ok((outcome.matched ?? 0) > 1_000);
    assert.equal(outcome.items.length, 5);
    for (const item of outcome.items) {
      assert.ok(item.id !== '' && item.collection !== '');
      assert.ok('geometry' in item && 'properties' in item && 'links' in item && 'assets' in item);
    }
    const again = await api.search({ limit: 5 });
    assert.deepEqual(again.items, outcome.items);
  });

  it('searches with what it is given', async () => {
    const [wanted] = (await search({ limit: 5 })).items;
    const outcome = await search({ ids: [wanted?.id], collections: [wanted?.collection], limit: 5 });
    assert.deepEqual(outcome, { items: [wanted], matched: 1, returned: 1, hasMore: false });
  });

  for (const [query, field] of [
    [{ bbox: [1, 2] }, 'bbox'], [{ limit: 0 }, 'limit'], [{ limit: 10_001 }, 'limit'], [{ limit: '5' }, 'limit'],
    [{ nonsense: 1 }, 'nonsense'], [{ datetime: '2026-02-30' }, 'datetime'], [{ ids: [1] }, 'ids'],
  ] as const) {
    it(`refuses ${JSON.stringify(query)} and names the field`, async () => {
      const before = await search({ limit: 3 });
      await assert.rejects(search(query), (error: unknown) => error instanceof Error && error.message.includes(field));
      await assert.rejects(api.search(query), (error: unknown) => error instanceof Error && error.message.includes(field));
      assert.equal(before.returned, 3);
    });
  }

  it('gives up a search that its caller cancels', async () => {
    const source = new vscode.CancellationTokenSource();
    const running = api.search({ limit: 7 }, source.token);
    source.cancel();
    await assert.rejects(running, /Cancelled/);
    const cancelled = new vscode.CancellationTokenSource();
    cancelled.cancel();
    await assert.rejects(api.search({ limit: 7 }, cancelled.token), /Cancelled/);
  });

  describe('an item', () => {
    it('opens as a read-only JSON document with exactly what was sent', async () => {
      const [item] = (await search({ limit: 5 })).items;
      assert.ok(item);
      const key = { environment: 'Demo', collection: item.collection, id: item.id };
      const uri = await run<vscode.Uri>('openItem', key);
      assert.equal(uri.scheme, 'catalog-item');
      assert.equal(uri.path, `/Demo/${encodeURIComponent(item.collection)}/${encodeURIComponent(item.id)}.geojson`);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.toString(), uri.toString());
      assert.equal(document.languageId, 'json');
      assert.deepEqual(JSON.parse(document.getText()), item);

      assert.equal(vscode.workspace.fs.isWritableFileSystem('catalog-item'), false);
      await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, Buffer.from('{}'))));
      await assert.rejects(Promise.resolve(vscode.workspace.fs.delete(uri)));
      const before = document.getText();
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 0), ' ');
      const applied = await vscode.workspace.applyEdit(edit);
      assert.ok(!applied || !(await document.save()), 'an edited item was saved');
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), before);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('that the results do not hold is asked for, and opens likewise', async () => {
      const far = (await search({ limit: 40 })).items.at(-1);
      assert.ok(far);
      await search({ limit: 1 });
      const uri = await run<vscode.Uri>('openItem', { environment: 'Demo', collection: far.collection, id: far.id });
      assert.deepEqual(JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()), far);
    });

    it('that does not exist is refused in our words', async () => {
      const key = { environment: 'Demo', collection: 'nothing', id: 'no-such-item' };
      await assert.rejects(run('openItem', key), (error: unknown) => error instanceof Error && error.message.includes('The catalog has no such item.'));
    });

    it('of an environment that does not exist is refused in our words', async () => {
      await assert.rejects(run('openItem', { environment: 'Nowhere', collection: 'a', id: 'b' }), /"Nowhere" is not in your settings/);
    });

    for (const target of [{ environment: 'Demo' }, { id: 7, collection: 'a', environment: 'Demo' }, {}]) {
      it(`is not opened from ${JSON.stringify(target)}`, async () => {
        await assert.rejects(run('openItem', target), /openItem: Pass \{ environment, collection, id \}/);
      });
    }
  });

  it('S20: opens no listening socket', async () => {
    await search({ limit: 2 });
    assert.deepEqual(listening(), []);
    // The look is not blind: a server that this process opens is seen.
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    assert.equal(listening().length, 1);
    server.close();
    await once(server, 'close');
  });
});
