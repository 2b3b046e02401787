/** The span of time that is brushed under the map of the results: the tree shows only what lies in it, as the map does. */
import { Emitter, type Event } from '../event.js';
import type { Item } from '../items/item.js';

/** First and last whole minute since the epoch, both included. */
export type TimeSpan = readonly [from: number, to: number];

export type TimeBrushOrigin = 'map' | 'command';

const MINUTE = 60_000;
const DAY = 1440;
/** Shorter spans are told to the minute. */
const TELL_MINUTES = 3 * DAY;

/** One per window. Undefined: all times. */
export class TimeBrush {
  readonly #changed = new Emitter<TimeBrushOrigin>();
  readonly onDidChange: Event<TimeBrushOrigin> = this.#changed.event;
  #span: TimeSpan | undefined;

  get span(): TimeSpan | undefined {
    return this.#span;
  }

  set(span: TimeSpan | undefined, origin: TimeBrushOrigin): void {
    if (span?.[0] === this.#span?.[0] && span?.[1] === this.#span?.[1]) {
      return;
    }
    this.#span = span;
    this.#changed.fire(origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** The minute of a time (RFC 3339, as sent); undefined where it is none that the map can hold. */
export function minutesOf(time: string | undefined): number | undefined {
  const minutes = time === undefined ? Number.NaN : Math.floor(Date.parse(time) / MINUTE);
  return Number.isFinite(minutes) && Math.abs(minutes) < 0x7fff_ffff ? minutes : undefined;
}

/** The time by which an item lies under the map. */
export function brushedTime({ datetime, startDatetime }: Pick<Item, 'datetime' | 'startDatetime'>): string | undefined {
  return datetime ?? startDatetime;
}

/** What has no time lies in no span. */
export function isInSpan(item: Pick<Item, 'datetime' | 'startDatetime'>, [from, to]: TimeSpan): boolean {
  const minutes = minutesOf(brushedTime(item));
  return minutes !== undefined && minutes >= from && minutes <= to;
}

/** `2026-11-01 to 2026-11-05`; a short one `2026-11-01 14:02 to 16:05 UTC`. */
export function spanWords([from, to]: TimeSpan): string {
  const [first, last] = [isoMinute(from), isoMinute(to)];
  const [day, lastDay] = [first.slice(0, 10), last.slice(0, 10)];
  if (to - from >= TELL_MINUTES) {
    return `${day} to ${lastDay}`;
  }
  return from === to ? `${first} UTC` : `${first} to ${day === lastDay ? last.slice(11) : last} UTC`;
}

function isoMinute(minutes: number): string {
  const time = new Date(minutes * MINUTE);
  return Number.isNaN(time.getTime()) ? 'unknown time' : time.toISOString().replace(/:\d\d\.\d{3}Z$/u, '').replace('T', ' ');
}
