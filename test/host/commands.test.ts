import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Outcome {
  readonly items: readonly { readonly id: string; readonly collection: string }[];
  readonly matched?: number;
  readonly returned: number;
  readonly hasMore: boolean;
}

const run = async <T>(name: string, ...args: unknown[]): Promise<T> => await vscode.commands.executeCommand<T>(`catalogSearch.${name}`, ...args);
const idsOf = ({ items }: Outcome): readonly string[] => items.map(({ id }) => id);

/** Runs a command that must be refused with a sentence that begins with the name of the field. */
async function refused(field: string, name: string, ...args: unknown[]): Promise<void> {
  await assert.rejects(run(name, ...args), (error: unknown) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, new RegExp(`^${field.replaceAll('.', '\\.')}: .+\\.$`));
    return true;
  });
}

describe('commands with arguments', () => {
  before(async () => {
    await vscode.extensions.getExtension('catalog-search.catalog-search')?.activate();
    await run('switchEnvironment', 'Demo');
  });

  describe('loadAll', () => {
    it('gives as many items as it is asked for, by whole pages, and all that there are', async () => {
      const first = await run<Outcome>('search', { limit: 40 });
      const some = await run<Outcome>('loadAll', 100);
      assert.equal(some.returned, 120);
      assert.equal(some.items.length, 120);
      assert.equal(some.hasMore, true);
      assert.deepEqual(idsOf(some).slice(0, 40), idsOf(first));
      assert.equal(new Set(idsOf(some)).size, 120);
      assert.equal((await run<Outcome>('loadAll', { upTo: 121 })).returned, 160);
      // What is there already needs no request.
      assert.equal((await run<Outcome>('loadAll', 10)).returned, 160);

      await run('search', { limit: 100, lastDays: 7 });
      const all = await run<Outcome>('loadAll', 1_000_000);
      assert.equal(all.returned, all.matched);
      assert.equal(all.hasMore, false);
      assert.deepEqual(await run('loadAll', 5), all);
    });

    for (const upTo of [0, -1, 1.5, '100', null, {}, { upTo: 'all' }, { upTo: Number.NaN }, true, []]) {
      it(`refuses ${JSON.stringify(upTo)}`, async () => await refused('upTo', 'loadAll', upTo));
    }
  });

  describe('groupResults and sortResults', () => {
    it('take a name, alone or as a member, and give what holds now', async () => {
      assert.equal(await run('groupResults', 'day'), 'day');
      assert.equal(await run('groupResults', { groupBy: 'platform' }), 'platform');
      assert.equal(await run('sortResults', 'oldest'), 'oldest');
      assert.equal(await run('sortResults', { sortBy: 'id' }), 'id');
      assert.equal(await run('groupResults', 'none'), 'none');
      assert.equal(await run('sortResults', 'service'), 'service');
    });

    for (const value of ['days', '', 7, null, {}, ['day'], { groupBy: 'DAY' }, { sortBy: 'day' }]) {
      it(`refuse ${JSON.stringify(value)}`, async () => {
        await refused('groupBy', 'groupResults', value);
        await refused('sortBy', 'sortResults', value);
      });
    }
  });

  describe('showHistory', () => {
    it('goes back by so many result sets, and gives their items', async () => {
      const older = await run<Outcome>('search', { limit: 11 });
      const newer = await run<Outcome>('search', { limit: 12 });
      await run('search', { limit: 13 });
      assert.deepEqual(await run('showHistory', 1), newer);
      // The one that was on screen before is one back now.
      assert.deepEqual((await run<Outcome>('showHistory', { back: 1 })).returned, 13);
      assert.deepEqual(await run('showHistory', 2), older);
    });

    for (const back of [0, -1, 1.5, '1', null, {}, { back: true }]) {
      it(`refuses ${JSON.stringify(back)}`, async () => await refused('back', 'showHistory', back));
    }

    it('refuses to go back further than there are sets', async () => await refused('back', 'showHistory', 99));
  });

  describe('watchSearch', () => {
    for (const minutes of [0, 0.5, -1, '5', 10_081, null, {}, { minutes: 0 }, { minutes: '5' }]) {
      it(`refuses ${JSON.stringify(minutes)}`, async () => {
        await run('search', { limit: 3 });
        await refused('minutes', 'watchSearch', minutes);
        // Nothing is watched that could be looked at.
        await run('stopWatching');
      });
    }

    it('takes minutes, alone or as a member, and gives nothing', async () => {
      await run('search', { limit: 3 });
      assert.equal(await run('watchSearch', 5), undefined);
      assert.equal(await run('watchSearch', { minutes: 10_080 }), undefined);
      await run('stopWatching');
    });
  });

  describe('saveSearch, openSavedSearch and runSavedSearch', () => {
    it('save what they are given as a file, run it by its name, path or address, and give the items', async () => {
      const uri = await run<vscode.Uri>('saveSearch', { name: 'From a Task', description: 'Of a program', query: { limit: 4, lastDays: 7 }, groupBy: 'day' });
      assert.match(uri.path, /\/From-a-Task\.catalog-search\.json$/);
      const written = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
      assert.deepEqual(JSON.parse(written), { title: 'From a Task', description: 'Of a program', query: { limit: 4, lastDays: 7 }, groupBy: 'day' });
      const wanted = await run<Outcome>('search', { limit: 4, lastDays: 7 });
      for (const name of ['From-a-Task', uri.path, uri.toString(), 'From-a-Task.catalog-search.json']) {
        assert.deepEqual(idsOf(await run<Outcome>('runSavedSearch', name)), idsOf(wanted));
      }

      await refused('name', 'saveSearch', { name: 'From a Task', query: {} });
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), written);
      await run('saveSearch', { name: 'From a Task', query: {}, replace: true });
      assert.deepEqual(JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString()), { title: 'From a Task', query: {} });
    });

    it('save the last search where no query is given', async () => {
      await run('search', { limit: 5, collections: ['acme', 'borealis'] });
      const uri = await run<vscode.Uri>('saveSearch', { name: 'last', replace: true });
      assert.deepEqual(JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString()), { query: { limit: 5, collections: ['acme', 'borealis'] } });
    });

    for (const [input, field] of [
      ['x', 'name'], [7, 'name'], [null, 'name'], [[], 'name'], [{}, 'name'], [{ name: '' }, 'name'], [{ name: 7 }, 'name'], [{ name: '../' }, 'name'], [{ name: 'x', query: 7 }, 'query'],
      [{ name: 'x', query: { bbox: [1, 2] } }, 'bbox'], [{ name: 'x', query: { nonsense: 1 } }, 'nonsense'], [{ name: 'x', query: {}, groupBy: 'days' }, 'groupBy'],
      [{ name: 'x', query: {}, environment: 'https://evil.example' }, 'environment'], [{ name: 'x', query: {}, place: 'desktop' }, 'place'], [{ name: 'x', query: {}, title: 7 }, 'title'],
      [{ name: 'x', query: {}, others: 1 }, 'others'], [{ name: 'x', query: {}, replace: 'yes' }, 'replace'],
    ] as const) {
      it(`refuse to save ${JSON.stringify(input)}`, async () => await refused(field, 'saveSearch', input));
    }

    it('refuse a name that nothing has, and a file that cannot run', async () => {
      await refused('runSavedSearch', 'runSavedSearch', 'No such search');
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(folder);
      const broken = vscode.Uri.joinPath(folder, 'broken.catalog-search.json');
      await vscode.workspace.fs.writeFile(broken, Buffer.from('{ "query": { "bbox": [0, 50, 1, 40] } }'));
      await refused('query.bbox', 'runSavedSearch', 'broken');
      await vscode.workspace.fs.writeFile(broken, Buffer.from('{ "environment": "Elsewhere", "query": {} }'));
      await refused('environment', 'runSavedSearch', 'broken');
      await vscode.workspace.fs.delete(broken);
    });
  });
});
