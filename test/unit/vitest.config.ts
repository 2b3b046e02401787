import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { generatedModulesInTests } from '../../build/generated.mjs';

/** Tests that measure the memory of their process, replace a module or what the process inherits, or stop processes. */
const ALONE = ['test/unit/assets/download.test.ts', 'test/unit/auth/processes.test.ts', 'test/unit/house/sweep.test.ts', 'test/unit/security/{settings,texts}.test.ts'];
const ALL = ['test/unit/**/*.test.ts'];

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [generatedModulesInTests],
  test: {
    setupFiles: ['test/unit/seed.ts'], testTimeout: 30_000, hookTimeout: 30_000, pool: 'forks', maxWorkers: 2,
    projects: [
      // The others share two processes: nothing in them is global but caches, and loading the same modules for each file is a third of the time.
      { extends: true, test: { name: 'shared', include: ALL, exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
