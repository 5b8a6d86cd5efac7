import Dexie from 'dexie';

const MEGABYTES = 5;
const NAME = 'kitroom-ballast';

/** Keeps room on the disk that can be given up at once when the queue finds none: loaded when there is room, thrown out first. */
export async function loadBallast(): Promise<void> {
  if ((await indexedDB.databases()).some(({ name }) => name === NAME)) return;
  const dexie = new Dexie(NAME);
  dexie.version(1).stores({ weight: '++' });
  try {
    for (let i = 0; i < MEGABYTES; i++) await dexie.table('weight').add(noise());
  } catch {
    await dexie.delete();
  } finally {
    dexie.close();
  }
}

/** Throws the ballast out. */
export const dropBallast = (): Promise<void> => new Dexie(NAME).delete();

/** A megabyte that cannot be packed smaller. */
function noise(): Uint8Array {
  const megabyte = new Uint8Array(1_048_576);
  for (let at = 0; at < megabyte.length; at += 65_536) crypto.getRandomValues(megabyte.subarray(at, at + 65_536));
  return megabyte;
}
