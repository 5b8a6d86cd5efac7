import { createStore } from '../ui/store.ts';

/** How many changes wait on this device when somebody signs out, and since when. */
export interface QueueLength {
  waiting: number;
  since: string | null;
}

/** Somebody who wants to sign out while changes wait; they are shown the changes first. */
export const signingOut = createStore<(QueueLength & { answer: (leave: boolean) => void }) | null>(null);

type Waiting = () => QueueLength;
/** What is asked before a person signs out. */
export const keepers = new Set<Waiting>();

/** Makes signing out show what waits on this device first. Returns a function that withdraws it. */
export function beforeSignOut(waiting: Waiting): () => void {
  keepers.add(waiting);
  return () => keepers.delete(waiting);
}
