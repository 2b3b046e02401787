/**
 * One asset onto a disk: asked, gone on with where the line broke, asked for anew where its link has expired, and checked before it gets
 * its name. The token goes to the catalog's own origin or nowhere (security, S7 and S10).
 */
import { CatalogError, throwIfCancelled, type NetworkReason } from '../failure.js';
import { AssetRequests, type AssetAnswer } from './assetRequests.js';
import type { Downloaded, DownloadOrder, DownloadPorts } from './downloadPorts.js';
import { readMultihash } from './multihash.js';

/** Breaks and restarts in a row that bring nothing further. */
const MAX_BREAKS = 4;
/** Bytes beyond all that was kept before that count as a step further: a byte for each request is none. */
const MIN_GAIN = 1 << 16;
const FIRST_WAIT_MS = 500;
/** A longer wait is for a person to decide. */
const MAX_WAIT_MS = 60_000;
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const PASSING_REASONS: ReadonlySet<NetworkReason> = new Set<NetworkReason>(['refused', 'offline', 'reset', 'cutOff', 'bodyTimeout', 'headersTimeout', 'tooSlow']);

/**
 * Fetches until all bytes are in the part and match what the item says of them.
 * @throws CatalogError `asset`, `target`, `network`, `redirect`, `status` or `cancelled`; what is in the part then may be gone on with,
 *   else the part is empty
 */
export async function downloadAsset(ports: DownloadPorts, order: DownloadOrder): Promise<Downloaded> {
  return await new Download(ports, order).run();
}

class Download {
  readonly #requests: AssetRequests;
  #renewed = false;
  #breaks = 0;
  #restarts = 0;
  /** Bytes that count as progress already. */
  #reached: number;
  #again = false;

  constructor(private readonly ports: DownloadPorts, private readonly order: DownloadOrder) {
    this.#requests = new AssetRequests(ports, order);
    this.#reached = order.part.size;
  }

  async run(): Promise<Downloaded> {
    try {
      return await this.#run();
    } catch (error) {
      if (this.#isWorthless(error)) {
        // A part that cannot be emptied is removed or found out by its checksum; this failure is the one to tell.
        await this.order.part.restart(undefined).catch(() => undefined);
      }
      throw error;
    }
  }

  /** Whether nobody can go on with the bytes at hand: they are wrong, or the host proved that it does not go on. */
  #isWorthless(error: unknown): boolean {
    const reason = error instanceof CatalogError && error.failure.kind === 'asset' ? error.failure.reason : undefined;
    return reason === 'wrongSize' || reason === 'wrongChecksum' || (reason === 'keepsBreaking' && (this.#restarts > 0 || this.#requests.budget.spent === 'bytes'));
  }

  async #run(): Promise<Downloaded> {
    const { part, signal } = this.order;
    for (;;) {
      await this.#fetchAll();
      throwIfCancelled(signal);
      const checked = await this.#check();
      throwIfCancelled(signal);
      if (checked !== 'wrong') {
        return { bytes: part.size, checksum: checked };
      }
      if (!this.#requests.resumed || this.#again) {
        throw this.#requests.failure('wrongChecksum');
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
      try {
        const answer = await this.#requests.ask();
        throwIfCancelled(signal);
        if (answer.kind === 'complete') {
          const { expected } = this.#requests;
          if (expected !== undefined && part.size > expected) {
            // Bytes from before may be more than the file has.
            throw this.#requests.failure('wrongSize');
          }
          if (expected === undefined || part.size === expected) {
            return;
          }
          // Ended in order, and too early.
          await this.#pause();
        } else {
          await this.#after(answer);
        }
      } catch (error) {
        throwIfCancelled(signal);
        if (this.#requests.budget.spent !== undefined || !(error instanceof CatalogError && error.failure.kind === 'network' && PASSING_REASONS.has(error.failure.reason))) {
          throw error;
        }
        await this.#pause({ error });
      }
    }
  }

  async #after(answer: Exclude<AssetAnswer, { readonly kind: 'complete' }>): Promise<void> {
    const { part, signal } = this.order;
    switch (answer.kind) {
      case 'restart':
        this.#restarts += 1;
        await part.restart(undefined);
        await this.#pause();
        break;
      case 'large':
        if (!(await this.ports.allowSize(answer.bytes, answer.least))) {
          throw this.#requests.failure('notWanted');
        }
        this.#requests.sizeAllowed = true;
        break;
      case 'unauthorized':
        await this.#requests.otherToken();
        break;
      case 'refused': {
        if (this.#renewed) {
          throw this.#requests.failure('linkRefused');
        }
        this.#renewed = true;
        const fresh = await this.ports.renew(signal);
        if (fresh?.href === undefined) {
          throw this.#requests.failure('linkRefused');
        }
        this.#requests.asset = fresh;
        break;
      }
      case 'status':
        await this.#afterStatus(answer);
        break;
    }
  }

  /** Waits as long as the host asks for, where that is not for ever. */
  async #afterStatus({ status, retryAfter: asked }: Extract<AssetAnswer, { readonly kind: 'status' }>): Promise<void> {
    if (status === 404 || status === 410) {
      throw this.#requests.failure('notThere');
    }
    const retryAt = asked === undefined ? undefined : this.ports.clock.now() + asked;
    const error = new CatalogError({ kind: 'status', host: this.#requests.host, status, retryAt });
    if (!PASSING_STATUSES.has(status) || (asked ?? 0) > MAX_WAIT_MS) {
      throw error;
    }
    await this.#pause({ error, atLeast: asked ?? 0 });
  }

  /** Waits before another try. What came beyond all that was kept before, and can be gone on with, makes up for the tries in vain. */
  async #pause({ error, atLeast = 0 }: { readonly error?: CatalogError; readonly atLeast?: number } = {}): Promise<void> {
    const { part, signal } = this.order;
    const gained = part.etag !== undefined && part.size >= this.#reached + MIN_GAIN;
    this.#reached = gained ? part.size : this.#reached;
    this.#breaks = gained ? 0 : this.#breaks + 1;
    if (this.#breaks > MAX_BREAKS) {
      throw error?.failure.kind === 'status' ? error : this.#requests.failure('keepsBreaking');
    }
    const ms = Math.max(atLeast, FIRST_WAIT_MS * 2 ** this.#breaks * (0.5 + this.ports.clock.random()));
    this.ports.log.info(`${this.#requests.host}: going on in ${Math.round(ms)} ms with byte ${part.etag === undefined ? 0 : part.size}`);
    await this.ports.clock.sleep(ms, signal);
  }

  async #check(): Promise<Downloaded['checksum'] | 'wrong'> {
    const { checksum } = this.#requests.asset;
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
}
