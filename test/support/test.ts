import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCommand, runScript, type CommandResult } from './commands.js';
import { root } from './setup.mjs';
import { endTidily } from './signals.js';

/**
 * Runs the layers of tests and adds their counts up.
 *
 * `npm test` runs all; `npm test -- unit host` some; `npm test -- unit item` passes what names no layer on to the unit tests as a
 * filter of their files. `--oldest` runs host and ui tests in the oldest VS Code, `--desktop` host tests in VS Code's desktop build.
 */

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Layer {
  readonly name: string;
  /** Layers that must have passed in the same run. */
  readonly needs: readonly string[];
  run(args: readonly string[]): Promise<Counts>;
}

const layers: readonly Layer[] = [
  { name: 'lint', needs: [], run: () => check('lint') },
  { name: 'typecheck', needs: [], run: () => check('typecheck') },
  { name: 'unit', needs: [], run: runUnit },
  { name: 'build', needs: [], run: () => check('build') },
  { name: 'host', needs: ['build'], run: runHost },
  { name: 'package', needs: [], run: () => check('package') },
  { name: 'ui', needs: ['package'], run: runUi },
];

/** A script that passes or fails as a whole counts as one test. */
async function check(script: string): Promise<Counts> {
  const { code } = await runScript(script);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** What came of one run of vitest. */
interface VitestRun {
  readonly counts: Counts;
  /** Files with a test that failed, and the tests in them that passed all the same. */
  readonly failed: { readonly files: readonly string[]; readonly passedTests: number };
}

/** The members that are read of vitest's report, which is that of Jest. */
interface VitestReport {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly testResults?: readonly { readonly name: string; readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

async function runUnit(args: readonly string[]): Promise<Counts> {
  return (await runVitest('unit', filtersIn(args))).counts;
}

/**
 * Where a verdict counts (CI), files with a failed test run once more, one after another and each in a VS Code of its own: a machine that
 * is busy with something else can make a person's hand too slow, and a defect shows twice.
 */
async function runUi(args: readonly string[]): Promise<Counts> {
  const { counts, failed } = await runVitest('ui', filtersIn(args));
  if (process.env['CI'] === undefined || failed.files.length === 0) return counts;
  console.log(`\n== ui, once more: ${failed.files.join(', ')}`);
  const again = await runVitest('ui', failed.files, ['--maxWorkers=1']);
  return { ...again.counts, passed: counts.passed - failed.passedTests + again.counts.passed };
}

/** What names no option: parts of the names of test files. */
const filtersIn = (args: readonly string[]): readonly string[] => args.filter((arg) => !arg.startsWith('--'));

async function runVitest(layer: 'unit' | 'ui', filters: readonly string[], options: readonly string[] = []): Promise<VitestRun> {
  const report = join(root, 'out', 'test', `${layer}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await rm(report, { force: true });
  const result = await runCommand(process.execPath, [
    ...[vitest, 'run', '--config', `test/${layer}/vitest.config.ts`],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...options,
    ...filters,
  ]);
  const found = await readFile(report, 'utf8').then(JSON.parse).catch(() => ({})) as VitestReport;
  const counts = honest(result, {
    passed: found.numPassedTests ?? 0,
    failed: found.numFailedTests ?? 0,
    skipped: (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0),
  });
  const failed = found.testResults?.filter(({ status }) => status !== 'passed') ?? [];
  const passedTests = failed.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed').length;
  return { counts, failed: { files: failed.map(({ name }) => relative(root, name)), passedTests } };
}

async function runHost(args: readonly string[]): Promise<Counts> {
  const hooks = './test/support/typescript.mjs';
  const result = await runCommand(process.execPath, ['--import', hooks, 'test/support/hostTests.ts', ...args]);
  const [, passed = '0', failed = '0', skipped = '0'] = /^host: (\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(result.output) ?? [];
  return honest(result, { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) });
}

/** A run that failed without a failed test, or in which nothing ran, is a failure too. */
function honest({ code }: CommandResult, counts: Counts): Counts {
  const unseen = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return unseen ? { ...counts, failed: 1 } : counts;
}

/** The layers asked for with those they need, in the order of `layers`. */
function choose(names: readonly string[]): readonly Layer[] {
  if (names.length === 0) return layers;
  const wanted = new Set(names.flatMap((name) => [name, ...(layers.find((layer) => layer.name === name)?.needs ?? [])]));
  return layers.filter(({ name }) => wanted.has(name));
}

async function main(): Promise<void> {
  endTidily();
  const args = process.argv.slice(2);
  const names = args.filter((arg) => layers.some(({ name }) => name === arg));
  const rest = args.filter((arg) => !names.includes(arg));
  if (names.length === 0 && rest.some((arg) => !arg.startsWith('--'))) {
    console.error(`Not a layer: ${rest.join(' ')}. There are: ${layers.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  if (rest.includes('--oldest')) process.env['CATALOG_SEARCH_VSCODE'] = 'oldest';
  await mkdir(join(root, 'out', 'test'), { recursive: true });

  const results: { readonly name: string; readonly counts: Counts; readonly seconds: number; readonly note: string }[] = [];
  for (const layer of choose(names)) {
    const missing = layer.needs.find((need) => results.some(({ name, counts }) => name === need && counts.failed > 0));
    console.log(`\n== ${layer.name}`);
    const start = performance.now();
    const counts = missing === undefined ? await layer.run(rest) : { passed: 0, failed: 1, skipped: 0 };
    const note = missing === undefined ? '' : ` (not run: ${missing} failed)`;
    results.push({ name: layer.name, counts, seconds: (performance.now() - start) / 1000, note });
  }

  console.log('\n== summary');
  for (const { name, counts, seconds, note } of results) {
    const skipped = counts.skipped > 0 ? `, ${String(counts.skipped)} skipped` : '';
    console.log(`${name.padEnd(10)} ${String(counts.passed)} passed, ${String(counts.failed)} failed${skipped}, ${seconds.toFixed(1)} s${note}`);
  }
  const sum = (key: keyof Counts): number => results.reduce((total, { counts }) => total + counts[key], 0);
  console.log(`${String(sum('passed'))} passed, ${String(sum('failed'))} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}

await main();
