import type { NetworkReason } from '../../core/failure.js';
import type { HttpLimits } from '../../core/ports.js';
import type { Phase } from './networkReason.js';

/** The least that a body must bring: `bytes` (as they come over the wire) in each `everyMs`. Less for ever is not an answer. */
export interface Pace {
  readonly bytes: number;
  readonly everyMs: number;
}

/** About 70 bytes a second: a hundredth of a bad line, and more than a trickle that only keeps a connection busy. */
export const DEFAULT_PACE: Pace = { bytes: 1_024, everyMs: 15_000 };

/** The body of a failed request is worth this long, milliseconds: its status is already known. */
const ERROR_BODY_MS = 5_000;

const REASONS: Readonly<Record<Phase, NetworkReason>> = { connecting: 'connectTimeout', waiting: 'headersTimeout', receiving: 'bodyTimeout' };

/** The clocks of one request, phase by phase. Calls `expire` at most once; clear it when the request is over. */
export class Deadlines {
  #phase: Phase = 'connecting';
  #step: ReturnType<typeof setTimeout> | undefined;
  #total: ReturnType<typeof setTimeout> | undefined;
  #pace: ReturnType<typeof setInterval> | undefined;
  #bytes = 0;

  constructor(private readonly limits: HttpLimits, private readonly expire: (reason: NetworkReason) => void, private readonly pace = DEFAULT_PACE) {
    this.#next(limits.connectMs);
    if (limits.totalMs !== undefined) {
      this.#total = setTimeout(() => this.#end(REASONS[this.#phase]), limits.totalMs);
    }
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Still to be connected, for this long from now on, milliseconds. */
  connecting(ms: number): void {
    this.#next(ms);
  }

  /** The request goes out: now for the answer's head. */
  waiting(): void {
    this.#phase = 'waiting';
    this.#next(this.limits.headersMs);
  }

  /** The head is here: now for the body. */
  receiving(status: number): void {
    this.#phase = 'receiving';
    if (status >= 400) {
      this.#total ??= setTimeout(() => this.#end('bodyTimeout'), ERROR_BODY_MS);
    }
    this.#next(this.limits.bodyIdleMs);
    let before = 0;
    this.#pace = setInterval(() => {
      if (this.#bytes - before < this.pace.bytes) {
        this.#end('tooSlow');
      }
      before = this.#bytes;
    }, this.pace.everyMs);
  }

  /** A piece of the body came over the wire. */
  received(bytes: number): void {
    this.#bytes += bytes;
    this.#next(this.limits.bodyIdleMs);
  }

  clear(): void {
    clearTimeout(this.#step);
    clearTimeout(this.#total);
    clearInterval(this.#pace);
  }

  #next(ms: number): void {
    clearTimeout(this.#step);
    // A timer of Infinity would fire at once.
    this.#step = ms === Infinity ? undefined : setTimeout(() => this.#end(REASONS[this.#phase]), ms);
  }

  #end(reason: NetworkReason): void {
    this.clear();
    this.expire(reason);
  }
}
