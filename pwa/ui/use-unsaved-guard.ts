import { useCallback, useEffect, useRef } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { guardLeaving, type Step } from './leave-guard.ts';

/** What asks is there before it has to: whoever leaves may have no network. */
const fetchQuestion = () => import('./leave-dialog.tsx');

/**
 * While `isDirty`, leaving the screen asks first, and closing the tab warns. What stands only after the `#` of its address, and is lost with it,
 * says `view`. Answers how to leave without a question once it is saved or given up.
 */
export function useUnsavedGuard(isDirty: boolean, step: Step = 'screen'): () => void {
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const isGivenUp = useRef(false);
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
