import { setImmediate } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type BetterSqlite from 'better-sqlite3';

/** How long units of work may join one transaction, in milliseconds: units that are done wait for it to be committed. */
const JOIN_FOR = 5;

interface Unit {
  run: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** The single connection that writes: its units of work run one after the other. */
export interface Writer {
  /** Run a unit of work. The promise resolves once the unit is on the disk, and rejects when nothing of it is. */
  unitOfWork<T>(run: () => Promise<T>): Promise<T>;
  /** Use the connection exclusively, outside any transaction, when no unit of work waits. */
  alone<T>(use: () => Promise<T>): Promise<T>;
}

/**
 * Units of work that wait at the same time share a transaction, each in a savepoint of its own: there is one wait for the disk
 * instead of one for each. A unit that fails is undone alone. Where the whole transaction is lost, its units run again, each in a
 * transaction of its own, so that each gets its own result.
 */
export function oneWriter(connection: BetterSqlite.Database): Writer {
  const turns = new Mutex();
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const mark = connection.prepare('SAVEPOINT unit');
  const keep = connection.prepare('RELEASE unit');
  const undoUnit = connection.prepare('ROLLBACK TO unit');
  const waiting: Unit[] = [];
  let isAwake = false;

  const undo = (): void => {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  };

  /** One unit in a transaction of its own. */
  async function carryOut({ run, resolve, reject }: Unit): Promise<void> {
    let result: unknown;
    try {
      begin.run();
      result = await run();
      commit.run();
    } catch (error) {
      undo();
      reject(error);
      return;
    }
    resolve(result);
  }

  /** As many of the waiting units as join in time, in one transaction; returns those that have to run again. */
  async function carryOutTogether(): Promise<Unit[]> {
    const batch: Unit[] = [];
    const settle: (() => void)[] = [];
    const joinUntil = performance.now() + JOIN_FOR;
    try {
      begin.run();
      for (let unit = waiting.shift(); unit; unit = performance.now() < joinUntil ? waiting.shift() : undefined) {
        batch.push(unit);
        const { run, resolve, reject } = unit;
        mark.run();
        try {
          const result = await run();
          settle.push(() => resolve(result));
        } catch (error) {
          // Some faults, a full disk among them, undo the whole transaction.
          if (!connection.inTransaction) throw error;
          undoUnit.run();
          settle.push(() => reject(error));
        }
        keep.run();
      }
      commit.run();
    } catch {
      undo();
      return batch;
    }
    for (const tell of settle) tell();
    return [];
  }

  async function work(): Promise<void> {
    // Units that arrive in this turn of the event loop join too.
    await setImmediate();
    while (waiting.length) {
      await turns.runExclusive(async () => {
        const again = waiting.length > 1 ? await carryOutTogether() : waiting.splice(0);
        for (const unit of again) await carryOut(unit);
      });
    }
    isAwake = false;
  }

  return {
    unitOfWork: <T>(run: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as Unit['resolve'], reject });
        if (isAwake) return;
        isAwake = true;
        void work();
      }),
    alone: async (use) => {
      while (isAwake) await setImmediate();
      return turns.runExclusive(use);
    },
  };
}
