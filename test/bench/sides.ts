/** Both sides of a row, each in a process of its own: see `side.ts`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../support/setup.mjs';
import type { BenchCatalog } from './catalog.js';

export type SideName = 'floor' | 'ours';
/** How often to do the work in a row, or to name where the time of it goes. */
export type ToSide = number | 'parts';

export interface Side {
  /** @returns milliseconds of one time */
  run(inARow: number): Promise<number>;
  largestParts(): Promise<string>;
  close(): Promise<void>;
}

export function startSide(name: SideName, { origin }: BenchCatalog, perPage: number): Side {
  const child = fork(join(root, 'out', 'bench', 'side.mjs'), [name, origin, String(perPage)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const ask = async <T extends number | string>(message: ToSide): Promise<T> => {
    const answer = once(child, 'message') as Promise<[T]>;
    child.send(message);
    const [said] = await Promise.race([answer, ended.then(() => Promise.reject(new Error(`the side "${name}" ended`)))]);
    return said;
  };
  return {
    run: async (inARow) => await ask<number>(inARow),
    largestParts: async () => await ask<string>('parts'),
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
