/** How far page after page is followed in one go: a service whose pages never end is left at one of these bounds. */
import type { Clock } from '../ports.js';

export interface PagingBounds {
  readonly pages: number;
  /** Of the bodies, after decompression. */
  readonly bytes: number;
  readonly ms: number;
}

const MINUTE_MS = 60_000;
const GIB = 1024 ** 3;

/** Rows are held in memory, and a person can go on from there. */
export const LOAD_ALL_BOUNDS: PagingBounds = { pages: 2_000, bytes: GIB, ms: 30 * MINUTE_MS };
/** An export holds nothing but the names of its items, and cannot go on later. */
export const EXPORT_BOUNDS: PagingBounds = { pages: 20_000, bytes: 64 * GIB, ms: 12 * 60 * MINUTE_MS };

export class PagingBudget {
  readonly #until: number;
  #pages = 0;
  #bytes = 0;

  constructor(private readonly bounds: PagingBounds, private readonly clock: Clock) {
    this.#until = clock.monotonic() + bounds.ms;
  }

  /** Whether no other page may be asked for. */
  get spent(): boolean {
    const { pages, bytes } = this.bounds;
    return this.#pages >= pages || this.#bytes >= bytes || this.clock.monotonic() >= this.#until;
  }

  /** A page is asked for. @returns what is told of its bytes as they come */
  page(): (receivedBytes: number) => void {
    this.#pages += 1;
    let before = 0;
    return (receivedBytes) => {
      // A page that is asked for again begins at nothing.
      this.#bytes += receivedBytes < before ? receivedBytes : receivedBytes - before;
      before = receivedBytes;
    };
  }
}
