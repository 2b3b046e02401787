/** The few ways to answer wrongly that the tables of faults are made of. */
import type { Fault, FaultContext, GoodAnswer } from '../faults.js';

export type Headers = Readonly<Record<string, string | string[]>>;
type Json = Record<string, unknown>;

export const JSON_TYPE = { 'content-type': 'application/json' };
export const HTML = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><a href="https://evil.example/">Sign in</a></body></html>';
export const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

export function send(context: FaultContext, status: number, body: string | Buffer, headers: Headers = {}): void {
  context.response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  context.response.end(body);
}

/** The same answer to each request. A function of the context where the answer depends on it. */
export function answer(on: Fault['on'], status: number, body: unknown = { message: 'no' }, headers: Headers | ((context: FaultContext) => Headers) = {}): Fault {
  return {
    on,
    run: (context) => {
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      send(context, status, text, { ...(typeof body === 'string' ? {} : JSON_TYPE), ...(typeof headers === 'function' ? headers(context) : headers) });
    },
  };
}

/** The good answer with its JSON changed (in place, or a new value returned). */
export function alter(on: 'token' | 'search', change: (value: Json, context: FaultContext) => unknown): Fault {
  return text(on, (body, context) => {
    const value = JSON.parse(body) as Json;
    const changed = change(value, context);
    return JSON.stringify(changed === undefined ? value : changed);
  });
}

/** The good answer with its text changed, and headers where given. */
export function text(on: 'token' | 'search', change: (body: string, context: FaultContext) => string | Buffer, headers: Headers = {}): Fault {
  return {
    on,
    run: async (context) => {
      const good = await context.good();
      // Only a good answer can be spoilt: a 401 must stay one.
      const spoilt = good.status === 200 ? change(good.body.toString(), context) : good.body;
      send(context, good.status, spoilt, { ...withoutLength(good), ...headers });
    },
  };
}

/** Bytes straight onto the connection, then closed (`end`), broken (`reset`) or left open. */
export function raw(on: Fault['on'], bytes: (good: GoodAnswer, context: FaultContext) => string | Buffer, then: 'end' | 'reset' | 'open' = 'end'): Fault {
  return {
    on,
    run: async (context) => {
      const socket = context.request.socket;
      const good = await context.good();
      await new Promise((resolve) => socket.write(bytes(good, context), resolve));
      switch (then) {
        case 'end':
          socket.end();
          break;
        case 'reset':
          socket.resetAndDestroy();
          break;
        case 'open':
          break;
      }
    },
  };
}

export function withoutLength(good: GoodAnswer): Record<string, string> {
  const { 'content-length': _length, ...headers } = good.headers;
  return headers;
}

/** A status line and headers as they go over the wire. */
export function head(status: string, headers: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
}

/** Writes `piece()` each `everyMs` until it gives nothing more or the connection closes. */
export function drip(context: FaultContext, everyMs: number, piece: () => string | Buffer | undefined): void {
  const timer = setInterval(() => {
    const next = piece();
    if (next === undefined) {
      clearInterval(timer);
      context.response.end();
    } else {
      context.response.write(next);
    }
  }, everyMs);
  context.request.socket.once('close', () => clearInterval(timer));
}
