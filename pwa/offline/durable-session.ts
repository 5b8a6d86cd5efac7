import { nextCopy, type Session, sessionCopy, takeCopy } from '../session/store.ts';
import { people } from './this-tablet-people.ts';

/** Stores the current session where it survives a killed browser. */
export const rememberSession = (): Promise<void> => people().keepSession(sessionCopy());

/** Restores the session as it was when the browser ended, unless this browser has a newer one. */
export async function restoreDurableSession(): Promise<void> {
  const storedSession = await people().session();
  if (storedSession) takeCopy(storedSession);
}

/** Changes the session: it is stored before it is shown. */
export async function changeSession(next: Session): Promise<void> {
  const copy = nextCopy(next);
  await people().keepSession(copy);
  takeCopy(copy);
}
