import { auth } from './client.ts';
import { keepSession, session } from './store.ts';

type Guard = () => Promise<boolean>;
const guards = new Set<Guard>();

/** Asks `guard` before anybody signs out; false keeps them in. Answers the way to take it back. */
export function beforeSignOut(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Ends the session here at once and on the server when it can be told. False when something asked to stay. */
export async function signOut(): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false;
  const told = session.get()?.is_expired ? Promise.resolve() : auth.logout.$post();
  await Promise.race([told.then(undefined, () => undefined), new Promise((resolve) => setTimeout(resolve, 2000))]);
  keepSession(null);
  return true;
}

/** Goes back from acting as somebody else to one's own session. */
export function stopImpersonating(): void {
  const own = session.get()?.own;
  if (!own) return;
  keepSession(own);
}
