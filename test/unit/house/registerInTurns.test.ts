import { expect, it } from 'vitest';
import type { Disposable } from '../../../src/core/event.js';
import { registerInTurns } from '../../../src/platform/registerInTurns.js';

const turn = async (): Promise<unknown> => await new Promise((resolve) => setImmediate(resolve));

it('registers each group in a turn of its own, and nothing more once the window is closed', async () => {
  const done: string[] = [];
  const owned: Disposable[] = [];
  const registered = (name: string) => (): Disposable => {
    done.push(name);
    return { dispose: () => done.push(`${name} disposed`) };
  };
  const all = registerInTurns((one) => owned.push(one), [[registered('a'), registered('b')], [registered('c')], [registered('d')]]);
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(['a', 'b']);
  await turn();
  expect(done).toEqual(['a', 'b', 'c']);
  owned.forEach((one) => one.dispose());
  await all;
  expect(done).toEqual(['a', 'b', 'c', 'a disposed', 'b disposed', 'c disposed']);
});
