import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/ui/**/*.test.ts'],
    setupFiles: ['test/ui/signals.ts'],
    // One VS Code at a time: each needs a processor of its own.
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 180_000,
    // A machine that is busy with something else can make a person's hand too slow; a defect shows twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
});
