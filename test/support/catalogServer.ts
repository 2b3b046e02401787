/**
 * The demo catalog behind real HTTP on the loopback, with a journal of what came in and faults on demand. A production and a sandbox
 * environment share one issuer, as in the interface, section 5.
 */
import { createServer as createHttpServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_CREDENTIALS } from '../../src/core/demo/credentials.js';
import { createDemoCatalog, type DemoCatalogOptions } from '../../src/core/demo/demoCatalog.js';
import { createDemoIssuer, type DemoIssuer } from '../../src/core/demo/demoIssuer.js';
import { searchUrl, tokenUrl, type Environment } from '../../src/core/environment.js';
import type { Clock, HttpLimits } from '../../src/core/ports.js';
import type { Credentials } from '../../src/core/auth/session.js';
import { alter } from './faults/answers.js';
import { watch } from './watch.js';
import { FAULTS, type Fault, type GoodAnswer, type RequestKind } from './faults.js';

/** One request as it arrived. */
export interface JournalEntry {
  readonly method: string;
  /** With the query, exactly as sent. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly kind: RequestKind;
  /** The number of the fault that dealt with it. */
  readonly fault: string | undefined;
  /** What was answered; undefined until then, and where a fault answered nothing. */
  status: number | undefined;
}

export interface CatalogServerOptions {
  readonly clock?: Pick<Clock, 'now'>;
  readonly catalog?: Omit<DemoCatalogOptions, 'environment' | 'issuer'>;
  readonly credentials?: Credentials;
  /** An address of the loopback; 127.0.0.2 is foreign to 127.0.0.1. */
  readonly host?: string;
  readonly port?: number;
  /** PEM texts: serve https. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface CatalogServer extends AsyncDisposable {
  readonly origin: string;
  readonly production: Environment;
  readonly sandbox: Environment;
  readonly credentials: Credentials;
  /** Tokens: revoke, lifetime of the next, allowance, exhaust, refuse, temporary tokens. */
  readonly issuer: DemoIssuer;
  readonly journal: readonly JournalEntry[];
  /** The journal with what was cleared from it. */
  readonly history: readonly JournalEntry[];
  /** Requests of one kind, in order. */
  requests(kind: RequestKind): readonly JournalEntry[];
  /** Token requests that arrived, whatever was answered: what the service would count. */
  readonly tokenRequests: number;
  clearJournal(): void;
  /**
   * Resolves when the journal holds `count` requests of a kind.
   * @throws Error after 40 seconds, with what did arrive: a test that waits for ever says nothing of why.
   */
  arrived(kind: RequestKind, count: number): Promise<void>;
  /** From now on requests get a fault of `../shared/faults.md` (for the next `times` of its kind); the last one set wins. */
  fault(name: string, options?: { readonly times?: number; readonly on?: Fault['on'] }): void;
  clearFaults(): void;
  /** From now on each feature of a search's answer is changed so, until the faults are cleared. */
  change(change: (feature: Readonly<Record<string, unknown>>, index: number) => unknown): void;
  /** Each answer to a kind of request waits this long, milliseconds. */
  delay(kind: RequestKind, ms: number): void;
  /** Requests of a kind wait until the returned function is called. */
  hold(kind: RequestKind): () => void;
  close(): Promise<void>;
}

const LIMITS: HttpLimits = { connectMs: 0, headersMs: 0, bodyIdleMs: 0, maxBytes: Infinity };
/** Milliseconds. */
const ARRIVAL_PATIENCE_MS = 40_000;
const NO_ABORT = new AbortController().signal;

/** Starts on a free port of the loopback. */
export async function startCatalogServer(options: CatalogServerOptions = {}): Promise<CatalogServer> {
  const clock = options.clock ?? { now: () => Date.now() };
  const credentials = options.credentials ?? DEMO_CREDENTIALS;
  const host = options.host ?? '127.0.0.1';
  const sockets = new Map<Socket, number>();
  const journal: JournalEntry[] = [];
  const history: JournalEntry[] = [];
  const watchers = new Set<() => void>();
  const delays = new Map<RequestKind, number>();
  /** Tokens that faults gave out, and those that they stand for. */
  const accepted = new Map<string, string>();
  const holds = new Map<RequestKind, Promise<void>>();
  let active: { readonly name: string; readonly fault: Fault; readonly on: Fault['on']; left: number; count: number }[] = [];

  const server = options.tls === undefined ? createHttpServer() : createTlsServer(options.tls);
  server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.set(socket, 0);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const scheme = options.tls === undefined ? 'http' : 'https';
  const origin = `${scheme}://${host}:${port}`;
  const foreignOrigin = `${scheme}://127.0.0.2:${port}`;

  const environment = (name: string, kind: 'production' | 'sandbox', baseUrl: string): Environment =>
    ({ name, kind, baseUrl, authUrl: origin, audience: baseUrl, accountPageUrl: undefined, searchPath: '/stac/search', tokenPath: '/oauth/token' });
  const production = environment('Production', 'production', origin);
  const sandbox = environment('Sandbox', 'sandbox', `${origin}/sandbox`);
  const demoIssuer = createDemoIssuer({ clock, issuer: origin, audiences: [production.audience, sandbox.audience], credentials });
  const issuer: DemoIssuer = {
    ...demoIssuer,
    get exchanges() {
      return demoIssuer.exchanges;
    },
    temporaryToken: async (tokenOptions) => {
      const token = await demoIssuer.temporaryToken(tokenOptions);
      watch.secret(token);
      return token;
    },
  };
  watch.secret(credentials.clientSecret);
  const catalogs = {
    production: createDemoCatalog({ clock, options: { ...options.catalog, environment: production, issuer } }),
    sandbox: createDemoCatalog({ clock, options: { ...options.catalog, environment: sandbox, issuer } }),
  };

  const kindOf = (path: string): RequestKind => {
    const address = origin + path;
    return address === tokenUrl(production) ? 'token' : address === searchUrl(production) || address === searchUrl(sandbox) ? 'search' : 'other';
  };

  const goodAnswer = async (request: IncomingMessage, body: string): Promise<GoodAnswer> => {
    const url = origin + (request.url ?? '/');
    const catalog = url.startsWith(`${sandbox.baseUrl}/`) ? catalogs.sandbox : catalogs.production;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const made = accepted.get(headers['authorization']?.replace(/^Bearer /u, '') ?? '');
    if (made !== undefined) {
      headers['authorization'] = `Bearer ${made}`;
    }
    const method = request.method === 'POST' ? 'POST' : 'GET';
    const response = await catalog({ method, url, headers, ...(body === '' ? {} : { body }) }, { limits: LIMITS, signal: NO_ABORT });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: Buffer.from(response.body) };
  };

  const takeFault = (kind: RequestKind) => {
    const found = active.findLast(({ on, left }) => left > 0 && (on === kind || (on === 'any' && kind !== 'other')));
    if (found !== undefined) {
      found.left -= 1;
    }
    return found;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', origin);
    const kind = kindOf(url.pathname);
    const taken = takeFault(kind);
    const entry: JournalEntry = {
      method: request.method ?? '', url: request.url ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, body, kind,
      fault: taken?.name, status: undefined,
    };
    journal.push(entry);
    if (watch.on) {
      history.push(entry);
    }
    watchers.forEach((watcher) => watcher());
    response.once('finish', () => {
      entry.status = response.statusCode;
    });
    const onConnection = sockets.get(request.socket) ?? 0;
    sockets.set(request.socket, onConnection + 1);

    // The time of the server's own clock, not of the machine's.
    response.setHeader('date', new Date(clock.now()).toUTCString());
    await holds.get(kind);
    const wait = delays.get(kind) ?? 0;
    if (wait > 0) {
      await sleep(wait, undefined, { ref: false });
    }
    if (response.destroyed) {
      return;
    }
    const good = (): Promise<GoodAnswer> => goodAnswer(request, body);
    const sendGood = async (): Promise<void> => {
      const answer = await good();
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    };
    if (taken === undefined) {
      return sendGood();
    }
    taken.count += 1;
    return taken.fault.run({
      request, response, kind, body, origin, foreignOrigin, count: taken.count - 1, onConnection, now: clock.now(), good, sendGood,
      accept: (given, token) => void accepted.set(given, token),
    });
  };
  server.on('request', (request, response) => {
    // A client that went away in the middle of a request is not the server's failure.
    handle(request, response).catch(() => response.destroy());
  });

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    sockets.forEach((_count, socket) => socket.destroy());
    await closed;
  };
  const requests = (kind: RequestKind): readonly JournalEntry[] => journal.filter((entry) => entry.kind === kind);

  const started: CatalogServer = {
    origin, production, sandbox, credentials, issuer, journal, history, requests, close,
    [Symbol.asyncDispose]: close,
    get tokenRequests() {
      return requests('token').length;
    },
    clearJournal: () => void journal.splice(0),
    arrived: (kind, count) => new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        watchers.delete(check);
        settle();
      };
      const check = (): void => {
        if (requests(kind).length >= count) {
          end(resolve);
        }
      };
      const timer = setTimeout(() => {
        end(() => reject(new Error(`Waited for ${count} ${kind} requests; there came: ${journal.map((entry) => entry.kind).join(', ') || 'nothing'}.`)));
      }, ARRIVAL_PATIENCE_MS);
      watchers.add(check);
      check();
    }),
    fault: (name, { times = Infinity, on } = {}) => {
      const fault = FAULTS.get(name);
      if (fault === undefined) {
        throw new Error(`no fault ${name}; there are ${[...FAULTS.keys()].join(' ')}`);
      }
      active.push({ name, fault, on: on ?? fault.on, left: times, count: 0 });
    },
    clearFaults: () => {
      active = [];
    },
    change: (change) => {
      const fault = alter('search', (page) => ({ ...page, features: (page['features'] as Readonly<Record<string, unknown>>[]).map(change) }));
      active.push({ name: 'changed', fault, on: 'search', left: Infinity, count: 0 });
    },
    delay: (kind, ms) => void delays.set(kind, ms),
    hold: (kind) => {
      let release = (): void => undefined;
      holds.set(kind, new Promise<void>((resolve) => {
        release = () => {
          holds.delete(kind);
          resolve();
        };
      }));
      return () => release();
    },
  };
  watch.server(started);
  return started;
}
