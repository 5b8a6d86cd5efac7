import { createStore } from '../ui/store.ts';
import { auth } from './client.ts';
import { refreshWho } from './refresh-who.ts';
import { keepSession, session } from './store.ts';

/** Changes that wait on this device while somebody signs out, and since when. */
export interface Staying {
  waiting: number;
  since: string | null;
}

/** Somebody who wants to sign out while changes wait, and is told so first. */
export const signingOut = createStore<(Staying & { answer: (leave: boolean) => void }) | null>(null);

type Waiting = () => Staying;
const keepers = new Set<Waiting>();

/** Has a person told what waits on this device before they sign out. Answers the way to take it back. */
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

/** Ends the session here at once and on the server when it can be told. False when they chose to stay. */
export async function signOut(): Promise<boolean> {
  if (!(await mayGo())) return false;
  const current = session.get();
  // Whoever acts as somebody else signs out themself, which ends both.
  const ending = current?.own ? endOnServer(current.own.token) : current?.is_expired ? Promise.resolve() : auth.logout.$post();
  await Promise.race([ending.then(undefined, () => undefined), new Promise((resolve) => setTimeout(resolve, 2000))]);
  keepSession(null);
  return true;
}

const endOnServer = (token: string): Promise<unknown> => fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });

/** Goes back from acting as somebody else to one's own session; the other one ends. */
export function stopImpersonating(): void {
  const current = session.get();
  if (!current?.own) return;
  keepSession(current.own);
  // Asking who one is renews the cookie of documents, which was the other's.
  void endOnServer(current.token)
    .catch(() => undefined)
    .then(refreshWho);
}
