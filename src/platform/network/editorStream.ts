/** Bodies that go on as they come, over the editor's own `fetch`: for hosts that only it can reach. */
import { isLoopback } from '../../core/environment.js';
import { CatalogError, type Failure } from '../../core/failure.js';
import type { HttpHead, StreamFetch } from '../../core/ports.js';
import { Deadlines, type Pace } from './deadlines.js';
import { failedBeforeSending, networkReason, type Phase } from './networkReason.js';

/** Decodes what is encoded by itself, so that a length that was declared for the encoded body says nothing. */
export function createEditorStream(options: { readonly fetch?: typeof globalThis.fetch; readonly pace?: Pace } = {}): StreamFetch {
  return async (request, { limits, signal, accept }) => {
    const url = new URL(request.url);
    const { host } = url;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
      throw new CatalogError({ kind: 'network', host, reason: 'insecureAddress', sent: false });
    }
    const abort = new AbortController();
    let ended: Failure | undefined;
    const end = (failure: Failure): void => {
      ended ??= failure;
      abort.abort();
    };
    const onAbort = (): void => end({ kind: 'cancelled' });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) {
      onAbort();
    }
    const bounds = { ...limits, connectMs: limits.connectMs + limits.headersMs, maxBytes: Infinity };
    const deadlines = new Deadlines(bounds, (reason) => end({ kind: 'network', host, reason: reason === 'connectTimeout' ? 'headersTimeout' : reason, sent: true }), options.pace);
    let phase: Phase = 'waiting';
    try {
      const response = await (options.fetch ?? globalThis.fetch)(request.url, {
        method: request.method, headers: { 'accept-encoding': 'identity', ...request.headers }, redirect: 'manual', credentials: 'omit', cache: 'no-store', signal: abort.signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      if (response.type === 'opaqueredirect') {
        throw new CatalogError({ kind: 'redirect', host, to: undefined, reason: 'notAllowed' });
      }
      deadlines.receiving(response.status);
      phase = 'receiving';
      const head: HttpHead = { status: response.status, headers: new Map([...response.headers].filter(([name]) => name !== 'set-cookie')) };
      const sink = await accept(head);
      if (sink === undefined) {
        return head;
      }
      let size = 0;
      const reader = response.body?.getReader();
      for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
        const piece = next.value as Uint8Array;
        deadlines.received(piece.length);
        size += piece.length;
        await sink(piece);
      }
      const declared = head.headers.has('content-encoding') ? undefined : head.headers.get('content-length');
      if (declared !== undefined && Number(declared) > size) {
        throw new CatalogError({ kind: 'network', host, reason: 'cutOff', sent: true });
      }
      return head;
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
  };
}
