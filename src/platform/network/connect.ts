import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { buildConnector } from 'undici';
import type { EditorProxySettings } from '../settings.js';
import { ConnectError, reasonOfProxy } from './networkReason.js';
import { routeTo, type ProxyRoute, type Variables } from './proxyRoute.js';

export interface ConnectOptions {
  readonly proxy: EditorProxySettings;
  readonly variables: Variables;
  /** PEM texts trusted beside those of the runtime and the system. */
  readonly extraCertificates?: readonly string[];
}

/** One attempt to connect: aborting `signal` closes what was opened so far. `onProxy` tells when a proxy is in the way, and when it let us pass. */
export interface ConnectAttempt {
  readonly signal: AbortSignal;
  readonly onProxy: (inTheWay: boolean) => void;
}

export type Connect = (target: buildConnector.Options, attempt: ConnectAttempt) => Promise<Socket>;

/** Connects directly or through a proxy's tunnel (RFC 9110, section 9.3.6), both address families at once, with TLS where the target asks for it. */
export function createConnect(options: ConnectOptions): Connect {
  const { proxy: settings, variables } = options;
  let secureContext: tls.SecureContext | undefined;
  let connector: buildConnector.connector | undefined;

  const open = (target: buildConnector.Options, signal: AbortSignal): Promise<Socket> => {
    secureContext ??= target.protocol === 'https:' ? trust(options.extraCertificates ?? []) : undefined;
    // Kept, since it holds the TLS sessions; made anew once, when the first secure target comes after a plain one.
    const build = (): buildConnector.connector => buildConnector({
      allowH2: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250, timeout: 0, ...(secureContext === undefined ? {} : { secureContext }),
    } as buildConnector.BuildOptions);
    const use = target.protocol === 'https:' ? (connector ??= build()) : build();
    return new Promise<Socket>((resolve, reject) => {
      // It returns its socket, which its type does not say: the only way to close a connection that is being made.
      const socket = use(target, (...[error, connected]) => {
        signal.removeEventListener('abort', onAbort);
        if (error === null) {
          resolve(connected);
        } else {
          reject(error);
        }
      }) as unknown as Socket | undefined;
      const onAbort = (): void => void socket?.destroy(new ConnectError('connectTimeout'));
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) {
        onAbort();
      }
    });
  };

  return async (target, { signal, onProxy }) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    const route = routeTo(url, settings, variables);
    switch (route.kind) {
      case 'direct':
        return open(target, signal);
      case 'unusable':
        throw new ConnectError('proxyUnreachable');
      case 'proxy': {
        onProxy(true);
        const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
        const socket = await tunnel(route.proxy, `${url.hostname}:${port}`, settings.strictSSL, signal);
        onProxy(false);
        return target.protocol === 'https:' ? open({ ...target, httpSocket: socket }, signal) : socket;
      }
    }
  };
}

function tunnel({ url, authorization }: ProxyRoute, target: string, strictSSL: boolean, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const secure = url.protocol === 'https:';
    const request = (secure ? httpsRequest : httpRequest)({
      host: url.hostname.replace(/^\[|\]$/gu, ''),
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) },
      agent: false,
      signal,
      // The editor's setting concerns the proxy's own certificate. That of the target is always checked.
      ...(secure ? { rejectUnauthorized: strictSSL, secureContext: trust([]) } : {}),
    });
    request.once('socket', (socket) => socket.once('connect', () => {
      connected = true;
    }));
    request.once('connect', (response, socket, head) => {
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300 && head.length === 0) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ConnectError(reasonOfProxy(status)));
    });
    request.once('error', (cause) => reject(new ConnectError(connected ? 'proxyRefused' : 'proxyUnreachable', { cause })));
    request.end();
  });
}

/** The certificates of the runtime and of the system, which company proxies are in. Read at the first secure connection: it takes a while. */
function trust(extra: readonly string[]): tls.SecureContext {
  const read = (kind: 'default' | 'system' | 'extra'): readonly string[] => {
    try {
      return tls.getCACertificates(kind);
    } catch {
      return [];
    }
  };
  // Runtimes before 22.15 know only their own.
  const known = typeof tls.getCACertificates === 'function' ? [...read('default'), ...read('system'), ...read('extra')] : tls.rootCertificates;
  try {
    return tls.createSecureContext({ ca: [...new Set([...known, ...extra])] });
  } catch {
    // One unreadable certificate in the system's store must not cut every connection.
    return tls.createSecureContext(extra.length === 0 ? {} : { ca: [...tls.rootCertificates, ...extra] });
  }
}
