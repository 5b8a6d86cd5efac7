import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: ['./demo-data.ts', './unpack-chromium.ts'],
  outputDir: '../../test-results',
  // One worker more than the measured machine has processors: a test often waits for a screen, and with two workers the processors are idle a sixth
  // of the time.
  workers: 3,
  // A shared CI machine may stall a browser, so a failed test is repeated once there, and both runs are shown.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // Animations are off, because transitions cost frames on every page.
  // Service workers are blocked, because each new context would install the app again. A test that needs an installed app allows them.
  use: { serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } },
});
