import { createStore } from '../ui/store.ts';
import { auth } from './client.ts';
import { refreshWho } from './refresh-who.ts';
import { keepSession, session } from './store.ts';

/** How many changes wait on this device when somebody signs out, and since when. */
export interface QueueLength {
  waiting: number;
  since: string | null;
}

/** Somebody who wants to sign out while changes wait; they are shown the changes first. */
export const signingOut = createStore<(QueueLength & { answer: (leave: boolean) => void }) | null>(null);

type Waiting = () => QueueLength;
const keepers = new Set<Waiting>();

/** Makes signing out show what waits on this device first. Returns a function that withdraws it. */
export function beforeSignOut(waiting: Waiting): () => void {
  keepers.add(waiting);
  return () => keepers.delete(waiting);
}

async function mayGo(): Promise<boolean> {
  for (const keeper of keepers) {
    const staying = keeper();
    if (staying.waiting === 0) continue;
    const leave = await new Promise<boolean>((answer) => signingOut.set({ ...staying, answer }));
    signingOut.set(null);
    if (!leave) return false;
  }
  return true;
}

/** Ends the session here at once, and on the server when it can be reached. False when the person chose to stay. */
export async function signOut(): Promise<boolean> {
  if (!(await mayGo())) return false;
  const current = session.get();
  // Somebody who impersonates another person signs out themself, which ends both sessions.
  const ending = current?.own ? endOnServer(current.own.token) : current?.is_expired ? Promise.resolve() : auth.logout.$post();
  await Promise.race([ending.then(undefined, () => undefined), new Promise((resolve) => setTimeout(resolve, 2000))]);
  keepSession(null);
  return true;
}

const endOnServer = (token: string): Promise<unknown> => fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });

/** Goes back from impersonating somebody to one's own session; the other one ends. */
export function stopImpersonating(): void {
  const current = session.get();
  if (!current?.own) return;
  keepSession(current.own);
  // Reading the signed-in person renews the cookie for documents, which was the other person's.
  void endOnServer(current.token)
    .catch(() => undefined)
    .then(refreshWho);
}
