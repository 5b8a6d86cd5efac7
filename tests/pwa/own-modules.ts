import { afterAll, vi } from 'vitest';

// The files share processes: each has its own instances of the app's modules, and leaves globals, timers and methods as it found them.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
