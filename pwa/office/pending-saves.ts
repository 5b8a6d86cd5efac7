import { createContext, useContext, useEffect } from 'react';
import { useTyped } from '../api/use-save-state.ts';

/** Saves one thing; false where it could not be stored. */
type Save = () => Promise<boolean>;

/** The changes on the screen that are not stored yet: an action on the whole order sends them first. */
export type PendingSaves = Set<Save>;

export const PendingSavesContext = createContext<PendingSaves>(new Set());

/** Sends all pending changes, and resolves once each has a response: with true where all of them are stored. */
export const sendPending = async (pending: PendingSaves): Promise<boolean> => (await Promise.all([...pending].map((send) => send()))).every(Boolean);

/** While there is something to send, `send` is one of the pending ones; it is also sent when the screen is left. */
export function usePending(send: Save | null): void {
  const pending = useContext(PendingSavesContext);
  useTyped(send !== null);
  useEffect(() => {
    if (!send) return;
    pending.add(send);
    return () => void pending.delete(send);
  }, [pending, send]);
}
