import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from '../ui/store.ts';
import { reachable } from './reachable.ts';

/** Whether the changes made since the screen was opened have reached the server; `unreachable` where none has failed and none could be sent now. */
export function useSaveState(): 'saving' | 'failed' | 'unreachable' | 'saved' {
  const [openedAt] = useState(() => Date.now());
  const isSaving = useIsMutating() > 0;
  const isReachable = useStore(reachable);
  const last = useMutationState({ select: ({ state }) => state.status === 'error' && state.submittedAt >= openedAt }).at(-1);
  if (isSaving) return 'saving';
  if (isReachable) return 'saved';
  return last ? 'failed' : 'unreachable';
}
