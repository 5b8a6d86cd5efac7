import { nextCopy, type Session, sessionCopy, takeCopy } from '../session/store.ts';
import { people } from './this-tablet-people.ts';

/** Keeps the present session where a killed browser does not lose it. */
export const rememberSession = (): Promise<void> => people().keepSession(sessionCopy());

/** Takes up the session as it was when the browser ended, where this browser does not know a newer one. */
export async function recallSession(): Promise<void> {
  const stored = await people().session();
  if (stored) takeCopy(stored);
}

/** Changes the session: it is durable before it is shown. */
export async function changeSession(next: Session): Promise<void> {
  const copy = nextCopy(next);
  await people().keepSession(copy);
  takeCopy(copy);
}
