import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { EditorProxySettings } from '../settings.js';
import { storeIsNamed } from './certificateVariables.js';
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
    if (target.protocol !== 'https:') {
      return openWith(connectorWith({}), target, signal);
    }
    secureContext ??= trust(options.extraCertificates ?? [], variables);
    // Kept, since it holds the TLS sessions.
    connector ??= connectorWith({ secureContext, rejectUnauthorized: true });
    return openWith(connector, target, signal);
  };

  /** The editor's setting concerns the proxy's own certificate. That of the target is always checked. */
  const openProxy = (target: buildConnector.Options, signal: AbortSignal): Promise<Socket> =>
    openWith(connectorWith(target.protocol === 'https:' ? { secureContext: trust([], variables), rejectUnauthorized: settings.strictSSL } : {}), target, signal);

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
        const socket = await tunnel(route.proxy, `${url.hostname}:${port}`, openProxy, signal);
        onProxy(false);
        return target.protocol === 'https:' ? open({ ...target, httpSocket: socket }, signal) : socket;
      }
    }
  };
}

type TlsOptions = Pick<tls.ConnectionOptions, 'secureContext' | 'rejectUnauthorized'>;

function connectorWith(tlsOptions: TlsOptions): buildConnector.connector {
  return buildConnector({ allowH2: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250, timeout: 0, ...tlsOptions } as buildConnector.BuildOptions);
}

function openWith(connector: buildConnector.connector, target: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    // It returns its socket, which its type does not say: the only way to close a connection that is being made.
    const socket = connector(target, (...[error, connected]) => {
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
}

/** By undici, not by `node:http`: that writes the proxy's password to the standard error where NODE_DEBUG names it. */
async function tunnel({ url, authorization }: ProxyRoute, target: string, openProxy: (target: buildConnector.Options, signal: AbortSignal) => Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  let connected = false;
  const client = new Client(url.origin, {
    headersTimeout: 0,
    allowH2: false,
    connect: (proxy, callback) => {
      openProxy(proxy, signal).then((socket) => {
        connected = true;
        callback(null, socket);
      }, (error: unknown) => callback(error instanceof Error ? error : new Error('connect'), null));
    },
  });
  try {
    const { statusCode, socket } = await client.connect({
      path: target, signal, headers: { host: target, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) },
    });
    // What came with the answer would be read as the target's.
    if (statusCode >= 200 && statusCode < 300 && socket.readableLength === 0) {
      return socket as Socket;
    }
    socket.on('error', () => undefined).destroy();
    throw new ConnectError(reasonOfProxy(statusCode));
  } catch (cause) {
    throw cause instanceof ConnectError ? cause : new ConnectError(connected ? 'proxyRefused' : 'proxyUnreachable', { cause });
  } finally {
    client.destroy().catch(() => undefined);
  }
}

/** Where the distributions of Linux keep the system's certificates: Debian, Fedora, SUSE, Alpine. */
const STORES: readonly string[] = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/ca-bundle.pem', '/etc/ssl/cert.pem'];

/** The certificates of the runtime and of the system, which company proxies are in. Read at the first secure connection: it takes a while. */
function trust(extra: readonly string[], variables: Variables): tls.SecureContext {
  const known = [...tls.rootCertificates, ...extra];
  try {
    return tls.createSecureContext({ ca: [...new Set([...known, ...systemCertificates(variables)])], minVersion: 'TLSv1.2' });
  } catch {
    // One unreadable certificate in the system's store must not cut every connection.
    return tls.createSecureContext({ ca: known, minVersion: 'TLSv1.2' });
  }
}

function systemCertificates(variables: Variables): readonly string[] {
  for (const store of storeIsNamed(variables) ? STORES : []) {
    try {
      return [readFileSync(store, 'utf8')];
    } catch {
      // Another distribution's.
    }
  }
  try {
    // Runtimes before 22.15 know only their own.
    return storeIsNamed(variables) || typeof tls.getCACertificates !== 'function' ? [] : tls.getCACertificates('system');
  } catch {
    return [];
  }
}
