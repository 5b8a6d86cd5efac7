import { setTimeout } from 'node:timers/promises';
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { BrowserDatabase, plainTable, removeDatabase, settle } from '../../../pwa/offline/browser-database.ts';
import { browserCache, browserLedger } from '../../../pwa/offline/browser-stores.ts';
import type { Queued, Table } from '../../../pwa/offline/store.ts';

interface Row {
  id: number;
  name?: string;
}

const newFactory = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });

/** A database with one table of unique names. */
function newDatabase(of: { indexedDB: IDBFactory; makeWay?: () => void } = newFactory()) {
  const durabilities: string[] = [];
  const database = new BrowserDatabase<Table<Row, number>>(
    {
      name: 'names',
      schema: { names: 'id, &name' },
      durability: 'strict',
      tables: (transaction) => {
        durabilities.push(transaction.durability);
        return plainTable(transaction.objectStore('names'));
      },
    },
    { IDBKeyRange, ...of },
  );
  return { database, durabilities, of, all: () => database.read((names) => names.all()) };
}

describe('a database of the browser', () => {
  test('is created with its tables at its first use, writes with strict durability, and keeps its rows after it is closed', async () => {
    const { database, durabilities, of } = newDatabase();
    await database.write((names) => names.put([{ id: 1, name: 'a' }]));
    database.close();
    expect(await newDatabase(of).all()).toEqual([{ id: 1, name: 'a' }]);
    expect(durabilities).toEqual(['strict']);
  });

  test('gets its tables if it already exists without tables', async () => {
    const of = newFactory();
    const opening = of.indexedDB.open('names', 1);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    opening.result.close();
    expect(await newDatabase(of).all()).toEqual([]);
  });

  test('is opened again after its connection was closed, and carries out what was requested meanwhile', async () => {
    const { database, all } = newDatabase();
    (await database.open()).close();
    const [rows] = await Promise.all([all(), database.write((names) => names.put([{ id: 1 }])), all()]);
    expect(rows).toEqual([]);
    expect(await all()).toEqual([{ id: 1 }]);
  });

  test('is opened again after the browser has closed it', async () => {
    const { database, all } = newDatabase();
    const before = await database.open();
    forceCloseDatabase(before as never);
    await setTimeout(5);
    expect(await database.open()).not.toBe(before);
    expect(await all()).toEqual([]);
  });

  test.each<[string, unknown, number]>([
    ['once more if the browser aborted it', new DOMException('gone', 'AbortError'), 2],
    ['once more if the connection to the database is gone', new DOMException('gone', 'InvalidStateError'), 2],
    ['only once if it fails for another reason', new Error('no'), 1],
    ['only once if it fails with an AbortError that is not of the browser', { name: 'AbortError' }, 1],
  ])('tries a write %s', async (_name, failure, expected) => {
    const { database, all } = newDatabase();
    let tries = 0;
    const write = database.write(async (names) => {
      tries += 1;
      await names.put([{ id: tries }]);
      if (tries === 1) throw failure;
    });
    if (expected === 1) await expect(write).rejects.toBe(failure);
    else await write;
    expect(tries).toBe(expected);
    // Nothing of the failed attempt is stored.
    expect(await all()).toEqual(expected === 1 ? [] : [{ id: 2 }]);
  });

  test('does not report a write as stored if it fails only at its completion', async () => {
    const { database, all } = newDatabase();
    const write = database.write((names) =>
      names.put([
        { id: 1, name: 'same' },
        { id: 2, name: 'same' },
      ]),
    );
    await expect(write).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await all()).toEqual([]);
  });

  test('lets a read last longer than its transaction, and reports a write that lasts longer as failed', async () => {
    const { database, all } = newDatabase();
    await database.write((names) => names.put([{ id: 1 }]));
    const slowly = async (names: Table<Row, number>) => {
      const rows = await names.all();
      await setTimeout(20);
      return rows;
    };
    expect(await database.read(slowly)).toEqual([{ id: 1 }]);
    await expect(database.write(slowly)).rejects.toMatchObject({ name: 'InvalidStateError' });
    const late = database.read(async (names) => {
      await slowly(names);
      throw new Error('late');
    });
    await expect(late).rejects.toThrow('late');
    expect(await all()).toEqual([{ id: 1 }]);
  });

  test('asks the app to close it for another version, if the app has provided a function for this', async () => {
    const makeWay = vi.fn();
    const asked = { ...newFactory(), makeWay };
    const silent = newFactory();
    for (const of of [asked, silent]) {
      const { database } = newDatabase(of);
      await database.open();
      const removal = removeDatabase('names', of);
      // The removal waits until no connection to the database is open.
      await (of === asked ? vi.waitFor(() => expect(makeWay).toHaveBeenCalled()) : setTimeout(5));
      database.close();
      await removal;
    }
    expect(makeWay).toHaveBeenCalledTimes(1);
  });

  test('is not used if a later version of the app has created it', async () => {
    const of = newFactory();
    const later = await settle(of.indexedDB.open('names', 20));
    later.close();
    await expect(newDatabase(of).all()).rejects.toMatchObject({ name: 'InvalidStateError', message: 'The database names could not be made.' });
    await expect(settle(of.indexedDB.open('names', 3))).rejects.toMatchObject({ name: 'VersionError' });
  });

  test('reports the error with which the browser refuses to open it', async () => {
    const of = newFactory();
    const error = new DOMException('denied', 'UnknownError');
    const request = { error } as unknown as ReturnType<IDBFactory['open']>;
    of.indexedDB.open = () => {
      queueMicrotask(() => request.onerror?.(new Event('error') as never));
      return request;
    };
    await expect(newDatabase(of).all()).rejects.toBe(error);
  });

  test('can be closed if it was never opened', async () => {
    const { database, all } = newDatabase();
    database.close();
    expect(await all()).toEqual([]);
  });

  test('can be closed when it could not be opened, and can be opened later', async () => {
    const of = newFactory();
    const open = of.indexedDB.open.bind(of.indexedDB);
    of.indexedDB.open = () => {
      throw new Error('denied');
    };
    const { database, all } = newDatabase(of);
    const opening = database.open();
    database.close();
    await expect(opening).rejects.toThrow('denied');
    await expect(all()).rejects.toThrow('denied');
    of.indexedDB.open = open;
    expect(await all()).toEqual([]);
  });
});

const action = (q: number): Queued => ({ q, m: `m${q}`, n: 'pick.start', a: { pick_id: q } }) as Queued;

describe('the tables of a tablet', () => {
  test('the queue deletes exactly the given rows, adjacent or not, and lists the rows after a given number', async () => {
    const ledger = browserLedger(newFactory());
    await ledger.write((t) => t.outbox.put([1, 2, 3, 4, 5, 6, 7, 8].map(action)));
    expect(await ledger.read((t) => t.outbox.after(6))).toEqual([action(7), action(8)]);
    await ledger.write((t) => t.outbox.delete([1, 2, 4, 6, 7]));
    expect(await ledger.read((t) => t.outbox.all())).toEqual([action(3), action(5), action(8)]);
    await ledger.write((t) => t.outbox.delete([]));
    expect(await ledger.read((t) => t.outbox.after(0))).toEqual([action(3), action(5), action(8)]);
  });

  test('a row of the queue is read as the same object until it is written again', async () => {
    const ledger = browserLedger(newFactory());
    await ledger.write((t) => t.outbox.put([action(1), action(2)]));
    const [one, two] = await ledger.read((t) => t.outbox.all());
    await ledger.write((t) => t.outbox.put([{ ...action(2), m: 'new' }]));
    const again = await ledger.read((t) => t.outbox.all());
    expect(again[0]).toBe(one);
    expect(again[1]).not.toBe(two);
    expect(again[1]?.m).toBe('new');
  });

  test('the rows of a pick can be read from the cache, and the cache can be emptied', async () => {
    const cache = browserCache(1, newFactory());
    const rows = [1, 2, 3].map((key) => ({ kind: 'pick_line', key, pick_id: key === 3 ? 8 : 7, row: {} }));
    await cache.write((t) => t.rows.put(rows));
    expect(await cache.read((t) => t.rows.ofPick(7))).toEqual(rows.slice(0, 2));
    await cache.write((t) => t.rows.clear());
    expect(await cache.read((t) => t.rows.all())).toEqual([]);
  });
});
