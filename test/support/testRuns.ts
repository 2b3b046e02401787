/** One run of each kind of tests: vitest for what needs no editor and for windows, mocha in an extension host. */
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCommand, type CommandResult } from './commands.js';
import { root } from './setup.mjs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What is run of a layer: all of it where nothing is named. */
export interface Choice {
  /** Parts of the names of test files. */
  readonly files: readonly string[];
  /** A part of the titles of tests. */
  readonly title: string | undefined;
}

export interface SlowFile {
  readonly file: string;
  readonly seconds: number;
}

/** What came of a run: its counts, what it printed, and the files that took longest. */
export interface Outcome {
  readonly counts: Counts;
  readonly output: string;
  readonly slowest: readonly SlowFile[];
}

type Environment = Readonly<Record<string, string>>;

/** How many of the slowest files are named. */
const NAMED = 5;

export function counted(passed: number, failed: number, skipped = 0): Counts {
  return { passed, failed, skipped };
}

export async function runUnit(choice: Choice, quiet: boolean): Promise<Outcome> {
  return await runVitest('unit', choice, quiet, {});
}

/**
 * Where a verdict counts (CI), files with a failed test run once more, one after another: a machine that is busy with something else can
 * make a person's hand too slow, and a defect shows twice.
 */
export async function runUi(choice: Choice, quiet: boolean, env: Environment): Promise<Outcome> {
  const first = await runVitest('ui', choice, quiet, env);
  if (process.env['CI'] === undefined || first.failed.length === 0) return first;
  const files = first.failed.map(({ file }) => file);
  const again = await runVitest('ui', { ...choice, files }, quiet, env, ['--maxWorkers=1']);
  const before = first.failed.reduce((sum, { passed }) => sum + passed, 0);
  const output = `${first.output}\n\n== once more: ${files.join(', ')}\n${again.output}`;
  return { ...first, output, counts: { ...again.counts, passed: first.counts.passed - before + again.counts.passed } };
}

/** The members that are read of vitest's report, which is that of Jest. Times are milliseconds. */
interface VitestReport {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly testResults?: readonly {
    readonly name: string; readonly status: string; readonly startTime: number; readonly endTime: number; readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface VitestOutcome extends Outcome {
  /** Files with a test that failed, and how many in them passed all the same. */
  readonly failed: readonly { readonly file: string; readonly passed: number }[];
}

async function runVitest(layer: 'unit' | 'ui', { files, title }: Choice, quiet: boolean, env: Environment, options: readonly string[] = []): Promise<VitestOutcome> {
  const report = join(root, 'out', 'test', `${layer}${Object.keys(env).length === 0 ? '' : '-other'}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await rm(report, { force: true });
  const result = await runCommand(process.execPath, [
    ...[vitest, 'run', '--config', `test/${layer}/vitest.config.ts`],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(title === undefined ? [] : ['-t', title]),
    ...options,
    ...files,
  ], { quiet, env });
  const found = await readFile(report, 'utf8').then(JSON.parse).catch(() => ({})) as VitestReport;
  // Tests that a title leaves out are no skipped ones.
  const skipped = title === undefined ? (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0) : 0;
  const slowest = (found.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds).slice(0, NAMED);
  const failed = (found.testResults ?? []).filter(({ status }) => status !== 'passed')
    .map(({ name, assertionResults }) => ({ file: relative(root, name), passed: assertionResults.filter(({ status }) => status === 'passed').length }));
  return { counts: honest(result, counted(found.numPassedTests ?? 0, found.numFailedTests ?? 0, skipped)), output: result.output, slowest, failed };
}

export async function runHost({ files, title }: Choice, quiet: boolean, env: Environment): Promise<Outcome> {
  const hooks = './test/support/typescript.mjs';
  const args = [...files, ...(title === undefined ? [] : ['-t', title]), ...(process.argv.includes('--desktop') ? ['--desktop'] : [])];
  const result = await runCommand(process.execPath, ['--import', hooks, 'test/support/hostTests.ts', ...args], { quiet, env });
  const [, passed = '0', failed = '0', skipped = '0'] = /^host: (\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(result.output) ?? [];
  return { counts: honest(result, counted(Number(passed), Number(failed), Number(skipped))), output: result.output, slowest: [] };
}

/** A run that failed without a failed test, or in which nothing ran, is a failure too. */
function honest({ code }: CommandResult, counts: Counts): Counts {
  const unseen = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return unseen ? { ...counts, failed: 1 } : counts;
}
