import type { Key } from '../../shared/sync/rows.ts';
import { BrowserDatabase, type BrowserOptions, databaseNames, plainTable, removeDatabase, settle } from './browser-database.ts';
import type { CachedRow, CacheStore, CacheTables, Fact, LedgerTables, Meta, Queued, Sent, StagedPage, StoredOutcome, Table } from './store.ts';

interface Opaque<K> {
  key: K;
  json: string;
}

const unpack = <T>({ json }: { json: string }): T => JSON.parse(json) as T;

/** Caches the parsed rows, because each batch that is sent reads a queue of hundreds of rows again, most of which are unchanged. */
class Unpacked<K, T> {
  #rows = new Map<K, { json: string; row: T }>();

  /** Returns all rows of the table, parsed. */
  all(opaqueRows: readonly Opaque<K>[]): T[] {
    const rows = new Map<K, { json: string; row: T }>();
    for (const { key, json } of opaqueRows) {
      const before = this.#rows.get(key);
      rows.set(key, before?.json === json ? before : { json, row: unpack<T>({ json }) });
    }
    this.#rows = rows;
    return [...rows.values()].map(({ row }) => row);
  }
}

/** A table whose rows are JSON text for the database, so that no later version of the app has to change the schema. */
const opaque = <T, K extends IDBValidKey>(store: IDBObjectStore, keyOf: (row: T) => K, unpacked?: Unpacked<K, T>): Table<T, K> => {
  const inner = plainTable<Opaque<K>, K>(store);
  return {
    ...inner,
    get: async (key) => {
      const row = await inner.get(key);
      return row && unpack<T>(row);
    },
    all: async () => {
      const rows = await inner.all();
      return unpacked ? unpacked.all(rows) : rows.map((row) => unpack<T>(row));
    },
    put: (rows) => inner.put(rows.map((row) => ({ key: keyOf(row), json: JSON.stringify(row) }))),
  };
};

/** Returns the first and last number of each run of consecutive numbers, because a run is deleted in one operation. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const run = runs.at(-1);
    if (run && n === run[1] + 1) run[1] = n;
    else runs.push([n, n]);
  }
  return runs;
}

const LEDGER = 'kitroom-ledger';
/** Increment this whenever the format of the rows changes. Each number has its own database. */
export const CACHE_VERSION = 8;
const cacheName = (version: number) => `kitroom-cache-${version}`;

/** The ledger: each transaction is on the disk before it resolves. Its schema never changes. */
export function browserLedger(of: BrowserOptions = {}): BrowserDatabase<LedgerTables> {
  const range = of.IDBKeyRange ?? IDBKeyRange;
  const after = async (outbox: IDBObjectStore, q: number): Promise<Queued[]> => {
    const rows = await settle(outbox.getAll(range.lowerBound(q, true)) as IDBRequest<Opaque<number>[]>);
    return rows.map((row) => unpack<Queued>(row));
  };
  const unpacked = { outbox: new Unpacked<number, Queued>(), outcomes: new Unpacked<string, StoredOutcome>() };
  return new BrowserDatabase<LedgerTables>(
    {
      name: LEDGER,
      schema: { outbox: 'key', sent: 'key', outcomes: 'key', facts: 'key' },
      durability: 'strict',
      tables: (transaction) => {
        const outbox = transaction.objectStore('outbox');
        return {
          outbox: {
            ...opaque<Queued, number>(outbox, (row) => row.q, unpacked.outbox),
            after: (q) => after(outbox, q),
            delete: async (qs) => {
              for (const [first, last] of runsOf(qs)) outbox.delete(range.bound(first, last));
            },
          },
          sent: opaque<Sent, number>(transaction.objectStore('sent'), (row) => row.q),
          outcomes: opaque<StoredOutcome, string>(transaction.objectStore('outcomes'), (row) => row.m, unpacked.outcomes),
          facts: opaque<Fact, string>(transaction.objectStore('facts'), (row) => row.k),
        };
      },
    },
    of,
  );
}

/** The cache of one schema version. It may be lost or damaged at any time; it is then filled again from the server. */
export function browserCache(version = CACHE_VERSION, of: BrowserOptions = {}): BrowserDatabase<CacheTables> {
  return new BrowserDatabase<CacheTables>(
    {
      name: cacheName(version),
      schema: { rows: '[kind+key], pick_id', meta: 'k', staged: 'i' },
      durability: 'relaxed',
      tables: (transaction) => {
        const rows = transaction.objectStore('rows');
        return {
          rows: {
            ...plainTable<CachedRow, [string, Key]>(rows),
            ofPick: (pick_id) => settle(rows.index('pick_id').getAll(pick_id) as IDBRequest<CachedRow[]>),
          },
          meta: plainTable<Meta, string>(transaction.objectStore('meta')),
          staged: plainTable<StagedPage, number>(transaction.objectStore('staged')),
        };
      },
    },
    of,
  );
}

/** The newest cache of an earlier version that still exists. It is read until the current cache is filled. */
export async function olderCache(
  version = CACHE_VERSION,
  of: BrowserOptions = {},
): Promise<{ store: CacheStore; remove: () => Promise<void> } | null> {
  if (version === 1) return null;
  const names = await databaseNames(of);
  for (let older = version - 1; older > 0; older--) {
    if (!names.has(cacheName(older))) continue;
    const store = browserCache(older, of);
    const remove = async () => {
      store.close();
      await removeDatabase(cacheName(older), of);
    };
    return { store, remove };
  }
  return null;
}
