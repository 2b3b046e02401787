/**
 * Eight real processes around one store that lags, and one of them is killed at each step of its exchange: no token is bought twice.
 * `CATALOG_SEARCH_KILLS` says how many kill points, and how many rounds with a ledger that cannot be written, are tried; without it a few.
 */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Environment } from '../../../src/core/environment.js';
import { exchangeKey } from '../../../src/core/auth/sessionStore.js';
import { startTokenService, type TokenService } from '../../support/processes/tokenService.js';
import { WindowFleet, type WindowProcess } from '../../support/processes/windowFleet.js';
import { KILL_STEPS, type KillPoint, type Report } from '../../support/processes/windowProcess.js';

const FULL = process.env['CATALOG_SEARCH_KILLS'];
const WINDOWS = 8;
const LAG_MS = 150;
const TIMEOUT = 60_000 + Number(FULL ?? 5) * 20_000;

/** At once after each step, and so many milliseconds after it. */
const POINTS: readonly KillPoint[] =
  FULL === undefined
    ? [{ step: 'leaseTaken', afterMs: 0 }, { step: 'tokenStored', afterMs: 0 }, { step: 'tokenStored', afterMs: 1 }, { step: 'ledgerWritten', afterMs: 0 }]
    : Array.from({ length: Number(FULL) }, (_, index) => ({ step: KILL_STEPS[index % KILL_STEPS.length] ?? 'sent', afterMs: Math.floor(index / KILL_STEPS.length) % 8 }));

let fleet: WindowFleet;

beforeAll(async () => {
  fleet = await WindowFleet.start();
}, 60_000);

afterAll(async () => await fleet.dispose());

async function needs(windows: readonly WindowProcess[]): Promise<readonly Report[]> {
  const reports = await Promise.all(windows.map(async (window) => await window.ask({ kind: 'need' })));
  return reports.filter((report) => report !== undefined);
}

async function withService(run: (service: TokenService) => Promise<void>): Promise<void> {
  const service = await startTokenService(LAG_MS);
  try {
    await run(service);
  } finally {
    await service.close();
  }
}

/** The windows that have stored a token. */
function storedBy(root: string): readonly number[] {
  const lines = readFileSync(join(root, 'secrets'), 'utf8').split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as { readonly pid: number; readonly key: string }).flatMap(({ pid, key }) => (key.startsWith('token:') ? [pid] : []));
}

it(`${POINTS.length} kill points: one exchange, and one more only for a window that died after it was counted and before it stored the token`, async () => {
  const tally = new Map<string, number>();
  for (const killAt of POINTS) {
    await withService(async (service) => {
      const { root, windows } = await fleet.open(WINDOWS, service.url, { lagMs: LAG_MS, killAt });
      const reports = await needs(windows);
      const killed = Number(readFileSync(join(root, 'killed'), 'utf8'));
      const lost = service.senders.includes(killed) && !storedBy(root).includes(killed) ? 1 : 0;
      expect(service.exchanges, JSON.stringify({ killAt, lost })).toBeLessThanOrEqual(1 + lost);
      expect(reports.filter(({ kind }) => kind !== 'token'), JSON.stringify(killAt)).toEqual([]);
      expect(reports.length).toBeGreaterThanOrEqual(WINDOWS - 1);
      const line = `${killAt.step}: ${service.exchanges} exchanges, ${lost} lost`;
      tally.set(line, (tally.get(line) ?? 0) + 1);
    });
  }
  console.log([...tally].sort().map(([line, count]) => `${line}: ${count} times`).join('\n'));
}, TIMEOUT);

it('a ledger that cannot be written and a lease that can: eight windows buy one token', async () => {
  const counts: number[] = [];
  for (let round = 0; round < Number(FULL ?? 1); round += 1) {
    await withService(async (service) => {
      const { root, windows } = await fleet.open(WINDOWS, service.url, { lagMs: LAG_MS });
      const environment = { authUrl: service.url, audience: service.url } as Environment;
      await mkdir(join(root, 'auth', `${await exchangeKey(environment, 'client')}.json`));
      const reports = await needs(windows);
      expect(reports.map(({ kind }) => kind)).toEqual(windows.map(() => 'token'));
      counts.push(service.exchanges);
    });
  }
  expect(counts).toEqual(counts.map(() => 1));
  console.log(`a ledger that cannot be written: 1 exchange in each of ${counts.length} rounds`);
}, TIMEOUT);
