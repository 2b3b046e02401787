/**
 * Times and intervals as people type them (STAC shorthand) and as a search sends them (RFC 3339, STAC API item search). All UTC:
 * nothing here looks at the machine's time zone.
 */
import type { Checked } from './environment.js';

/** The first and the last second of what a typed time means, both as RFC 3339 in UTC; equal for an exact time. */
export interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

/** Milliseconds since the epoch, both ends included; an end that is missing is open. */
export interface Interval {
  readonly start?: number;
  readonly end?: number;
}

/** Longer is no time, and is not looked at: the text may come from a service. */
const MAX_LENGTH = 200;
const DAY_MS = 86_400_000;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const FULL = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(z|[+-]\d{2}:\d{2})?)?)?)?$/iu;

/**
 * A typed time or interval (`2026`, `2026-06`, `2026-06-10`, `2026-06-01/..`, `../2026-06`, RFC 3339 with any offset) as the
 * `datetime` parameter: `2020-06` becomes `2020-06-01T00:00:00Z/2020-06-30T23:59:59Z`. A time without an offset is UTC.
 * Expanding what is already expanded changes nothing.
 */
export function parseDatetime(text: string): Checked<string> {
  const trimmed = text.trim();
  if (trimmed === '') {
    return problem('Type a time, for example 2026-06, 2026-06-10 or 2026-06-01/..');
  }
  if (trimmed.length > MAX_LENGTH) {
    return problem('This is too long for a time.');
  }
  const parts = trimmed.split('/').map((part) => part.trim());
  if (parts.length > 2) {
    return problem('An interval has two ends with one slash between them.');
  }
  const [first = '', second] = parts;
  if (second === undefined) {
    return first === '..' ? problem('An interval needs a start or an end.') : single(first);
  }
  return interval(first, second);
}

/**
 * A single typed time, without a slash, as the span it means.
 * @returns a problem in words for people.
 */
export function expandTime(text: string): Checked<TimeSpan> {
  if (text.length > MAX_LENGTH) {
    return problem('This is too long for a time.');
  }
  const match = FULL.exec(text.trim());
  if (match === null) {
    return problem(explain(text.trim()));
  }
  const [, yearText, monthText, dayText, hourText, minuteText, secondText, fraction = '', offsetText] = match;
  const year = Number(yearText);
  const month = Number(monthText ?? 1);
  const day = Number(dayText ?? 1);
  if (month < 1 || month > 12) {
    return problem('A month is 01 to 12.');
  }
  const days = daysIn(year, month);
  if (day < 1 || day > days) {
    return problem(`${MONTHS[month - 1] ?? ''} ${yearText ?? ''} has ${days} days.`);
  }
  if (monthText === undefined) {
    return span(iso(year, 1, 1, 0, 0, '00'), iso(year, 12, 31, 23, 59, '59'));
  }
  if (dayText === undefined) {
    return span(iso(year, month, 1, 0, 0, '00'), iso(year, month, days, 23, 59, '59'));
  }
  if (hourText === undefined) {
    return span(iso(year, month, day, 0, 0, '00'), iso(year, month, day, 23, 59, '59'));
  }
  return exact({ year, month, day, hour: Number(hourText), minute: Number(minuteText), secondText, fraction, offsetText });
}

/** The last `n` days before `now` (milliseconds since the epoch) as a `datetime` parameter, to the second. */
export function lastDays(n: number, now: number): string {
  return `${isoOf(now - n * DAY_MS)}/${isoOf(now)}`;
}

/** A `datetime` parameter, or an item's own time, as milliseconds; undefined where it cannot be read. */
export function intervalOf(datetime: string): Interval | undefined {
  const parsed = parseDatetime(datetime);
  if (!parsed.ok) {
    return undefined;
  }
  const [from = '', to = from] = parsed.value.split('/');
  return {
    ...(from === '..' ? {} : { start: millisecondsOf(from) }),
    ...(to === '..' ? {} : { end: millisecondsOf(to) }),
  };
}

/**
 * A text as a person would type it that {@link parseDatetime} reads as this `datetime` parameter: `2026-06-01T00:00:00Z/2026-06-30T23:59:59Z`
 * is `2026-06`, and an interval has whole days where it can. What cannot be read is given back as it is.
 */
export function shortDatetime(datetime: string): string {
  const [from = '', to] = datetime.split('/');
  if (to === undefined) {
    return datetime;
  }
  const [fromDay, toDay] = [from.slice(0, 10), to.slice(0, 10)];
  const candidates = [from.slice(0, 4), from.slice(0, 7), fromDay, `${fromDay}/${toDay}`, `${fromDay}/${to}`, `${from}/${toDay}`];
  return candidates.find((candidate) => {
    const parsed = parseDatetime(candidate);
    return parsed.ok && parsed.value === datetime;
  }) ?? datetime;
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly secondText: string | undefined;
  readonly fraction: string;
  readonly offsetText: string | undefined;
}

function single(text: string): Checked<string> {
  const time = expandTime(text);
  if (!time.ok) {
    return time;
  }
  const { from, to } = time.value;
  return { ok: true, value: from === to ? from : `${from}/${to}` };
}

function interval(first: string, second: string): Checked<string> {
  const openStart = first === '' || first === '..';
  const openEnd = second === '' || second === '..';
  if (openStart && openEnd) {
    return problem('An interval needs a start or an end.');
  }
  const start = openStart ? undefined : expandTime(first);
  if (start !== undefined && !start.ok) {
    return problem(`Start: ${start.problem}`);
  }
  const end = openEnd ? undefined : expandTime(second);
  if (end !== undefined && !end.ok) {
    return problem(`End: ${end.problem}`);
  }
  if (start !== undefined && end !== undefined && millisecondsOf(end.value.to) < millisecondsOf(start.value.from)) {
    return problem('The interval ends before it begins.');
  }
  return { ok: true, value: `${start?.value.from ?? '..'}/${end?.value.to ?? '..'}` };
}

function exact(parts: Parts): Checked<TimeSpan> {
  const { hour, minute, secondText, fraction, offsetText } = parts;
  if (hour > 23) {
    return problem('An hour is 00 to 23.');
  }
  if (minute > 59) {
    return problem('A minute is 00 to 59.');
  }
  const offset = offsetMinutes(offsetText);
  if (offset === undefined) {
    return problem('An offset is at most 23:59.');
  }
  const utc = utcDate(parts.year, parts.month, parts.day, hour, minute - offset);
  const [year, month, day, utcHour, utcMinute] = [utc.getUTCFullYear(), utc.getUTCMonth() + 1, utc.getUTCDate(), utc.getUTCHours(), utc.getUTCMinutes()];
  if (year < 0 || year > 9999) {
    return problem('A year is 0000 to 9999 in UTC.');
  }
  const second = Number(secondText ?? 0);
  // A leap second is the last of a day in UTC (RFC 3339, section 5.7).
  if (second > 60 || (second === 60 && !(utcHour === 23 && utcMinute === 59))) {
    return problem('A second is 00 to 59.');
  }
  if (secondText === undefined) {
    return span(iso(year, month, day, utcHour, utcMinute, '00'), iso(year, month, day, utcHour, utcMinute, '59'));
  }
  const time = iso(year, month, day, utcHour, utcMinute, secondText + fraction);
  return span(time, time);
}

/** Why a text has not the shape of a time. */
function explain(text: string): string {
  if (/^\d{4}-\d(?:-|$)/u.test(text)) {
    return `Write the month with two digits: ${text.slice(0, 5)}0${text.slice(5, 6)}.`;
  }
  if (/^\d{4}-\d{2}-\d(?:\D|$)/u.test(text)) {
    return `Write the day with two digits: ${text.slice(0, 8)}0${text.slice(8, 9)}.`;
  }
  if (/[+-]\d{4}$/u.test(text) && text.includes(':')) {
    return 'Write the offset with a colon, for example +01:00.';
  }
  if (/:\d{2},\d*/u.test(text)) {
    return 'Write fractions of a second with a point.';
  }
  return 'Write a time as 2026, 2026-06, 2026-06-10 or 2026-06-10T08:15:00Z.';
}

/** Minutes east of UTC; undefined where the offset does not exist. */
function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text.length !== 6) {
    return 0;
  }
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  return hours > 23 || minutes > 59 ? undefined : (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Milliseconds of a time that {@link expandTime} wrote; digits beyond milliseconds count. */
function millisecondsOf(time: string): number {
  const fraction = /\.\d+/u.exec(time)?.[0] ?? '';
  const base = utcDate(
    Number(time.slice(0, 4)), Number(time.slice(5, 7)), Number(time.slice(8, 10)), Number(time.slice(11, 13)), Number(time.slice(14, 16)),
  ).getTime();
  return base + Number(time.slice(17, 19)) * 1000 + Number(fraction === '' ? 0 : fraction) * 1000;
}

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function utcDate(year: number, month: number, day: number, hour: number, minute: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute);
  return date;
}

function daysIn(year: number, month: number): number {
  return utcDate(year, month + 1, 0, 0, 0).getUTCDate();
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/u, 'Z');
}

function iso(year: number, month: number, day: number, hour: number, minute: number, second: string): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${second}Z`;
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

function span(from: string, to: string): Checked<TimeSpan> {
  return { ok: true, value: { from, to } };
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
