import { createContext, useContext, useEffect } from 'react';

/** Saves one thing; false where it could not be stored. */
type Save = () => Promise<boolean>;

/** What was changed on the screen and is not stored yet: an action on the whole order sends it first. */
export type PendingSaves = Set<Save>;

export const PendingSavesContext = createContext<PendingSaves>(new Set());

/** Sends what waits now, and answers once all of it has an answer: whether all of it is stored. */
export const sendPending = async (pending: PendingSaves): Promise<boolean> => (await Promise.all([...pending].map((send) => send()))).every(Boolean);

/** While there is something to send, `send` is one of the pending ones; it is also sent when the screen is left. */
export function usePending(send: Save | null): void {
  const pending = useContext(PendingSavesContext);
  useEffect(() => {
    if (!send) return;
    pending.add(send);
    return () => void pending.delete(send);
  }, [pending, send]);
}
