import type { Database, Table } from './store.ts';

export interface BrowserOptions {
  /** Lets tests bring an IndexedDB of their own. */
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
  /** Another version of the app wants the database. */
  makeWay?: () => void;
}

export interface DatabaseOf<Tables> {
  name: string;
  /** Its tables as Dexie writes them: the key, and by what else rows are found. Schemas do not change, names do. */
  schema: Readonly<Record<string, string>>;
  /** `strict`: what is written is on the disk before it is called done. */
  durability: 'strict' | 'relaxed';
  tables: (transaction: IDBTransaction) => Tables;
}

/** What was asked of the database, as it answers. */
export const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * A table that keeps each row as it is. What is put or deleted is not waited for: a later reading of the same transaction sees it, and
 * where it fails the transaction does.
 */
export const plainTable = <T, K extends IDBValidKey>(store: IDBObjectStore): Table<T, K> => ({
  get: (key) => settle(store.get(key) as IDBRequest<T | undefined>),
  all: () => settle(store.getAll() as IDBRequest<T[]>),
  put: async (rows) => {
    for (const row of rows) store.put(row);
  },
  delete: async (keys) => {
    for (const key of keys) store.delete(key);
  },
  clear: async () => void store.clear(),
});

/** The connection is gone, or took the transaction with it. */
const isGone = (error: unknown): boolean => error instanceof Error && ['AbortError', 'InvalidStateError'].includes(error.name);

/** Dexie counts in tenths of a version, and no database here has had a second one. */
const VERSION = 10;

/** Opens a database that is there as it should be; null where it has to be made first. */
function openMade(name: string, factory: IDBFactory): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(name);
    let isMissing = false;
    opening.onupgradeneeded = () => {
      isMissing = true;
      opening.transaction?.abort();
    };
    opening.onsuccess = () => {
      const connection = opening.result;
      if (connection.version === VERSION) return resolve(connection);
      connection.close();
      resolve(null);
    };
    opening.onerror = (event) => {
      // Nobody else hears of it as a fault.
      event.preventDefault();
      if (isMissing) resolve(null);
      else reject(opening.error);
    };
  });
}

/** Makes a database, or what is missing of it. */
async function make(name: string, schema: Readonly<Record<string, string>>, { indexedDB, IDBKeyRange }: BrowserOptions): Promise<void> {
  const { default: Dexie } = await import('dexie');
  const dexie = new Dexie(name, { ...(indexedDB && { indexedDB }), ...(IDBKeyRange && { IDBKeyRange }) });
  dexie.version(1).stores(schema);
  await dexie.open();
  dexie.close();
}

/**
 * A database of the browser. One that was closed by force is opened again; one that must make way says so and finishes what it is at.
 * Dexie makes it; to be opened and used it needs nothing but the browser, which is what a tablet starts and scans with.
 */
export class BrowserDatabase<Tables> implements Database<Tables> {
  readonly #is: DatabaseOf<Tables>;
  readonly #of: BrowserOptions;
  #connection: Promise<IDBDatabase> | null = null;

  constructor(is: DatabaseOf<Tables>, of: BrowserOptions = {}) {
    this.#is = is;
    this.#of = of;
  }

  read<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return this.#run('readonly', work);
  }

  write<R>(work: (tables: Tables) => Promise<R>): Promise<R> {
    return this.#run('readwrite', work);
  }

  close(): void {
    void this.#connection?.then((connection) => connection.close()).catch(() => undefined);
    this.#connection = null;
  }

  /** Opens it now, so that the first one to use it does not wait for that. */
  open(): Promise<IDBDatabase> {
    this.#connection ??= this.#open().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<IDBDatabase> {
    const { name, schema } = this.#is;
    const factory = this.#of.indexedDB ?? indexedDB;
    let connection = await openMade(name, factory);
    if (!connection) {
      await make(name, schema, this.#of);
      connection = await openMade(name, factory);
    }
    if (!connection) throw new DOMException(`The database ${name} could not be made.`, 'InvalidStateError');
    connection.onversionchange = () => this.#of.makeWay?.();
    connection.onclose = () => {
      this.#connection = null;
    };
    return connection;
  }

  async #run<R>(mode: 'readonly' | 'readwrite', work: (tables: Tables) => Promise<R>): Promise<R> {
    const connection = this.open();
    try {
      return await this.#once(await connection, mode, work);
    } catch (error) {
      if (!isGone(error)) throw error;
      if (this.#connection === connection) this.close();
      return await this.#once(await this.open(), mode, work);
    }
  }

  #once<R>(connection: IDBDatabase, mode: 'readonly' | 'readwrite', work: (tables: Tables) => Promise<R>): Promise<R> {
    const transaction = connection.transaction(Object.keys(this.#is.schema), mode, { durability: this.#is.durability });
    return new Promise((resolve, reject) => {
      let failure: unknown = null;
      transaction.onabort = () => reject(failure ?? transaction.error ?? new DOMException('The connection was closed.', 'AbortError'));
      const undo = (error: unknown): void => {
        failure = transaction.error ?? error;
        try {
          transaction.abort();
        } catch {
          // It is over already, by the same fault.
          reject(failure);
        }
      };
      work(this.#is.tables(transaction)).then((result) => {
        // What was read is read; what was written is done when the database says so.
        if (mode === 'readonly') return resolve(result);
        transaction.oncomplete = () => resolve(result);
        try {
          transaction.commit();
        } catch (error) {
          undo(error);
        }
      }, undo);
    });
  }
}

/** Removes a database, as soon as nobody has it open. */
export const removeDatabase = (name: string, of: BrowserOptions = {}): Promise<unknown> => settle((of.indexedDB ?? indexedDB).deleteDatabase(name));

/** The names of the databases that are there. */
export const databaseNames = async (of: BrowserOptions = {}): Promise<Set<string | undefined>> =>
  new Set((await (of.indexedDB ?? indexedDB).databases()).map(({ name }) => name));
