import BetterSqlite from 'better-sqlite3';

/** One statement as it was run: its text, its values, whether it returns rows, and how many rows it returned. */
export interface Statement {
  sql: string;
  values: unknown[];
  answers: boolean;
  rows: number;
}

let recording: Statement[] | null = null;

const record = (statement: Statement): void => void recording?.push(statement);

const running: Record<string, boolean> = { all: true, get: true, iterate: true, run: false };

function watched(statement: BetterSqlite.Statement, sql: string): BetterSqlite.Statement {
  const proxy: BetterSqlite.Statement = new Proxy(statement, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const result: unknown = member.apply(target, values);
        if (typeof name === 'string' && name in running)
          record({ sql, values, answers: running[name] ?? false, rows: Array.isArray(result) ? result.length : 0 });
        return result === target ? proxy : result;
      };
    },
  });
  return proxy;
}

let isWatching = false;

/** Watches every statement that any SQLite connection of this process prepares from now on. Test files that share a process may all call it. */
export function watchStatements(): void {
  if (isWatching) return;
  isWatching = true;
  const prepare = BetterSqlite.prototype.prepare as (sql: string) => BetterSqlite.Statement;
  BetterSqlite.prototype.prepare = function (this: BetterSqlite.Database, sql: string) {
    return watched(prepare.call(this, sql), sql);
  } as typeof BetterSqlite.prototype.prepare;
}

/** The statements that `work` runs, in order. One recording at a time. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  recording = statements;
  try {
    return { result: await work(), statements };
  } finally {
    recording = null;
  }
}
