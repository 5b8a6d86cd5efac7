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

/** A database with one table, whose names are unique. */
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
  test('is made at its first use, with its tables and the durability that it needs, and its rows survive', async () => {
    const { database, durabilities, of } = newDatabase();
    await database.write((names) => names.put([{ id: 1, name: 'a' }]));
    database.close();
    expect(await newDatabase(of).all()).toEqual([{ id: 1, name: 'a' }]);
    expect(durabilities).toEqual(['strict']);
  });

  test('that exists without its tables gets them', async () => {
    const of = newFactory();
    const opening = of.indexedDB.open('names', 1);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    opening.result.close();
    expect(await newDatabase(of).all()).toEqual([]);
  });

  test('is opened again after its connection was closed, and whatever was requested meanwhile is done', async () => {
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
    ['that the browser aborted is tried once more', new DOMException('gone', 'AbortError'), 2],
    ['whose connection is gone is tried once more', new DOMException('gone', 'InvalidStateError'), 2],
    ['that failed for another reason is not', new Error('no'), 1],
    ['whose failure only looks like that is not', { name: 'AbortError' }, 1],
  ])('a write %s', async (_name, failure, expected) => {
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
    // Nothing of the failed try is stored.
    expect(await all()).toEqual(expected === 1 ? [] : [{ id: 2 }]);
  });

  test('a write that fails only when it is completed is not reported as stored', async () => {
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

  test('a read may last longer than its transaction; a write that does is not reported as stored', async () => {
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

  test('makes way for another version of the app, where there is somebody to ask', async () => {
    const makeWay = vi.fn();
    const asked = { ...newFactory(), makeWay };
    const silent = newFactory();
    for (const of of [asked, silent]) {
      const { database } = newDatabase(of);
      await database.open();
      const removal = removeDatabase('names', of);
      // The removal waits until nobody holds the database.
      await (of === asked ? vi.waitFor(() => expect(makeWay).toHaveBeenCalled()) : setTimeout(5));
      database.close();
      await removal;
    }
    expect(makeWay).toHaveBeenCalledTimes(1);
  });

  test('of a later version of the app is not used', async () => {
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

  test('that was never opened can be closed', async () => {
    const { database, all } = newDatabase();
    database.close();
    expect(await all()).toEqual([]);
  });

  test('that cannot be opened can be closed, and be opened later', async () => {
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
  test('the queue loses exactly the rows that are deleted, in runs and alone, and lists those after a number', async () => {
    const ledger = browserLedger(newFactory());
    await ledger.write((t) => t.outbox.put([1, 2, 3, 4, 5, 6, 7, 8].map(action)));
    expect(await ledger.read((t) => t.outbox.after(6))).toEqual([action(7), action(8)]);
    await ledger.write((t) => t.outbox.delete([1, 2, 4, 6, 7]));
    expect(await ledger.read((t) => t.outbox.all())).toEqual([action(3), action(5), action(8)]);
    await ledger.write((t) => t.outbox.delete([]));
    expect(await ledger.read((t) => t.outbox.after(0))).toEqual([action(3), action(5), action(8)]);
  });

  test('a row of the queue is the same object until it is written again', async () => {
    const ledger = browserLedger(newFactory());
    await ledger.write((t) => t.outbox.put([action(1), action(2)]));
    const [one, two] = await ledger.read((t) => t.outbox.all());
    await ledger.write((t) => t.outbox.put([{ ...action(2), m: 'new' }]));
    const again = await ledger.read((t) => t.outbox.all());
    expect(again[0]).toBe(one);
    expect(again[1]).not.toBe(two);
    expect(again[1]?.m).toBe('new');
  });

  test('the cache can be emptied, and lists the rows of a pick', async () => {
    const cache = browserCache(1, newFactory());
    const rows = [1, 2, 3].map((key) => ({ kind: 'pick_line', key, pick_id: key === 3 ? 8 : 7, row: {} }));
    await cache.write((t) => t.rows.put(rows));
    expect(await cache.read((t) => t.rows.ofPick(7))).toEqual(rows.slice(0, 2));
    await cache.write((t) => t.rows.clear());
    expect(await cache.read((t) => t.rows.all())).toEqual([]);
  });
});
