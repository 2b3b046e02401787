/** The Node adapter behind the `Fetch` port. Loaded through `import()` by `network.ts` only: it is large. */
import type { Dispatcher } from 'undici';
import { CatalogError, type Failure, type NetworkReason } from '../../core/failure.js';
import type { BodyWatch, Fetch, FetchOptions, HttpRequest, HttpResponse, StreamFetch } from '../../core/ports.js';
import { ByteBuffer } from '../../core/byteBuffer.js';
import { createConnect, type ConnectOptions } from './connect.js';
import { Connection, readHeaders } from './connection.js';
import { Deadlines, type Pace } from './deadlines.js';
import { ACCEPT_ENCODING, Decoder, readEncodings } from './decode.js';
import { networkReason } from './networkReason.js';
import { secureUrl } from './secureUrl.js';
import { streamOver } from './undiciStream.js';

export interface UndiciFetchOptions extends ConnectOptions {
  readonly pace?: Pace;
}

export interface UndiciFetch {
  readonly fetch: Fetch;
  /** Each on a connection of its own. */
  readonly stream: StreamFetch;
  /** Lets running requests finish and keeps no connection beyond them. */
  retire(): void;
  /** Ends running requests (`cancelled`) and closes every connection. */
  dispose(): void;
}

/** Idle connections kept for an origin. */
const MAX_IDLE = 4;
/** A kept-alive connection that the server had closed: the request may be sent again on a new one. */
class StaleConnection extends Error {
  constructor(readonly failure: Failure, cause: unknown) {
    super('stale connection', { cause });
  }
}

/** Makes no connection yet. Every bound of the port is kept; see `HttpLimits`. */
export function createUndiciFetch(options: UndiciFetchOptions): UndiciFetch {
  const connect = createConnect(options);
  const idle = new Map<string, Connection[]>();
  const running = new Map<Connection, (failure: Failure) => void>();
  let retired = false;
  let disposed = false;

  const release = (connection: Connection): void => {
    const kept = idle.get(connection.origin) ?? [];
    if (retired || kept.length >= MAX_IDLE) {
      connection.destroy();
      return;
    }
    idle.set(connection.origin, [...kept, connection]);
  };

  const exchange = async (request: HttpRequest, fetchOptions: FetchOptions, connection: Connection): Promise<HttpResponse> => {
    const answer = await new Promise<{ readonly response: HttpResponse; readonly complete: boolean }>((resolve, reject) => {
      const fail = start(connection, request, fetchOptions, options.pace, resolve, reject);
      running.set(connection, fail);
    }).catch((error: unknown) => {
      connection.destroy();
      throw error;
    }).finally(() => running.delete(connection));
    if (answer.complete) {
      release(connection);
    } else {
      connection.destroy();
    }
    return answer.response;
  };

  const closeIdle = (): void => {
    [...idle.values()].flat().forEach((connection) => connection.destroy());
    idle.clear();
  };

  const checked = (request: HttpRequest, signal: AbortSignal): URL => {
    const url = secureUrl(request.url);
    if (disposed || signal.aborted) {
      throw new CatalogError({ kind: 'cancelled' });
    }
    return url;
  };

  return {
    async stream(request, streamOptions) {
      const connection = new Connection(checked(request, streamOptions.signal).origin, connect);
      try {
        return await streamOver(connection, request, streamOptions, options.pace, (fail) => void running.set(connection, fail));
      } finally {
        running.delete(connection);
        connection.destroy();
      }
    },
    async fetch(request, fetchOptions) {
      const url = checked(request, fetchOptions.signal);
      try {
        return await exchange(request, fetchOptions, idle.get(url.origin)?.pop() ?? new Connection(url.origin, connect));
      } catch (error) {
        if (!(error instanceof StaleConnection)) {
          throw error;
        }
        return await exchange(request, fetchOptions, new Connection(url.origin, connect));
      }
    },
    retire() {
      retired = true;
      closeIdle();
    },
    dispose() {
      retired = true;
      disposed = true;
      closeIdle();
      running.forEach((fail) => fail({ kind: 'cancelled' }));
    },
  };
}

/** Sends the request and watches over its answer. @returns a function that ends it. */
function start(
  connection: Connection,
  request: HttpRequest,
  { limits, signal, onSent, onProgress, watch }: FetchOptions,
  pace: Pace | undefined,
  resolve: (answer: { readonly response: HttpResponse; readonly complete: boolean }) => void,
  reject: (error: Error) => void,
): (failure: Failure) => void {
  const { host } = new URL(request.url);
  let settled = false;
  let sent = false;
  let reused = false;
  let status = 0;
  let headers: ReadonlyMap<string, string> = new Map();
  let decoder: Decoder | undefined;
  let complete = false;
  let body = new ByteBuffer();
  let watching: BodyWatch | undefined;

  const settle = (): boolean => {
    if (settled) {
      return false;
    }
    settled = true;
    deadlines.clear();
    signal.removeEventListener('abort', onAbort);
    decoder?.destroy();
    return true;
  };
  const succeed = (): void => {
    if (settle()) {
      resolve({ response: { status, headers, body: body.whole() }, complete });
    }
  };
  const fail = (failure: Failure, cause?: unknown): void => {
    // The status of a failed request says more than that its explanation could not be read.
    if (failure.kind === 'network' && status >= 400) {
      complete = false;
      succeed();
    } else if (settle()) {
      const stale = cause !== undefined && reused && status === 0 && request.method === 'GET' && failure.kind === 'network' && failure.reason === 'reset';
      reject(stale ? new StaleConnection(failure, cause) : new CatalogError(failure, { cause }));
    }
  };
  const failNetwork = (reason: NetworkReason, cause?: unknown): void => fail({ kind: 'network', host, reason, sent }, cause);
  const onAbort = (): void => fail({ kind: 'cancelled' });
  const deadlines = new Deadlines(limits, (reason) => {
    failNetwork(reason === 'connectTimeout' && connection.behindProxy ? 'proxyUnreachable' : reason);
  }, pace);

  const onData = (chunk: Uint8Array): void => {
    const errorCap = status >= 400 ? limits.maxErrorBytes : undefined;
    if (errorCap !== undefined && body.size + chunk.length >= errorCap) {
      body.add(chunk.subarray(0, errorCap - body.size));
      succeed();
      return;
    }
    if (body.size + chunk.length > limits.maxBytes) {
      body = new ByteBuffer();
      fail({ kind: 'tooLarge', host, limitBytes: limits.maxBytes });
      return;
    }
    body.add(chunk);
    onProgress?.(body.size);
    watching?.(body.soFar());
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      // From here on bytes of the request may have left this machine.
      sent = true;
      onSent?.();
      reused = connection.served > 0;
      deadlines.waiting();
    },
    onResponseStart(controller, statusCode, raw) {
      if (statusCode < 200 || settled) {
        return;
      }
      status = statusCode;
      connection.served += 1;
      headers = readHeaders(raw);
      deadlines.receiving(status);
      const encodings = readEncodings(headers.get('content-encoding'));
      if (encodings === undefined) {
        failNetwork('badEncoding');
        return;
      }
      if (status < 400 && encodings.length === 0) {
        const announced = Number(headers.get('content-length') ?? 0);
        if (announced > limits.maxBytes) {
          fail({ kind: 'tooLarge', host, limitBytes: limits.maxBytes });
          return;
        }
        body = new ByteBuffer(announced);
      }
      watching = watch?.({ status, headers });
      decoder = new Decoder(encodings, {
        onData,
        onEnd: () => {
          if (complete) {
            succeed();
          }
        },
        onError: (error) => failNetwork(networkReason(error, 'receiving'), error),
        onDrain: () => controller.resume(),
      });
    },
    onResponseData(controller, chunk) {
      if (!settled) {
        deadlines.received(chunk.length);
        if (decoder?.write(chunk) === false) {
          controller.pause();
        }
      }
    },
    onResponseEnd() {
      complete = true;
      if (!settled) {
        decoder?.end();
      }
    },
    onResponseError(_controller, error) {
      failNetwork(networkReason(error, deadlines.phase), error);
    },
  };

  signal.addEventListener('abort', onAbort, { once: true });
  try {
    connection.send(request, ACCEPT_ENCODING, handler);
  } catch (error) {
    failNetwork('unknown', error);
  }
  return fail;
}
