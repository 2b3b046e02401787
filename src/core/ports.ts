/**
 * What core needs from the outside, and all it knows of it. `platform` implements these for VS Code and Node;
 * tests implement them with a fake clock and a store that lags.
 */
import type { Event } from './event.js';

/** One HTTP request. `url` is absolute; header names are as they go out. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One HTTP answer with its whole body, decompressed. Header names are lower case. 3xx are handed over, never followed. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** Bounds of one request: times in milliseconds, sizes in bytes. A time of Infinity is no bound: for requests that `totalMs` bounds. */
export interface HttpLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** The longest gap between two pieces of the body. */
  readonly bodyIdleMs: number;
  /** The body's cap after decompression; more ends the request with `tooLarge`. */
  readonly maxBytes: number;
  /** How much is read of the body of an answer with status 400 or more: the rest is left, and the answer handed over as it is. */
  readonly maxErrorBytes?: number;
  /** A cap on the request as a whole; absent for answers that may be long and steady. */
  readonly totalMs?: number;
}

export interface FetchOptions {
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  /**
   * Called before the first byte of the request leaves this machine; by an adapter that cannot know, at the latest when the signal aborts
   * or the request ends otherwise. Where it was not called by then, nothing was sent.
   */
  readonly onSent?: () => void;
  /** Called as the body arrives, with the bytes received so far. */
  readonly onProgress?: (receivedBytes: number) => void;
  /** Called with the head of an answer whose body arrives in pieces. Undefined: only the whole body is of interest. */
  readonly watch?: (head: HttpHead) => BodyWatch | undefined;
}

/** Told of each piece of a body, with all of the body that is there, decoded: the bytes may be held, and are the first of every later call's. Never throws. */
export type BodyWatch = (soFar: Uint8Array) => void;

/**
 * Sends one request, once: no retry, no redirect, no cookie.
 * @throws CatalogError `network` (with `sent`), `tooLarge` or `cancelled`; nothing else.
 */
export type Fetch = (request: HttpRequest, options: FetchOptions) => Promise<HttpResponse>;

/** The head of an answer. Header names are lower case. */
export type HttpHead = Omit<HttpResponse, 'body'>;

/** Takes a body piece by piece, decoded; the next piece waits for the promise. What it throws ends the request with that. */
export type BodySink = (piece: Uint8Array) => Promise<void>;

export interface StreamOptions {
  /** `maxBytes` and `maxErrorBytes` do not count here: who takes the body counts. */
  readonly limits: Pick<HttpLimits, 'connectMs' | 'headersMs' | 'bodyIdleMs'>;
  readonly signal: AbortSignal;
  /** Judges the head. Undefined: the body is not wanted, and the connection ends. */
  readonly accept: (head: HttpHead) => Promise<BodySink | undefined>;
}

/**
 * Sends one request, once, and hands its body over as it comes; for bodies too long to be held. Asks for
 * a body that is not compressed. Resolves when the whole body was taken,
 * or was not wanted. Nothing of the body is handed over after it has settled.
 * @throws CatalogError `network` (with `sent`), `cancelled`, or what `accept` and its sink throw.
 */
export type StreamFetch = (request: HttpRequest, options: StreamOptions) => Promise<HttpHead>;

export interface Clock {
  /** Wall time, milliseconds since the epoch. May jump. */
  now(): number;
  /** Milliseconds from an arbitrary start. Never jumps, may stand still in sleep. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with `cancelled` as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A number in [0, 1), for jitter. */
  random(): number;
}

/**
 * The editor's secret store. Each window reads its own memory copy, which lags behind the others by a few hundred
 * milliseconds; `onDidChange` tells the key that another window (or this one) wrote.
 * @throws CatalogError `machine` with `what: 'secrets'` when the store refuses.
 */
export interface Secrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** The keys that have a value. */
  keys(): Promise<readonly string[]>;
  readonly onDidChange: Event<string>;
}

/** A lease that is held. `release` never throws and gives up only what is still ours. */
export interface HeldLease {
  /** Whether it is still ours: after a sleep of the machine another window may have taken it over. Never throws. */
  stillHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * One holder per key on this machine, across windows and processes.
 * @throws CatalogError `heldBack`/`otherWindow` when `waitMs` pass, `cancelled`, or `machine`/`storage` where no file can be made.
 */
export interface Lease {
  acquire(key: string, options: { readonly waitMs: number; readonly signal: AbortSignal; readonly onWait?: () => void }): Promise<HeldLease>;
}

/**
 * Small texts on disk that all windows share, replaced as a whole and flushed before the promise resolves.
 * @throws CatalogError `machine` with `what: 'storage'`.
 */
export interface LedgerStore {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
}

/** What may be logged. An allow-list: nothing else of a request or an answer can be put here. */
export interface RequestLogEntry {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly ms: number;
  readonly bytes?: number;
}

export interface Log {
  request(entry: RequestLogEntry): void;
  info(message: string): void;
  warn(message: string): void;
  /** A defect, with its stack; the adapter redacts. */
  error(message: string, error?: unknown): void;
  /** Text written by a service: marked as such, cut, control characters made visible. */
  foreign(label: string, text: string): void;
}
