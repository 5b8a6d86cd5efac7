import { useCallback, useEffect, useRef } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { guardLeaving, type Step } from './leave-guard.ts';

/** The dialog that asks is loaded before it is needed: the person may be offline when they leave. */
const fetchQuestion = () => import('./leave-dialog.tsx');

/**
 * While `isDirty`, a dialog asks before the person leaves the screen, and the browser asks before the tab is closed. Pass `view` as `step` for
 * changes that are lost as soon as the part of the address after `#` changes. The returned function turns the dialog off once the changes are saved
 * or given up.
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
