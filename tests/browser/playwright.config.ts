import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: ['./demo-data.ts', './unpack-chromium.ts'],
  outputDir: '../../test-results',
  // One more than the processors for which the suite is measured: a file often waits for a screen, and two leave a sixth of them idle.
  workers: 3,
  // A machine that builds for others may stall a browser: a failed test is repeated once there, and both runs are shown.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // Nothing moves: a transition costs frames on every page.
  // Each new context would install the app anew. A test allows that where an installed app, the floor, a return or a download is its subject.
  use: { serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } },
});
