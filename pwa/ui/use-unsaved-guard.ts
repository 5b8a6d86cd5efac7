import { useEffect, useRef } from 'react';
import { guardLeaving } from './leave-guard.ts';

/** While `isDirty`, leaving the screen asks first, and closing the tab warns. */
export function useUnsavedGuard(isDirty: boolean): void {
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useEffect(() => guardLeaving(() => dirty.current), []);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
