/** What one download may cost in all. A host that never comes to an end is left at one of these bounds. */
import { CatalogError } from '../failure.js';
import type { Clock } from '../ports.js';

const DAY_MS = 86_400_000;
/** Redirects count as well. A file of 20 GB gets through where the line breaks every 100 MB. */
const MAX_REQUESTS = 200;
/** Bytes of the file that are fetched, over all tries, for each byte that it has. */
const MAX_COPIES = 5;
/** Small files have room for a few tries, bytes. */
const SPARE_BYTES = 1 << 20;

export class DownloadBudget {
  readonly #until: number;
  #requests = 0;
  #bytes = 0;
  #spent: 'requests' | 'bytes' | 'time' | undefined;

  constructor(private readonly clock: Clock) {
    this.#until = clock.monotonic() + DAY_MS;
  }

  /** Which bound ended the download. */
  get spent(): 'requests' | 'bytes' | 'time' | undefined {
    return this.#spent;
  }

  /** A request is about to go out. @throws CatalogError `asset` with `keepsBreaking`, `network` with `tooSlow` */
  request(host: string): void {
    this.#requests += 1;
    if (this.#requests > MAX_REQUESTS) {
      this.#spent = 'requests';
      throw new CatalogError({ kind: 'asset', reason: 'keepsBreaking', host });
    }
    this.#checkTime(host);
  }

  /**
   * A piece of the file came.
   * @param length of the file, in bytes, as far as it is known
   * @throws CatalogError as {@link request}
   */
  receive(bytes: number, length: number, host: string): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_COPIES * length + SPARE_BYTES) {
      this.#spent = 'bytes';
      throw new CatalogError({ kind: 'asset', reason: 'keepsBreaking', host });
    }
    this.#checkTime(host);
  }

  #checkTime(host: string): void {
    if (this.clock.monotonic() > this.#until) {
      this.#spent = 'time';
      throw new CatalogError({ kind: 'network', host, reason: 'tooSlow', sent: true });
    }
  }
}
