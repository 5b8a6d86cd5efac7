import { useEffect, useState } from 'react';

/** Nothing waits longer than this for a frame: a page in the background gets none. */
const MAX_WAIT = 100;

/** Runs something after the next paint; returns a function that cancels it and reports whether it had still been waiting. */
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

/** Settled after the next paint. */
export const nextPaint = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve));

/** False until the current render has been painted: the rest of something large can wait for that. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const callOff = afterPaint(() => setIsPainted(true));
    return () => void callOff();
  }, []);
  return isPainted;
}

/** Hides a panel at once, from something inside it: unmounting takes a slow phone longer than a frame, and nobody should wait for that. */
export const hidePanel = (inside: Element): void => inside.closest('.scrim')?.setAttribute('hidden', '');
