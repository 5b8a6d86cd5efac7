import type {
  CachedRow,
  CacheStore,
  Database,
  Fact,
  LedgerStore,
  Meta,
  Queued,
  Sent,
  StagedPage,
  StoredOutcome,
  Table,
} from '../../../pwa/offline/store.ts';
import type { Key } from '../../../shared/sync/rows.ts';

type Undo = () => void;

const compare = (a: readonly Key[], b: readonly Key[]): number => {
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (x === y || y === undefined) continue;
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return 0;
};

class MemoryTable<T, K> implements Table<T, K> {
  readonly #rows = new Map<string, string>();
  readonly #keyOf: (row: T) => K;
  readonly #undo: { log: Undo[] };

  constructor(keyOf: (row: T) => K, undo: { log: Undo[] }) {
    this.#keyOf = keyOf;
    this.#undo = undo;
  }

  async get(key: K): Promise<T | undefined> {
    const json = this.#rows.get(JSON.stringify(key));
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }

  async all(): Promise<T[]> {
    return [...this.#rows]
      .map(([key, json]) => ({ key: [JSON.parse(key) as Key | Key[]].flat(), row: JSON.parse(json) as T }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ row }) => row);
  }

  #set(key: string, json: string | undefined): void {
    const before = this.#rows.get(key);
    this.#undo.log.push(() => (before === undefined ? this.#rows.delete(key) : this.#rows.set(key, before)));
    if (json === undefined) this.#rows.delete(key);
    else this.#rows.set(key, json);
  }

  async put(rows: readonly T[]): Promise<void> {
    for (const row of rows) this.#set(JSON.stringify(this.#keyOf(row)), JSON.stringify(row));
  }

  async delete(keys: readonly K[]): Promise<void> {
    for (const key of keys) this.#set(JSON.stringify(key), undefined);
  }

  async clear(): Promise<void> {
    for (const key of [...this.#rows.keys()]) this.#set(key, undefined);
  }
}

/** A database in memory: one transaction at a time, rolled back if it fails. */
class MemoryDatabase<Tables> implements Database<Tables> {
  readonly #tables: Tables;
  readonly #undo: { log: Undo[] };
  #last: Promise<unknown> = Promise.resolve();

  constructor(tables: (undo: { log: Undo[] }) => Tables) {
    this.#undo = { log: [] };
    this.#tables = tables(this.#undo);
  }

  read<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return this.write(work);
  }

  write<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    const run = this.#last.then(async () => {
      this.#undo.log = [];
      try {
        return await work(this.#tables);
      } catch (error) {
        for (const undo of this.#undo.log.reverse()) undo();
        throw error;
      }
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  close(): void {}
}

class MemoryOutbox extends MemoryTable<Queued, number> {
  async after(q: number): Promise<Queued[]> {
    return (await this.all()).filter((row) => row.q > q);
  }
}

/** A ledger that lives as long as the process. */
export const memoryLedger = (): LedgerStore =>
  new MemoryDatabase((undo) => ({
    outbox: new MemoryOutbox((row) => row.q, undo),
    sent: new MemoryTable<Sent, number>((row) => row.q, undo),
    outcomes: new MemoryTable<StoredOutcome, string>((row) => row.m, undo),
    facts: new MemoryTable<Fact, string>((row) => row.k, undo),
  }));

class MemoryRows extends MemoryTable<CachedRow, [string, Key]> {
  async ofPick(pick_id: number): Promise<CachedRow[]> {
    return (await this.all()).filter((row) => row.pick_id === pick_id);
  }
}

/** A cache that lives as long as the process. */
export const memoryCache = (): CacheStore =>
  new MemoryDatabase((undo) => ({
    rows: new MemoryRows((row) => [row.kind, row.key], undo),
    meta: new MemoryTable<Meta, string>((row) => row.k, undo),
    staged: new MemoryTable<StagedPage, number>((row) => row.i, undo),
  }));
