import { createHash } from 'node:crypto';
import { CatalogError } from '../../../../src/core/failure.js';
import type { Clock } from '../../../../src/core/ports.js';

/** 2026-06-01T00:00:00Z: where every virtual wall clock starts. */
export const START = Date.UTC(2026, 5, 1);

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** Time that passes only when it is told to. One thread of events: everything due is run in order, and all that follows from it first. */
export class VirtualTime {
  #monotonic = 0;
  #order = 0;
  #timers: Timer[] = [];
  #random: number;
  wallOffset = START;

  constructor(seed = 1) {
    this.#random = seed >>> 0;
  }

  /** True time, milliseconds since the start. */
  get monotonic(): number {
    return this.#monotonic;
  }

  get wall(): number {
    return this.#monotonic + this.wallOffset;
  }

  /** mulberry32 */
  random(): number {
    this.#random = (this.#random + 0x6d2b79f5) >>> 0;
    let value = this.#random;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  after(ms: number, fire: () => void): () => void {
    const timer: Timer = { at: this.#monotonic + Math.max(0, ms), order: (this.#order += 1), fire };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        cancel();
        reject(new CatalogError({ kind: 'cancelled' }));
      };
      const cancel = this.after(ms, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      signal?.addEventListener('abort', stop, { once: true });
      if (signal?.aborted === true) {
        stop();
      }
    });
  }

  clock(): Clock {
    return { now: () => this.wall, monotonic: () => this.#monotonic, sleep: async (ms, signal) => await this.sleep(ms, signal), random: () => this.random() };
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** Lets time pass. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms;
    for (;;) {
      await settle();
      const next = this.#timers.reduce<Timer | undefined>((first, timer) => (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order) ? timer : first), undefined);
      if (next === undefined || next.at > until) {
        break;
      }
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#monotonic = Math.max(this.#monotonic, next.at);
      next.fire();
    }
    this.#monotonic = Math.max(this.#monotonic, until);
  }

  /** Lets time pass until a promise has settled, for at most `ms`. */
  async until<T>(promise: Promise<T>, ms = 200_000): Promise<T> {
    let done = false;
    promise.then(() => (done = true), () => (done = true));
    const end = this.#monotonic + ms;
    await settle();
    while (!done) {
      const next = Math.min(...this.#timers.map((timer) => timer.at));
      if (next > end) {
        throw new Error(`still waiting after ${ms} ms of virtual time`);
      }
      await this.advance(next - this.#monotonic);
    }
    return await promise;
  }
}

/** Runs all microtasks. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
}

/** SHA-256 at once instead of in a thread, so that the order of events depends on the virtual time alone. */
export function hashAtOnce(): void {
  crypto.subtle.digest = async (_algorithm, data) => {
    const digest = createHash('sha256').update(data as Uint8Array).digest();
    return await Promise.resolve(new Uint8Array(digest).buffer);
  };
}
