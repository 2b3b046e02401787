/**
 * A long day in one extension host: searches, documents, maps, switches of the environment and sign-ins, and nothing that stays behind.
 * The environment variable CATALOG_SEARCH_SOAK is its length: 1 (`npm run soak`) is all of it; without it, a twentieth runs.
 */
import * as assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { signIn, startOwnCatalog, type OwnCatalog } from './ownCatalog.js';

const LENGTH = Number(process.env['CATALOG_SEARCH_SOAK'] ?? 0.05);
const QUARTERS = 4;
const SEARCHES = Math.ceil((2_000 * LENGTH) / QUARTERS) * QUARTERS;
/** One document in so many searches: 500 in all; one map: 200; one round of the environments: 80. */
const PER = { document: 4, map: 10, round: 25 } as const;
/** Bytes, in the last quarter. */
const MAY_GROW = 4 << 20;
/** The editor's own timers and pipes come and go; a thing left by each search, or by each sign-in, would be many. */
const MAY_BE_MORE = 3;
/** Bytes of all that windows share of the sign-in: exchanges of 24 hours (tokens.md), and no more of them than are allowed. */
const SMALL_LEDGER = 16_384;

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const run = async <T>(name: string, ...args: unknown[]): Promise<T> => await vscode.commands.executeCommand<T>(`catalogSearch.${name}`, ...args);

interface Found {
  readonly items: readonly { readonly id: string; readonly collection: string }[];
}

interface Mark {
  /** Bytes. */
  readonly heap: number;
  /** Whoever waits for something without end holds one. */
  readonly signals: number;
}

/** What stays when nothing runs. */
async function mark(): Promise<Mark> {
  for (let round = 0; round < 4; round += 1) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { heap: process.memoryUsage().heapUsed, signals: queryObjects(AbortSignal, { format: 'count' }) as unknown as number };
}

/** What keeps the process busy, by kind. */
function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The files that windows share of the sign-in, and their sizes in bytes. */
async function sharedFiles(): Promise<ReadonlyMap<string, number>> {
  const data = process.env['CATALOG_SEARCH_TEST_DATA'];
  assert.ok(data !== undefined, 'hostTests.ts says where the data is');
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath.includes(join('globalStorage', 'catalog-search.catalog-search', 'auth')));
  return new Map(await Promise.all(files.map(async ({ name, parentPath }) => [name, (await readFile(join(parentPath, name))).length] as const)));
}

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
}

/** Part of the day. `from` counts the searches before it. */
async function work(from: number, environments: readonly string[]): Promise<void> {
  for (let turn = from; turn < from + SEARCHES / QUARTERS; turn += 1) {
    const environment = environments[Math.floor(turn / PER.round) % environments.length];
    if (turn % PER.round === 0 || turn === from) {
      await run('switchEnvironment', environment);
      if (environment !== 'Demo') await signIn();
    }
    const { items } = await run<Found>('search', { limit: 20 + (turn % 7) });
    const item = items[turn % items.length];
    assert.ok(item);
    if (turn % PER.document === 0) {
      await run('openItem', { environment, collection: item.collection, id: item.id });
    }
    if (turn % PER.map === 0) {
      await run(turn % (2 * PER.map) === 0 ? 'showFootprint' : 'showResultsOnMap');
    }
    // It has been open over searches.
    if (turn % PER.map === 6) await closeAll();
  }
  await closeAll();
}

describe('a long day', () => {
  let catalog: OwnCatalog;
  before(async () => {
    catalog = await startOwnCatalog();
    await vscode.extensions.getExtension('catalog-search.catalog-search')?.activate();
  });
  after(async () => {
    await run('switchEnvironment', 'Demo');
    await catalog.stop();
  });

  it('leaves no memory, timer, socket or listener behind', async function () {
    this.timeout(560_000);
    const environments = ['Production', 'Sandbox', 'Demo'];
    const before = resources();
    const marks: Mark[] = [];
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      await work((quarter * SEARCHES) / QUARTERS, environments);
      marks.push(await mark());
    }
    // A kept connection is closed after some seconds without a request.
    const more = (): readonly string[] => Object.entries(resources()).filter(([kind, count]) => count > (before[kind] ?? 0) + MAY_BE_MORE).map(([kind, count]) => `${kind}: ${before[kind] ?? 0}, then ${count}`);
    let left = more();
    for (const patience = Date.now() + 20_000; left.length > 0 && Date.now() < patience; left = more()) await pause(100);
    const shared = await sharedFiles();
    console.log(`  - soak: ${SEARCHES} searches; after each quarter ${marks.map(({ heap, signals }) => `${(heap / 2 ** 20).toFixed(1)} MB and ${signals} signals`).join(', ')}; ${JSON.stringify(before)}, then ${JSON.stringify(resources())}; ${JSON.stringify(Object.fromEntries(shared))}`);
    assert.deepEqual(left, []);
    const [earlier, last] = marks.slice(-2);
    assert.ok(earlier !== undefined && last !== undefined);
    assert.ok(last.heap - earlier.heap < MAY_GROW, `the heap grew: ${marks.map(({ heap }) => heap).join(', ')}`);
    // Less than one in two searches.
    assert.ok(last.signals - earlier.signals < SEARCHES / QUARTERS / 2, JSON.stringify(marks));
    assert.ok(shared.size > 0 && [...shared.keys()].every((name) => name.endsWith('.json')), JSON.stringify([...shared]));
    assert.ok([...shared.values()].reduce((sum, size) => sum + size, 0) < SMALL_LEDGER, JSON.stringify([...shared]));
  });
});
