/** Takes up the session that this device's ledger knows, where it has one: a browser that was killed may have forgotten its own copy. */
export async function recallHere(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  if (!databases.some(({ name }) => name === 'kitroom-ledger')) return;
  const { recallSession } = await import('./durable-session.ts');
  await recallSession();
}
