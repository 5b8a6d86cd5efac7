import { useSaveState } from '../api/use-save-state.ts';
import { SaveState } from '../ui/save-state.tsx';
import { useStore } from '../ui/store.ts';
import { hasUnsaved } from './use-add-line.ts';

/** Whether all changes on this screen have reached the server. */
export function Saving() {
  const state = useSaveState();
  const isUnsaved = useStore(hasUnsaved);
  return <SaveState state={isUnsaved && state !== 'saving' ? 'failed' : state} />;
}
