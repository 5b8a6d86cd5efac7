import { useCallback, useEffect, useRef } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { guardLeaving, type Step } from './leave-guard.ts';

/** The dialog that asks is loaded before it is needed: the person may be offline when they leave. */
const fetchQuestion = () => import('./leave-dialog.tsx');

/**
 * While `isDirty`, leaving the screen asks first, and closing the tab warns. `view` is for changes that are lost as soon as the part of the address
 * after the `#` changes. Returns a function to leave without a question once the changes are saved or given up.
 */
export function useUnsavedGuard(isDirty: boolean, step: Step = 'screen'): () => void {
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const isGivenUp = useRef(false);
  // Later changes are guarded again.
  if (!isDirty) isGivenUp.current = false;
  useEffect(() => guardLeaving(() => dirty.current && !isGivenUp.current, step), [step]);
  useFetchedAhead(fetchQuestion);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return useCallback(() => {
    isGivenUp.current = true;
  }, []);
}
