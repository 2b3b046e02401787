/** The longest that anything takes which reads what a stranger wrote, over values of 1 MB made to take long. */
import type { Steps } from '../../src/core/steps.js';
import { TURN_MS } from '../../src/platform/runSteps.js';
import { foreign, parsed, READERS, type Family } from '../support/hostileReaders.js';
import { hostileTexts } from '../support/hostileTexts.js';
import { median, rowOf, type Row } from './measure.js';

const SIZE = 1_000_000;
/** What nobody notices, in milliseconds. */
const UNNOTICED = 50;
/** What looks slow is tried again: a first time counts compiling, and any time may count somebody else's work. */
const LOOKS_SLOW = UNNOTICED / 5;
const TRIES = 5;

interface Worst {
  readonly value: string;
  readonly reader: string;
  readonly ms: number;
  /** How long `JSON.parse` takes for the same text, whether it comes to its end or throws. */
  readonly parsing: number;
}

/** A row for each family of readers: its worst reader with its worst value. */
export function measureHostile(): readonly Row[] {
  const worst = new Map<Family, Worst>();
  for (const [value, text] of Object.entries(hostileTexts(SIZE))) {
    const any = foreign(text);
    const parsing = timeOf(() => parsed(text));
    for (const { name: reader, family, read, steps } of READERS) {
      const ms = steps === undefined ? timeOf(() => read(any)) : longest(() => steps(any));
      if (ms > (worst.get(family)?.ms ?? -1)) {
        worst.set(family, { value, reader, ms, parsing });
      }
    }
  }
  return [...worst].map(([family, { value, reader, ms, parsing }]) => ({
    ...rowOf(`1 MB from a stranger, ${family}: the worst, against ${UNNOTICED} ms`, 'ms', UNNOTICED, ms, 1),
    note: `${reader}: ${value}; JSON.parse of it takes ${parsing.toFixed(1)} ms`,
  }));
}

function timeOf(run: () => unknown): number {
  return tried(() => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

/** The longest time for which nobody else has a turn. */
function longest(start: () => Steps<unknown>): number {
  return tried(() => {
    const steps = start();
    let most = 0;
    let turn = performance.now();
    for (let done: boolean | undefined = false; done !== true;) {
      ({ done } = steps.next());
      const taken = performance.now() - turn;
      most = Math.max(most, taken);
      turn = taken < TURN_MS ? turn : performance.now();
    }
    return most;
  });
}

function tried(once: () => number): number {
  const first = once();
  return first < LOOKS_SLOW ? first : median(Array.from({ length: TRIES }, once));
}
