/** A loopback server that says what a test wants, and the ports of core around it. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '../../../src/core/environment.js';
import { CatalogError } from '../../../src/core/failure.js';
import type { ApiPorts } from '../../../src/core/catalog/http.js';
import type { Clock, Fetch, RequestLogEntry } from '../../../src/core/ports.js';
import type { AccessToken, Sessions } from '../../../src/core/auth/session.js';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
  /** Ends the connection instead. */
  readonly reset?: true;
}

export interface Loopback extends AsyncDisposable {
  readonly origin: string;
  readonly seen: readonly Seen[];
}

/** Serves on 127.0.0.1, port 0. */
export async function serve(answer: (request: Seen, count: number) => Answer | Promise<Answer>): Promise<Loopback> {
  const seen: Seen[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const entry: Seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    seen.push(entry);
    const { status = 200, headers = {}, body = '', reset } = await answer(entry, seen.length);
    if (reset === true) {
      response.destroy();
      return;
    }
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/geo+json', ...headers }).end(bytes);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function environmentAt(origin: string): Environment {
  return {
    name: 'Test', kind: 'other', baseUrl: origin, authUrl: origin, audience: origin, accountPageUrl: undefined,
    searchPath: '/stac/search', tokenPath: '/oauth/token',
  };
}

/** The Fetch port on global fetch: enough for tests. */
export const testFetch: Fetch = async (request, { limits, signal, onProgress }) => {
  try {
    const response = await fetch(request.url, {
      method: request.method, headers: request.headers, redirect: 'manual', signal, ...(request.body === undefined ? {} : { body: request.body }),
    });
    const cap = response.status >= 400 ? (limits.maxErrorBytes ?? limits.maxBytes) : limits.maxBytes;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
      onProgress?.(size);
      if (size > cap) {
        if (response.status >= 400) {
          break;
        }
        throw new CatalogError({ kind: 'tooLarge', host: new URL(request.url).host, limitBytes: cap });
      }
    }
    return { status: response.status, headers: new Map(response.headers), body: new Uint8Array(Buffer.concat(chunks)) };
  } catch (error) {
    if (signal.aborted) {
      throw new CatalogError({ kind: 'cancelled' });
    }
    if (error instanceof CatalogError) {
      throw error;
    }
    throw new CatalogError({ kind: 'network', host: new URL(request.url).host, reason: 'reset', sent: true }, { cause: error });
  }
};

/** A clock that sleeps at once and remembers for how long. */
export interface TestClock extends Clock {
  readonly slept: number[];
  time: number;
}

export function testClock(): TestClock {
  return {
    slept: [],
    time: Date.UTC(2026, 5, 10, 12),
    now() {
      return this.time;
    },
    monotonic() {
      return this.time;
    },
    async sleep(ms, signal) {
      if (signal.aborted) {
        throw new CatalogError({ kind: 'cancelled' });
      }
      this.slept.push(ms);
      this.time += ms;
    },
    random: () => 0.5,
  };
}

export const SECRET_TOKEN = 'canary-token-1';

function accessToken(value: string): AccessToken {
  return { value, facts: { source: 'exchange', obtainedAt: 0, expiresAt: 1e15, expiry: 'exact', allowance: undefined, audience: [], accepted: false } };
}

export interface TestPorts extends ApiPorts {
  readonly clock: TestClock;
  readonly requests: RequestLogEntry[];
  /** Everything else that was logged. */
  readonly lines: string[];
  readonly accepted: { readonly token: string; readonly date: number | undefined }[];
  readonly rejected: string[];
}

/** @param tokens what `token()` gives first and each 401 after it; then a 401 fails. */
export function testPorts(tokens: readonly string[] = [SECRET_TOKEN], overrides: Partial<ApiPorts> = {}): TestPorts {
  const requests: RequestLogEntry[] = [];
  const lines: string[] = [];
  const accepted: { token: string; date: number | undefined }[] = [];
  const rejected: string[] = [];
  const sessions = {
    token: () => Promise.resolve(accessToken(tokens[0] ?? '')),
    afterUnauthorized(environment: Environment, token: AccessToken) {
      rejected.push(token.value);
      const next = tokens[rejected.length];
      return next === undefined
        ? Promise.reject(new CatalogError({ kind: 'unauthorized', environment: environment.name, reason: 'neverAccepted' }))
        : Promise.resolve(accessToken(next));
    },
    accepted: (_environment: Environment, token: AccessToken, date: number | undefined) => void accepted.push({ token: token.value, date }),
  } as unknown as Sessions;
  return {
    fetch: testFetch,
    sessions,
    log: {
      request: (entry) => void requests.push(entry),
      info: (message) => void lines.push(message),
      warn: (message) => void lines.push(message),
      error: (message) => void lines.push(message),
      foreign: (label, text) => void lines.push(`${label}: ${text}`),
    },
    requests, lines, accepted, rejected,
    ...overrides,
    clock: testClock(),
  };
}

export const WANTED = (): AbortSignal => new AbortController().signal;

/** A feature as in the interface, section 2.4: no `type`, `stac_version` or `bbox`. */
export function feature(id: unknown, more: object = {}): object {
  return {
    id,
    links: [],
    assets: {},
    geometry: { type: 'Polygon', coordinates: [[[7, 46, 400], [8, 46, 400], [8, 47, 400], [7, 46, 400]]] },
    collection: 'org',
    properties: { created: '2026-06-01T00:00:00Z', datetime: '2026-06-10T08:15:30Z', platform: 'SAT-1', 'vendor:status': 'COMMANDED', 'sar:instrument_mode': 'SPOTLIGHT' },
    ...more,
  };
}

export function collection(features: readonly unknown[], more: object = {}): object {
  return { type: 'FeatureCollection', context: { limit: 100, returned: features.length }, features, links: [], ...more };
}

/** The failure that a promise ends in. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CatalogError) {
      return error.failure;
    }
    throw error;
  }
  throw new Error('it did not fail');
}
