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

/** Makes signing out first show the changes that wait on this device. Returns a function that undoes this. */
export function beforeSignOut(waiting: Waiting): () => void {
  keepers.add(waiting);
  return () => keepers.delete(waiting);
}
