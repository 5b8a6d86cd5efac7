import { useLayoutEffect, useRef } from 'react';

/**
 * Calls `onKey` for each pressed key while the component is shown; with `capture` before the elements of the page receive the key. It listens as soon
 * as the component is in the document: effects without `layout` run after the paint, and a key that is pressed before them would be lost.
 */
export function useKeydown(onKey: (event: KeyboardEvent) => void, { capture = false }: { capture?: boolean } = {}): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => latest.current(event);
    window.addEventListener('keydown', listener, { capture });
    return () => window.removeEventListener('keydown', listener, { capture });
  }, [capture]);
}
