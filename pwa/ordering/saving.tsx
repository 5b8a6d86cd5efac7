import { useIsMutating } from '@tanstack/react-query';
import { reachable } from '../api/reachable.ts';
import { SaveState } from '../ui/save-state.tsx';
import { useStore } from '../ui/store.ts';

/** Whether all that was changed on this screen has reached the server. */
export function Saving() {
  const isSaving = useIsMutating() > 0;
  const isOnline = useStore(reachable);
  return <SaveState state={isSaving ? 'saving' : isOnline ? 'saved' : 'failed'} />;
}
