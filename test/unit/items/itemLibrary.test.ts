import { describe, expect, it } from 'vitest';
import { CatalogError } from '../../../src/core/failure.js';
import type { Item, ItemKey } from '../../../src/core/items/item.js';
import { ItemLibrary, type ItemDocument } from '../../../src/core/items/itemLibrary.js';
import { itemPath } from '../../../src/core/items/itemUri.js';

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
    catalog: undefined as string | undefined,
    asked: [] as (string | undefined)[],
    now: 5000,
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
    clock: { now: () => state.now, monotonic: () => 0, sleep: () => Promise.resolve(), random: () => 0 },
    ask: (_key, known) => {
      state.asked.push(known);
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
    expect([state.asked, state.reads]).toEqual([[], 1]);
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

  it('gives what a search brought after the clock was set back, not what was fetched while it was ahead', async () => {
    const { state, subject } = library();
    const year = 365 * 86_400_000;
    state.loaded = { item: item('old'), asOf: state.now + year };
    state.now += year;
    await subject.document(key, idle);
    state.now -= year;
    state.loaded = { item: item('new'), asOf: state.now };
    expect((await subject.document(key, idle)).text).toBe('new');
    state.catalog = 'newest';
    expect(await subject.refresh(key, idle)).toMatchObject({ document: { text: 'newest' }, earlier: { text: 'new' } });
  });

  it('never asks the catalog for a tab that is restored', async () => {
    const { state, subject } = library();
    state.catalog = 'remote';
    await expect(subject.document(key, idle)).rejects.toMatchObject({ failure: { kind: 'itemUnavailable', reason: 'noCopy' } });
    expect(state.asked).toEqual([]);
  });

  it('asks the catalog when a person opens an item that is nowhere here', async () => {
    const { state, subject } = library();
    state.catalog = 'remote';
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

  it('asks again, tells the catalog what is known, and keeps what was said before', async () => {
    const { state, subject } = library();
    const refreshed: ItemKey[] = [];
    subject.onDidRefresh((changed) => refreshed.push(changed));
    state.loaded = { item: item('one'), asOf: 1000 };
    state.catalog = 'two';
    expect(await subject.refresh(key, idle)).toEqual({ document: { text: 'two', fetchedAt: 5000 }, earlier: { text: 'one', fetchedAt: 1000 } });
    expect(await subject.document(key, idle)).toEqual({ text: 'two', fetchedAt: 5000 });
    expect(await subject.earlier(key)).toEqual({ text: 'one', fetchedAt: 1000 });
    expect([state.asked, refreshed]).toEqual([['one'], [key]]);
    // Asked once more without a change: the time moves on, the last change stays to be looked at.
    state.now = 6000;
    expect(await subject.refresh(key, idle)).toEqual({ document: { text: 'two', fetchedAt: 6000 }, earlier: undefined });
    expect(await subject.earlier(key)).toEqual({ text: 'one', fetchedAt: 1000 });
    // After a restart both are on this machine.
    const restarted = library();
    for (const [path, document] of state.disk) restarted.state.disk.set(path, document);
    expect((await restarted.subject.document(key, idle)).text).toBe('two');
    expect((await restarted.subject.earlier(key))?.text).toBe('one');
  });

  it('keeps what was said before when a search brings something else', async () => {
    const { state, subject } = library();
    state.disk.set(itemPath(key), { text: 'copy', fetchedAt: 900 });
    state.loaded = { item: item('loaded'), asOf: 1000 };
    await subject.document(key, idle);
    expect(await subject.earlier(key)).toEqual({ text: 'copy', fetchedAt: 900 });
  });

  it('keeps what is known when the catalog has the item no more, or cannot be asked', async () => {
    const { state, subject } = library();
    state.loaded = { item: item('one'), asOf: 1000 };
    await expect(subject.refresh(key, idle)).rejects.toMatchObject({ failure: { kind: 'itemUnavailable', reason: 'notFound' } });
    await expect(subject.refresh(key, AbortSignal.abort())).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect((await subject.document(key, idle)).text).toBe('one');
    expect(await subject.earlier(key)).toBeUndefined();
  });

  it('asks for an item of which nothing is known', async () => {
    const { state, subject } = library();
    state.catalog = 'remote';
    expect(await subject.refresh(key, idle)).toEqual({ document: { text: 'remote', fetchedAt: 5000 }, earlier: undefined });
    expect(state.asked).toEqual([undefined]);
  });
});
