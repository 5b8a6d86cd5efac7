import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Repeats a piece of work in the background. */
export interface Loop {
  /** Run soon: something may have become due. */
  poke(): void;
  /** Finish the current run and begin nothing more. */
  stop(): Promise<void>;
}

/** How long after a poke the run begins, in milliseconds, so that many pokes in a row cause one run. */
const SETTLE = 50;

interface LoopOptions {
  name: string;
  /** Longest wait between two runs, in milliseconds. */
  wait: number;
  log: Logger;
  /** One run; it returns early once the signal is aborted. */
  runOnce: (signal: AbortSignal) => Promise<void>;
}

/** Run `runOnce` at once, after each poke, and at the latest `wait` after the previous run. A failed run is logged and does not end the loop. */
export function startLoop({ name, wait, log, runOnce }: LoopOptions): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let waking = new AbortController();

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      waking = new AbortController();
      await runOnce(signal).catch((error: unknown) => log.error({ err: error, loop: name }, 'a background job loop failed'));
      await pause(wait, waking.signal);
      if (waking.signal.aborted) await delay(SETTLE);
    }
  };
  const running = run();

  return {
    poke: () => waking.abort(),
    stop: () => {
      stopping.abort();
      waking.abort();
      return running;
    },
  };
}

/** Wait this many milliseconds, or until the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});
