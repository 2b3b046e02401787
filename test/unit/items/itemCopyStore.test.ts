import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyFileName, createCopyStore, type CopyFiles } from '../../../src/core/items/itemCopyStore.js';
import { itemPath } from '../../../src/core/items/itemUri.js';
import '../seed.js';

/** A folder on a disk that does not know case. */
function folder() {
  const files = new Map<string, { readonly name: string; readonly bytes: Uint8Array; readonly mtime: number }>();
  let time = 0;
  const state = { files, full: false };
  const port: CopyFiles = {
    read: (name) => {
      const file = files.get(name.toLowerCase());
      return file === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(file.bytes);
    },
    write: (name, bytes) => {
      if (state.full) {
        return Promise.reject(new Error('ENOSPC'));
      }
      time += 1;
      files.set(name.toLowerCase(), { name, bytes, mtime: time });
      return Promise.resolve();
    },
    remove: (name) => (files.delete(name.toLowerCase()) ? Promise.resolve() : Promise.reject(new Error('ENOENT'))),
    list: () => Promise.resolve([...files.values()].map(({ name, bytes, mtime }) => ({ name, size: bytes.length, mtime }))),
  };
  return { state, port };
}

const pathOf = (id: string): string => itemPath({ environment: 'Acme', collection: 'org', id });

describe('the copies of items', () => {
  it('keep any text under any id, two that differ by case as two', async () => {
    await fc.assert(fc.asyncProperty(fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 5 }), async (ids) => {
      const copies = createCopyStore(folder().port);
      const documents = ids.flatMap((id) => [...new Set([id, id.toUpperCase(), id.toLowerCase()])]).map((id, index) => ({ path: pathOf(id), document: { text: `{"id": "${index}"}\n`, fetchedAt: index } }));
      const latest = new Map(documents.map(({ path, document }) => [path, document]));
      for (const { path, document } of documents) await copies.write(path, document);
      for (const [path, document] of latest) expect(await copies.read(path)).toEqual(document);
    }), { numRuns: 25 });
    expect(await copyFileName(pathOf('a'.repeat(10_000)))).toMatch(/^[\da-f]{40}\.txt$/);
    expect(await copyFileName(pathOf('scene-A'))).not.toBe(await copyFileName(pathOf('scene-a')));
  });

  it('are bounded in number, oldest out', async () => {
    const { state, port } = folder();
    const copies = createCopyStore(port, { files: 16, bytes: 1_000_000, largest: 1_000_000 });
    for (let index = 0; index < 100; index += 1) {
      await copies.write(pathOf(`item-${index}`), { text: 'x', fetchedAt: index });
      expect(state.files.size).toBeLessThanOrEqual(16 + 2);
    }
    expect(await copies.read(pathOf('item-99'))).toEqual({ text: 'x', fetchedAt: 99 });
    expect(await copies.read(pathOf('item-50'))).toBeUndefined();
  });

  it('are bounded in bytes, however few they are', async () => {
    const { state, port } = folder();
    const copies = createCopyStore(port, { files: 1000, bytes: 8000, largest: 2000 });
    for (let index = 0; index < 50; index += 1) {
      await copies.write(pathOf(`item-${index}`), { text: 'x'.repeat(900), fetchedAt: index });
      const bytes = [...state.files.values()].reduce((sum, { bytes: { length } }) => sum + length, 0);
      expect(bytes).toBeLessThanOrEqual(9000);
    }
    expect(await copies.read(pathOf('item-49'))).toBeDefined();
    await copies.write(pathOf('large'), { text: 'x'.repeat(2000), fetchedAt: 1 });
    expect(await copies.read(pathOf('large'))).toBeUndefined();
  });

  it('are none where the disk refuses, the file is cut, or it is another document\'s', async () => {
    const { state, port } = folder();
    const copies = createCopyStore(port);
    state.full = true;
    await copies.write(pathOf('a'), { text: 'x', fetchedAt: 1 });
    expect(await copies.read(pathOf('a'))).toBeUndefined();
    state.full = false;
    for (const text of ['', '{"path":"/x', '\n', '{}\nx', 'null\nx', `${JSON.stringify({ path: pathOf('b'), fetchedAt: 1 })}\nx`, `${JSON.stringify({ path: pathOf('a'), fetchedAt: 'now' })}\nx`]) {
      await port.write(await copyFileName(pathOf('a')), new TextEncoder().encode(text));
      expect(await copies.read(pathOf('a'))).toBeUndefined();
    }
  });
});
