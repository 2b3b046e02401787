import { describe, expect, it } from 'vitest';
import { CatalogError } from '../../../src/core/failure.js';
import type { Item, ItemKey } from '../../../src/core/item.js';
import { ItemLibrary, type ItemDocument } from '../../../src/core/itemLibrary.js';
import { itemPath } from '../../../src/core/itemUri.js';

const key: ItemKey = { environment: 'Acme', collection: 'org', id: 'a' };
const item = (text: string): Item => ({
  id: 'a', collection: 'org', datetime: undefined, platform: undefined, status: undefined, geometry: undefined, source: { page: new TextEncoder().encode(text), index: 0 },
});
const idle = new AbortController().signal;

/** A library over plain maps: what is loaded, what is on disk, what the catalog has, and what was asked of it. */
function library() {
  const state = {
    loaded: undefined as { item: Item; asOf: number } | undefined,
    disk: new Map<string, ItemDocument>(),
    catalog: undefined as Item | undefined,
    asked: 0,
    reads: 0,
  };
  const subject = new ItemLibrary({
    loaded: { find: () => state.loaded },
    copies: {
      read: (path) => {
        state.reads += 1;
        return Promise.resolve(state.disk.get(path));
      },
      write: (path, document) => Promise.resolve(void state.disk.set(path, document)),
    },
    clock: { now: () => 5000, monotonic: () => 0, sleep: () => Promise.resolve(), random: () => 0 },
    ask: () => {
      state.asked += 1;
      return Promise.resolve(state.catalog);
    },
    textOf: (found) => Promise.resolve(new TextDecoder().decode(found.source.page)),
  });
  return { state, subject };
}

describe('the item library', () => {
  it('gives what is loaded, and keeps a copy of it', async () => {
    const { state, subject } = library();
    state.loaded = { item: item('loaded'), asOf: 1000 };
    expect(await subject.document(key, idle)).toEqual({ text: 'loaded', fetchedAt: 1000 });
    expect(state.disk.get(itemPath(key))).toEqual({ text: 'loaded', fetchedAt: 1000 });
  });

  it('gives the copy after a restart, without asking the catalog, and reads it once', async () => {
    const { state, subject } = library();
    state.disk.set(itemPath(key), { text: 'copy', fetchedAt: 900 });
    expect(await subject.documentOrAsk(key, idle)).toEqual({ text: 'copy', fetchedAt: 900 });
    await subject.document(key, idle);
    expect([state.asked, state.reads]).toEqual([0, 1]);
  });

  it('gives the newer one when a search brought it', async () => {
    const { state, subject } = library();
    state.loaded = { item: item('old'), asOf: 1000 };
    await subject.document(key, idle);
    state.loaded = { item: item('new'), asOf: 2000 };
    expect((await subject.document(key, idle)).text).toBe('new');
    state.loaded = undefined;
    expect((await subject.document(key, idle)).text).toBe('new');
  });

  it('never asks the catalog for a tab that is restored', async () => {
    const { state, subject } = library();
    state.catalog = item('remote');
    await expect(subject.document(key, idle)).rejects.toMatchObject({ failure: { kind: 'itemUnavailable', reason: 'noCopy' } });
    expect(state.asked).toBe(0);
  });

  it('asks the catalog when a person opens an item that is nowhere here', async () => {
    const { state, subject } = library();
    state.catalog = item('remote');
    expect(await subject.documentOrAsk(key, idle)).toEqual({ text: 'remote', fetchedAt: 5000 });
    expect(state.disk.has(itemPath(key))).toBe(true);
    state.catalog = undefined;
    await expect(subject.documentOrAsk({ ...key, id: 'b' }, idle)).rejects.toMatchObject({ failure: { kind: 'itemUnavailable', reason: 'notFound' } });
  });

  it('stops when it is no longer wanted', async () => {
    const { state, subject } = library();
    state.disk.set(itemPath(key), { text: 'copy', fetchedAt: 900 });
    await expect(subject.document(key, AbortSignal.abort())).rejects.toBeInstanceOf(CatalogError);
  });
});
