import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, untilDurationChanges, untilWords, utcDateTime, utcTime } from '../../../src/core/timeWords.js';

const S = 1000;
const MIN = 60 * S;
const H = 60 * MIN;
const NOW = Date.UTC(2026, 5, 2, 14, 2, 11);

describe('durations', () => {
  it.each([
    [-5, '0 s'], [0, '0 s'], [999, '0 s'], [59 * S, '59 s'], [MIN, '1 min'], [59 * MIN + 59 * S, '59 min'], [H, '1 h'], [H + MIN, '1 h 1 min'],
    [23 * H + 10 * MIN, '23 h 10 min'], [24 * H, '1 d'], [76 * H, '3 d 4 h'],
  ])('%d ms read %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  it('read differently after exactly the time that is foretold, and not before', () => {
    fc.assert(fc.property(fc.integer({ min: S, max: 24 * H - 1 }), (remaining) => {
      const change = untilDurationChanges(remaining);
      expect(duration(remaining - change + 1)).toBe(duration(remaining));
      expect(duration(remaining - change)).not.toBe(duration(remaining));
    }), { numRuns: 2000 });
  });

  it('are looked at once a minute, and once a second in the last minute', () => {
    expect(untilDurationChanges(10 * MIN - 1)).toBe(MIN);
    expect(untilDurationChanges(30 * S - 1)).toBe(S);
  });
});

describe('times', () => {
  it('are UTC and say so', () => {
    expect(utcTime(NOW, NOW)).toBe('14:02 UTC');
    expect(utcTime(NOW + 24 * H, NOW)).toBe('2026-06-03 14:02 UTC');
    expect(utcDateTime(NOW)).toBe('2026-06-02 14:02:11 UTC');
    expect(untilWords(NOW + 2 * H + 5 * MIN, NOW)).toBe('16:07 UTC (in 2 h 5 min)');
  });

  it('stay in the years that people write', () => {
    expect(utcDateTime(Number.MAX_VALUE)).toMatch(/^9999-12-31/);
    expect(utcDateTime(-Number.MAX_VALUE)).toMatch(/^0000-01-01/);
  });
});
