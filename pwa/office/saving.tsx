import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reachable } from '../api/reachable.ts';
import { SaveState } from '../ui/save-state.tsx';
import { useStore } from '../ui/store.ts';

/** Whether all changes on this screen have reached the server, and when the last of them did. `isOpen`: a change waits for a decision. */
export function Saving({ isOpen }: { isOpen: boolean }) {
  const isSaving = useIsMutating() > 0;
  const isOnline = useStore(reachable);
  const [at, setAt] = useState<string | null>(null);
  const [wasSaving, setWasSaving] = useState(false);
  useEffect(() => {
    if (wasSaving && !isSaving) setAt(new Date().toISOString());
    setWasSaving(isSaving);
  }, [isSaving, wasSaving]);
  return <SaveState state={isSaving ? 'saving' : !isOnline ? 'failed' : isOpen ? 'changed' : 'saved'} at={at} />;
}
