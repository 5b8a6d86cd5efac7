import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { browserCache, browserLedger } from '../../pwa/offline/browser-stores.ts';
import type { CacheStore, CacheTables, LedgerStore, LedgerTables } from '../../pwa/offline/store.ts';
import { cloneDatabase, createCacheDatabase, createLedgerDatabase, type MemoryDatabase } from './memory-database.ts';
import type { Scheduler } from './scheduler.ts';

/** The storage of a tablet. */
export interface Storage {
  /** The databases, so that a test can inspect them from outside the tablet. */
  ledger: LedgerStore;
  cache: CacheStore;
  /** The databases as a tab opens them for itself. */
  open(): { ledger: LedgerStore; cache: CacheStore };
  /** Undoes up to `max` of the cache's last transactions, as a power cut does; returns how many. */
  loseTransactions(max: number): number;
  /** Closes the databases by force, as a browser does; returns false if this storage cannot do that. */
  forceClose(): boolean;
  /** Deletes everything. */
  evict(): void;
  /** Replaces the cache by an empty one, as if another version of the app had started. */
  dropCache(): void;
  /** A second copy of the storage; null if this storage cannot be copied. */
  clone(): Storage | null;
}

/** Storage in memory, which is fast and can lose transactions to power cuts. */
export class MemoryStorage implements Storage {
  ledger: MemoryDatabase<LedgerTables> = createLedgerDatabase();
  cache: MemoryDatabase<CacheTables> = createCacheDatabase();

  /**
   * Returns the databases that exist now. A tab that is still open after an eviction therefore keeps its old databases and does not find the new
   * ones.
   */
  open(): { ledger: LedgerStore; cache: CacheStore } {
    return { ledger: this.ledger, cache: this.cache };
  }

  loseTransactions(max: number): number {
    return this.cache.loseTransactions(max);
  }

  forceClose(): boolean {
    return false;
  }

  evict(): void {
    this.ledger = createLedgerDatabase();
    this.cache = createCacheDatabase();
  }

  dropCache(): void {
    this.cache = createCacheDatabase();
  }

  clone(): Storage {
    const copy = new MemoryStorage();
    cloneDatabase(this.ledger, copy.ledger);
    cloneDatabase(this.cache, copy.cache);
    return copy;
  }
}

type OpenDatabase = Parameters<typeof forceCloseDatabase>[0];

/** A browser's databases that can be closed from outside. */
class Factory extends IDBFactory {
  readonly #openDatabases = new Set<OpenDatabase>();

  override open(...of: Parameters<IDBFactory['open']>): ReturnType<IDBFactory['open']> {
    const request = super.open(...of);
    request.addEventListener('success', () => this.#openDatabases.add(request.result as unknown as OpenDatabase));
    return request;
  }

  closeAll(): boolean {
    const open = [...this.#openDatabases];
    this.#openDatabases.clear();
    for (const database of open) forceCloseDatabase(database);
    return open.length > 0;
  }
}

/** Storage in IndexedDB, with the stores that the app uses. Its work takes real turns of the event loop, for which the scheduler waits. */
export class BrowserStorage implements Storage {
  readonly #scheduler: Scheduler;
  #ledgers = new Factory();
  #caches = new Factory();
  ledger: LedgerStore;
  cache: CacheStore;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
    this.ledger = this.#track(browserLedger({ indexedDB: this.#ledgers, IDBKeyRange }));
    this.cache = this.#track(browserCache(1, { indexedDB: this.#caches, IDBKeyRange }));
  }

  #track<Store extends LedgerStore | CacheStore>(store: Store): Store {
    const scheduler = this.#scheduler;
    return {
      read: (work: never) => scheduler.trackWork(() => store.read(work)),
      write: (work: never) => scheduler.trackWork(() => store.write(work)),
      close: () => store.close(),
    } as Store;
  }

  open(): { ledger: LedgerStore; cache: CacheStore } {
    return {
      ledger: this.#track(browserLedger({ indexedDB: this.#ledgers, IDBKeyRange })),
      cache: this.#track(browserCache(1, { indexedDB: this.#caches, IDBKeyRange })),
    };
  }

  loseTransactions(): number {
    return 0;
  }

  forceClose(): boolean {
    return this.#ledgers.closeAll() || this.#caches.closeAll();
  }

  evict(): void {
    this.#ledgers = new Factory();
    this.ledger = this.#track(browserLedger({ indexedDB: this.#ledgers, IDBKeyRange }));
    this.dropCache();
  }

  dropCache(): void {
    this.#caches = new Factory();
    this.cache = this.#track(browserCache(1, { indexedDB: this.#caches, IDBKeyRange }));
  }

  clone(): null {
    return null;
  }
}
