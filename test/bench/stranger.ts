/** Answers as long as one may be, made by a stranger to take long or much room: the worst of them, each in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { GOOD_PAGE, HOSTILE_PAGES } from '../support/hostilePages.js';
import { root } from '../support/setup.mjs';
import { rowOf, type Row } from './measure.js';

/** Nobody waits longer, in milliseconds. */
const LONGEST = 200;
/** Memory beside the bytes, in times of what a good page takes. */
const MOST = 4;
const MEGABYTE = 1_000_000;

interface Taken {
  readonly name: string;
  readonly longest: number;
  readonly memory: number;
}

export async function measureStranger(): Promise<readonly Row[]> {
  const good = await taken(GOOD_PAGE.name);
  const all: Taken[] = [];
  for (const { name } of HOSTILE_PAGES) {
    all.push(await taken(name));
  }
  const slowest = all.reduce((worst, one) => (one.longest > worst.longest ? one : worst), good);
  const largest = all.reduce((worst, one) => (one.memory > worst.memory ? one : worst));
  return [
    { ...rowOf(`64 MiB from a stranger: the longest block, against ${LONGEST} ms`, 'ms', LONGEST, slowest.longest, 1), note: slowest.name },
    { ...rowOf('the same: memory beside the bytes, against a good page of that size', 'MB', good.memory / MEGABYTE, largest.memory / MEGABYTE, MOST), note: largest.name },
  ];
}

async function taken(name: string): Promise<Taken> {
  const child = fork(join(root, 'out', 'bench', 'strangerSide.mjs'), [name], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const [said] = await Promise.race([once(child, 'message') as Promise<[Omit<Taken, 'name'>]>, ended.then(() => Promise.reject(new Error(`the page "${name}" ended its process`)))]);
  await ended;
  return { name, ...said };
}
