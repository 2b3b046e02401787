/**
 * Eight real processes around one store that lags by 300 ms, against a real token service. `CATALOG_SEARCH_RUNS` says how often each is
 * repeated.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTokenService, type TokenService } from '../../support/processes/tokenService.js';
import { leaseHolder, WindowFleet, type WindowProcess } from '../../support/processes/windowFleet.js';
import type { Report } from '../../support/processes/windowProcess.js';

const RUNS = Number(process.env['CATALOG_SEARCH_RUNS'] ?? 5);
const WINDOWS = 8;
const TIMEOUT = 30_000 + RUNS * 20_000;

let fleet: WindowFleet;

beforeAll(async () => {
  fleet = await WindowFleet.start();
}, 60_000);

afterAll(async () => await fleet.dispose());

/** Runs one machine against a service of its own, and counts. */
async function machine(act: (parts: { readonly service: TokenService; readonly root: string; readonly windows: readonly WindowProcess[]; readonly needs: () => Promise<readonly (Report | undefined)[]> }) => Promise<void>, staleMs = 30_000): Promise<void> {
  const service = await startTokenService(150);
  try {
    const { root, windows } = await fleet.open(WINDOWS, service.url, { staleMs });
    await act({ service, root, windows, needs: async () => await Promise.all(windows.map(async (window) => await window.ask({ kind: 'need' }))) });
  } finally {
    await service.close();
  }
}

function tokensOf(reports: readonly (Report | undefined)[]): readonly string[] {
  return reports.flatMap((report) => {
    if (report !== undefined && report.kind !== 'token') {
      throw new Error(`a window has no token: ${JSON.stringify(report)}`);
    }
    return report === undefined ? [] : [report.value];
  });
}

function holderAmong(windows: readonly WindowProcess[], pid: number | undefined): WindowProcess | undefined {
  return windows.find((window) => window.pid === pid);
}

/** Waits until somebody holds the lease. */
async function someoneHolds(root: string, windows: readonly WindowProcess[]): Promise<WindowProcess> {
  for (;;) {
    const holder = holderAmong(windows, await leaseHolder(root));
    if (holder !== undefined) {
      return holder;
    }
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}

describe(`${WINDOWS} windows at once, ${RUNS} times`, () => {
  it('nothing is killed: exactly one exchange, one token for all', async () => {
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await machine(async ({ service, needs }) => {
        const tokens = tokensOf(await needs());
        expect(tokens).toHaveLength(WINDOWS);
        expect(new Set(tokens).size).toBe(1);
        counts.push(service.exchanges);
      });
    }
    expect(counts).toEqual(counts.map(() => 1));
    report('nothing killed', counts);
  }, TIMEOUT);

  it('the holder is killed (SIGKILL) after the service counted: at most one exchange more, both in the ledger', async () => {
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await machine(async ({ service, root, windows, needs }) => {
        let killed = false;
        service.onExchange = () => {
          // Synchronous, so that the answer cannot be quicker than the signal.
          const name = readdirSync(join(root, 'auth')).find((file) => file.endsWith('.lease')) ?? '';
          const { pid } = JSON.parse(readFileSync(join(root, 'auth', name), 'utf8')) as { readonly pid: number };
          if (!killed) {
            killed = true;
            holderAmong(windows, pid)?.signal('SIGKILL');
          }
        };
        const tokens = tokensOf(await needs());
        expect(tokens).toHaveLength(WINDOWS - 1);
        expect(new Set(tokens).size).toBe(1);
        const ledger = JSON.parse(readFileSync(join(root, 'auth', readdirSync(join(root, 'auth')).find((file) => file.endsWith('.json')) ?? ''), 'utf8')) as { readonly attempts: readonly unknown[] };
        expect(ledger.attempts).toHaveLength(service.exchanges);
        counts.push(service.exchanges);
      });
    }
    expect(counts).toEqual(counts.map(() => 2));
    report('killed after sending', counts);
  }, TIMEOUT);

  it('the holder is killed (SIGKILL) as soon as it holds: never more than 1 + kills', async () => {
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await machine(async ({ service, root, windows, needs }) => {
        const all = needs();
        (await someoneHolds(root, windows)).signal('SIGKILL');
        const tokens = tokensOf(await all);
        expect(tokens.length).toBeGreaterThanOrEqual(WINDOWS - 1);
        expect(new Set(tokens).size).toBe(1);
        expect(service.exchanges).toBeGreaterThanOrEqual(1);
        expect(service.exchanges).toBeLessThanOrEqual(2);
        counts.push(service.exchanges);
      });
    }
    report('killed while holding', counts);
  }, TIMEOUT);

  it('the holder is stopped (SIGSTOP) after the service counted, and goes on: exactly one exchange', async () => {
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await machine(async ({ service, root, windows, needs }) => {
        let resume: () => void = () => undefined;
        const counted = new Promise<void>((resolve) => {
          resume = resolve;
        });
        let stopped: WindowProcess | undefined;
        service.onExchange = () => {
          const name = readdirSync(join(root, 'auth')).find((file) => file.endsWith('.lease')) ?? '';
          stopped = holderAmong(windows, (JSON.parse(readFileSync(join(root, 'auth', name), 'utf8')) as { readonly pid: number }).pid);
          stopped?.signal('SIGSTOP');
          setTimeout(resume, 1_000);
        };
        const all = needs();
        await counted;
        stopped?.signal('SIGCONT');
        const tokens = tokensOf(await all);
        expect(new Set(tokens).size).toBe(1);
        counts.push(service.exchanges);
      });
    }
    expect(counts).toEqual(counts.map(() => 1));
    report('stopped and resumed', counts);
  }, TIMEOUT);

  it('the holder is stopped (SIGSTOP) for longer than a lease lasts, and goes on: never more than 1 + stops, and every window has a token that works', async () => {
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await machine(async ({ service, root, windows, needs }) => {
        const all = needs();
        const holder = await someoneHolds(root, windows);
        holder.signal('SIGSTOP');
        // Until another has taken the lease over, or the stopped one had finished already.
        const others = Promise.all([all, service]).then(() => undefined);
        await Promise.race([others, takenOver(root, holder)]);
        holder.signal('SIGCONT');
        const tokens = tokensOf(await all);
        expect(tokens).toHaveLength(WINDOWS);
        expect(service.exchanges).toBeLessThanOrEqual(2);
        counts.push(service.exchanges);
        // Longer than a window waits under the lease for a token that is on its way (3 s), as it is everywhere else.
      }, 4_500);
    }
    report('stopped beyond the lease', counts);
  }, TIMEOUT);
});

async function takenOver(root: string, holder: WindowProcess): Promise<void> {
  for (let pid = await leaseHolder(root); pid === holder.pid; pid = await leaseHolder(root)) {
    await new Promise<void>((resolve) => void setTimeout(resolve, 20));
  }
}

function report(what: string, counts: readonly number[]): void {
  const tally = [...new Set(counts)].sort().map((count) => `${count} exchange${count === 1 ? '' : 's'} in ${counts.filter((value) => value === count).length}`);
  console.log(`${what}: ${tally.join(', ')} of ${counts.length} runs`);
}
