import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { generatedModulesInTests } from '../../build/generated.mjs';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [generatedModulesInTests],
  test: { include: ['test/unit/**/*.test.ts'], setupFiles: ['test/unit/seed.ts'], testTimeout: 30_000, hookTimeout: 30_000, pool: 'forks', maxWorkers: 2 },
});
