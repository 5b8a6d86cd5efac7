import type { Database, Table } from './store.ts';

export interface BrowserOptions {
  /** Lets tests use an IndexedDB of their own. */
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
  /** Called when another version of the app needs the database. */
  makeWay?: () => void;
}

export interface DatabaseOf<Tables> {
  name: string;
  /** The tables with their keys and indexes, in Dexie's notation. A schema never changes; a new schema gets a database with a new name. */
  schema: Readonly<Record<string, string>>;
  /** With `strict`, a write resolves only once it is on the disk. */
  durability: 'strict' | 'relaxed';
  tables: (transaction: IDBTransaction) => Tables;
}

/** Resolves with the result of an IndexedDB request, or rejects with its error. */
export const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * A table that stores each row unchanged. Puts and deletes are not awaited: later reads of the same transaction see their effect,
 * and if one fails, the transaction fails.
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

/** Whether the error means that the connection is closed, or was closed during the transaction. */
const isGone = (error: unknown): boolean => error instanceof Error && ['AbortError', 'InvalidStateError'].includes(error.name);

/** Version 1 as Dexie stores it: Dexie multiplies versions by ten. None of the app's databases has a second version. */
const VERSION = 10;

/** Opens a database. Resolves with null if it does not exist, or was not created completely. */
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
      // The error is handled here, so its default action is prevented.
      event.preventDefault();
      if (isMissing) resolve(null);
      else reject(opening.error);
    };
  });
}

/** Creates a database, or adds its missing tables. */
async function make(name: string, schema: Readonly<Record<string, string>>, { indexedDB }: BrowserOptions): Promise<void> {
  const { default: Dexie } = await import('dexie');
  const dexie = new Dexie(name, { ...(indexedDB && { indexedDB }) });
  dexie.version(1).stores(schema);
  await dexie.open();
  dexie.close();
}

/**
 * An IndexedDB database. It is opened again if the browser has closed it. If another version of the app needs the database, `makeWay`
 * is called and the current work is finished. Dexie is loaded only to create the database. The browser's own functions suffice to open
 * and use it, so that a tablet can start and scan without Dexie.
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

  /** Opens the database now, so that its first read or write does not wait. */
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
          // The same error has already ended the transaction.
          reject(failure);
        }
      };
      work(this.#is.tables(transaction)).then((result) => {
        // A read is done when it has its result. A write is done only when the database has completed the transaction.
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

/** Deletes a database as soon as no tab has it open. */
export const removeDatabase = (name: string, of: BrowserOptions = {}): Promise<unknown> => settle((of.indexedDB ?? indexedDB).deleteDatabase(name));

/** The names of the databases that exist. */
export const databaseNames = async (of: BrowserOptions = {}): Promise<Set<string | undefined>> =>
  new Set((await (of.indexedDB ?? indexedDB).databases()).map(({ name }) => name));
