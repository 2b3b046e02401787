/** What both adapters over the editor's own `fetch` share: the request, its deadlines, and what its failures mean. */
import { CatalogError, type Failure } from '../../core/failure.js';
import type { HttpHead, HttpLimits, HttpRequest } from '../../core/ports.js';
import { Deadlines, type Pace } from './deadlines.js';
import { failedBeforeSending, networkReason, type Phase } from './networkReason.js';
import { secureUrl } from './secureUrl.js';

export interface EditorFetchOptions {
  /** The global `fetch` at the time of the request where absent: the editor replaces it. */
  readonly fetch?: typeof globalThis.fetch;
  readonly pace?: Pace;
}

/** An answer whose body is still to come. */
export interface EditorAnswer {
  readonly host: string;
  readonly head: HttpHead;
  /** The pieces of the body, decoded. Each keeps the deadlines off. */
  readonly pieces: () => AsyncIterable<Uint8Array>;
  /** The length that was declared for the body as it is here; undefined where it was for what had been encoded. */
  readonly declared: number | undefined;
}

/**
 * Sends a request and hands its answer to `take`, whose result it gives. The connection is closed afterwards.
 * @throws CatalogError `network`, `redirect`, `cancelled`, or the one that `take` throws
 */
export async function sendByEditor<T>(
  options: EditorFetchOptions,
  request: HttpRequest,
  { limits, signal }: { readonly limits: HttpLimits; readonly signal: AbortSignal },
  take: (answer: EditorAnswer) => Promise<T>,
): Promise<T> {
  const { host } = secureUrl(request.url);
  const abort = new AbortController();
  let ended: Failure | undefined;
  const end = (failure: Failure): void => {
    ended ??= failure;
    abort.abort();
  };
  const onAbort = (): void => end({ kind: 'cancelled' });
  if (signal.aborted) {
    throw new CatalogError({ kind: 'cancelled' });
  }
  signal.addEventListener('abort', onAbort, { once: true });
  // Connecting cannot be told from waiting here, so both share one clock.
  const deadlines = new Deadlines({ ...limits, connectMs: limits.connectMs + limits.headersMs }, (reason) => {
    end({ kind: 'network', host, reason: reason === 'connectTimeout' ? 'headersTimeout' : reason, sent: true });
  }, options.pace);
  let phase: Phase = 'waiting';
  try {
    const response = await (options.fetch ?? globalThis.fetch)(request.url, {
      method: request.method, headers: { ...request.headers }, redirect: 'manual', credentials: 'omit', cache: 'no-store', signal: abort.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    if (response.type === 'opaqueredirect') {
      throw new CatalogError({ kind: 'redirect', host, to: undefined, reason: 'notAllowed' });
    }
    deadlines.receiving(response.status);
    phase = 'receiving';
    const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
    return await take({
      host,
      head: { status: response.status, headers: new Map([...response.headers].filter(([name]) => name !== 'set-cookie')) },
      pieces: () => piecesOf(response, deadlines),
      declared: length === null ? undefined : Number(length),
    });
  } catch (error) {
    if (error instanceof CatalogError) {
      throw error;
    }
    const sent = phase === 'receiving' || !failedBeforeSending(error);
    throw new CatalogError(ended ?? { kind: 'network', host, reason: networkReason(error, phase), sent }, { cause: error });
  } finally {
    deadlines.clear();
    signal.removeEventListener('abort', onAbort);
    abort.abort();
  }
}

async function* piecesOf(response: Response, deadlines: Deadlines): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    const piece = next.value as Uint8Array;
    deadlines.received(piece.length);
    yield piece;
  }
}
