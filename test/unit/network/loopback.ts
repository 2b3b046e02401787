/** Servers of a few lines for tests of the network, all on the loopback, all closed after the test. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Fetch, FetchOptions, HttpLimits, HttpRequest, HttpResponse } from '../../../src/core/ports.js';
import { CatalogError, type Failure } from '../../../src/core/failure.js';
import type { EditorProxySettings } from '../../../src/platform/settings.js';

export const LIMITS: HttpLimits = { connectMs: 10_000, headersMs: 10_000, bodyIdleMs: 10_000, maxBytes: 64 << 20, maxErrorBytes: 64 << 10 };
export const NO_PROXY: EditorProxySettings = { proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined, proxySupport: 'on' };

export function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

/** Accepts connections and hands them over. */
export async function rawServer(onSocket: (socket: Socket) => void): Promise<number> {
  return listen(createServer(onSocket));
}

/** A port where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface TestProxy {
  readonly port: number;
  readonly tunnels: { readonly target: string; readonly authorization: string | undefined }[];
  /** Breaks the tunnels that there are. */
  cut(): void;
}

/** A proxy whose every tunnel ends at `port`, whatever host was asked for; `refuse` answers another way. */
export async function proxyTo(port: number, refuse?: (request: IncomingMessage, socket: Socket) => boolean): Promise<TestProxy> {
  const tunnels: { target: string; authorization: string | undefined }[] = [];
  const server = createHttpServer();
  const sockets = new Set<Socket>();
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    if (refuse?.(request, socket) === true) {
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.once('close', () => onward.destroy());
  });
  return { port: await listen(server), tunnels, cut: () => sockets.forEach((socket) => socket.destroy()) };
}

export function get(fetch: Fetch, url: string, options: Partial<FetchOptions> = {}, request: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  return fetch({ method: 'GET', url, headers: {}, ...request }, { limits: LIMITS, signal: new AbortController().signal, ...options });
}

/** The failure that a request ends with. */
export async function failureOf(answer: Promise<HttpResponse>): Promise<Failure> {
  const error = await answer.then((response) => new Error(`answered ${response.status}`), (thrown: unknown) => thrown);
  if (error instanceof CatalogError) {
    return error.failure;
  }
  throw error;
}

export const text = (response: HttpResponse): string => new TextDecoder().decode(response.body);
