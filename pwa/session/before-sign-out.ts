import { createStore } from '../ui/store.ts';

/** How many changes wait on this device when somebody signs out, and since when. */
export interface QueueLength {
  waiting: number;
  since: string | null;
}

/** The open question to a person who wants to sign out while changes wait; null if none is open. */
export const signingOut = createStore<(QueueLength & { answer: (leave: boolean) => void }) | null>(null);

type Waiting = () => QueueLength;
/** The functions that are called before a person signs out. Each reports how many changes wait on this device. */
export const keepers = new Set<Waiting>();

/** Adds a function that counts the changes waiting on this device; a sign-out first asks about them. Returns a function that removes it again. */
export function beforeSignOut(waiting: Waiting): () => void {
  keepers.add(waiting);
  return () => keepers.delete(waiting);
}
