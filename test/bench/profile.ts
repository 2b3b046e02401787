/** Where time goes, by the engine's own sampling of one more run: the names are functions of the project, of Node and of its libraries. */
import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';

const EVERY_MICROSECONDS = 200;
/** One run may be too short for the samples to say anything. */
const AT_LEAST_MS = 200;
const MOST_RUNS = 30;
const NAMED = 3;
/** Waiting, what the engine does not tell apart, and starting the sampling. */
const NOBODY = new Set(['(root)', '(idle)', '(program)', 'post', '']);
/** Functions in which the time is that of what they call in the engine. */
const INSIDE: Readonly<Record<string, string>> = { parse: 'JSON.parse', parseWhole: 'JSON.parse' };

/** The functions with most time of their own, such as `parseBody (JSON.parse) 61 %, (garbage collector) 9 %`. */
export async function largestParts(run: () => Promise<unknown>): Promise<string> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: EVERY_MICROSECONDS });
  await session.post('Profiler.start');
  const start = performance.now();
  for (let runs = 0; runs < MOST_RUNS && (runs === 0 || performance.now() - start < AT_LEAST_MS); runs += 1) {
    await run();
  }
  const { profile } = await session.post('Profiler.stop');
  await session.post('Profiler.disable');
  session.disconnect();
  return wordsOf(ownTimes(profile));
}

/** Microseconds by name. */
function ownTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    if (!NOBODY.has(name)) {
      times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
    }
  });
  return times;
}

function wordsOf(times: ReadonlyMap<string, number>): string {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const largest = [...times].sort(([, a], [, b]) => b - a).slice(0, NAMED);
  return largest.map(([name, time]) => `${name}${name in INSIDE ? ` (${INSIDE[name] ?? ''})` : ''} ${Math.round((time / total) * 100)} %`).join(', ');
}
