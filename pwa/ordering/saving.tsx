import { useIsMutating } from '@tanstack/react-query';
import { reachable } from '../api/reachable.ts';
import { Icon } from '../ui/icon.tsx';
import { SaveState } from '../ui/save-state.tsx';
import { useStore } from '../ui/store.ts';
import { hasUnsaved } from './use-add-line.ts';

/** Whether all changes on this screen have reached the server. */
export function Saving() {
  const isSaving = useIsMutating() > 0;
  const isOnline = useStore(reachable);
  const isUnsaved = useStore(hasUnsaved);
  // Short, because it follows another word in the head of a phone; the card has the rest.
  if (isUnsaved && !isSaving) {
    return (
      <span className="t-wrong" role="status">
        <Icon name="alert" /> Not saved
      </span>
    );
  }
  return <SaveState state={isSaving ? 'saving' : isOnline ? 'saved' : 'failed'} />;
}
