/** Files that the system refuses to rename for a moment, as on Windows while a virus scanner has them open. */
import type * as files from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';
import { createLedgerFiles } from '../../../src/platform/ledgerFile.js';
import { LeaseFiles } from '../../../src/platform/leaseFile.js';
import { placeFile } from '../../../src/platform/placeFile.js';

const busy = vi.hoisted(() => ({ left: 0, code: 'EPERM' }));

vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof files>();
  const refused = (): void => {
    if (busy.left > 0) {
      busy.left -= 1;
      throw Object.assign(new Error('in use'), { code: busy.code });
    }
  };
  return {
    ...actual,
    rename: async (from: string, to: string) => {
      refused();
      await actual.rename(from, to);
    },
  };
});

const KEY = 'abc123';
const log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };

let folder = '';

beforeEach(async () => {
  busy.left = 0;
  folder = await mkdtemp(join(tmpdir(), 'catalog-busy-'));
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

describe.each(['EPERM', 'EBUSY'])('a rename that meets %s twice', (code) => {
  beforeEach(() => {
    busy.code = code;
  });

  it('still writes the ledger', async () => {
    const files = createLedgerFiles(folder);
    busy.left = 2;
    await files.write(KEY, 'text');
    expect([await files.read(KEY), busy.left, await readdir(folder)]).toEqual(['text', 0, [`${KEY}.json`]]);
  });

  it('still releases the lease', async () => {
    const lease = new LeaseFiles({ folder, clock: systemClock, log });
    const held = await lease.acquire(KEY, { waitMs: 0, signal: new AbortController().signal });
    busy.left = 2;
    await held.release();
    expect([busy.left, await readdir(folder)]).toEqual([0, []]);
  });

  it('still gives a complete file its name', async () => {
    await writeFile(join(folder, 'part'), 'new');
    await writeFile(join(folder, 'target'), 'old');
    busy.left = 2;
    await placeFile(join(folder, 'part'), join(folder, 'target'), true);
    expect([await readFile(join(folder, 'target'), 'utf8'), await readdir(folder)]).toEqual(['new', ['target']]);
  });
});

it('a rename that is refused for good says so, and leaves nothing', async () => {
  busy.left = Infinity;
  busy.code = 'EBUSY';
  await expect(createLedgerFiles(folder).write(KEY, 'text')).rejects.toMatchObject({ failure: { kind: 'machine', what: 'storage', code: 'EBUSY' } });
  expect(await readdir(folder)).toEqual([]);
});
