/** The requests of one download: over redirects to the host that has the file, and what each answer means. */
import { originOf } from '../environment.js';
import { CatalogError, throwIfCancelled, type AssetReason } from '../failure.js';
import type { BodySink, HttpHead } from '../ports.js';
import { httpDate, retryAfter } from '../retryAfter.js';
import { holdsToken } from '../catalog/tokenEcho.js';
import { assetUrl } from './address.js';
import type { Asset } from './asset.js';
import { rangeOf, strongEtag } from './contentRange.js';
import { DownloadBudget } from './downloadBudget.js';
import { DOWNLOAD_LIMITS, LARGE_BYTES, type DownloadOrder, type DownloadPorts } from './downloadPorts.js';

/** What a whole answer, after its redirects, came to. Only with `complete` did a body go into the part. */
export type AssetAnswer =
  | { readonly kind: 'complete' }
  /** The bytes at hand are of no use: all of them again. */
  | { readonly kind: 'restart' }
  /** The link is not accepted, with the token or without. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unauthorized' }
  /** `least`: it does not say how long it is, and is longer than `bytes`. */
  | { readonly kind: 'large'; readonly bytes: number; readonly least: boolean }
  /** `retryAfter` in milliseconds. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: number | undefined };

interface Redirect {
  readonly kind: 'redirect';
  readonly location: string | undefined;
}

interface Judgement {
  readonly answer: AssetAnswer | Redirect;
  readonly sink?: BodySink;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What is known of the file and of the token, from one request to the next. */
export class AssetRequests {
  /** Replaced when its link was renewed. */
  asset: Asset;
  /** A person agreed to a very large file. */
  sizeAllowed = false;
  readonly budget: DownloadBudget;
  #token: string | undefined;
  #tokenRejected: string | undefined;
  #resumed = false;
  #total: number | undefined;
  #outgrown = false;
  /** The farthest that the part ever went, in bytes. */
  #highest: number;

  constructor(private readonly ports: DownloadPorts, private readonly order: DownloadOrder) {
    this.asset = order.asset;
    this.budget = new DownloadBudget(ports.clock);
    this.#highest = order.part.size;
  }

  /** Bytes, as the item says, else as the host did. */
  get expected(): number | undefined {
    return this.asset.size ?? this.#total;
  }

  /** Whether bytes from an earlier request were gone on with. */
  get resumed(): boolean {
    return this.#resumed;
  }

  get host(): string {
    return URL.parse(this.asset.href ?? '')?.host ?? '';
  }

  failure(reason: AssetReason): CatalogError {
    return new CatalogError({ kind: 'asset', reason, host: this.host });
  }

  /** Gets another token after `unauthorized`. */
  async otherToken(): Promise<void> {
    this.#tokenRejected = this.#token;
    this.#token = await this.ports.token(this.#tokenRejected, this.order.signal);
  }

  /** One request, over its redirects. @throws CatalogError as `downloadAsset` */
  async ask(): Promise<AssetAnswer> {
    const { environment, signal } = this.order;
    const own = originOf(environment.baseUrl);
    const visited = new Set<string>();
    let url = assetUrl(this.asset.href, environment);
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
      this.budget.request(url.host);
      const held = await this.ports.heldToken(signal);
      if (held !== undefined && holdsToken(url.href, held)) {
        throw new CatalogError({ kind: 'asset', reason: 'holdsToken', host: url.host });
      }
      const answer = await this.#send(url, !left);
      if (answer.kind !== 'redirect') {
        return answer;
      }
      const target = answer.location === undefined ? null : URL.parse(answer.location, url.href);
      if (target === null) {
        throw new CatalogError({ kind: 'redirect', host: url.host, to: undefined, reason: 'noTarget' });
      }
      if (url.protocol === 'https:' && target.protocol === 'http:') {
        throw new CatalogError({ kind: 'redirect', host: url.host, to: target.origin, reason: 'downgrade' });
      }
      url = assetUrl(target.href, environment);
    }
  }

  async #send(url: URL, withToken: boolean): Promise<Judgement['answer']> {
    const { part, signal, environment } = this.order;
    const { clock, log } = this.ports;
    if (withToken) {
      this.#token ??= await this.ports.token(undefined, signal);
    }
    const from = part.etag === undefined ? 0 : part.size;
    const started = clock.monotonic();
    const entry = (status: number | undefined): void =>
      log.request({ method: 'GET', origin: url.origin, path: url.pathname, status, ms: Math.round(clock.monotonic() - started), bytes: part.size - from });
    let answer: Judgement['answer'] = { kind: 'complete' };
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
      if (this.#outgrown) {
        this.#outgrown = false;
        return { kind: 'large', bytes: this.#large, least: true };
      }
      throw error;
    }
  }

  /** What an answer's head means, and where its body goes. */
  async #judge({ status, headers }: HttpHead, from: number, withToken: boolean): Promise<Judgement> {
    const { part } = this.order;
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
      const fits = !encoded && range?.start === from && (etag === undefined || etag === part.etag) && (range.total === undefined || this.expected === undefined || range.total === this.expected);
      if (!fits) {
        return { answer: { kind: 'restart' } };
      }
      this.#resumed = true;
      return await this.#receive(range.total ?? this.expected, from);
    }
    if (status === 416 && from > 0) {
      return { answer: { kind: 'restart' } };
    }
    if (status !== 200) {
      const serverNow = httpDate(headers.get('date') ?? '') ?? this.ports.clock.now();
      return { answer: { kind: 'status', status, retryAfter: retryAfter(headers.get('retry-after'), serverNow) } };
    }
    const declared = encoded ? undefined : lengthOf(headers);
    if (declared !== undefined && this.asset.size !== undefined && declared !== this.asset.size) {
      throw this.failure('wrongSize');
    }
    const room = await this.#receive(declared ?? this.asset.size, 0);
    if (room.sink !== undefined) {
      // A range of an encoded body would be a range of other bytes.
      await part.restart(encoded ? undefined : strongEtag(headers.get('etag')));
    }
    return room;
  }

  async #receive(total: number | undefined, from: number): Promise<Judgement> {
    const { part } = this.order;
    if (total !== undefined && total > this.#large && !this.sizeAllowed) {
      return { answer: { kind: 'large', bytes: total, least: false } };
    }
    const free = await part.free();
    if (total !== undefined && free !== undefined && total - from > free) {
      throw new CatalogError({ kind: 'target', reason: 'full' });
    }
    this.#total = total;
    return { answer: { kind: 'complete' }, sink: async (piece) => await this.#take(piece) };
  }

  /** Writes a piece, where the file still has room for it. What a length says counts for each piece: a host may go on after it. */
  async #take(piece: Uint8Array): Promise<void> {
    const { part, onProgress } = this.order;
    const { expected } = this;
    const size = part.size + piece.length;
    if (expected !== undefined && size > expected) {
      throw this.failure('wrongSize');
    }
    if (expected === undefined && size > this.#large && !this.sizeAllowed) {
      this.#outgrown = true;
      throw this.failure('notWanted');
    }
    this.#highest = Math.max(this.#highest, size);
    this.budget.receive(piece.length, expected ?? this.#highest, this.host);
    await part.write(piece);
    onProgress?.(part.size, expected);
  }

  get #large(): number {
    return this.order.largeBytes ?? LARGE_BYTES;
  }
}

function lengthOf(headers: ReadonlyMap<string, string>): number | undefined {
  const text = headers.get('content-length');
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
