import { createContext, useContext, useEffect } from 'react';

/** Counts on the screen that are not sent yet: an action on the whole order sends them first. */
export type PendingSaves = Set<() => Promise<unknown>>;

export const PendingSavesContext = createContext<PendingSaves>(new Set());

/** Sends what waits now, and answers when all of it has an answer. */
export const sendPending = (pending: PendingSaves): Promise<unknown> => Promise.all([...pending].map((send) => send()));

/** While there is something to send, `send` is one of the pending ones; it is also sent when the screen is left. */
export function usePending(send: (() => Promise<unknown>) | null): void {
  const pending = useContext(PendingSavesContext);
  useEffect(() => {
    if (!send) return;
    pending.add(send);
    return () => void pending.delete(send);
  }, [pending, send]);
}
