/** The adapter over the editor's own `fetch`, which knows its proxies (also PAC) and certificates, and exists in a browser host, too. */
import { isLoopback } from '../../core/environment.js';
import { CatalogError, type Failure, type NetworkReason } from '../../core/failure.js';
import type { Fetch, HttpResponse } from '../../core/ports.js';
import { Deadlines, type Pace } from './deadlines.js';
import { failedBeforeSending, networkReason } from './networkReason.js';

export interface EditorFetchOptions {
  /** The global `fetch` at the time of the request where absent: the editor replaces it. */
  readonly fetch?: typeof globalThis.fetch;
  readonly pace?: Pace;
}

/**
 * What a global fetch cannot tell stays conservative: `sent` is false only where the error's code proves it. A redirect that a browser
 * hides ends as `redirect`.
 */
export function createEditorFetch(options: EditorFetchOptions = {}): Fetch {
  return async (request, { limits, signal, onProgress }) => {
    const url = new URL(request.url);
    const { host } = url;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
      throw new CatalogError({ kind: 'network', host, reason: 'insecureAddress', sent: false });
    }
    if (signal.aborted) {
      throw new CatalogError({ kind: 'cancelled' });
    }
    const abort = new AbortController();
    let ended: Failure | undefined;
    const end = (failure: Failure): void => {
      ended ??= failure;
      abort.abort();
    };
    const onAbort = (): void => end({ kind: 'cancelled' });
    signal.addEventListener('abort', onAbort, { once: true });
    // Connecting cannot be told from waiting here, so both share one clock.
    const bounds = { ...limits, connectMs: limits.connectMs + limits.headersMs };
    const deadlines = new Deadlines(bounds, (reason) => {
      end({ kind: 'network', host, reason: reason === 'connectTimeout' ? 'headersTimeout' : reason, sent: true });
    }, options.pace);
    const failed = (error: unknown, reason: NetworkReason, sent: boolean): CatalogError =>
      error instanceof CatalogError ? error : new CatalogError(ended ?? { kind: 'network', host, reason, sent }, { cause: error });

    try {
      let response: Response;
      try {
        response = await (options.fetch ?? globalThis.fetch)(request.url, {
          method: request.method, headers: { ...request.headers }, redirect: 'manual', credentials: 'omit', cache: 'no-store', signal: abort.signal,
          ...(request.body === undefined ? {} : { body: request.body }),
        });
      } catch (error) {
        throw failed(error, networkReason(error, 'waiting'), !failedBeforeSending(error));
      }
      if (response.type === 'opaqueredirect') {
        throw new CatalogError({ kind: 'redirect', host, to: undefined, reason: 'notAllowed' });
      }
      deadlines.receiving(response.status);
      const partial: { body: Uint8Array } = { body: new Uint8Array() };
      const answer = (): HttpResponse => ({ status: response.status, headers: headersOf(response), body: partial.body });
      try {
        partial.body = await readBody(response, { ...limits, host, deadlines, onProgress, abort, keep: (body) => { partial.body = body; } });
      } catch (error) {
        const failure = failed(error, networkReason(error, 'receiving'), true);
        if (failure.failure.kind === 'network' && response.status >= 400) {
          return answer();
        }
        throw failure;
      }
      return answer();
    } finally {
      deadlines.clear();
      signal.removeEventListener('abort', onAbort);
      abort.abort();
    }
  };
}

interface BodyOptions {
  readonly host: string;
  readonly maxBytes: number;
  readonly maxErrorBytes?: number;
  readonly deadlines: Deadlines;
  readonly onProgress: ((receivedBytes: number) => void) | undefined;
  readonly abort: AbortController;
  /** Called with what is there when reading fails. */
  readonly keep: (body: Uint8Array) => void;
}

async function readBody(response: Response, options: BodyOptions): Promise<Uint8Array> {
  const { host, maxBytes, maxErrorBytes, deadlines, onProgress, keep } = options;
  const errorCap = response.status >= 400 ? maxErrorBytes : undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
      const piece = next.value as Uint8Array;
      deadlines.received(piece.length);
      if (errorCap !== undefined && size + piece.length >= errorCap) {
        pieces.push(piece.subarray(0, errorCap - size));
        return join(pieces);
      }
      size += piece.length;
      if (size > maxBytes) {
        pieces.length = 0;
        throw new CatalogError({ kind: 'tooLarge', host, limitBytes: maxBytes });
      }
      pieces.push(piece);
      onProgress?.(size);
    }
  } catch (error) {
    keep(join(pieces));
    throw error;
  }
  const declared = response.headers.get('content-encoding') === null ? response.headers.get('content-length') : null;
  if (declared !== null && Number(declared) > size && response.status !== 304) {
    throw new CatalogError({ kind: 'network', host, reason: 'cutOff', sent: true });
  }
  return join(pieces);
}

function headersOf(response: Response): ReadonlyMap<string, string> {
  return new Map([...response.headers].filter(([name]) => name !== 'set-cookie'));
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
