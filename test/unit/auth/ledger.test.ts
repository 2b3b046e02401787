import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPS, emptyLedger, heldBack, mergeLedgers, readLedger, refusedStatus, serializeLedger, withAttempt, withBlock, withRefused, withResult, withToken, type Ledger } from '../../../src/core/auth/ledger.js';
import { MAX_BLOCK_MS } from '../../../src/core/auth/sessionRules.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function attempts(times: readonly number[], result: 'token' | 'failed' | 'pending' = 'token', by: 'automatic' | 'person' = 'automatic'): Ledger {
  return { ...emptyLedger(), attempts: times.map((at) => ({ at, by, result })) };
}

describe('caps for automatic exchanges', () => {
  it('four an hour', () => {
    const times = [50, 40, 30, 20].map((minutes) => NOW - minutes * MINUTE);
    expect(heldBack(attempts(times.slice(1)), NOW, false)).toBeUndefined();
    expect(heldBack(attempts(times), NOW, false)).toEqual({ reason: 'hourlyCap', until: NOW + 10 * MINUTE });
    expect(heldBack(attempts(times), NOW + 10 * MINUTE, false)).toBeUndefined();
  });

  it('ten in 24 hours', () => {
    const times = Array.from({ length: CAPS.daily }, (_, index) => NOW - (20 - index) * HOUR);
    expect(heldBack(attempts(times), NOW, false)).toEqual({ reason: 'dailyCap', until: NOW + 4 * HOUR });
  });

  it('two an hour after a rebuild or without a disk', () => {
    const two = attempts([NOW - 20 * MINUTE, NOW - 10 * MINUTE]);
    expect(heldBack(two, NOW, false)).toBeUndefined();
    expect(heldBack(two, NOW, true)).toMatchObject({ reason: 'hourlyCap' });
    expect(heldBack({ ...two, rebuiltAt: NOW - HOUR }, NOW, false)).toMatchObject({ reason: 'hourlyCap' });
  });

  it('a person is not counted, and a killed attempt is', () => {
    expect(heldBack(attempts([1, 2, 3, 4, 5].map((m) => NOW - m * MINUTE), 'token', 'person'), NOW, false)).toBeUndefined();
    expect(heldBack(attempts([4, 3, 2, 1].map((m) => NOW - m * MINUTE), 'pending'), NOW, false)).toMatchObject({ reason: 'hourlyCap' });
  });

  it('five or fewer remaining: a person decides', () => {
    expect(heldBack({ ...emptyLedger(), remaining: 6 }, NOW, false)).toBeUndefined();
    expect(heldBack({ ...emptyLedger(), remaining: 5 }, NOW, false)).toEqual({ reason: 'fewRemaining', until: undefined });
  });
});

describe('waits after failures that cost an exchange', () => {
  it.each([[1, MINUTE], [2, 5 * MINUTE], [3, 30 * MINUTE]])('after %i in a row', (count, wait) => {
    const ledger = attempts(Array.from({ length: count }, (_, index) => NOW - (count - 1 - index)), 'failed');
    expect(heldBack(ledger, NOW, false)).toEqual({ reason: 'recentFailure', until: NOW + wait });
  });

  it('a token ends them, and an attempt that was never sent is no failure', () => {
    const failed = attempts([NOW - 1000], 'failed');
    expect(heldBack(withToken(withAttempt(failed, NOW, 'person'), { fingerprint: 'a', generation: 1, obtainedAt: NOW, lifetime: DAY, remaining: 40 }), NOW, false)).toMatchObject({ reason: 'recentFailure' });
    expect(heldBack(withResult(withAttempt(failed, NOW, 'person'), NOW, 'token'), NOW, false)).toBeUndefined();
    expect(withResult(withAttempt(emptyLedger(), NOW, 'automatic'), NOW, 'unsent').attempts).toEqual([]);
  });
});

describe('reading', () => {
  it.each([['cut', '{"version":1,"gener'], ['garbage', '\u0000\u0001'], ['empty', ''], ['an array', '[]'], ['null', 'null'], ['huge', `{"version":1,"x":"${'x'.repeat(100_000)}"}`], ['wrong types', '{"version":1,"generation":"a","refusedCredentials":[],"attempts":[]}']])('%s: rebuilt', (_name, text) => {
    expect(readLedger(text, NOW)).toEqual({ ledger: { ...emptyLedger(), rebuiltAt: NOW }, writable: true });
  });

  it('a later version is left alone, and its block is believed', () => {
    expect(readLedger(JSON.stringify({ version: 2, blockedUntil: NOW + HOUR, attempts: 'other' }), NOW)).toMatchObject({ writable: false, ledger: { blockedUntil: NOW + HOUR, rebuiltAt: NOW } });
  });

  it('times ahead are pulled back, so that a clock set back locks nobody out', () => {
    const ahead = withBlock({ ...attempts([NOW + 300 * DAY]), obtainedAt: NOW + DAY }, { until: NOW + 300 * DAY, limit: 50 });
    const { ledger } = readLedger(serializeLedger(ahead), NOW);
    expect(ledger).toMatchObject({ blockedUntil: NOW + MAX_BLOCK_MS, obtainedAt: NOW, attempts: [{ at: NOW }] });
  });

  it('a block that has passed is gone', () => {
    expect(readLedger(serializeLedger(withBlock(emptyLedger(), { until: NOW - 1, limit: 50 })), NOW).ledger).not.toHaveProperty('blockedUntil');
  });

  it('any text at all gives a ledger of bounded size that reads back as itself', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.record({ version: fc.constantFrom(1, 2, -1), generation: fc.nat(), refusedCredentials: fc.array(fc.record({ fingerprint: fc.string(), at: fc.double({ noNaN: true }), status: fc.nat() })), attempts: fc.array(fc.record({ at: fc.integer({ min: NOW - 2 * DAY, max: NOW + DAY }), by: fc.constantFrom('automatic', 'person'), result: fc.constantFrom('pending', 'token', 'failed') }), { maxLength: 200 }) }).map((value) => JSON.stringify(value))), (text) => {
      const { ledger } = readLedger(text, NOW);
      expect(ledger.attempts.length).toBeLessThanOrEqual(64);
      expect(ledger.attempts.every(({ at }) => at <= NOW)).toBe(true);
      expect(readLedger(serializeLedger(ledger), NOW).ledger).toEqual(ledger);
    }));
  });
});

it('remembers exactly the credentials that were refused; typed anew they may be tried after an hour', () => {
  const ledger = withRefused(emptyLedger(), 'aaa', NOW, 401);
  expect(refusedStatus(ledger, 'bbb', false, NOW)).toBeUndefined();
  expect(refusedStatus(ledger, 'aaa', true, NOW)).toBe(401);
  expect(refusedStatus(ledger, 'aaa', true, NOW + HOUR)).toBeUndefined();
  expect(refusedStatus(ledger, 'aaa', false, NOW + 100 * DAY)).toBe(401);
});

it('keeps what a window could not write when the disk is back', () => {
  const disk = withBlock(attempts([NOW - 3]), { until: NOW + HOUR, limit: 50 });
  const own = { ...attempts([NOW - 3, NOW - 1]), generation: 4 };
  expect(mergeLedgers(disk, own)).toMatchObject({ generation: 4, blockedUntil: NOW + HOUR, attempts: [{ at: NOW - 3 }, { at: NOW - 1 }] });
});
