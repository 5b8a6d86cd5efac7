import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeydown } from './use-keydown.ts';

/** The longest wait for a frame, in milliseconds: a page in the background gets none. */
const MAX_WAIT = 100;

/** Runs `work` after the next paint; returns a function that cancels `work` and returns whether `work` was still pending. */
export function afterPaint(work: () => void): () => boolean {
  let isWaiting = true;
  const once = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, MAX_WAIT);
  return () => {
    const was = isWaiting;
    isWaiting = false;
    return was;
  };
}

/** Resolves after the next paint. */
export const nextPaint = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve));

/**
 * False until the current render has been painted: a large screen renders its remaining parts only then. A key that is pressed before that finds the
 * remaining parts, unless it is one of `without`, the keys that do not need them.
 */
export function useIsPainted(without?: readonly string[]): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useKeydown(
    ({ key }) => {
      // The parts take the key themselves, so they have to be there before the event reaches them.
      if (!isPainted && without && !without.includes(key)) flushSync(() => setIsPainted(true));
    },
    { capture: true },
  );
  useEffect(() => {
    const callOff = afterPaint(() => startTransition(() => setIsPainted(true)));
    return () => void callOff();
  }, []);
  return isPainted;
}

/** Hides the panel around an element at once: unmounting takes a slow phone longer than a frame, and nobody should wait for that. */
export const hidePanel = (inside: Element): void => inside.closest('.scrim')?.setAttribute('hidden', '');
