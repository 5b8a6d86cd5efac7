import { session } from '../session/store.ts';

/**
 * Corrects this browser's session at the start, from what is stored on the disk: a browser that was killed may have kept a session that has ended, or
 * have lost its own.
 */
export async function restoreSession(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const has = (is: string): boolean => databases.some(({ name }) => name === is);
  if (has('kitroom-ended')) await (await import('./drop-ended.ts')).dropEnded();
  // Without a network nobody could sign in again.
  if (!session.get() && has('kitroom-ledger')) await (await import('./durable-session.ts')).restoreDurableSession();
}
