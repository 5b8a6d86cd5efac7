import { afterAll, vi } from 'vitest';

// Test files share processes, so each file gets its own instances of the app's modules and restores globals, timers and methods.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
