import { describe, expect, it } from 'vitest';
import { unlessCancelled } from '../../../src/core/failure.js';
import { atOnce, type Steps } from '../../../src/core/steps.js';
import { runSteps, TURN_MS } from '../../../src/platform/runSteps.js';

const wanted = new AbortController().signal;

/** Work of five steps, which notes each of them; one takes at least so many milliseconds. */
function* work(done: number[], ms = 0): Steps<string> {
  for (let step = 0; step < 5; step += 1) {
    for (const end = performance.now() + ms; performance.now() < end;) {
      // Nobody else has a turn meanwhile.
    }
    done.push(step);
    yield;
  }
  return 'done';
}

/** How far the work was at each turn of somebody else, until it is over. */
async function seenMeanwhile(ms: number, turnMs?: number): Promise<readonly number[]> {
  const done: number[] = [];
  const seen: number[] = [];
  let isOver = false;
  const look = (): void => {
    if (!isOver) {
      seen.push(done.length);
      setImmediate(look);
    }
  };
  setImmediate(look);
  expect(await runSteps(work(done, ms), wanted, turnMs)).toBe('done');
  isOver = true;
  return seen;
}

describe('work in steps', () => {
  it('gives its result, at once or in turns', async () => {
    expect(atOnce(work([]))).toBe('done');
    expect(await runSteps(work([]), wanted)).toBe('done');
  });

  it('lets others have their turn when its own is over, at a step', async () => {
    expect(await seenMeanwhile(0, 0)).toEqual([1, 2, 3, 4, 5]);
    expect(await seenMeanwhile(TURN_MS)).toEqual([1, 2, 3, 4, 5]);
    expect(await seenMeanwhile(0, 60_000)).toEqual([]);
  });

  it('stops when nobody wants it any more', async () => {
    const stop = new AbortController();
    const done: number[] = [];
    const running = runSteps(work(done), stop.signal, 0);
    stop.abort();
    expect(await unlessCancelled(running)).toBeUndefined();
    expect(done).toEqual([0]);
    await expect(unlessCancelled(Promise.reject(new Error('other')))).rejects.toThrow('other');
  });
});
