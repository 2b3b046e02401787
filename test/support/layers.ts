/** Runs layers of tests, those at the same time that leave each other the processors they need. */
import { availableParallelism } from 'node:os';
import type { Counts, Outcome, SlowFile } from './testRuns.js';

export interface Layer<Choice> {
  readonly name: string;
  /** Layers that must have passed in the same run. */
  readonly needs: readonly string[];
  /** How many processors it keeps busy. */
  readonly processors: 1 | 2;
  /** @param quiet keeps what it prints for the result, because others print at the same time */
  run(choice: Choice, quiet: boolean): Promise<Outcome>;
}

export interface LayerResult {
  readonly name: string;
  readonly counts: Counts;
  readonly seconds: number;
  readonly slowest: readonly SlowFile[];
  /** Why it was not run; empty where it was. */
  readonly note: string;
}

/** More than two would make windows too slow for a person's patience. */
const PROCESSORS = Math.min(2, availableParallelism());

/** Runs the layers in their order, as many at a time as there are processors for. A layer whose need has failed counts as failed. */
export async function runLayers<Choice>(layers: readonly Layer<Choice>[], choice: Choice): Promise<readonly LayerResult[]> {
  const results = new Map<string, LayerResult>();
  const running = new Map<string, Promise<void>>();
  const waiting = [...layers];
  let busy = 0;
  const start = (layer: Layer<Choice>): void => {
    busy += layer.processors;
    running.set(layer.name, runOne(layer, choice, layers.length > 1, results).then((result) => {
      results.set(layer.name, result);
      running.delete(layer.name);
      busy -= layer.processors;
    }));
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ needs, processors }) => needs.every((need) => results.has(need)) && (busy === 0 || busy + processors <= PROCESSORS));
    if (next >= 0) waiting.splice(next, 1).forEach(start);
    else await Promise.race(running.values());
  }
  return layers.flatMap(({ name }) => results.get(name) ?? []);
}

async function runOne<Choice>(layer: Layer<Choice>, choice: Choice, quiet: boolean, results: ReadonlyMap<string, LayerResult>): Promise<LayerResult> {
  const { name } = layer;
  const missing = layer.needs.find((need) => (results.get(need)?.counts.failed ?? 1) > 0);
  if (missing !== undefined) return { name, counts: { passed: 0, failed: 1, skipped: 0 }, seconds: 0, slowest: [], note: ` (not run: ${missing} failed)` };
  if (quiet) console.log(`${name} begins...`);
  else console.log(`\n== ${name}`);
  const start = performance.now();
  const { counts, output, slowest } = await layer.run(choice, quiet);
  const seconds = (performance.now() - start) / 1000;
  if (quiet) console.log(`\n== ${name}: ${String(counts.passed)} passed, ${String(counts.failed)} failed, ${seconds.toFixed(1)} s\n${output.trim()}\n`);
  return { name, counts, seconds, slowest, note: '' };
}
