/** Answers that come before the answer (1xx), which nobody asked for. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InterimHeads } from '../../../src/platform/network/interim.js';
import { get, rawServer, text } from './loopback.js';
import { NETWORKS, testNetwork } from './networks.js';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const interim = fc.tuple(fc.constantFrom(100, 102, 103, 110), fc.array(fc.constantFrom('a: HTTP/1.1 100', 'b: 1', 'c:'), { maxLength: 3 }))
  .map(([status, headers]) => [`HTTP/1.1 ${status} Whatever`, ...headers, '', ''].join('\r\n'));

describe('an interim answer', () => {
  test.each(NETWORKS)('is passed over in %s, whatever it is and how often, on a connection that is used again', async (mode) => {
    const heads = ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 \r\n\r\n', ''];
    let connections = 0;
    let requests = 0;
    const port = await rawServer((socket) => {
      connections += 1;
      socket.on('data', () => {
        // In two pieces, cut in the middle of the status.
        const answer = (heads[requests % heads.length] ?? '') + OK;
        requests += 1;
        socket.write(answer.slice(0, 10));
        setImmediate(() => socket.write(answer.slice(10)));
      });
    });
    const { fetch } = testNetwork({ mode });
    for (let round = 0; round < 6; round += 1) {
      expect(text(await get(fetch, `http://127.0.0.1:${port}/`, {}, { method: 'POST', body: '{}' }))).toBe('ok');
    }
    expect(requests).toBe(6);
    // The editor's stack may open one more before it knows that the first is free.
    expect(connections).toBeLessThanOrEqual(2);
  });

  test('changes nothing but the status 100 of what comes before the answer, however it is cut', () => {
    fc.assert(fc.property(fc.array(interim, { maxLength: 4 }), fc.constantFrom(OK, 'HTTP/1.0 404 No\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n', 'SSH-2.0-OpenSSH'), fc.infiniteStream(fc.integer({ min: 1, max: 30 })), (before, answer, sizes) => {
      const heads = new InterimHeads();
      const whole = Buffer.from(before.join('') + answer);
      const pieces: Buffer[] = [];
      for (let at = 0; at < whole.length;) {
        const piece = Buffer.from(whole.subarray(at, at + (sizes.next().value ?? 1)));
        at += piece.length;
        heads.pass(piece);
        pieces.push(piece);
      }
      expect(Buffer.concat(pieces).toString()).toBe(before.map((head) => head.replace(/^HTTP\/1\.1 100/u, 'HTTP/1.1 102')).join('') + answer);
    }));
  });
});

describe('an answer that is given up', () => {
  test.each(['gzip', 'identity'])('leaves nothing behind that nobody catches, wherever it was (%s)', async (encoding) => {
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('unhandledRejection', note);
    try {
      const port = await rawServer((socket) => socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: 90000\r\n\r\n${encoding === 'gzip' ? '\x1f\x8b\x08' : 'some of it'}`, 'latin1')));
      const url = `http://127.0.0.1:${port}/`;
      const { fetch, stream } = testNetwork({ mode: 'editor' });
      const limits = { connectMs: 10_000, headersMs: 10_000, bodyIdleMs: 10_000, maxBytes: 1_000 };
      const request = { method: 'GET', url, headers: {} } as const;
      const ways = [
        (abort: AbortController) => fetch(request, { limits, signal: abort.signal, watch: () => { setImmediate(() => abort.abort()); return undefined; } }),
        (abort: AbortController) => stream(request, { limits, signal: abort.signal, accept: () => { abort.abort(); return Promise.resolve(undefined); } }),
        (abort: AbortController) => stream(request, { limits, signal: abort.signal, accept: () => { abort.abort(); return Promise.resolve(() => Promise.resolve()); } }),
        (abort: AbortController) => stream(request, { limits, signal: abort.signal, accept: () => Promise.reject(new Error('not wanted')) }),
        (abort: AbortController) => stream(request, { limits, signal: abort.signal, accept: () => { setImmediate(() => abort.abort()); return Promise.resolve(() => Promise.reject(new Error('disk full'))); } }),
      ];
      await Promise.all(ways.map(async (way) => await way(new AbortController()).then(() => undefined, () => undefined)));
      // Rejections are told once the queue of promises is empty.
      for (let turn = 0; turn < 10; turn += 1) {
        await new Promise((resolve) => void setImmediate(resolve));
      }
      expect(uncaught).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
