/** Brushing a span of time: the bars under the map, what lies in them, and the words for it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countIn, rangeOf, ticksOf, TimeBars } from '../../../media/footprint/timeBars.js';
import { NO_TIME } from '../../../src/core/geo/packedFootprints.js';
import { isInSpan, minutesOf, spanWords, TimeBrush, type TimeSpan } from '../../../src/core/results/timeBrush.js';
import { item } from './sources.js';

const at = (time: string): number => Date.parse(time) / 60_000;
const span = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 1e9 })).map(([from, length]): TimeSpan => [from, from + length]);

describe('the bars of the histogram', () => {
  it('divide all minutes among them: each lies in the span of its bar and in no other', () => {
    fc.assert(fc.property(span, fc.double({ min: 0, max: 1, noNaN: true }), (range, share) => {
      const bars = new TimeBars(range);
      const minute = Math.round(range[0] + share * (range[1] - range[0]));
      const inside = Array.from({ length: bars.count }, (_, bar) => bars.spanOf(bar, bar)).flatMap(([from, to], bar) => (minute >= from && minute <= to ? [bar] : []));
      expect(inside).toEqual([bars.barOf(minute)]);
      expect([bars.spanOf(0, 0)[0], bars.spanOf(bars.count - 1, bars.count - 1)[1]]).toEqual([...range]);
      expect(bars.spanOf(0, bars.count - 1)).toEqual(range);
    }));
  });

  it('count what has a time, and what lies in a span', () => {
    const pages = [{ minutes: Int32Array.of(0, 5, 5, NO_TIME) }, { minutes: Int32Array.of(799, NO_TIME) }];
    expect(rangeOf(pages)).toEqual([0, 799]);
    const counts = new TimeBars([0, 799]).counts(pages);
    expect([counts.length, counts[0], counts[79], counts.reduce((sum, count) => sum + count, 0)]).toEqual([80, 3, 1, 4]);
    expect([countIn(pages, undefined), countIn(pages, [1, 799]), countIn(pages, [5, 5]), countIn(pages, [6, 798])]).toEqual([4, 3, 2, 0]);
    expect([rangeOf([]), rangeOf([{ minutes: Int32Array.of(7, 7, NO_TIME) }])]).toEqual([undefined, undefined]);
  });

  it('have round times below them, few and within', () => {
    fc.assert(fc.property(span, fc.integer({ min: 2, max: 20 }), (range, most) => {
      const ticks = ticksOf(range, most);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      expect(ticks.every(({ minute, label }, index) => minute >= range[0] && minute <= range[1] && minute > (ticks[index - 1]?.minute ?? -Infinity) && label !== '')).toBe(true);
    }));
    const labels = (from: string, to: string) => ticksOf([at(from), at(to)], 6).map(({ label }) => label);
    expect(labels('2026-11-01T09:20Z', '2026-11-01T14:50Z')).toEqual(['10:00', '11:00', '12:00', '13:00', '14:00']);
    expect(labels('2026-11-01T09:20Z', '2026-11-02T14:50Z')).toEqual(['12:00', '18:00', '11-02', '06:00', '12:00']);
    expect(labels('2026-11-01T09:20Z', '2026-11-05T14:50Z')).toEqual(['11-02', '11-03', '11-04', '11-05']);
    expect(labels('2025-11-15T00:00Z', '2026-04-15T00:00Z')).toEqual(['2025-12', '2026-01', '2026-02', '2026-03', '2026-04']);
    expect(labels('1990-06-01T00:00Z', '2026-04-15T00:00Z')).toEqual(['2000', '2010', '2020']);
  });
});

describe('what is brushed', () => {
  it('holds an item by the time that the map shows, with both ends', () => {
    const of = (properties: object) => item('x', null, properties);
    const noon: TimeSpan = [at('2026-11-01T12:00Z'), at('2026-11-01T12:10Z')];
    expect(['2026-11-01T12:00:00Z', '2026-11-01T12:10:59.9Z', '2026-11-01T13:05:00+01:00'].map((datetime) => isInSpan(of({ datetime }), noon))).toEqual([true, true, true]);
    expect(['2026-11-01T11:59:59Z', '2026-11-01T12:11:00Z', 'never', null].map((datetime) => isInSpan(of({ datetime }), noon))).toEqual([false, false, false, false]);
    expect(isInSpan(of({ datetime: null, start_datetime: '2026-11-01T12:05:00Z', end_datetime: '2026-12-01T00:00:00Z' }), noon)).toBe(true);
    expect([minutesOf(undefined), minutesOf('x'), minutesOf('9999-01-01T00:00:00Z'), minutesOf('1970-01-01T00:01:59Z')]).toEqual([undefined, undefined, undefined, 1]);
  });

  it('is told in days, and a short span in minutes', () => {
    expect(spanWords([at('2026-11-01T14:00Z'), at('2026-11-05T02:00Z')])).toBe('2026-11-01 to 2026-11-05');
    expect(spanWords([at('2026-11-01T14:02Z'), at('2026-11-01T16:05Z')])).toBe('2026-11-01 14:02 to 16:05 UTC');
    expect(spanWords([at('2026-11-01T14:02Z'), at('2026-11-02T16:05Z')])).toBe('2026-11-01 14:02 to 2026-11-02 16:05 UTC');
    expect(spanWords([at('2026-11-01T14:02Z'), at('2026-11-01T14:02Z')])).toBe('2026-11-01 14:02 UTC');
  });

  it('is told on when it is another, and by whom', () => {
    const brush = new TimeBrush();
    const told: unknown[] = [];
    brush.onDidChange((origin) => told.push([origin, brush.span]));
    brush.set([1, 2], 'map');
    brush.set([1, 2], 'map');
    brush.set(undefined, 'command');
    brush.set(undefined, 'map');
    expect(told).toEqual([['map', [1, 2]], ['command', undefined]]);
  });
});
