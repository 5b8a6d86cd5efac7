import { answer } from '../api/answer.ts';
import { auth } from './client.ts';
import { keepSession, session } from './store.ts';

/** Reads the signed-in person from the server again: roles and names may have changed since. Does nothing if there is no response. */
export async function refreshWho(): Promise<void> {
  const before = session.get();
  if (!before || before.is_expired) return;
  try {
    const who = await answer(auth.me.$get());
    const current = session.get();
    if (current?.token === before.token) keepSession({ ...current, who });
  } catch {
    // If the session is invalid, the transport has already marked it. Without a network the stored person stays.
  }
}
