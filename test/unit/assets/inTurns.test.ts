import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inTurns } from '../../../src/core/inTurns.js';

describe('work in turns', () => {
  it('is done on all, in order, a few at a time', async () => {
    const begun: number[] = [];
    let now = 0;
    let most = 0;
    await inTurns(Array.from({ length: 10 }, (_, index) => index), 3, async (one) => {
      begun.push(one);
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      now -= 1;
    });
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(most).toBe(3);
    await inTurns([], 3, () => Promise.reject(new Error('nothing to do')));
  });

  it('ends with the first failure, and begins nothing after it', async () => {
    const begun: number[] = [];
    await expect(inTurns([0, 1, 2, 3, 4, 5], 2, async (one) => {
      begun.push(one);
      await setImmediate();
      if (one === 1) throw new Error('one');
    })).rejects.toThrow('one');
    await setImmediate();
    await setImmediate();
    expect(begun).toEqual([0, 1, 2]);
  });
});
