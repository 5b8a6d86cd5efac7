import { useEffect, useState } from 'react';
import { useSaveState } from '../api/use-save-state.ts';
import { SaveState } from '../ui/save-state.tsx';

/** Says whether and when all changes of this screen reached the server. `isOpen` is true while a change waits for the person's decision. */
export function Saving({ isOpen }: { isOpen: boolean }) {
  const state = useSaveState();
  const [at, setAt] = useState<string | null>(null);
  const [wasSaving, setWasSaving] = useState(false);
  const isSaving = state === 'saving';
  useEffect(() => {
    if (wasSaving && !isSaving) setAt(new Date().toISOString());
    setWasSaving(isSaving);
  }, [isSaving, wasSaving]);
  return <SaveState state={isOpen && (state === 'saved' || state === 'unreachable') ? 'changed' : state} at={at} />;
}
