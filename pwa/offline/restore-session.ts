import { session } from '../session/store.ts';

/**
 * Corrects this browser's session at the start, from the data on the disk. A browser that was killed may still have a session that has ended, or may
 * have lost its current one.
 */
export async function restoreSession(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const has = (is: string): boolean => databases.some(({ name }) => name === is);
  if (has('kitroom-ended')) await (await import('./drop-ended.ts')).dropEnded();
  // The session is restored because nobody could sign in again without a network.
  if (!session.get() && has('kitroom-ledger')) await (await import('./durable-session.ts')).restoreDurableSession();
}
