import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that goes on beside the requests. */
export interface Loop {
  /** Look soon: something may have become due. */
  poke(): void;
  /** Finish what is in hand and begin nothing more. */
  stop(): Promise<void>;
}

/** How long after a poke its round begins, in milliseconds: many pokes in a row are one round. */
const SETTLE = 50;

interface LoopOptions {
  name: string;
  /** Longest wait between two rounds, in milliseconds. */
  wait: number;
  log: Logger;
  /** One round; it returns early once the signal is aborted. */
  runOnce: (signal: AbortSignal) => Promise<void>;
}

/** Run rounds one after the other: at once, when poked, and at least every `wait`. A round that fails is logged and the next one comes. */
export function startLoop({ name, wait, log, runOnce }: LoopOptions): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let waking = new AbortController();

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      waking = new AbortController();
      await runOnce(signal).catch((error: unknown) => log.error({ err: error, loop: name }, 'a background round failed'));
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

/** Wait so many milliseconds, or until the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});
