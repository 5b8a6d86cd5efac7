import { defineConfig } from 'vitest/config';

const elsewhere = ['tests/**/*.unit.test.ts', 'tests/{architecture,bench,browser,operations,pwa,simulation}/**', 'tests/architecture.test.ts'];
const throughHttp = { include: ['tests/**/*.test.ts'], exclude: elsewhere, testTimeout: 30_000, hookTimeout: 60_000, isolate: false };

export default defineConfig({
  test: {
    pool: 'forks',
    // As the product runs: decision 0088.
    execArgv: ['--no-allocation-site-pretenuring'],
    maxWorkers: 2,
    // Each stage is a process of its own, and would translate the same sources again.
    experimental: { fsModuleCache: true },
    projects: [
      { test: { name: 'unit', include: ['tests/**/*.unit.test.ts'], exclude: ['tests/pwa/**'], testTimeout: 30_000, isolate: false } },
      {
        test: { name: 'sqlite', ...throughHttp, globalSetup: 'tests/engines/sqlite.ts', setupFiles: 'tests/engines/own-database.ts' },
      },
      { test: { name: 'postgres', ...throughHttp, globalSetup: 'tests/engines/postgres.ts', setupFiles: 'tests/engines/own-database.ts' } },
      {
        test: {
          name: 'pwa',
          include: ['tests/pwa/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/pwa/own-modules.ts',
          testTimeout: 30_000,
          isolate: false,
        },
      },
      { test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 1_800_000 } },
      { test: { name: 'architecture', include: ['tests/architecture.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 } },
      {
        test: {
          name: 'operations',
          include: ['tests/operations/**/*.test.ts'],
          globalSetup: 'tests/operations/build.ts',
          setupFiles: 'tests/operations/end-products.ts',
          testTimeout: 240_000,
          hookTimeout: 120_000,
          isolate: false,
        },
      },
    ],
  },
});
