/**
 * What becomes of a request of the editor's fetch, which is undici's and tells it on Node's diagnostics channels: the only way to know
 * whether a request that failed was sent. A fetch of another make (a browser's, Electron's) tells nothing.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Disposable } from '../../core/event.js';
import { passOverContinue } from './interim.js';

/** `unknown` as long as nothing was told; `reaching` a proxy, which is then `asked` for a tunnel (CONNECT). */
export type RequestStage = 'unknown' | 'connecting' | 'reaching' | 'asked' | 'tunnelled' | 'sent';

export interface RequestWatch extends Disposable {
  readonly stage: RequestStage;
}

/** undici's request, as far as its channels promise it. */
interface ToldRequest {
  readonly method?: unknown;
  readonly origin?: unknown;
  readonly path?: unknown;
}

const ORDER: readonly RequestStage[] = ['unknown', 'connecting', 'reaching', 'asked', 'tunnelled', 'sent'];

/**
 * Watches over the requests of this method to this address from here on. Where there are several at once the stage is that of the one
 * that got furthest, so that `sent` is never missed.
 */
export function watchRequest(method: string, url: URL, onStage: (stage: RequestStage) => void): RequestWatch {
  const { origin } = url;
  const path = url.pathname + url.search;
  const tunnel = `${url.hostname}:${url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port}`;
  const own = new WeakSet();
  const tunnels = new WeakSet();
  let stage: RequestStage = 'unknown';
  const reach = (next: RequestStage): void => {
    if (ORDER.indexOf(next) > ORDER.indexOf(stage)) {
      stage = next;
      onStage(next);
    }
  };
  const requestOf = (message: unknown): ToldRequest => (message as { readonly request?: ToldRequest }).request ?? {};
  const listeners: readonly (readonly [channel: string, listener: (message: unknown) => void])[] = [
    ['undici:request:create', (message) => {
      const request = requestOf(message);
      if (request.method === method && String(request.origin) === origin && request.path === path) {
        own.add(request);
        reach('connecting');
      } else if (request.method === 'CONNECT' && request.path === tunnel) {
        tunnels.add(request);
        reach('reaching');
      }
    }],
    ['undici:client:sendHeaders', (message) => {
      const request = requestOf(message);
      if (own.has(request)) {
        const { socket } = message as { readonly socket?: unknown };
        // HTTP/2 has frames, and knows no such answer.
        if (socket instanceof Socket && (socket as Partial<TLSSocket>).alpnProtocol !== 'h2') {
          passOverContinue(socket);
        }
        reach('sent');
      } else if (tunnels.has(request)) {
        reach('asked');
      }
    }],
    ['undici:proxy:connected', (message) => {
      if ((message as { readonly connectParams?: ToldRequest }).connectParams?.path === tunnel) {
        reach('tunnelled');
      }
    }],
  ];
  listeners.forEach(([channel, listener]) => subscribe(channel, listener));
  return {
    get stage() {
      return stage;
    },
    dispose: () => listeners.forEach(([channel, listener]) => unsubscribe(channel, listener)),
  };
}
