import { noteEndedUntil } from '../offline/ended-store.ts';
import { keepers, signingOut } from './before-sign-out.ts';
import { noteEnded, sendEndedUntilDone } from './ended-sessions.ts';
import { dropDocumentKey } from './forget-person.ts';
import { refreshWho } from './refresh-who.ts';
import { nextCopy, type Session, session, sessionCopy, takeCopy } from './store.ts';

/** Milliseconds that signing out waits for the server. */
const MAX_WAIT = 2_000;

/** Whether the person still signs out after seeing the changes that wait. */
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

/** Ends the session on this device within `MAX_WAIT`, and on the server once it can be reached. Resolves with false if the person chose to stay. */
export async function signOut(): Promise<boolean> {
  if (!(await mayGo())) return false;
  const current = session.get();
  // Somebody who impersonates another person signs out themself, which ends both sessions.
  const ending = current?.own ?? (current?.is_expired ? null : current);
  if (ending) await Promise.race([endOnServer(ending.token), new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
  await replaceSession(null);
  return true;
}

/**
 * Replaces the session with the next one, or with none. The end of the previous session is stored on the disk before the screen shows it, so that a
 * browser that is killed afterwards does not bring the session back.
 */
async function replaceSession(next: Session | null): Promise<void> {
  const copy = nextCopy(next);
  await noteEndedUntil(next ? copy.at - 1 : copy.at).catch(() => undefined);
  takeCopy(copy.at > sessionCopy().at ? copy : nextCopy(next));
}

/** Ends a session on the server. The end is recorded first: if it cannot be sent now, it is sent once the network is back, even after a reload. */
async function endOnServer(token: string): Promise<void> {
  const forgetIt = await noteEnded(token);
  try {
    const response = await fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, keepalive: true });
    // Something else that answers in place of the server, such as a proxy, does not send `signed_out`.
    const body = (await response.json()) as { signed_out?: true };
    if (body.signed_out || response.status === 401) return forgetIt();
  } catch {
    // There is no network.
  }
  // If an impersonation was ended, the cookies for documents are missing. Reading the signed-in person sets them.
  sendEndedUntilDone(() => void refreshWho());
}

/** Stops impersonating somebody: the person's own session continues, and the session as somebody else ends. */
export async function stopImpersonating(): Promise<void> {
  const current = session.get();
  if (!current?.own) return;
  // The cookies for documents belong to the impersonated person. Reading the signed-in person sets new cookies.
  dropDocumentKey();
  await replaceSession(current.own);
  void endOnServer(current.token).then(refreshWho);
}
