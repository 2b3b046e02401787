/** Times and durations as people read them. Times are UTC and say so (design, behaviour 7); all inputs are milliseconds since the epoch. */
import type { Block } from './failure.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long, coarsely: `45 s`, `7 min`, `23 h 10 min`, `3 d 4 h`. Rounds down, so that it never promises more than there is. */
export function duration(ms: number): string {
  if (ms < MINUTE) {
    return `${Math.max(0, Math.floor(ms / 1000))} s`;
  }
  if (ms < HOUR) {
    return `${Math.floor(ms / MINUTE)} min`;
  }
  if (ms < DAY) {
    return pair(Math.floor(ms / HOUR), 'h', Math.floor((ms % HOUR) / MINUTE), 'min');
  }
  return pair(Math.floor(ms / DAY), 'd', Math.floor((ms % DAY) / HOUR), 'h');
}

/** How long until {@link duration} of the remaining time reads differently, in milliseconds: at most a minute, at most a second in the last minute. */
export function untilDurationChanges(remainingMs: number): number {
  const step = remainingMs < MINUTE ? 1000 : MINUTE;
  return (remainingMs % step) + 1;
}

/** `14:02 UTC`, with the date in front when that is not today in UTC: `2026-06-02 14:02 UTC`. */
export function utcTime(ms: number, now: number): string {
  const iso = isoMinute(ms);
  const sameDay = iso.slice(0, 10) === isoMinute(now).slice(0, 10);
  return `${sameDay ? iso.slice(11, 16) : iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `2026-06-02 14:02:11 UTC`. */
export function utcDateTime(ms: number): string {
  return `${new Date(clamp(ms)).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The same moment where the person is: `2 Jun 2026, 16:02 GMT+2`. */
export function localDateTime(ms: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' }).format(clamp(ms));
}

/** `14:02 UTC (in 2 h 5 min)`. */
export function untilWords(until: number, now: number): string {
  return `${utcTime(until, now)} (in ${duration(until - now)})`;
}

/** When the next exchange is possible: `14:02 UTC (in 2 h 5 min)`, and what the server says where that is not believed. */
export function nextExchangeWords({ until, said }: Block, now: number): string {
  return `${untilWords(until, now)}${said === undefined ? '' : `, although the server says ${utcTime(said, now)}`}`;
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major} ${majorUnit}` : `${major} ${majorUnit} ${minor} ${minorUnit}`;
}

function isoMinute(ms: number): string {
  return new Date(clamp(ms)).toISOString();
}

/** Dates outside of years 0 to 9999 throw or print differently. */
function clamp(ms: number): number {
  return Math.min(Math.max(ms, -62_167_219_200_000), 253_402_300_799_000);
}
