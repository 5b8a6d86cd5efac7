// Browsers without a ledger have this database as well. This module uses only the browser's own functions, so that it loads no further file.
const NAME = 'kitroom-ended';
const TABLE = 'ended';
/** The key of the number up to which the session copies that this browser stored have ended. All other keys are hashes of tokens. */
const UNTIL = 'until';

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(TABLE);
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Runs one request, and resolves once its effect is on the disk. A browser writes its other small stores to the disk late. */
async function run<Result>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const connection = await open();
  try {
    const transaction = connection.transaction(TABLE, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(TABLE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    connection.close();
  }
}

/** Records that session copies have ended: all that this browser stored up to the number `at`. */
export const noteEndedUntil = (at: number): Promise<unknown> => run('readwrite', (table) => table.put(at, UNTIL));

/** The session copies that this browser stored up to the returned number have ended; 0 means that none has ended. */
export const endedUntil = async (): Promise<number> => Number((await run<unknown>('readonly', (table) => table.get(UNTIL))) ?? 0);

/** Records the hash of a token whose session has ended in this browser. */
export const noteEndedToken = (hash: string): Promise<unknown> => run('readwrite', (table) => table.put(true, hash));

/** Deletes the hash of a token whose session has ended on the server too. */
export const dropEndedToken = (hash: string): Promise<unknown> => run('readwrite', (table) => table.delete(hash));

/** The hashes of tokens whose sessions have ended in this browser, but not yet on the server. */
export const endedTokens = async (): Promise<string[]> =>
  (await run('readonly', (table) => table.getAllKeys())).flatMap((key) => (key === UNTIL ? [] : [String(key)]));
