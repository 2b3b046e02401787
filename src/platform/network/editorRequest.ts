/** What both adapters over the editor's own `fetch` share: the request, its deadlines, and what its failures mean. */
import { CatalogError, unreachable, type Failure, type NetworkReason } from '../../core/failure.js';
import type { FetchOptions, HttpHead, HttpRequest } from '../../core/ports.js';
import { Deadlines, type Pace } from './deadlines.js';
import { failedBeforeSending, networkReason, proxyAnswer, type Phase } from './networkReason.js';
import { watchRequest, type RequestStage } from './requestWatch.js';
import { secureUrl } from './secureUrl.js';

export interface EditorFetchOptions {
  /** The global `fetch` at the time of the request where absent: the editor replaces it. */
  readonly fetch?: typeof globalThis.fetch;
  readonly pace?: Pace;
}

export type EditorRequestOptions = Pick<FetchOptions, 'limits' | 'signal' | 'onSent'>;

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
  { limits, signal, onSent }: EditorRequestOptions,
  take: (answer: EditorAnswer) => Promise<T>,
): Promise<T> {
  const url = secureUrl(request.url);
  const { host } = url;
  const abort = new AbortController();
  let ended: Failure | undefined;
  const end = (failure: Failure): void => {
    ended ??= failure;
    abort.abort();
  };
  if (signal.aborted) {
    throw new CatalogError({ kind: 'cancelled' });
  }
  let told = false;
  const tellSent = (): void => {
    if (!told) {
      told = true;
      onSent?.();
    }
  };
  const maybeSent = (): boolean => watch.stage === 'unknown' || watch.stage === 'sent';
  const onAbort = (): void => {
    if (maybeSent()) {
      tellSent();
    }
    end({ kind: 'cancelled' });
  };
  signal.addEventListener('abort', onAbort, { once: true });
  // A fetch that tells nothing leaves open when it has connected: then one clock is for both.
  const deadlines = new Deadlines({ ...limits, connectMs: limits.connectMs + limits.headersMs }, (reason) => {
    end({ kind: 'network', host, reason: reason === 'connectTimeout' ? timedOut(watch.stage) : reason, sent: maybeSent() });
  }, options.pace);
  const watch = watchRequest(request.method, url, (stage) => {
    switch (stage) {
      case 'unknown':
        return;
      case 'connecting':
      case 'reaching':
      case 'tunnelled':
        deadlines.connecting(limits.connectMs);
        return;
      case 'asked':
        // The editor may ask a person to sign in to the proxy.
        deadlines.connecting(limits.connectMs + limits.headersMs);
        return;
      case 'sent':
        tellSent();
        deadlines.waiting();
        return;
      default:
        unreachable(stage);
    }
  });
  let phase: Phase = 'waiting';
  try {
    const response = await (options.fetch ?? globalThis.fetch)(request.url, {
      method: request.method, headers: { ...request.headers }, redirect: 'manual', credentials: 'omit', cache: 'no-store', signal: abort.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    tellSent();
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
    const failure = ended ?? failureOf(error, host, phase, watch.stage);
    if (failure.kind === 'network' && failure.sent) {
      tellSent();
    }
    throw new CatalogError(failure, { cause: error });
  } finally {
    watch.dispose();
    deadlines.clear();
    signal.removeEventListener('abort', onAbort);
    abort.abort();
  }
}

function timedOut(stage: RequestStage): NetworkReason {
  switch (stage) {
    case 'unknown':
    case 'sent':
      return 'headersTimeout';
    case 'reaching':
    case 'asked':
      return 'proxyUnreachable';
    case 'connecting':
    case 'tunnelled':
      return 'connectTimeout';
    default:
      return unreachable(stage);
  }
}

/** What a fetch that threw came to, by what was told of it before, or else by its error alone. */
function failureOf(error: unknown, host: string, phase: Phase, stage: RequestStage): Failure {
  const byProxy = proxyAnswer(error);
  if (byProxy !== undefined) {
    return { kind: 'network', host, reason: byProxy, sent: false };
  }
  switch (stage) {
    case 'unknown':
      return { kind: 'network', host, reason: networkReason(error, phase), sent: phase === 'receiving' || !failedBeforeSending(error) };
    case 'sent':
      return { kind: 'network', host, reason: networkReason(error, phase), sent: true };
    case 'connecting':
    case 'tunnelled':
      return { kind: 'network', host, reason: networkReason(error, 'connecting'), sent: false };
    case 'reaching':
      return { kind: 'network', host, reason: 'proxyUnreachable', sent: false };
    case 'asked':
      return { kind: 'network', host, reason: 'proxyRefused', sent: false };
    default:
      return unreachable(stage);
  }
}

async function* piecesOf(response: Response, deadlines: Deadlines): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
      const piece = next.value as Uint8Array;
      deadlines.received(piece.length);
      yield piece;
    }
  } finally {
    // A body that is left is left with nobody to hear how it ends.
    void reader?.cancel().catch(() => undefined);
  }
}
