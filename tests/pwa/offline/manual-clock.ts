import type { Clock } from '../../../pwa/offline/ports.ts';

interface Sleeper {
  /** The length of the sleep, and the time at which it ends, in milliseconds. */
  ms: number;
  at: number;
  wake: () => void;
}

/** A clock that stands still until a test moves it. No sleep ends by itself: the test wakes the `sleepers`. */
export function manualClock() {
  let now = Date.parse('2026-11-21T09:00:00.000Z');
  const sleepers = new Set<Sleeper>();
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper: Sleeper = {
          ms,
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        if (signal.aborted) sleeper.wake();
        else signal.addEventListener('abort', sleeper.wake, { once: true });
      }),
  };
  const advance = (ms: number): void => {
    now += ms;
  };
  return { clock, sleepers, advance };
}

/** Resolves when the signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
