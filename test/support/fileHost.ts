/** A host of files on the loopback, with the ways in which real ones fail. Bodies are made, not stored. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileHost extends AsyncDisposable {
  readonly origin: string;
  /** What was asked, in order. */
  readonly requests: IncomingMessage[];
  /** How the next requests are answered; the last one stays. */
  script: Answer[];
  /** The same for requests of one path. */
  readonly scripts: Map<string, Answer[]>;
}

/** Bytes of a file that nobody stored: each tells where it is. */
export function bytesAt(start: number, end: number): Buffer {
  const piece = Buffer.allocUnsafe(end - start);
  for (let at = start; at < end; at += 1) {
    piece[at - start] = (at * 31 + (at >>> 8)) & 0xff;
  }
  return piece;
}

export function sha256Of(size: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < size; at += 1 << 20) {
    hash.update(bytesAt(at, Math.min(size, at + (1 << 20))));
  }
  return hash.digest('hex');
}

export interface ServeOptions {
  readonly size: number;
  readonly etag?: string | undefined;
  /** Ignores `Range`, as simple hosts do. */
  readonly noRange?: boolean;
  /** Does not say how long the body is. */
  readonly noLength?: boolean;
  /** Ends the connection after this many bytes of the body. */
  readonly cutAfter?: number;
  /** Says nothing more after them instead. */
  readonly hang?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves the file, or the range that is asked for. */
export function serve({ size, etag = '"v1"', noRange = false, noLength = false, cutAfter, hang = false, headers = {} }: ServeOptions): Answer {
  return (request, response) => {
    const [, from] = /^bytes=(\d+)-$/u.exec(request.headers.range ?? '') ?? [];
    const fits = !noRange && from !== undefined && request.headers['if-range'] === etag;
    const start = fits ? Number(from) : 0;
    response.writeHead(fits ? 206 : 200, {
      ...(noLength ? {} : { 'content-length': size - start }), 'content-type': 'application/octet-stream', ...(etag === '' ? {} : { etag }),
      ...(fits ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {}), ...headers,
    });
    const end = cutAfter === undefined ? size : Math.min(size, start + cutAfter);
    let at = start;
    const more = (): void => {
      while (at < end) {
        const next = Math.min(end, at + 65_536);
        const piece = bytesAt(at, next);
        at = next;
        if (!response.write(piece)) {
          response.once('drain', more);
          return;
        }
      }
      if (end < size && !hang) {
        // What was written arrives first.
        response.socket?.end();
      } else if (end === size) {
        response.end();
      }
    };
    more();
  };
}

export function say(status: number, headers: Readonly<Record<string, string>> = {}, body: string | Buffer = ''): Answer {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Starts on a free port of the loopback, where 127.0.0.2 is foreign to 127.0.0.1. */
export async function startFileHost(host = '127.0.0.1'): Promise<FileHost> {
  const sockets = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const script = state.scripts.get(new URL(request.url ?? '/', state.origin).pathname) ?? state.script;
    const answer = script.length > 1 ? script.shift() : script[0];
    (answer ?? say(500))(request, response);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const state: FileHost = {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`, requests, script: [], scripts: new Map(),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
  return state;
}
