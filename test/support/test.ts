import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runScript } from './commands.js';
import { runLayers, type Layer, type LayerResult } from './layers.js';
import { newestHost, oldestHost, root } from './setup.mjs';
import { endTidily } from './signals.js';
import { counted, runHost, runUi, runUnit, type Choice, type Outcome } from './testRuns.js';

/**
 * Runs the layers of tests and adds their counts up.
 *
 * `npm test` runs all; `npm test -- unit host` some; `npm test -- ui items` the files of a layer whose names hold a word;
 * `npm test -- ui items -t "copies an id"` the tests whose titles hold some words. `--oldest` runs host and ui tests in the oldest
 * VS Code, `--desktop` host tests in VS Code's desktop build.
 */

/** A script of package.json passes or fails as a whole, and counts as one test. */
const script = (name: string) => async (_choice: Choice, quiet: boolean): Promise<Outcome> => {
  const { code, output } = await runScript(name, { quiet });
  return { counts: counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1), output, slowest: [] };
};

const OLDEST = { CATALOG_SEARCH_VSCODE: 'oldest' } as const;
const inOldest = process.argv.includes('--oldest') ? OLDEST : {};

/** In the order in which they start; `processors` is how many each keeps busy. */
const layers: readonly Layer<Choice>[] = [
  { name: 'lint', needs: [], processors: 1, run: script('lint') },
  { name: 'typecheck', needs: [], processors: 1, run: script('typecheck') },
  { name: 'package', needs: [], processors: 1, run: script('package') },
  { name: 'unit', needs: [], processors: 2, run: runUnit },
  { name: 'host', needs: ['package'], processors: 1, run: async (choice, quiet) => await runHost(choice, quiet, inOldest) },
  { name: 'host-oldest', needs: ['package'], processors: 1, run: async (choice, quiet) => await runHost(choice, quiet, OLDEST) },
  { name: 'ui', needs: ['package'], processors: 2, run: async (choice, quiet) => await runUi(choice, quiet, inOldest) },
  { name: 'ui-oldest', needs: ['package'], processors: 1, run: async ({ title }, quiet) => await runUi({ files: ['mainJob'], title }, quiet, OLDEST) },
];

/** The layers asked for with those they need, in the order of `layers`. */
function choose(names: readonly string[]): readonly Layer<Choice>[] {
  if (names.length === 0) return layers;
  const wanted = new Set(names.flatMap((name) => [name, ...(layers.find((layer) => layer.name === name)?.needs ?? [])]));
  return layers.filter(({ name }) => wanted.has(name));
}

/** Splits the arguments into names of layers and what they are to run. */
function readArguments(args: readonly string[]): { readonly names: readonly string[]; readonly choice: Choice } {
  const marker = args.indexOf('-t');
  const title = marker < 0 ? undefined : args[marker + 1];
  const words = args.filter((arg, index) => !arg.startsWith('-') && (marker < 0 || index !== marker + 1));
  const names = words.filter((word) => layers.some(({ name }) => name === word));
  return { names, choice: { files: words.filter((word) => !names.includes(word)), title } };
}

function report(results: readonly LayerResult[], seconds: number): void {
  console.log('\n== where the time went');
  for (const { name, slowest } of results) {
    for (const { file, seconds: own } of slowest) console.log(`${name.padEnd(12)} ${own.toFixed(1).padStart(6)} s  ${file}`);
  }
  console.log('\n== summary');
  for (const { name, counts, seconds: own, note } of results) {
    const skipped = counts.skipped > 0 ? `, ${String(counts.skipped)} skipped` : '';
    console.log(`${name.padEnd(12)} ${String(counts.passed)} passed, ${String(counts.failed)} failed${skipped}, ${own.toFixed(1)} s${note}`);
  }
  console.log(`VS Code ${newestHost.vscode} and ${oldestHost.vscode}; ${seconds.toFixed(0)} s in all`);
  const sum = (key: 'passed' | 'failed'): number => results.reduce((total, { counts }) => total + counts[key], 0);
  console.log(`${String(sum('passed'))} passed, ${String(sum('failed'))} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}

async function main(): Promise<void> {
  endTidily();
  const { names, choice } = readArguments(process.argv.slice(2));
  if (names.length === 0 && choice.files.length > 0) {
    console.error(`Not a layer: ${choice.files.join(' ')}. There are: ${layers.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  await mkdir(join(root, 'out', 'test'), { recursive: true });
  const start = performance.now();
  const results = await runLayers(choose(names), choice);
  report(results, (performance.now() - start) / 1000);
}

await main();
