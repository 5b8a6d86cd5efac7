import type { CacheStore, Database, LedgerStore } from '../../../pwa/offline/store.ts';
import { createCacheDatabase, createLedgerDatabase } from '../../simulation/memory-database.ts';

/** A database in memory whose transactions run one after the other, as in IndexedDB. */
class QueuedDatabase<Tables> implements Database<Tables> {
  readonly #database: Database<Tables>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database<Tables>) {
    this.#database = database;
  }

  read<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return this.write(work);
  }

  write<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    const run = this.#last.then(() => this.#database.write(work));
    this.#last = run.catch(() => undefined);
    return run;
  }

  close(): void {}
}

/** A ledger that lives as long as the process. */
export const memoryLedger = (): LedgerStore => new QueuedDatabase(createLedgerDatabase());

/** A cache that lives as long as the process. */
export const memoryCache = (): CacheStore => new QueuedDatabase(createCacheDatabase());
