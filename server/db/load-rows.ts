import BetterSqlite from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import pgDriver from 'pg';
import { pg } from './dialect.ts';
import { FORGET_EMPTY, MAX_ENTRIES } from './gather-statistics.ts';

/** Inserts hundreds of thousands of rows into tables. The keys of the first row are the columns; every row of one call has the same keys. */
export interface Loader {
  load<Table extends SQLiteTable>(into: Table, rows: readonly Table['$inferInsert'][]): Promise<void>;
  /** Run a statement that works on the loaded rows. */
  run(statement: string): Promise<void>;
}

/**
 * Fill an empty database faster than a unit of work could: without indexes and triggers, which are restored at the end, and without protection
 * against a power cut. `work` has to write the rows that the triggers would have written. No other process may have the database open.
 */
export const loadRows = (url: string, work: (loader: Loader) => Promise<void>): Promise<void> =>
  pg ? loadPostgres(url, work) : loadSqlite(url, work);

interface Column {
  /** The column's name in the database. */
  name: string;
  encode: ((value: unknown) => unknown) | null;
}

const encoders: Record<string, (value: unknown) => unknown> = {
  boolean: (value) => (value ? 1 : 0),
  json: (value) => (value === null ? null : JSON.stringify(value)),
};

function columnsOf(table: SQLiteTable, first: object): Column[] {
  const columns = getTableColumns(table) as Record<string, { name: string; dataType: string }>;
  return Object.keys(first).map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`);
    return { name: column.name, encode: encoders[column.dataType] ?? null };
  });
}

const quoted = (columns: readonly Column[]): string => columns.map(({ name }) => `"${name}"`).join(', ');

async function loadSqlite(file: string, work: (loader: Loader) => Promise<void>): Promise<void> {
  const db = new BetterSqlite(file, { timeout: 1000 });
  try {
    // A write-ahead log would become as long as the database. The driver allows a connection without a journal only in this mode.
    db.unsafeMode();
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('foreign_keys = OFF');
    db.pragma('cache_size = -262144');
    db.pragma('temp_store = MEMORY');
    const aside = db
      .prepare<[], { type: string; name: string; sql: string }>(
        "select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null",
      )
      .all();
    db.exec('begin immediate');
    for (const { type, name } of aside) db.exec(`drop ${type} "${name}"`);

    const statements = new Map<string, BetterSqlite.Statement>();
    const insert = (name: string, columns: readonly Column[], count: number): BetterSqlite.Statement => {
      const key = `${name} ${count} ${quoted(columns)}`;
      let statement = statements.get(key);
      if (!statement) {
        const one = `(${columns.map(() => '?').join(', ')})`;
        statement = db.prepare(`insert into "${name}" (${quoted(columns)}) values ${Array(count).fill(one).join(', ')}`);
        statements.set(key, statement);
      }
      return statement;
    };
    await work({
      async load(into, rows) {
        const [first] = rows;
        if (!first) return;
        const columns = columnsOf(into, first);
        const name = getTableName(into);
        const atOnce = Math.max(1, Math.floor(600 / columns.length));
        for (let at = 0; at < rows.length; at += atOnce) {
          const values: unknown[] = [];
          const end = Math.min(rows.length, at + atOnce);
          for (let i = at; i < end; i++) {
            const row = rows[i] as Record<string, unknown>;
            for (const { name: key, encode } of columns) {
              const value = row[key] ?? null;
              values.push(encode ? encode(value) : value);
            }
          }
          insert(name, columns, end - at).run(values);
        }
      },
      run: async (statement) => void db.exec(statement),
    });
    for (const { sql } of aside) db.exec(sql);
    db.exec('commit');
    db.exec(`pragma analysis_limit = ${MAX_ENTRIES}; analyze; ${FORGET_EMPTY}`);
    db.pragma('locking_mode = NORMAL');
    db.pragma('journal_mode = WAL');
  } finally {
    db.close();
  }
}

async function loadPostgres(url: string, work: (loader: Loader) => Promise<void>): Promise<void> {
  const client = new pgDriver.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query("set local maintenance_work_mem = '256MB'");
    // System triggers check foreign keys; only an administrator may switch them off.
    const { rows: me } = await client.query<{ super: boolean }>('select rolsuper as super from pg_roles where rolname = current_user');
    if (me[0]?.super) await client.query('set local session_replication_role = replica');
    const { rows: tables } = await client.query<{ name: string }>('select tablename as name from pg_tables where schemaname = current_schema()');
    if (!me[0]?.super) for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
    const { rows: aside } = await client.query<{ name: string; sql: string }>(
      `select indexname as name, indexdef as sql from pg_indexes where schemaname = current_schema()
        and indexname not in (select conname from pg_constraint)`,
    );
    for (const { name } of aside) await client.query(`drop index "${name}"`);

    const loadedTables = new Set<string>();
    await work({
      async load(into, rows) {
        const [first] = rows;
        if (!first) return;
        const columns = quoted(columnsOf(into, first));
        const name = getTableName(into);
        loadedTables.add(name);
        for (let at = 0; at < rows.length; at += 5000) {
          await client.query(`insert into "${name}" (${columns}) select ${columns} from json_populate_recordset(null::"${name}", $1)`, [
            JSON.stringify(rows.slice(at, at + 5000)),
          ]);
        }
      },
      run: async (statement) => void (await client.query(statement)),
    });
    const { rows: counters } = await client.query<{ table: string; column: string }>(
      "select table_name as table, column_name as column from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'",
    );
    for (const { table, column } of counters.filter(({ table }) => loadedTables.has(table))) {
      await client.query(`select setval(pg_get_serial_sequence('"${table}"', '${column}'), max("${column}")) from "${table}"`);
    }
    for (const { sql } of aside) await client.query(sql);
    if (!me[0]?.super) for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
