import { sendEndedUntilDone } from '../session/ended-sessions.ts';
import { takeCopy } from '../session/store.ts';
import { endedUntil } from './ended-store.ts';

/** Deletes the stored copy of a session that has ended, and reports to the server which sessions ended in this browser before the page opened. */
export async function dropEnded(): Promise<void> {
  takeCopy({ at: await endedUntil(), session: null });
  sendEndedUntilDone();
}
