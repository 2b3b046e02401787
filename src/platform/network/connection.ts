import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { HttpRequest } from '../../core/ports.js';
import type { Connect } from './connect.js';
import { passOverContinue } from './interim.js';

/** Servers commonly close after 5 s; ours ends first. */
const KEEP_ALIVE_MS = 4_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** One connection, which carries one request at a time, so that what happened on it is known exactly. */
export class Connection {
  readonly #client: Client;
  /** Answers that came over the present socket. */
  served = 0;
  behindProxy = false;
  readonly #abort = new AbortController();
  #socket: Socket | undefined;

  constructor(readonly origin: string, connect: Connect) {
    this.#client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
      connect: (target, callback) => {
        connect(target, { signal: this.#abort.signal, onProxy: (inTheWay) => { this.behindProxy = inTheWay; } })
          .then((socket) => {
            this.#socket = socket;
            passOverContinue(socket);
            callback(null, socket);
          }, (error: unknown) => callback(error instanceof Error ? error : new Error('connect'), null));
      },
    });
    this.#client.on('disconnect', () => {
      this.served = 0;
    });
  }

  /**
   * Sends a request to this connection's origin.
   * @param acceptEncoding unless the request says which itself
   * @throws what undici refuses before anything is sent
   */
  send({ url, method, headers, body }: HttpRequest, acceptEncoding: string, handler: Dispatcher.DispatchHandler): void {
    const { origin, pathname, search } = new URL(url);
    if (this.#socket !== undefined) {
      passOverContinue(this.#socket);
    }
    this.#client.dispatch({ origin, path: pathname + search, method, headers: { 'accept-encoding': acceptEncoding, ...headers }, body: body ?? null }, handler);
  }

  destroy(): void {
    this.#abort.abort();
    this.#client.destroy().catch(() => undefined);
  }
}

/** Header names in lower case; cookies are left out. */
export function readHeaders(raw: Readonly<Record<string, string | readonly string[] | undefined>>): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(raw)) {
    // Cookies are neither kept nor handed on.
    if (value !== undefined && name.toLowerCase() !== 'set-cookie') {
      headers.set(name.toLowerCase(), typeof value === 'string' ? value : value.join(', '));
    }
  }
  return headers;
}
