import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/unit/**/*.test.ts'], setupFiles: ['test/unit/seed.ts'], testTimeout: 30_000, hookTimeout: 30_000, pool: 'forks', maxWorkers: 2 },
});
