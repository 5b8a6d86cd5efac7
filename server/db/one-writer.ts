import { setImmediate, setTimeout } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type BetterSqlite from 'better-sqlite3';
import { isLocked } from './faults.ts';

/** How long units of work may join one transaction, in milliseconds: finished units have to wait for its commit. */
const JOIN_FOR = 5;
/** How long a unit waits while another process writes, in milliseconds. */
const WAIT_FOR_LOCK = 5_000;
/** The longest pause between two tries to begin, in milliseconds. */
const MAX_PAUSE = 50;

/** A unit of work, or another user of the connection, that waits for a transaction to begin. */
interface Waiting {
  reject: (error: unknown) => void;
  /** When it is refused; set once it could not begin because another process was writing. */
  refuse_at?: number;
}

interface Unit extends Waiting {
  run: () => Promise<unknown>;
  resolve: (result: unknown) => void;
}

/** The single connection that writes: its units of work run one after the other. */
export interface Writer {
  /** Run a unit of work. The promise resolves once the unit is on the disk, and rejects when nothing of it is. */
  unitOfWork<T>(run: () => Promise<T>): Promise<T>;
  /** Use the connection exclusively, outside any transaction, when no unit of work waits. */
  alone<T>(use: () => Promise<T>): Promise<T>;
  /** Begin a transaction of one's own, inside `alone`. */
  begin(): Promise<void>;
}

/**
 * Units of work that wait at the same time share a transaction, each in a savepoint of its own: there is one wait for the disk
 * instead of one for each. A unit that fails is undone alone. Where the whole transaction is lost, its units run again, each in a
 * transaction of its own, so that each gets its own result.
 */
export function oneWriter(connection: BetterSqlite.Database): Writer {
  // SQLite would block the only thread, and every request, while it waits for another process's lock. Waiting is done here instead.
  connection.pragma('busy_timeout = 0');
  const turns = new Mutex();
  const beginNow = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const mark = connection.prepare('SAVEPOINT unit');
  const keep = connection.prepare('RELEASE unit');
  const undoUnit = connection.prepare('ROLLBACK TO unit');
  const waiting: Unit[] = [];
  /** The work in progress, until nothing waits. */
  let working: Promise<void> | undefined;

  const undo = (): void => {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  };

  /**
   * Begins a transaction for those that wait; more may join them meanwhile. While another process writes it tries again, and
   * refuses each that has waited too long. False where nobody is left.
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

  /** Runs one unit in the transaction that has begun for it. */
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
   * Runs waiting units in the one transaction that has begun, until none waits or the time to join is over. Returns the units that have to run again.
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
    // Units that arrive in this turn of the event loop join too.
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
