/** N: what happens to the bytes. */
import { createGzip, gzipSync } from 'node:zlib';
import { pipeline } from 'node:stream';
import type { Fault, FaultContext, FaultTable } from '../faults.js';
import { answer, drip, head, HTML, HTML_TYPE, raw, send, withoutLength } from './answers.js';

const MiB = 1 << 20;
const half = (body: Buffer): Buffer => body.subarray(0, Math.floor(body.length / 2));
const type = 'content-type: application/geo+json';

/** `total` bytes of `fill`, a MiB at a time, so that a bomb costs its server nothing. */
function* zeros(total: number, fill = 0): Generator<Buffer> {
  const piece = Buffer.alloc(MiB, fill);
  for (let sent = 0; sent < total; sent += MiB) {
    yield piece;
  }
}

function flood(context: FaultContext, total: number, gzip: boolean): void {
  context.response.writeHead(200, { 'content-type': 'application/geo+json', ...(gzip ? { 'content-encoding': 'gzip' } : {}) });
  const done = (): void => undefined;
  if (gzip) {
    pipeline(zeros(total), createGzip(), context.response, done);
  } else {
    pipeline(zeros(total, 0x20), context.response, done);
  }
}

export const networkFaults: FaultTable = {
  N6: { on: 'any', run: ({ request }) => void request.socket.resetAndDestroy() },
  /** As N6, but only at first. */
  N6a: { on: 'any', run: (context) => (context.count < 1 ? void context.request.socket.resetAndDestroy() : context.sendGood()) },
  N7: raw('any', (good) => Buffer.concat([Buffer.from(head('200 OK', [type, `content-length: ${good.body.length}`])), half(good.body)]), 'reset'),
  N8: raw('any', (good) => Buffer.concat([
    Buffer.from(head('200 OK', [type, 'transfer-encoding: chunked']) + `${good.body.length.toString(16)}\r\n`), half(good.body),
  ]), 'reset'),
  N9: raw('any', (good) => Buffer.concat([Buffer.from(head('200 OK', [type, 'connection: close'])), half(good.body)])),
  N10: {
    on: 'any',
    run: async (context) => {
      const good = await context.good();
      const packed = gzipSync(good.body);
      send(context, 200, packed.subarray(0, Math.floor(packed.length * 0.7)), { ...withoutLength(good), 'content-encoding': 'gzip' });
    },
  },
  N11: answer('any', 200, 'this was never compressed', { 'content-encoding': 'gzip' }),
  N12: {
    on: 'any',
    run: async (context) => {
      const good = await context.good();
      let packed = good.body;
      for (let round = 0; round < 20; round += 1) {
        packed = gzipSync(packed);
      }
      send(context, 200, packed, { ...withoutLength(good), 'content-encoding': Array.from({ length: 20 }, () => 'gzip').join(', ') });
    },
  },
  N13: { on: 'any', run: (context) => flood(context, 200 * MiB, true) },
  N14: { on: 'any', run: (context) => flood(context, 1024 * MiB, false) },
  N15: { on: 'any', run: () => undefined },
  N16: {
    on: 'any',
    run: (context) => {
      context.response.writeHead(200, { 'content-type': 'application/geo+json' });
      drip(context, 200, () => ' ');
    },
  },
  N17: inPieces(3_000),
  /** As N17, but slow enough to do something meanwhile. */
  N17a: inPieces(500),
  N18: raw('any', (good) => Buffer.concat([Buffer.from(head('200 OK', [type, 'content-length: 5'])), good.body])),
  N19: raw('any', (good) => Buffer.concat([
    Buffer.from(head('200 OK', [type, `content-length: ${good.body.length}`, 'transfer-encoding: chunked']) + `${good.body.length.toString(16)}\r\n`),
    good.body, Buffer.from('\r\n0\r\n\r\n'),
  ])),
  N20: raw('any', () => 'SSH-2.0-OpenSSH_9.6\r\n'),
  N21: answer('any', 200, {}, { 'x-long': 'x'.repeat(40_000) }),
  N22: answer('any', 200, {}, Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x-${index}`, 'y']))),
  N23: raw('any', (good) => Buffer.concat([
    Buffer.from(head('102 Processing', []) + head('103 Early Hints', ['link: </x>; rel=preload'])
      + head('200 OK', [type, `content-length: ${good.body.length}`, 'connection: close'])), good.body,
  ])),
  N24: raw('any', (good) => Buffer.concat([Buffer.from(`HTTP/1.0 200 OK\r\n${type}\r\n\r\n`), good.body])),
  // SETTINGS, then GOAWAY with PROTOCOL_ERROR (RFC 9113, section 6).
  N25: raw('any', () => Buffer.from('000000040000000000' + '0000080700000000000000000000000001', 'hex')),
  N40: answer('any', 200, HTML, HTML_TYPE),
  N41: answer('any', 302, HTML, ({ foreignOrigin }) => ({ ...HTML_TYPE, location: `${foreignOrigin}/portal` })),
  /** The server closes a kept-alive connection at its second request. */
  N47: { on: 'any', run: (context) => (context.onConnection > 0 ? void context.request.socket.destroy() : context.sendGood()) },
  /** As N9, with the length of what is sent: a gateway's work. */
  N9a: {
    on: 'any',
    run: async (context) => {
      const good = await context.good();
      send(context, good.status, half(good.body), withoutLength(good));
    },
  },
};

/** The right answer, so many bytes every tenth of a second. */
function inPieces(pieceBytes: number): Fault {
  return {
    on: 'any',
    run: async (context) => {
      const good = await context.good();
      let at = 0;
      context.response.writeHead(200, withoutLength(good));
      drip(context, 100, () => (at < good.body.length ? good.body.subarray(at, (at += pieceBytes)) : undefined));
    },
  };
}
