import { nextCopy, type Session, sessionCopy, takeCopy } from '../session/store.ts';
import { people } from './this-tablet-people.ts';

/** Stores the current session in the ledger, where it survives if the browser is killed. */
export const rememberSession = (): Promise<void> => people().keepSession(sessionCopy());

/** Restores the session that was stored before the browser was closed, unless somebody has signed in since. */
export async function restoreDurableSession(): Promise<void> {
  const storedSession = await people().session();
  if (storedSession) takeCopy(storedSession);
}

/** Changes the session. The new session is stored before the screens show it. */
export async function changeSession(next: Session): Promise<void> {
  const copy = nextCopy(next);
  await people().keepSession(copy);
  takeCopy(copy);
}
