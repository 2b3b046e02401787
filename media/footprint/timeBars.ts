/** The bars of the histogram of time: which minute lies in which, exactly. Knows no canvas. */
import type { MapSpan } from '../../src/shared/footprintProtocol.js';
import { NO_TIME } from '../../src/core/geo/packedFootprints.js';

/** Bars where there are minutes enough. */
const MOST_BARS = 80;

export class TimeBars {
  readonly from: number;
  readonly count: number;
  /** Minutes from the first to the last, both counted. */
  readonly #minutes: number;

  constructor([from, to]: MapSpan) {
    this.from = from;
    this.#minutes = to - from + 1;
    this.count = Math.min(MOST_BARS, this.#minutes);
  }

  /** The bar of a minute; outside of all, the nearest. */
  barOf(minute: number): number {
    return Math.max(0, Math.min(this.count - 1, Math.floor(((minute - this.from) * this.count) / this.#minutes)));
  }

  /** The minutes of the bars from one to another. */
  spanOf(first: number, last: number): MapSpan {
    return [this.#start(first), this.#start(last + 1) - 1];
  }

  /** Where a minute begins, as a share of the width. */
  shareOf(minute: number): number {
    return (minute - this.from) / this.#minutes;
  }

  /** How many of these minutes each bar has. */
  counts(pages: Iterable<{ readonly minutes: Int32Array }>): readonly number[] {
    const counts = Array.from({ length: this.count }, () => 0);
    for (const { minutes } of pages) {
      for (const minute of minutes) {
        if (minute !== NO_TIME) {
          const bar = this.barOf(minute);
          counts[bar] = (counts[bar] ?? 0) + 1;
        }
      }
    }
    return counts;
  }

  #start(bar: number): number {
    return this.from + Math.ceil((bar * this.#minutes) / this.count);
  }
}

/** The first and last minute there is; undefined where there are not two. */
export function rangeOf(pages: Iterable<{ readonly minutes: Int32Array }>): MapSpan | undefined {
  let [from, to] = [Infinity, -Infinity];
  for (const { minutes } of pages) {
    for (const minute of minutes) {
      if (minute !== NO_TIME) {
        from = Math.min(from, minute);
        to = Math.max(to, minute);
      }
    }
  }
  return to > from ? [from, to] : undefined;
}

/** How many minutes lie in a span; undefined: in any. */
export function countIn(pages: Iterable<{ readonly minutes: Int32Array }>, span: MapSpan | undefined): number {
  let count = 0;
  for (const { minutes } of pages) {
    for (const minute of minutes) {
      count += minute !== NO_TIME && (span === undefined || (minute >= span[0] && minute <= span[1])) ? 1 : 0;
    }
  }
  return count;
}

export interface Tick {
  readonly minute: number;
  readonly label: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const STEPS = [1, 5, 15, 30, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY] as const;
/** Steps of months, where days are too many. */
const MONTHS = [1, 3, 6, 12, 24, 60, 120] as const;
const MINUTE = 60_000;

/** Round times between two minutes, at most so many. */
export function ticksOf([from, to]: MapSpan, most: number): readonly Tick[] {
  const step = STEPS.find((minutes) => (to - from) / minutes <= most);
  if (step !== undefined) {
    const first = Math.ceil(from / step) * step;
    return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => tick(first + index * step, step < DAY ? 'time' : 'day'));
  }
  const [start, end] = [new Date(from * MINUTE), new Date(to * MINUTE)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const every = MONTHS.find((count) => months / count <= most) ?? Math.ceil(months / most / 12) * 12;
  const begin = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / every);
  const ticks = Array.from({ length: Math.ceil(months / every) + 2 }, (_, index) => {
    const month = (begin + index) * every;
    return tick(Date.UTC(Math.floor(month / 12), month % 12) / MINUTE, every < 12 ? 'month' : 'year');
  });
  return ticks.filter(({ minute }) => minute >= from && minute <= to);
}

function tick(minute: number, unit: 'time' | 'day' | 'month' | 'year'): Tick {
  const iso = new Date(minute * MINUTE).toISOString();
  const label = { time: minute % DAY === 0 ? iso.slice(5, 10) : iso.slice(11, 16), day: iso.slice(5, 10), month: iso.slice(0, 7), year: iso.slice(0, 4) }[unit];
  return { minute, label };
}
