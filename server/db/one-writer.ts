import { setImmediate, setTimeout } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type BetterSqlite from 'better-sqlite3';
import { isLocked } from './faults.ts';

/** Milliseconds during which units of work can join one transaction. They are few, because finished units wait for the commit. */
const JOIN_FOR = 5;
/** How long a unit waits while another process writes, in milliseconds. */
const WAIT_FOR_LOCK = 5_000;
/** The longest pause between two tries to begin, in milliseconds. */
const MAX_PAUSE = 50;

/** A unit of work, or another use of the connection, that waits for a transaction to begin. */
interface Waiting {
  reject: (error: unknown) => void;
  /** The time at which the unit is refused; set when the unit cannot begin because another process is writing. */
  refuse_at?: number;
}

interface Unit extends Waiting {
  run: () => Promise<unknown>;
  resolve: (result: unknown) => void;
}

/** The single connection that writes: its units of work run one after the other. */
export interface Writer {
  /** Run a unit of work. The promise resolves once the unit is on the disk, and rejects if the whole unit was undone. */
  unitOfWork<T>(run: () => Promise<T>): Promise<T>;
  /** Use the connection exclusively, outside any transaction, while no unit of work runs. */
  alone<T>(use: () => Promise<T>): Promise<T>;
  /** Begin a transaction inside `alone`; the caller ends it. */
  begin(): Promise<void>;
}

/**
 * Units of work that wait at the same time share a transaction, each in a savepoint of its own, so that all of them wait for the disk only once.
 * If a unit fails, only this unit is undone. If the whole transaction is lost, its units run again, each in a transaction of its own, so that each
 * gets its own result.
 */
export function oneWriter(connection: BetterSqlite.Database): Writer {
  // While SQLite waits for another process's lock, it blocks the only thread and so every request. Therefore SQLite does not wait:
  // `beginFor` tries again after a pause.
  connection.pragma('busy_timeout = 0');
  const turns = new Mutex();
  const beginNow = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const mark = connection.prepare('SAVEPOINT unit');
  const keep = connection.prepare('RELEASE unit');
  const undoUnit = connection.prepare('ROLLBACK TO unit');
  const waiting: Unit[] = [];
  /** The work in progress, which ends when no unit waits any more. */
  let working: Promise<void> | undefined;

  const undo = (): void => {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  };

  /**
   * Begins a transaction for the waiting units; more units may join `units` meanwhile. Tries again while another process writes, and refuses each
   * unit that has waited too long. Returns false if no unit is left.
   */
  async function beginFor(units: Waiting[]): Promise<boolean> {
    for (let pause = 1; units.length; pause = Math.min(2 * pause, MAX_PAUSE)) {
      try {
        beginNow.run();
        return true;
      } catch (error) {
        const now = performance.now();
        const refuse_at = isLocked(error) ? now + WAIT_FOR_LOCK : now;
        for (const unit of units.splice(0)) {
          unit.refuse_at ??= refuse_at;
          if (unit.refuse_at > now) units.push(unit);
          else unit.reject(error);
        }
      }
      await setTimeout(pause);
    }
    return false;
  }

  /** Runs one unit in a transaction that has begun for it alone. */
  async function carryOut({ run, resolve, reject }: Unit): Promise<void> {
    let result: unknown;
    try {
      result = await run();
      commit.run();
    } catch (error) {
      undo();
      reject(error);
      return;
    }
    resolve(result);
  }

  /**
   * Runs waiting units in the one transaction that has begun, until no unit waits or the time to join is over. Returns the units that have to run
   * again.
   */
  async function carryOutTogether(): Promise<Unit[]> {
    const batch: Unit[] = [];
    const settle: (() => void)[] = [];
    const joinUntil = performance.now() + JOIN_FOR;
    try {
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
    // Units that arrive in this turn of the event loop join the transaction.
    await setImmediate();
    while (waiting.length) {
      await turns.runExclusive(async () => {
        if (!(await beginFor(waiting))) return;
        if (waiting.length === 1) return Promise.all(waiting.splice(0).map(carryOut));
        for (const unit of await carryOutTogether()) if (await beginFor([unit])) await carryOut(unit);
      });
    }
    working = undefined;
  }

  return {
    unitOfWork: <T>(run: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as Unit['resolve'], reject });
        working ??= work();
      }),
    alone: async (use) => {
      while (working !== undefined) await working;
      return turns.runExclusive(use);
    },
    begin: () => new Promise((resolve, reject) => void beginFor([{ reject }]).then(() => resolve())),
  };
}
