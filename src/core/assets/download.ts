/**
 * One asset onto a disk: asked, gone on with where the line broke, asked for anew where its link has expired, and checked before it gets
 * its name. The token goes to the catalog's own origin or nowhere (security, S7 and S10).
 */
import { originOf, type Environment } from '../environment.js';
import { CatalogError, throwIfCancelled, type AssetReason, type NetworkReason } from '../failure.js';
import type { BodySink, Clock, HttpHead, Log, StreamFetch } from '../ports.js';
import { assetUrl } from './address.js';
import type { Asset } from './asset.js';
import { rangeOf, strongEtag } from './contentRange.js';
import { readMultihash } from './multihash.js';

/** The bytes that are there already, and where more of them go. @throws CatalogError `target` */
export interface DownloadPart {
  readonly size: number;
  /** The strong validator of these bytes; only with one are they gone on with. */
  readonly etag: string | undefined;
  /** Begins anew, and remembers what the bytes to come are part of. */
  restart(etag: string | undefined): Promise<void>;
  write(piece: Uint8Array): Promise<void>;
  /** Room on the disk, in bytes; undefined where the system does not say. */
  free(): Promise<number | undefined>;
  /** The digest of all bytes in hexadecimal digits; undefined for a function that this machine lacks. */
  digest(algorithm: string): Promise<string | undefined>;
}

export interface DownloadPorts {
  readonly stream: StreamFetch;
  readonly clock: Clock;
  readonly log: Log;
  /** Asks a person about a host, once for all downloads from it. */
  readonly allowHost: (host: string) => Promise<boolean>;
  /** Asks a person about a file of this many bytes. */
  readonly allowSize: (bytes: number) => Promise<boolean>;
  /** A token for the catalog's own origin; `rejected` is one that was answered with 401. */
  readonly token: (rejected: string | undefined, signal: AbortSignal) => Promise<string>;
  /** The asset as the catalog has it now. */
  readonly renew: (signal: AbortSignal) => Promise<Asset | undefined>;
}

export interface DownloadOrder {
  readonly environment: Environment;
  readonly asset: Asset;
  readonly part: DownloadPart;
  readonly signal: AbortSignal;
  /** `total` where it is known. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

/** What is known of a file that is complete. `unproven`: the item names a checksum that cannot be computed here. */
export interface Downloaded {
  readonly bytes: number;
  readonly checksum: 'none' | 'matches' | 'unproven';
}

export const DOWNLOAD_LIMITS = { connectMs: 20_000, headersMs: 30_000, bodyIdleMs: 30_000 } as const;
/** A person is asked before more than this is fetched. */
export const LARGE_BYTES = 20_000_000_000;

const MAX_REDIRECTS = 5;
/** Breaks in a row that bring nothing further. */
const MAX_BREAKS = 4;
const FIRST_WAIT_MS = 500;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const PASSING_REASONS: ReadonlySet<NetworkReason> = new Set<NetworkReason>(['refused', 'offline', 'reset', 'cutOff', 'bodyTimeout', 'headersTimeout', 'tooSlow']);

/**
 * Fetches until all bytes are in the part and match what the item says of them.
 * @throws CatalogError `asset`, `target`, `network`, `redirect`, `status` or `cancelled`; what is in the part may be gone on with, except
 *   after `wrongSize` and `wrongChecksum`
 */
export async function downloadAsset(ports: DownloadPorts, order: DownloadOrder): Promise<Downloaded> {
  return await new Download(ports, order).run();
}

interface Redirect {
  readonly kind: 'redirect';
  readonly location: string | undefined;
}

type Answer =
  | Redirect
  | { readonly kind: 'complete' }
  | { readonly kind: 'restart' | 'refused' | 'unauthorized' | 'large'; readonly bytes?: number }
  | { readonly kind: 'status'; readonly status: number };

class Download {
  #asset: Asset;
  #renewed = false;
  #token: string | undefined;
  #tokenRejected: string | undefined;
  #breaks = 0;
  #sizeAllowed = false;
  #resumed = false;
  #again = false;
  #total: number | undefined;

  constructor(private readonly ports: DownloadPorts, private readonly order: DownloadOrder) {
    this.#asset = order.asset;
  }

  async run(): Promise<Downloaded> {
    const { part, signal } = this.order;
    for (;;) {
      await this.#fetchAll();
      throwIfCancelled(signal);
      const checked = await this.#check();
      throwIfCancelled(signal);
      if (checked !== 'wrong') {
        return { bytes: part.size, checksum: checked };
      }
      if (!this.#resumed || this.#again) {
        throw this.#failure('wrongChecksum');
      }
      // The bytes from before may be to blame: once more, all of them.
      this.#again = true;
      await part.restart(undefined);
    }
  }

  /** Until the part is as long as the file. */
  async #fetchAll(): Promise<void> {
    const { part, signal } = this.order;
    for (;;) {
      throwIfCancelled(signal);
      const before = part.size;
      try {
        const answer = await this.#ask();
        throwIfCancelled(signal);
        if (answer.kind === 'complete') {
          const expected = this.#asset.size ?? this.#total;
          if (expected !== undefined && part.size > expected) {
            throw this.#failure('wrongSize');
          }
          if (expected === undefined || part.size === expected) {
            return;
          }
          // Ended in order, and too early.
          await this.#pause(before);
        } else {
          await this.#after(answer, before);
        }
      } catch (error) {
        throwIfCancelled(signal);
        if (!(error instanceof CatalogError && error.failure.kind === 'network' && PASSING_REASONS.has(error.failure.reason))) {
          throw error;
        }
        await this.#pause(before, error);
      }
    }
  }

  async #after(answer: Exclude<Answer, Redirect | { readonly kind: 'complete' }>, before: number): Promise<void> {
    const { part, signal } = this.order;
    switch (answer.kind) {
      case 'restart':
        await part.restart(undefined);
        break;
      case 'large':
        if (!(await this.ports.allowSize(answer.bytes ?? 0))) {
          throw this.#failure('notWanted');
        }
        this.#sizeAllowed = true;
        break;
      case 'unauthorized':
        this.#tokenRejected = this.#token;
        this.#token = await this.ports.token(this.#tokenRejected, signal);
        break;
      case 'refused': {
        if (this.#renewed) {
          throw this.#failure('linkRefused');
        }
        this.#renewed = true;
        const fresh = await this.ports.renew(signal);
        if (fresh?.href === undefined) {
          throw this.#failure('linkRefused');
        }
        this.#asset = fresh;
        break;
      }
      case 'status':
        if (answer.status === 404 || answer.status === 410) {
          throw this.#failure('notThere');
        }
        if (!PASSING_STATUSES.has(answer.status)) {
          throw new CatalogError({ kind: 'status', host: this.#host(), status: answer.status, retryAt: undefined });
        }
        await this.#pause(before, new CatalogError({ kind: 'status', host: this.#host(), status: answer.status, retryAt: undefined }));
        break;
    }
  }

  /** Waits before another try. What came and can be gone on with is not lost, so that it does not count as a try in vain. */
  async #pause(before: number, error?: CatalogError): Promise<void> {
    const { part, signal } = this.order;
    this.#breaks = part.etag !== undefined && part.size > before ? 0 : this.#breaks + 1;
    if (this.#breaks > MAX_BREAKS) {
      throw error?.failure.kind === 'status' ? error : this.#failure('keepsBreaking');
    }
    const ms = FIRST_WAIT_MS * 2 ** this.#breaks * (0.5 + this.ports.clock.random());
    this.ports.log.info(`${this.#host()}: going on in ${Math.round(ms)} ms with byte ${part.etag === undefined ? 0 : part.size}`);
    await this.ports.clock.sleep(ms, signal);
  }

  /** One request, over its redirects. */
  async #ask(): Promise<Exclude<Answer, Redirect>> {
    const { environment, signal } = this.order;
    const own = originOf(environment.baseUrl);
    const visited = new Set<string>();
    let url = assetUrl(this.#asset.href, environment);
    // Once it has left the catalog, nothing that comes back to it carries the token.
    let left = false;
    for (;;) {
      throwIfCancelled(signal);
      left ||= url.origin !== own;
      if (left && url.origin !== own && !(await this.ports.allowHost(url.host))) {
        throw new CatalogError({ kind: 'asset', reason: 'hostRefused', host: url.host });
      }
      if (visited.has(url.href) || visited.size > MAX_REDIRECTS) {
        throw new CatalogError({ kind: 'redirect', host: url.host, to: url.origin, reason: 'loop' });
      }
      visited.add(url.href);
      const answer = await this.#send(url, !left);
      if (answer.kind !== 'redirect') {
        return answer;
      }
      const target = answer.location !== undefined && URL.canParse(answer.location, url.href) ? new URL(answer.location, url) : undefined;
      if (target === undefined) {
        throw new CatalogError({ kind: 'redirect', host: url.host, to: undefined, reason: 'noTarget' });
      }
      if (url.protocol === 'https:' && target.protocol === 'http:') {
        throw new CatalogError({ kind: 'redirect', host: url.host, to: target.origin, reason: 'downgrade' });
      }
      url = assetUrl(target.href, environment);
    }
  }

  async #send(url: URL, withToken: boolean): Promise<Answer> {
    const { part, signal, environment } = this.order;
    const { clock, log } = this.ports;
    if (withToken) {
      this.#token ??= await this.ports.token(undefined, signal);
    }
    const from = part.etag === undefined ? 0 : part.size;
    const started = clock.monotonic();
    const entry = (status: number | undefined): void =>
      log.request({ method: 'GET', origin: url.origin, path: url.pathname, status, ms: Math.round(clock.monotonic() - started), bytes: part.size - from });
    let answer: Answer = { kind: 'complete' };
    try {
      const { status } = await this.ports.stream(
        {
          method: 'GET',
          url: url.href,
          headers: {
            Accept: '*/*',
            ...(from > 0 && part.etag !== undefined ? { Range: `bytes=${from}-`, 'If-Range': part.etag } : {}),
            ...(withToken && url.origin === originOf(environment.baseUrl) ? { Authorization: `Bearer ${this.#token ?? ''}` } : {}),
          },
        },
        {
          limits: DOWNLOAD_LIMITS,
          signal,
          accept: async (head) => {
            const judged = await this.#judge(head, from, withToken);
            answer = judged.answer;
            return judged.sink;
          },
        },
      );
      entry(status);
      return answer;
    } catch (error) {
      entry(undefined);
      throw error;
    }
  }

  /** What an answer's head means, and where its body goes. */
  async #judge(head: HttpHead, from: number, withToken: boolean): Promise<{ readonly answer: Answer; readonly sink?: BodySink }> {
    const { part } = this.order;
    const { status, headers } = head;
    const encoded = headers.has('content-encoding') && headers.get('content-encoding') !== 'identity';
    if (REDIRECTS.has(status)) {
      return { answer: { kind: 'redirect', location: headers.get('location') } };
    }
    if (status === 401 && withToken && this.#tokenRejected === undefined) {
      return { answer: { kind: 'unauthorized' } };
    }
    if (status === 401 || status === 403) {
      return { answer: { kind: 'refused' } };
    }
    if (status === 206 && from > 0) {
      const range = rangeOf(headers.get('content-range'));
      const etag = headers.get('etag');
      const fits = !encoded && range?.start === from && (etag === undefined || etag === part.etag) && (range.total === undefined || this.#asset.size === undefined || range.total === this.#asset.size);
      if (!fits) {
        return { answer: { kind: 'restart' } };
      }
      this.#resumed = true;
      return await this.#receive(range.total, from);
    }
    if (status === 416 && from > 0) {
      return { answer: { kind: 'restart' } };
    }
    if (status !== 200) {
      return { answer: { kind: 'status', status } };
    }
    const declared = encoded ? undefined : lengthOf(headers);
    if (declared !== undefined && this.#asset.size !== undefined && declared !== this.#asset.size) {
      throw this.#failure('wrongSize');
    }
    const room = await this.#receive(declared ?? this.#asset.size, 0);
    if (room.sink !== undefined) {
      // A range of an encoded body would be a range of other bytes.
      await part.restart(encoded ? undefined : strongEtag(headers.get('etag')));
    }
    return room;
  }

  async #receive(total: number | undefined, from: number): Promise<{ readonly answer: Answer; readonly sink?: BodySink }> {
    const { part, onProgress } = this.order;
    if (total !== undefined && total > LARGE_BYTES && !this.#sizeAllowed) {
      return { answer: { kind: 'large', bytes: total } };
    }
    const free = await part.free();
    if (total !== undefined && free !== undefined && total - from > free) {
      throw new CatalogError({ kind: 'target', reason: 'full' });
    }
    this.#total = total;
    return {
      answer: { kind: 'complete' },
      sink: async (piece) => {
        await part.write(piece);
        onProgress?.(part.size, total);
      },
    };
  }

  async #check(): Promise<Downloaded['checksum'] | 'wrong'> {
    const { checksum } = this.#asset;
    if (checksum === undefined) {
      return 'none';
    }
    const expected = readMultihash(checksum);
    const actual = expected.kind === 'known' ? await this.order.part.digest(expected.algorithm) : undefined;
    if (expected.kind === 'unknown' || actual === undefined) {
      return 'unproven';
    }
    return actual === expected.digest ? 'matches' : 'wrong';
  }

  #host(): string {
    return URL.canParse(this.#asset.href ?? '') ? new URL(this.#asset.href ?? '').host : '';
  }

  #failure(reason: AssetReason): CatalogError {
    return new CatalogError({ kind: 'asset', reason, host: this.#host() });
  }
}

function lengthOf(headers: ReadonlyMap<string, string>): number | undefined {
  const text = headers.get('content-length');
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
