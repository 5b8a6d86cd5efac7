import type {
  CachedRow,
  CacheTables,
  Database,
  Fact,
  LedgerTables,
  Meta,
  Queued,
  Sent,
  StagedPage,
  StoredOutcome,
  Table,
} from '../../pwa/offline/store.ts';
import type { Key } from '../../shared/sync/rows.ts';

type UndoStep = () => void;

/** How many of the last transactions of a relaxed database a power cut can undo. */
const MAX_LOST_TRANSACTIONS = 8;

const compareKeys = (a: readonly Key[], b: readonly Key[]): number => {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y || x === undefined || y === undefined) continue;
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return 0;
};

interface StoredRow<T> {
  key: readonly Key[];
  row: T;
}

/** A frozen copy of a value as JSON would store it; frozen because several readers share it. */
function freezeCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((part) => (part === undefined ? null : freezeCopy(part)))) as T;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) if (part !== undefined) copy[name] = freezeCopy(part);
  return Object.freeze(copy) as T;
}

/** The key under which a row is stored: a compound key as JSON, a single value as it is. */
const nameOf = (key: unknown): unknown => (typeof key === 'object' ? JSON.stringify(key) : key);

class MemoryTable<T, K> implements Table<T, K> {
  #rows = new Map<unknown, StoredRow<T>>();
  #sorted: StoredRow<T>[] | null = null;
  readonly #keyOf: (row: T) => K;
  readonly #addUndo: (undo: UndoStep) => void;

  constructor(keyOf: (row: T) => K, addUndo: (undo: UndoStep) => void) {
    this.#keyOf = keyOf;
    this.#addUndo = addUndo;
  }

  async get(key: K): Promise<T | undefined> {
    return this.#rows.get(nameOf(key))?.row;
  }

  async all(): Promise<T[]> {
    this.#sorted ??= [...this.#rows.values()].sort((a, b) => compareKeys(a.key, b.key));
    return this.#sorted.map(({ row }) => row);
  }

  #set(name: unknown, row: StoredRow<T> | undefined): void {
    const before = this.#rows.get(name);
    this.#addUndo(() => {
      this.#sorted = null;
      if (before === undefined) this.#rows.delete(name);
      else this.#rows.set(name, before);
    });
    this.#sorted = null;
    if (row === undefined) this.#rows.delete(name);
    else this.#rows.set(name, row);
  }

  async put(rows: readonly T[]): Promise<void> {
    for (const row of rows) {
      const key = this.#keyOf(row);
      this.#set(nameOf(key), { key: [key].flat() as Key[], row: freezeCopy(row) });
    }
  }

  async delete(keys: readonly K[]): Promise<void> {
    for (const key of keys) if (this.#rows.has(nameOf(key))) this.#set(nameOf(key), undefined);
  }

  async clear(): Promise<void> {
    for (const name of [...this.#rows.keys()]) this.#set(name, undefined);
  }

  copyTo(other: MemoryTable<T, K>): void {
    other.#rows = new Map(this.#rows);
    other.#sorted = null;
  }
}

/** A database of a tablet, in memory: a transaction that fails is undone, and the last transactions can be lost to a power cut. */
export class MemoryDatabase<Tables extends object> implements Database<Tables> {
  readonly tables: Tables;
  #undoSteps: UndoStep[] = [];
  #transactions: UndoStep[][] = [];

  constructor(tables: (addUndo: (undo: UndoStep) => void) => Tables) {
    this.tables = tables((undo) => this.#undoSteps.push(undo));
  }

  read<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return work(this.tables);
  }

  async write<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    this.#undoSteps = [];
    try {
      const result = await work(this.tables);
      if (this.#undoSteps.length > 0) this.#transactions.push(this.#undoSteps);
      if (this.#transactions.length > MAX_LOST_TRANSACTIONS) this.#transactions.shift();
      return result;
    } catch (error) {
      for (const undo of this.#undoSteps.reverse()) undo();
      throw error;
    }
  }

  /** Undoes up to `max` of the last transactions, as a power cut does. Returns how many it has undone. */
  loseTransactions(max: number): number {
    const transactions = this.#transactions.splice(Math.max(0, this.#transactions.length - max));
    for (const transaction of transactions.reverse()) for (const undo of transaction.reverse()) undo();
    return transactions.length;
  }

  close(): void {}
}

class MemoryOutbox extends MemoryTable<Queued, number> {
  async after(q: number): Promise<Queued[]> {
    return (await this.all()).filter((row) => row.q > q);
  }
}

export const createLedgerDatabase = (): MemoryDatabase<LedgerTables> =>
  new MemoryDatabase((addUndo) => ({
    outbox: new MemoryOutbox((row) => row.q, addUndo),
    sent: new MemoryTable<Sent, number>((row) => row.q, addUndo),
    outcomes: new MemoryTable<StoredOutcome, string>((row) => row.m, addUndo),
    facts: new MemoryTable<Fact, string>((row) => row.k, addUndo),
  }));

class MemoryRows extends MemoryTable<CachedRow, [string, Key]> {
  async ofPick(pick_id: number): Promise<CachedRow[]> {
    return (await this.all()).filter((row) => row.pick_id === pick_id);
  }
}

export const createCacheDatabase = (): MemoryDatabase<CacheTables> =>
  new MemoryDatabase((addUndo) => ({
    rows: new MemoryRows((row) => [row.kind, row.key], addUndo),
    meta: new MemoryTable<Meta, string>((row) => row.k, addUndo),
    staged: new MemoryTable<StagedPage, number>((row) => row.i, addUndo),
  }));

/** Copies all tables into `target`, as a clone of the machine does. */
export function cloneDatabase<Tables extends object>(source: MemoryDatabase<Tables>, target: MemoryDatabase<Tables>): MemoryDatabase<Tables> {
  for (const [name, table] of Object.entries(source.tables)) {
    (table as MemoryTable<unknown, unknown>).copyTo(
      (target.tables as Record<string, MemoryTable<unknown, unknown>>)[name] as MemoryTable<unknown, unknown>,
    );
  }
  return target;
}
