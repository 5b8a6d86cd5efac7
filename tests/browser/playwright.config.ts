import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: './demo-data.ts',
  outputDir: '../../test-results',
  // A file alone, which often waits for a screen, leaves a third of two processors idle.
  workers: 2,
  // A machine that builds for others may stall a browser: there, what fails is tried once more, and both runs are shown.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
});
