import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from '../ui/store.ts';
import { unsentCount } from './not-sent.tsx';
import { reachable } from './reachable.ts';

/** Whether the changes made since the screen was opened have reached the server: `failed` while a value of its fields could not be sent, `unreachable` where none has failed and none could be sent now. */
export function useSaveState(): 'saving' | 'failed' | 'unreachable' | 'saved' {
  const [openedAt] = useState(() => Date.now());
  const isSaving = useIsMutating() > 0;
  const isReachable = useStore(reachable);
  const isUnsent = useStore(unsentCount) > 0;
  const last = useMutationState({ select: ({ state }) => state.status === 'error' && state.submittedAt >= openedAt }).at(-1);
  if (isSaving) return 'saving';
  if (isUnsent) return 'failed';
  if (isReachable) return 'saved';
  return last ? 'failed' : 'unreachable';
}
