import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandTime, intervalOf, lastDays, parseDatetime } from '../../../src/core/datetime.js';
import { readSharedJson, sharedDataIsThere } from './shared.js';

function parameter(text: string): string {
  const parsed = parseDatetime(text);
  return parsed.ok ? parsed.value : `refused: ${parsed.problem}`;
}

describe('a typed time', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00Z/2026-12-31T23:59:59Z'],
    ['2024-02', '2024-02-01T00:00:00Z/2024-02-29T23:59:59Z'],
    ['2026-06-01/..', '2026-06-01T00:00:00Z/..'],
    ['../2026-06', '../2026-06-30T23:59:59Z'],
    ['/2026-06', '../2026-06-30T23:59:59Z'],
    ['2026-06-01/', '2026-06-01T00:00:00Z/..'],
    [' 2026-06-10 / 2026-06-10 ', '2026-06-10T00:00:00Z/2026-06-10T23:59:59Z'],
    ['2026-06-10T08:15', '2026-06-10T08:15:00Z/2026-06-10T08:15:59Z'],
    ['2026-06-10 08:15:30', '2026-06-10T08:15:30Z'],
    ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57Z'],
    ['2020-01-01T00:30:00.0123456789+01:00', '2019-12-31T23:30:00.0123456789Z'],
    ['1990-12-31T23:59:60Z', '1990-12-31T23:59:60Z'],
    ['1990-12-31T15:59:60-08:00', '1990-12-31T23:59:60Z'],
    ['1985-04-12t23:20:50.5202020z', '1985-04-12T23:20:50.5202020Z'],
    ['0001-02-03', '0001-02-03T00:00:00Z/0001-02-03T23:59:59Z'],
  ])('%s is sent as %s', (typed, sent) => {
    expect(parameter(typed)).toBe(sent);
  });

  it.each([
    ['', 'refused: Type a time, for example 2026-06, 2026-06-10 or 2026-06-01/..'],
    ['2026-02-30', 'refused: February 2026 has 28 days.'],
    ['2026-13', 'refused: A month is 01 to 12.'],
    ['2020-7', 'refused: Write the month with two digits: 2020-07.'],
    ['2020-07-1', 'refused: Write the day with two digits: 2020-07-01.'],
    ['2020-7/2020-8', 'refused: Start: Write the month with two digits: 2020-07.'],
    ['2020-07/2020-8', 'refused: End: Write the month with two digits: 2020-08.'],
    ['2026-06-10/2026-06-09', 'refused: The interval ends before it begins.'],
    ['../..', 'refused: An interval needs a start or an end.'],
    ['..', 'refused: An interval needs a start or an end.'],
    ['2020/2021/2022', 'refused: An interval has two ends with one slash between them.'],
    ['2026-06-10T24:00:00Z', 'refused: An hour is 00 to 23.'],
    ['2026-06-10T12:00:60Z', 'refused: A second is 00 to 59.'],
    ['2026-06-10T12:00:00+24:00', 'refused: An offset is at most 23:59.'],
    ['0000-01-01T00:00:00+01:00', 'refused: A year is 0000 to 9999 in UTC.'],
    ['yesterday', 'refused: Write a time as 2026, 2026-06, 2026-06-10 or 2026-06-10T08:15:00Z.'],
  ])('%j: %s', (typed, answer) => {
    expect(parameter(typed)).toBe(answer);
  });

  it('means the same in every time zone', () => {
    const before = process.env['TZ'];
    try {
      for (const zone of ['Pacific/Kiritimati', 'America/St_Johns', 'Europe/Berlin']) {
        process.env['TZ'] = zone;
        expect(parameter('2026-03-29')).toBe('2026-03-29T00:00:00Z/2026-03-29T23:59:59Z');
        expect(intervalOf('2026-03-29T02:30:00Z')).toEqual({ start: 1_774_751_400_000, end: 1_774_751_400_000 });
      }
    } finally {
      if (before === undefined) {
        delete process.env['TZ'];
      } else {
        process.env['TZ'] = before;
      }
    }
  });

  it('is the same once it has been expanded', () => {
    const digits = (length: number): fc.Arbitrary<string> => fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));
    const time = fc.tuple(digits(4), fc.integer({ min: 1, max: 5 }), digits(2), digits(2), digits(2), digits(2), digits(2), fc.constantFrom('Z', '+05:30', '-11:00', ''))
      .map(([year, precision, month, day, hour, minute, second, zone]) =>
        [year, `${year}-${month}`, `${year}-${month}-${day}`, `${year}-${month}-${day}T${hour}:${minute}`, `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`][precision - 1] ?? year);
    const typed = fc.oneof(time, fc.tuple(time, fc.constantFrom('..', '')).map((ends) => ends.join('/')), fc.tuple(time, time).map((ends) => ends.join('/')));
    fc.assert(fc.property(typed, (text) => {
      const once = parseDatetime(text);
      fc.pre(once.ok);
      expect(parseDatetime(once.value)).toEqual(once);
      const { start = -Infinity, end = Infinity } = intervalOf(once.value) ?? {};
      expect(start).toBeLessThanOrEqual(end);
    }));
  });

  it('is answered at once even when it is a megabyte', () => {
    for (const text of ['1', '/', ' ', '2026-01-01T00:00:00.', '1'].map((piece) => piece.repeat(1_000_000))) {
      expect(parseDatetime(text).ok).toBe(false);
      expect(expandTime(text).ok).toBe(false);
    }
  });

  it('agrees with Date on every second it can read', () => {
    fc.assert(fc.property(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      expect(intervalOf(date.toISOString())).toEqual({ start: date.getTime(), end: date.getTime() });
    }));
  });
});

describe('the last days', () => {
  it('end now, to the second', () => {
    expect(lastDays(7, Date.UTC(2026, 5, 10, 8, 15, 30, 999))).toBe('2026-06-03T08:15:30Z/2026-06-10T08:15:30Z');
  });
});

describe.runIf(sharedDataIsThere)('the lists of other projects', () => {
  const shorthand = (): { readonly ok: readonly (readonly [string, string])[]; readonly rejected: readonly string[] } =>
    readSharedJson('case-lists/pystac-client-datetime-shorthand.json') as never;

  it('expands shorthand as pystac-client does', () => {
    expect(shorthand().ok.map(([typed]) => [typed, parameter(typed)])).toEqual(shorthand().ok);
    expect(shorthand().ok.length).toBeGreaterThan(5);
    expect(shorthand().rejected.filter((typed) => parseDatetime(typed).ok)).toEqual([]);
  });

  it.each(['stac-api-validator-datetimes-geometries.json', 'stac-server-datetimes-bboxes.json'])('takes and refuses what %s lists', (file) => {
    const lists = readSharedJson(`case-lists/${file}`) as { readonly valid_datetimes: readonly string[]; readonly invalid_datetimes: readonly string[] };
    expect(lists.valid_datetimes.filter((text) => !parseDatetime(text).ok)).toEqual([]);
    // These two are no RFC 3339, and are shorthand that people type.
    expect(lists.invalid_datetimes.filter((text) => parseDatetime(text).ok)).toEqual(['1985-04-12', '1985-12-12T23:20:50.52']);
  });
});
