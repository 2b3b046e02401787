import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretStorage } from 'vscode';
import { CatalogError } from '../../../src/core/failure.js';
import type { Clock, Log } from '../../../src/core/ports.js';
import { systemClock } from '../../../src/platform/clock.js';
import { placeExclusively } from '../../../src/platform/exclusiveFile.js';
import { createLedgerFiles } from '../../../src/platform/ledgerFile.js';
import { LEASE_WAIT_MS } from '../../../src/core/auth/renewal.js';
import { LeaseFiles, STALE_MS } from '../../../src/platform/leaseFile.js';
import { createSecretStore } from '../../../src/platform/secretStore.js';

const NEVER = new AbortController().signal;
const KEY = 'abc123';
const LOG: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

let root = '';
let folder = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'catalog-auth-'));
  folder = join(root, 'storage', 'auth');
});

afterEach(async () => await rm(root, { recursive: true, force: true }));

/** A clock whose monotonic time runs `factor` times as fast, and whose sleeps end at once. */
function fastClock(stepMs?: number): Clock & { gap(ms: number): void } {
  let now = 0;
  return {
    now: () => Date.now(),
    monotonic: () => now,
    random: () => 0.5,
    gap: (ms) => {
      now += ms;
    },
    sleep: async (ms, signal) => {
      now += stepMs ?? ms;
      await new Promise<void>((resolve) => void setImmediate(resolve));
      if (signal.aborted) {
        throw new CatalogError({ kind: 'cancelled' });
      }
    },
  };
}

const leases = (clock: Clock = fastClock(), more: { host?: string; isAlive?: (pid: number) => boolean } = {}): LeaseFiles => new LeaseFiles({ folder, clock, log: LOG, ...more });
const acquire = async (lease: LeaseFiles, waitMs = 1_000, signal = NEVER): ReturnType<LeaseFiles['acquire']> => await lease.acquire(KEY, { waitMs, signal });
const path = (): string => join(folder, `${KEY}.lease`);
const plant = async (content: unknown): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path(), typeof content === 'string' ? content : JSON.stringify(content));
};
const content = (change: object = {}): object => ({ nonce: 'other', pid: process.pid + 1, host: hostname(), startedAt: '2026-06-01T00:00:00.000Z', ...change });
/** What can lie where a file should be, and would keep whoever opens it waiting. */
const NO_FILES: readonly (readonly [string, (at: string) => Promise<void>])[] = [
  ['a FIFO', async (at) => await Promise.resolve(void execFileSync('mkfifo', [at]))],
  ['a device', async (at) => await symlink('/dev/tty', at)],
  ['an endless device', async (at) => await symlink('/dev/zero', at)],
  ['a directory', async (at) => void (await mkdir(at))],
];
const heldBack = { failure: { kind: 'heldBack', reason: 'otherWindow' } };
const alive = { isAlive: () => true };

describe('the lease file', () => {
  it('has one holder; the next gets it after the release', async () => {
    const first = await acquire(leases());
    expect(await first.stillHeld()).toBe(true);
    await expect(acquire(leases())).rejects.toMatchObject(heldBack);
    await first.release();
    expect(await first.stillHeld()).toBe(false);
    const second = await acquire(leases());
    await first.release();
    expect(await second.stillHeld()).toBe(true);
    await second.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('S32: tells who holds it, and lies closed to others', async () => {
    const held = await acquire(leases());
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await held.release();
  });

  it('S32: closes a folder that was there before and open to others', async () => {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    const held = await acquire(leases());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await held.release();
  });

  it('S32: lies closed to others on a disk without hard links, too, and is there once', async () => {
    await mkdir(folder, { recursive: true });
    expect(await placeExclusively(path(), 'mine')).toBe(true);
    expect(await placeExclusively(path(), 'theirs')).toBe(false);
    expect(await readFile(path(), 'utf8')).toBe('mine');
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it('50 at once: one after the other', async () => {
    let holders = 0;
    let most = 0;
    await Promise.all(Array.from({ length: 50 }, async () => {
      const held = await acquire(leases(systemClock), 60_000);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise<void>((resolve) => void setImmediate(resolve));
      holders -= 1;
      await held.release();
    }));
    expect(most).toBe(1);
  });

  it('a holder whose process is gone loses it at once', async () => {
    await plant(content());
    const clock = fastClock();
    const held = await acquire(leases(clock, { isAlive: () => false }));
    expect(clock.monotonic()).toBe(0);
    await held.release();
  });

  it('a predecessor with our own process id is gone too', async () => {
    await plant(content({ pid: process.pid }));
    await (await acquire(leases(fastClock(), alive))).release();
  });

  it.each([
    ['a process id that another program has now', () => content()],
    ['a holder on another host', () => content({ host: 'elsewhere', pid: 1 })],
    ['E14 junk', () => '\u0000junk'],
    ['E14 nothing', () => ''],
    ['E14 huge', () => 'x'.repeat(100_000)],
  ])('%s: stale after 30 s unchanged, not before', async (_name, make) => {
    await plant(make());
    const clock = fastClock();
    await expect(acquire(leases(clock, alive), STALE_MS - 1_000)).rejects.toMatchObject(heldBack);
    const other = fastClock();
    await (await acquire(leases(other, alive), 2 * STALE_MS)).release();
    expect(other.monotonic()).toBeGreaterThanOrEqual(STALE_MS);
  });

  it.each<readonly [string, (at: string) => Promise<void>]>([
    ['a damaged one', async () => await plant('\u0000junk')],
    ['one of a machine that is gone', async () => await plant(content({ host: 'elsewhere', pid: 1 }))],
    ...NO_FILES,
  ])('E14 %s in its place is taken over within one wait', async (_name, make) => {
    await mkdir(folder, { recursive: true });
    await make(path());
    const clock = fastClock();
    const held = await acquire(leases(clock, alive), LEASE_WAIT_MS);
    expect(await held.stillHeld()).toBe(true);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(STALE_MS);
    await held.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('E14 a directory in its place', async () => {
    await mkdir(path(), { recursive: true });
    await writeFile(join(path(), 'x'), '');
    await (await acquire(leases(fastClock(), alive), 2 * STALE_MS)).release();
  });

  it('E14 a dangling link in its place', async () => {
    await mkdir(folder, { recursive: true });
    await symlink(join(folder, 'nowhere'), path());
    await expect(acquire(leases(fastClock(), alive), 1_000)).rejects.toMatchObject(heldBack);
    await (await acquire(leases(fastClock(), alive), 2 * STALE_MS)).release();
  });

  it('a gap in the polling, as after sleep, starts the count anew', async () => {
    await plant(content());
    // Each poll comes 6 s after the one before: no two of them make an unbroken watch.
    await expect(acquire(leases(fastClock(6_000), alive), 10 * STALE_MS)).rejects.toMatchObject(heldBack);
  });

  it('a lease that changes hands is not stale, however long one waits', async () => {
    await plant(content());
    let turn = 0;
    const clock = fastClock();
    const changing: Clock = { ...clock, sleep: async (ms, signal) => {
      await clock.sleep(ms, signal);
      if ((turn += 1) % 50 === 0) {
        await plant(content({ nonce: `n${turn}` }));
      }
    } };
    await expect(acquire(leases(changing, alive), 3 * STALE_MS)).rejects.toMatchObject(heldBack);
  });

  it('who gave up waiting leaves the next one knowing that it is stale', async () => {
    await plant(content());
    const clock = fastClock();
    const lease = leases(clock, alive);
    await expect(acquire(lease, 25_000)).rejects.toMatchObject(heldBack);
    while (clock.monotonic() < STALE_MS) {
      await new Promise<void>((resolve) => void setImmediate(resolve));
    }
    const before = clock.monotonic();
    await (await acquire(lease, 25_000)).release();
    expect(clock.monotonic() - before).toBeLessThan(5_000);
  });

  it('waiting ends at once when it is cancelled', async () => {
    await plant(content());
    const cancel = new AbortController();
    const waiting = acquire(leases(systemClock, alive), 60_000, cancel.signal);
    setImmediate(() => cancel.abort());
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });

  it('a folder that cannot be made is said', async () => {
    await writeFile(join(root, 'storage'), 'a file');
    await expect(acquire(leases())).rejects.toMatchObject({ failure: { kind: 'machine', what: 'storage' } });
  });

  it('a key cannot leave the folder', async () => {
    await expect(leases().acquire('../evil', { waitMs: 0, signal: NEVER })).rejects.toMatchObject({ failure: { kind: 'internal' } });
  });
});

describe('the ledger file', () => {
  it('is replaced as a whole, closed to others, and nothing else is left', async () => {
    const files = createLedgerFiles(folder);
    expect(await files.read(KEY)).toBeUndefined();
    await files.write(KEY, 'one');
    await Promise.all(['two', 'three'].map(async (text) => await files.write(KEY, text)));
    expect(['two', 'three']).toContain(await files.read(KEY));
    expect(await readdir(folder)).toEqual([`${KEY}.json`]);
    expect((await stat(join(folder, `${KEY}.json`))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('E13 of a huge one only the start is read', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${KEY}.json`), 'x'.repeat(10_000_000));
    expect((await createLedgerFiles(folder).read(KEY))?.length).toBe(64 * 1024 + 1);
  });

  it.each(NO_FILES)('%s in its place reads as garbage, at once', async (_name, make) => {
    await mkdir(folder, { recursive: true });
    await make(join(folder, `${KEY}.json`));
    expect(await createLedgerFiles(folder).read(KEY)).toBe('');
  });

  it.each(NO_FILES.slice(0, 3))('%s in its place gives way to the ledger', async (_name, make) => {
    await mkdir(folder, { recursive: true });
    await make(join(folder, `${KEY}.json`));
    const files = createLedgerFiles(folder);
    await files.write(KEY, 'x');
    expect(await files.read(KEY)).toBe('x');
  });

  it('a directory in its place reads as garbage and cannot be written', async () => {
    const files = createLedgerFiles(folder);
    await mkdir(join(folder, `${KEY}.json`), { recursive: true });
    expect(await files.read(KEY)).toBe('');
    await expect(files.write(KEY, 'x')).rejects.toMatchObject({ failure: { kind: 'machine', what: 'storage' } });
    expect(await readdir(folder)).toEqual([`${KEY}.json`]);
  });

  it('E3, E4 what the system refuses is said with its code', async () => {
    await writeFile(join(root, 'storage'), 'a file');
    await expect(createLedgerFiles(folder).write(KEY, 'x')).rejects.toMatchObject({ failure: { kind: 'machine', what: 'storage', code: 'ENOTDIR' } });
  });
});

describe('the secret store', () => {
  const storage = (change: Partial<Pick<SecretStorage, 'get' | 'store' | 'delete' | 'keys'>> = {}): Parameters<typeof createSecretStore>[0] => ({
    get: async () => await Promise.resolve(undefined),
    store: async () => await Promise.resolve(),
    delete: async () => await Promise.resolve(),
    keys: async () => await Promise.resolve([]),
    onDidChange: (listener) => {
      listener({ key: 'k' });
      return { dispose: () => undefined };
    },
    ...change,
  });

  it('gives values, and tells the key of a change', async () => {
    const store = createSecretStore(storage({ get: async () => await Promise.resolve('v'), keys: async () => await Promise.resolve(['k']) }));
    expect(await store.get('k')).toBe('v');
    const keys: string[] = [];
    store.onDidChange((key) => keys.push(key));
    expect(keys).toEqual(['k']);
    expect(await createSecretStore(storage()).get('k')).toBeUndefined();
  });

  it('a key without a readable value could not be decrypted', async () => {
    await expect(createSecretStore(storage({ keys: async () => await Promise.resolve(['k']) })).get('k')).rejects.toMatchObject({ failure: { kind: 'machine', what: 'secrets', code: 'undecryptable' } });
  });

  it('E1, E2 what the store throws goes no further', async () => {
    const broken = async (): Promise<never> => await Promise.reject(new Error('the secret is s3cr3t'));
    const store = createSecretStore(storage({ get: broken, store: broken, delete: broken, keys: broken }));
    for (const call of [store.get('k'), store.store('k', 's3cr3t'), store.delete('k')]) {
      const error: unknown = await call.then(() => undefined, (reason: unknown) => reason);
      expect(error).toMatchObject({ failure: { kind: 'machine', what: 'secrets', code: undefined } });
      expect(`${String(error)} ${JSON.stringify(error)} ${error instanceof Error ? String(error.cause) : ''}`).not.toContain('s3cr3t');
    }
  });
});

describe('the clock', () => {
  it('a sleep ends early when it is cancelled, before or during', async () => {
    const cancel = new AbortController();
    const sleeping = systemClock.sleep(2 ** 40, cancel.signal);
    cancel.abort();
    await expect(sleeping).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await expect(systemClock.sleep(1, cancel.signal)).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await systemClock.sleep(0, NEVER);
  });
});
