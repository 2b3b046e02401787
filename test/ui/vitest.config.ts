import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/ui/**/*.test.ts'],
    setupFiles: ['test/ui/signals.ts'],
    // Two VS Codes at a time: more would be too slow for a person's patience on two processors.
    maxWorkers: 2,
    pool: 'forks',
    // Files that run one after the other in a process share its VS Code server and browser (see testDesk.ts).
    isolate: false,
    // Windows are looked at before a test file's own hooks close them.
    sequence: { hooks: 'list' },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
});
