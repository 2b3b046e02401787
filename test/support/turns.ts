/** How long one thing keeps everybody else from their turn, by the processor's time: what other processes take does not count. */
import { throwIfCancelled } from '../../src/core/failure.js';
import type { Clock } from '../../src/core/ports.js';

export class Turns {
  /** Milliseconds of the longest turn. */
  longest = 0;
  /** The most memory that was in use between two turns, in bytes: heap and buffers. */
  peak = 0;
  /** Turns since there was somebody to tell. */
  afterBody = 0;
  onTurn: (() => void) | undefined;
  /** The most that the process had of the machine's memory, in bytes. */
  rss = 0;
  #started = process.cpuUsage();

  /** For work that is done in turns. */
  readonly clock: Clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => 0.5,
    sleep: async (_ms, signal) => {
      await this.next();
      if (this.onTurn !== undefined) {
        this.afterBody += 1;
        this.onTurn();
      }
      throwIfCancelled(signal);
    },
  };

  /** A turn ends, and another one begins. */
  async next(): Promise<void> {
    this.end();
    await new Promise(setImmediate);
    this.begin();
  }

  begin(): void {
    this.#started = process.cpuUsage();
  }

  end(): void {
    const { user, system } = process.cpuUsage(this.#started);
    this.longest = Math.max(this.longest, (user + system) / 1000);
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    this.peak = Math.max(this.peak, heapUsed + arrayBuffers);
    this.rss = Math.max(this.rss, rss);
  }
}
