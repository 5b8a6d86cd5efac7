import { answer } from '../api/answer.ts';
import { auth } from './client.ts';
import { keepSession, session } from './store.ts';

/** Asks the server again who this is: roles and names may have changed since. Silent where nobody answers. */
export async function refreshWho(): Promise<void> {
  const before = session.get();
  if (!before || before.is_expired) return;
  try {
    const who = await answer(auth.me.$get());
    const current = session.get();
    if (current?.token === before.token) keepSession({ ...current, who });
  } catch {
    // A dead session has been marked by the transport; without a network the kept answer stands.
  }
}
