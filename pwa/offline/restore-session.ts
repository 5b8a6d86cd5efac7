/** Restores the session from this device's ledger, where it has one: a browser that was killed may have lost its own copy. */
export async function restoreSession(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  if (!databases.some(({ name }) => name === 'kitroom-ledger')) return;
  const { restoreDurableSession } = await import('./durable-session.ts');
  await restoreDurableSession();
}
