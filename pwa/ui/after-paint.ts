import { useEffect, useState } from 'react';

/** Longer than this nothing waits for a frame: a page that is not seen has none. */
const MAX_WAIT = 100;

/** Does something once what was just asked for is seen; answers how to call it off, and whether there was still something to call off. */
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

/** False until what is drawn now has been seen: the rest of something large can wait for that. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const callOff = afterPaint(() => setIsPainted(true));
    return () => void callOff();
  }, []);
  return isPainted;
}

/** Takes a panel out of sight at once, from something inside it: to take it apart costs a slow phone more than a frame, and nobody waits for that. */
export const hidePanel = (inside: Element): void => inside.closest('.scrim')?.setAttribute('hidden', '');
