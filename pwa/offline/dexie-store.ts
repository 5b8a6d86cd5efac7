import Dexie, { type Table as DexieTable, type IndexableType, type Transaction } from 'dexie';
import type { Key } from '../../shared/sync/rows.ts';
import type {
  CachedRow,
  CacheStore,
  CacheTables,
  Database,
  Fact,
  LedgerStore,
  LedgerTables,
  Meta,
  Queued,
  Sent,
  StagedPage,
  StoredOutcome,
  Table,
} from './store.ts';

/** A table that keeps each row as it is. */
const plain = <T, K extends IndexableType>(table: DexieTable<T, K>): Table<T, K> => ({
  get: (key) => table.get(key),
  all: () => table.orderBy(':id').toArray(),
  put: (rows) => table.bulkPut(rows).then(() => undefined),
  delete: (keys) => table.bulkDelete([...keys]),
  clear: () => table.clear(),
});

interface Opaque<K> {
  key: K;
  json: string;
}

const open = <T>({ json }: { json: string }): T => JSON.parse(json) as T;

/** A table whose rows the database cannot look into, so that no later version of the app has to change its schema. */
const opaque = <T, K extends IndexableType>(table: DexieTable<Opaque<K>, K>, keyOf: (row: T) => K): Table<T, K> => {
  const inner = plain(table);
  return {
    get: (key) => inner.get(key).then((row) => row && open<T>(row)),
    all: () => inner.all().then((rows) => rows.map((row) => open<T>(row))),
    put: (rows) => inner.put(rows.map((row) => ({ key: keyOf(row), json: JSON.stringify(row) }))),
    delete: inner.delete,
    clear: inner.clear,
  };
};

/** A database of the browser. One that was closed by force is opened again; one that must make way says so and finishes what it is at. */
class DexieDatabase<Tables> implements Database<Tables> {
  readonly #dexie: Dexie;
  /** Tables tied to one transaction by name, so that no await in the work can step out of it. */
  readonly #tablesOf: (transaction: Transaction) => Tables;

  constructor(dexie: Dexie, tablesOf: (transaction: Transaction) => Tables, makeWay: () => void) {
    this.#dexie = dexie;
    this.#tablesOf = tablesOf;
    dexie.on('versionchange', () => {
      makeWay();
      return false;
    });
  }

  async #run<R>(mode: 'r' | 'rw', work: (tables: Tables) => Promise<R>): Promise<R> {
    const once = async () => await this.#dexie.transaction(mode, this.#dexie.tables, (transaction) => work(this.#tablesOf(transaction)));
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'DatabaseClosedError') throw error;
      await this.#dexie.open();
      return await once();
    }
  }

  read<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return this.#run('r', work);
  }

  write<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return this.#run('rw', work);
  }

  close(): void {
    this.#dexie.close();
  }
}

export interface DexieOptions {
  /** Lets tests bring an IndexedDB of their own. */
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
  /** Another version of the app wants the database. */
  makeWay?: () => void;
}

const options = ({ indexedDB, IDBKeyRange }: DexieOptions) => ({
  ...(indexedDB && { indexedDB }),
  ...(IDBKeyRange && { IDBKeyRange }),
});

const LEDGER = 'kitroom-ledger';
/** Raised with every change of what the rows look like; each number is a database of its own. */
export const CACHE_VERSION = 1;
const cacheName = (version: number) => `kitroom-cache-${version}`;

/** The ledger: each transaction is on the disk before it is called done. Its schema never changes. */
export function dexieLedger(of: DexieOptions = {}): LedgerStore {
  const dexie = new Dexie(LEDGER, { ...options(of), chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({ outbox: 'key', sent: 'key', outcomes: 'key', facts: 'key' });
  const outboxOf = (table: DexieTable<Opaque<number>, number>): LedgerTables['outbox'] => ({
    ...opaque<Queued, number>(table, (row) => row.q),
    after: async (q) => (await table.where(':id').above(q).toArray()).map((row) => open<Queued>(row)),
  });
  const tables = (of: Transaction): LedgerTables => ({
    outbox: outboxOf(of.table('outbox')),
    sent: opaque<Sent, number>(of.table('sent'), (row) => row.q),
    outcomes: opaque<StoredOutcome, string>(of.table('outcomes'), (row) => row.m),
    facts: opaque<Fact, string>(of.table('facts'), (row) => row.k),
  });
  return new DexieDatabase(dexie, tables, of.makeWay ?? (() => undefined));
}

/** The cache of one schema version. It can be lost or torn at any time and is filled again from the server. */
export function dexieCache(version = CACHE_VERSION, of: DexieOptions = {}): CacheStore {
  const dexie = new Dexie(cacheName(version), { ...options(of), chromeTransactionDurability: 'relaxed' });
  dexie.version(1).stores({ rows: '[kind+key], pick_id', meta: 'k', staged: 'i' });
  const tables = (of: Transaction): CacheTables => {
    const rows = of.table<CachedRow, [string, Key]>('rows');
    return {
      rows: { ...plain<CachedRow, [string, Key]>(rows), ofPick: (pick_id) => rows.where('pick_id').equals(pick_id).toArray() },
      meta: plain<Meta, string>(of.table('meta')),
      staged: plain<StagedPage, number>(of.table('staged')),
    };
  };
  return new DexieDatabase(dexie, tables, of.makeWay ?? (() => undefined));
}

/** The newest older cache that is still there, readable until the current one is filled. */
export async function olderCache(version = CACHE_VERSION, of: DexieOptions = {}): Promise<{ store: CacheStore; remove: () => Promise<void> } | null> {
  const names = new Set((await (of.indexedDB ?? indexedDB).databases()).map(({ name }) => name));
  for (let older = version - 1; older > 0; older--) {
    if (!names.has(cacheName(older))) continue;
    const store = dexieCache(older, of);
    const remove = async () => {
      store.close();
      await new Dexie(cacheName(older), options(of)).delete();
    };
    return { store, remove };
  }
  return null;
}
