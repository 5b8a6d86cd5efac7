import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createStore, useStore } from '../ui/store.ts';
import { unsentCount } from './not-sent.tsx';
import { reachable } from './reachable.ts';

/** How many fields on the screen contain a typed value that differs from the stored value and has not been sent. */
const typedCount = createStore(0);

/** Counts a field as not sent while `isTyped`, so that the screen does not say that everything is saved. */
export function useTyped(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    typedCount.set(typedCount.get() + 1);
    return () => typedCount.set(typedCount.get() - 1);
  }, [isTyped]);
}

/**
 * Whether the changes made since the screen was opened have reached the server. `failed`: a field's value could not be sent, or the last write failed
 * and the server cannot be reached. `changed`: a typed value is not sent yet. `unreachable`: no write has failed, but the server cannot be reached.
 */
export function useSaveState(): 'saving' | 'failed' | 'changed' | 'unreachable' | 'saved' {
  const [openedAt] = useState(() => Date.now());
  const isSaving = useIsMutating() > 0;
  const isReachable = useStore(reachable);
  const isTyped = useStore(typedCount) > 0;
  const isUnsent = useStore(unsentCount) > 0;
  const last = useMutationState({ select: ({ state }) => state.status === 'error' && state.submittedAt >= openedAt }).at(-1);
  if (isSaving) return 'saving';
  if (isUnsent) return 'failed';
  if (isTyped) return 'changed';
  if (isReachable) return 'saved';
  return last ? 'failed' : 'unreachable';
}
