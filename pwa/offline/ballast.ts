import { BrowserDatabase, databaseNames, plainTable, removeDatabase } from './browser-database.ts';
import type { Table } from './store.ts';

const MEGABYTES = 5;
const NAME = 'kitroom-ballast';

/**
 * Reserves disk space that can be freed at once when the storage is too full for the queue. The ballast is created if the storage has space for it,
 * and is the first reserve to be deleted.
 */
export async function loadBallast(): Promise<void> {
  if ((await databaseNames()).has(NAME)) return;
  const hold = new BrowserDatabase<Table<{ i: number; noise: Uint8Array }, number>>({
    name: NAME,
    schema: { weight: 'i' },
    durability: 'relaxed',
    tables: (transaction) => plainTable(transaction.objectStore('weight')),
  });
  try {
    for (let i = 0; i < MEGABYTES; i++) await hold.write((weight) => weight.put([{ i, noise: noise() }]));
  } catch {
    hold.close();
    await dropBallast();
  } finally {
    hold.close();
  }
}

/** Deletes the ballast. */
export const dropBallast = async (): Promise<void> => void (await removeDatabase(NAME));

/** A megabyte that cannot be compressed. */
function noise(): Uint8Array {
  const megabyte = new Uint8Array(1_048_576);
  for (let at = 0; at < megabyte.length; at += 65_536) crypto.getRandomValues(megabyte.subarray(at, at + 65_536));
  return megabyte;
}
