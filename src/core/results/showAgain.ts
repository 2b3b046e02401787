/** When rows that grow are shown again: each showing costs as much as there are rows. */
import type { Clock } from '../ports.js';

/** After `afterMs` where there are `growth` times as many rows, or else after `atLatestMs`. */
const SHOW_AGAIN = { afterMs: 250, growth: 1.25, atLatestMs: 1000 };

export class ShowAgain {
  #shownAt: number;

  /** @param shown how many rows are on screen: the first ones are shown as soon as they are there */
  constructor(private readonly clock: Pick<Clock, 'monotonic'>, private shown: number) {
    this.#shownAt = clock.monotonic();
  }

  /** Whether it may be time: worth to find out how many rows there are. */
  mayBeTime(): boolean {
    return this.shown === 0 || this.#waited() >= SHOW_AGAIN.afterMs;
  }

  /** Whether it is time to show so many rows; then they count as shown. */
  isTime(count: number): boolean {
    const grown = count >= this.shown * SHOW_AGAIN.growth || this.#waited() >= SHOW_AGAIN.atLatestMs;
    const isTime = count > 0 && this.mayBeTime() && grown;
    if (isTime) {
      this.#shownAt = this.clock.monotonic();
      this.shown = count;
    }
    return isTime;
  }

  #waited(): number {
    return this.clock.monotonic() - this.#shownAt;
  }
}
