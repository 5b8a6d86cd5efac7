import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { browserCache, browserLedger } from '../../pwa/offline/browser-stores.ts';
import type { CacheStore, CacheTables, LedgerStore, LedgerTables } from '../../pwa/offline/store.ts';
import { cacheDisk, cloneOf, type Disk, ledgerDisk } from './disk.ts';
import type { Stage } from './stage.ts';

/** The storage of a tablet. */
export interface Storage {
  /** For inspection from outside. */
  ledger: LedgerStore;
  cache: CacheStore;
  /** The databases as a tab opens them for itself. */
  open(): { ledger: LedgerStore; cache: CacheStore };
  /** A power cut undoes the last transactions of the cache; returns how many. */
  loseTail(most: number): number;
  /** The browser closes the databases by force; false where that is impossible here. */
  forceClose(): boolean;
  /** Deletes everything. */
  evict(): void;
  /** The cache of another version is another one. */
  dropCache(): void;
  /** A second copy of the storage; null where that is impossible here. */
  clone(): Storage | null;
}

/** In memory: fast, and with power cuts. */
export class MemoryStorage implements Storage {
  ledger: Disk<LedgerTables> = ledgerDisk();
  cache: Disk<CacheTables> = cacheDisk();

  /** Each has its own name, so that a tab that outlives an eviction does not find the new databases. */
  open(): { ledger: LedgerStore; cache: CacheStore } {
    return { ledger: this.ledger, cache: this.cache };
  }

  loseTail(most: number): number {
    return this.cache.loseTail(most);
  }

  forceClose(): boolean {
    return false;
  }

  evict(): void {
    this.ledger = ledgerDisk();
    this.cache = cacheDisk();
  }

  dropCache(): void {
    this.cache = cacheDisk();
  }

  clone(): Storage {
    const twin = new MemoryStorage();
    cloneOf(this.ledger, twin.ledger);
    cloneOf(this.cache, twin.cache);
    return twin;
  }
}

type Opened = Parameters<typeof forceCloseDatabase>[0];

/** A browser's databases that can be closed from outside. */
class Factory extends IDBFactory {
  readonly #opened = new Set<Opened>();

  override open(...of: Parameters<IDBFactory['open']>): ReturnType<IDBFactory['open']> {
    const request = super.open(...of);
    request.addEventListener('success', () => this.#opened.add(request.result as unknown as Opened));
    return request;
  }

  closeAll(): boolean {
    const open = [...this.#opened];
    this.#opened.clear();
    for (const database of open) forceCloseDatabase(database);
    return open.length > 0;
  }
}

/** In IndexedDB by the shipped stores. Its work takes real turns of the event loop: the stage waits for it. */
export class BrowserStorage implements Storage {
  readonly #stage: Stage;
  #ledgers = new Factory();
  #caches = new Factory();
  ledger: LedgerStore;
  cache: CacheStore;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.ledger = this.#waitedFor(browserLedger({ indexedDB: this.#ledgers, IDBKeyRange }));
    this.cache = this.#waitedFor(browserCache(1, { indexedDB: this.#caches, IDBKeyRange }));
  }

  #waitedFor<Store extends LedgerStore | CacheStore>(store: Store): Store {
    const stage = this.#stage;
    return {
      read: (work: never) => stage.busy(() => store.read(work)),
      write: (work: never) => stage.busy(() => store.write(work)),
      close: () => store.close(),
    } as Store;
  }

  open(): { ledger: LedgerStore; cache: CacheStore } {
    return {
      ledger: this.#waitedFor(browserLedger({ indexedDB: this.#ledgers, IDBKeyRange })),
      cache: this.#waitedFor(browserCache(1, { indexedDB: this.#caches, IDBKeyRange })),
    };
  }

  loseTail(): number {
    return 0;
  }

  forceClose(): boolean {
    return this.#ledgers.closeAll() || this.#caches.closeAll();
  }

  evict(): void {
    this.#ledgers = new Factory();
    this.ledger = this.#waitedFor(browserLedger({ indexedDB: this.#ledgers, IDBKeyRange }));
    this.dropCache();
  }

  dropCache(): void {
    this.#caches = new Factory();
    this.cache = this.#waitedFor(browserCache(1, { indexedDB: this.#caches, IDBKeyRange }));
  }

  clone(): null {
    return null;
  }
}
