import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEditorStream } from '../../../src/platform/network/editorStream.js';
import { bytesAt, say, serve } from '../../support/fileHost.js';
import { failureOf, testClock } from '../catalog/support.js';
import { openBench, type Bench } from './bench.js';

/** A stranger who never comes to an end would be asked for ever: these many requests stand for that. */
const FOR_EVER = 400;
const HOUR_MS = 3_600_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});

/** Answers until it was asked for ever; then it says so, which no test expects. */
function patient(answer: (request: IncomingMessage, response: ServerResponse) => void): void {
  bench.foreign.script = [(request, response) => (bench.foreign.requests.length > FOR_EVER ? say(451) : answer)(request, response)];
}

/** Bytes without an end or a length. */
const endless = (headers: Readonly<Record<string, string>> = {}) => (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { etag: '"v1"', ...headers });
  const piece = Buffer.alloc(65_536, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
};

describe('a download from a host that never comes to an end', () => {
  it.each<readonly [string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['says that there is no such range', say(416)],
    ['sends a wrong range', say(206, { 'content-range': 'bytes 5-299999/300000', etag: '"v1"' }, 'wrong')],
    ['sends a part of another version', say(206, { 'content-range': 'bytes 500-299999/300000', etag: '"v2"' }, 'wrong')],
  ])('ends where each try is cut, and the host then %s', async (_name, toRange) => {
    patient((request, response) => (request.headers.range === undefined ? serve({ size: 300_000, cutAfter: 500 }) : toRange)(request, response));
    const clock = testClock();
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }, { ports: { clock } }))).toMatchObject({ kind: 'asset', reason: 'keepsBreaking' });
    expect(bench.foreign.requests.length).toBeLessThanOrEqual(12);
    expect(clock.slept.length).toBeGreaterThanOrEqual(bench.foreign.requests.length - 1);
    expect(await bench.files()).toEqual([]);
  });

  it('ends where each request brings one byte more', async () => {
    patient(serve({ size: 300_000, cutAfter: 1 }));
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }))).toMatchObject({ kind: 'asset', reason: 'keepsBreaking' });
    expect(bench.foreign.requests.length).toBeLessThanOrEqual(12);
  });

  it('ends after so many requests, whatever they bring', async () => {
    patient(serve({ size: 300_000_000, cutAfter: 70_000 }));
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }))).toMatchObject({ kind: 'asset', reason: 'keepsBreaking' });
    expect(bench.foreign.requests).toHaveLength(200);
  });

  it('takes no more than a few times the bytes of the file where it begins anew each time, a little later', async () => {
    let sent = 0;
    patient((request, response) => {
      const cutAfter = 100_000 * bench.foreign.requests.length;
      sent += cutAfter;
      serve({ size: 30_000_000, noRange: true, cutAfter })(request, response);
    });
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }))).toMatchObject({ kind: 'asset', reason: 'keepsBreaking' });
    expect(sent).toBeLessThan(6 * 30_000_000);
  });

  it.each([['undici', undefined], ['the editor', createEditorStream()]])('is stopped at the length that the item names, through %s, and nothing of it stays', async (_name, stream) => {
    let received = 0;
    for (const headers of [{}, { etag: '' }]) {
      bench.foreign.script = [endless(headers)];
      const get = bench.get({ href: `${bench.foreign.origin}/data`, 'file:size': 1_000 }, { onProgress: (bytes) => (received = Math.max(received, bytes)), ...(stream === undefined ? {} : { ports: { stream } }) });
      expect(await failureOf(get)).toMatchObject({ kind: 'asset', reason: 'wrongSize' });
      expect(received).toBeLessThanOrEqual(1_000);
      expect(await bench.files()).toEqual([]);
    }
  });

  it('is stopped at the length of the range that it named itself', async () => {
    bench.foreign.script = [
      serve({ size: 100_000, cutAfter: 40_000 }),
      (request, response) => endless()(request, new Proxy(response, {
        get: (target, name) => (name === 'writeHead' ? () => target.writeHead(206, { etag: '"v1"', 'content-range': 'bytes 40000-99999/100000' }) : bound(target, name)),
      })),
    ];
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }))).toMatchObject({ kind: 'asset', reason: 'wrongSize' });
    expect(await bench.files()).toEqual([]);
  });

  it('ends after a day, however steadily it sends', async () => {
    bench.foreign.script = [serve({ size: 100_000_000 })];
    const clock = { ...testClock(), steps: 0, monotonic: (): number => (clock.steps += HOUR_MS / 4) };
    expect(await failureOf(bench.get({ href: `${bench.foreign.origin}/data` }, { ports: { clock } }))).toMatchObject({ kind: 'network', reason: 'tooSlow' });
    expect(clock.steps).toBeLessThan(30 * HOUR_MS);
  });

  it('asks before it goes past what nobody agreed to, where it does not say how long it is', async () => {
    const asked: number[] = [];
    bench.foreign.script = [endless()];
    const failure = failureOf(bench.get({ href: `${bench.foreign.origin}/data` }, {
      largeBytes: 1_000_000,
      ports: { allowSize: (bytes) => (asked.push(bytes), Promise.resolve(false)) },
    }));
    expect(await failure).toMatchObject({ kind: 'asset', reason: 'notWanted' });
    expect(asked).toEqual([1_000_000]);
  });

  it('goes on where a person agrees, up to what the disk holds', async () => {
    const size = 3_000_000;
    bench.foreign.script = [serve({ size, noLength: true })];
    const asked: number[] = [];
    expect(await bench.get({ href: `${bench.foreign.origin}/data` }, {
      largeBytes: 1_000_000, ports: { allowSize: (bytes) => (asked.push(bytes), Promise.resolve(true)) },
    })).toEqual({ bytes: size, checksum: 'none' });
    expect(asked).toEqual([1_000_000]);
    expect((await bench.read()).equals(bytesAt(0, size))).toBe(true);
  });
});

function bound(target: ServerResponse, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
}
