import { expect, it } from 'vitest';
import { afterActivation } from '../../../src/platform/afterActivation.js';

it('does what can wait when what runs now has ended, and nothing of it once it is disposed', async () => {
  const done: string[] = [];
  afterActivation(() => done.push('kept'));
  afterActivation(() => done.push('given up')).dispose();
  const second = afterActivation(() => {
    done.push('second');
    third.dispose();
  });
  const third = afterActivation(() => done.push('given up by the one before'));
  await Promise.resolve();
  expect(done).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['kept', 'second']);
  second.dispose();
  afterActivation(() => done.push('later'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['kept', 'second', 'later']);
});
