import { createContext, useContext, useEffect } from 'react';
import { useTyped } from '../api/use-save-state.ts';

/** Saves one change. Resolves with false if it could not be stored. */
type Save = () => Promise<boolean>;

/** The changes on the screen that are not stored yet. An action on the whole order sends them first. */
export type PendingSaves = Set<Save>;

export const PendingSavesContext = createContext<PendingSaves>(new Set());

/** Sends all pending changes. Resolves once every change has a response: with true if all changes are stored. */
export const sendPending = async (pending: PendingSaves): Promise<boolean> => (await Promise.all([...pending].map((send) => send()))).every(Boolean);

/** Registers `send` as a pending change until the component is unmounted; null means that there is nothing to send. */
export function usePending(send: Save | null): void {
  const pending = useContext(PendingSavesContext);
  useTyped(send !== null);
  useEffect(() => {
    if (!send) return;
    pending.add(send);
    return () => void pending.delete(send);
  }, [pending, send]);
}
