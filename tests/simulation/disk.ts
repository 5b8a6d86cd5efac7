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

type Undo = () => void;

/** How many of the last transactions of a relaxed database a power cut can undo. */
const TAIL = 8;

const isBefore = (a: readonly Key[], b: readonly Key[]): number => {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y || x === undefined || y === undefined) continue;
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return 0;
};

interface Packed<T> {
  key: readonly Key[];
  row: T;
}

/** A frozen copy of what JSON keeps of a value, because others read it too. */
function packed<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((part) => (part === undefined ? null : packed(part)))) as T;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) if (part !== undefined) copy[name] = packed(part);
  return Object.freeze(copy) as T;
}

/** The key of a name: names are compared by their JSON; a single value is its own key. */
const nameOf = (key: unknown): unknown => (typeof key === 'object' ? JSON.stringify(key) : key);

class Sheet<T, K> implements Table<T, K> {
  #rows = new Map<unknown, Packed<T>>();
  #sorted: Packed<T>[] | null = null;
  readonly #keyOf: (row: T) => K;
  readonly #note: (undo: Undo) => void;

  constructor(keyOf: (row: T) => K, note: (undo: Undo) => void) {
    this.#keyOf = keyOf;
    this.#note = note;
  }

  async get(key: K): Promise<T | undefined> {
    return this.#rows.get(nameOf(key))?.row;
  }

  async all(): Promise<T[]> {
    this.#sorted ??= [...this.#rows.values()].sort((a, b) => isBefore(a.key, b.key));
    return this.#sorted.map(({ row }) => row);
  }

  #set(name: unknown, row: Packed<T> | undefined): void {
    const before = this.#rows.get(name);
    this.#note(() => {
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
      this.#set(nameOf(key), { key: [key].flat() as Key[], row: packed(row) });
    }
  }

  async delete(keys: readonly K[]): Promise<void> {
    for (const key of keys) if (this.#rows.has(nameOf(key))) this.#set(nameOf(key), undefined);
  }

  async clear(): Promise<void> {
    for (const name of [...this.#rows.keys()]) this.#set(name, undefined);
  }

  copyTo(other: Sheet<T, K>): void {
    other.#rows = new Map(this.#rows);
    other.#sorted = null;
  }
}

/** A database of a tablet, in memory: a transaction that fails is undone, and the last transactions can be lost to a power cut. */
export class Disk<Tables extends object> implements Database<Tables> {
  readonly tables: Tables;
  #open: Undo[] = [];
  #tail: Undo[][] = [];

  constructor(tables: (note: (undo: Undo) => void) => Tables) {
    this.tables = tables((undo) => this.#open.push(undo));
  }

  read<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return work(this.tables);
  }

  async write<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    this.#open = [];
    try {
      const result = await work(this.tables);
      if (this.#open.length > 0) this.#tail.push(this.#open);
      if (this.#tail.length > TAIL) this.#tail.shift();
      return result;
    } catch (error) {
      for (const undo of this.#open.reverse()) undo();
      throw error;
    }
  }

  /** A power cut undoes this many of the last transactions. Returns how many could have been lost. */
  loseTail(most: number): number {
    const lost = this.#tail.splice(Math.max(0, this.#tail.length - most));
    for (const transaction of lost.reverse()) for (const undo of transaction.reverse()) undo();
    return lost.length;
  }

  close(): void {}
}

class OutboxSheet extends Sheet<Queued, number> {
  async after(q: number): Promise<Queued[]> {
    return (await this.all()).filter((row) => row.q > q);
  }
}

export const ledgerDisk = (): Disk<LedgerTables> =>
  new Disk((note) => ({
    outbox: new OutboxSheet((row) => row.q, note),
    sent: new Sheet<Sent, number>((row) => row.q, note),
    outcomes: new Sheet<StoredOutcome, string>((row) => row.m, note),
    facts: new Sheet<Fact, string>((row) => row.k, note),
  }));

class RowSheet extends Sheet<CachedRow, [string, Key]> {
  async ofPick(pick_id: number): Promise<CachedRow[]> {
    return (await this.all()).filter((row) => row.pick_id === pick_id);
  }
}

export const cacheDisk = (): Disk<CacheTables> =>
  new Disk((note) => ({
    rows: new RowSheet((row) => [row.kind, row.key], note),
    meta: new Sheet<Meta, string>((row) => row.k, note),
    staged: new Sheet<StagedPage, number>((row) => row.i, note),
  }));

/** A second copy of the disk, as in a clone of the machine. */
export function cloneOf<Tables extends object>(disk: Disk<Tables>, blank: Disk<Tables>): Disk<Tables> {
  for (const [name, sheet] of Object.entries(disk.tables)) {
    (sheet as Sheet<unknown, unknown>).copyTo((blank.tables as Record<string, Sheet<unknown, unknown>>)[name] as Sheet<unknown, unknown>);
  }
  return blank;
}
