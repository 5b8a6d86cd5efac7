import { renameSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { BackupRefusal, type BackupSummary, checkBackup, moveAside, unpackFiles, writeBackup } from './backup.ts';
import { type Database, type Db, migrate, migrations, rows, run } from './db.ts';
import { credentialEnds } from './end-credentials.ts';

/** The number of rows that are read and written at once: few enough to fit in memory. */
const ROWS_AT_ONCE = 1000;

/**
 * The tables in which a backup file holds a PostgreSQL database, without the stored files. Each row of `postgres_rows` is a part of a table: a
 * compressed JSON array of rows.
 */
const CONTAINER = `
  create table migrations (name text primary key, at text not null);
  create table postgres_tables (name text primary key, columns text not null, n integer not null);
  create table postgres_rows (table_name text not null, part integer not null, content blob not null, primary key (table_name, part));
  create table postgres_sequences (name text primary key, last_value integer not null);`;

interface Table {
  name: string;
  columns: string[];
}

/** The product's tables with their stored columns, without those that PostgreSQL generates. */
const tablesOf = (db: Db): Promise<Table[]> =>
  rows<Table>(
    db,
    sql`select c.relname as name, json_agg(a.attname order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      group by c.relname order by c.relname`,
  );

/** Copies all rows, as of one point in time, and every stored file, into one new file. Servers may keep writing meanwhile. */
export const backUpPostgres = (database: Database, filesFolder: string, to: string): Promise<BackupSummary> =>
  writeBackup(to, filesFolder, async (partial) => {
    const container = new BetterSqlite(partial);
    try {
      container.pragma('journal_mode = DELETE');
      container.exec(CONTAINER);
      container.exec('begin');
      await database.snapshot((db) => copyRows(db, container));
      container.exec('commit');
    } finally {
      container.close();
    }
  });

async function copyRows(db: Db, container: BetterSqlite.Database): Promise<void> {
  const tables = await tablesOf(db);
  const [existing] = await rows(db, sql`select 1 from pg_class where relname = 'migrations' and relnamespace = 'public'::regnamespace`);
  if (!existing || tables.length === 0) throw new BackupRefusal('That PostgreSQL database has no Kitroom tables.');
  const keepMigration = container.prepare('insert into migrations (name, at) values (?, ?)');
  for (const { name, at } of await rows<{ name: string; at: string }>(db, sql`select name, at from migrations order by name`))
    keepMigration.run(name, at);

  const keepTable = container.prepare('insert into postgres_tables (name, columns, n) values (?, ?, ?)');
  const keepRows = container.prepare('insert into postgres_rows (table_name, part, content) values (?, ?, ?)');
  for (const { name, columns } of tables) {
    const columnList = sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    );
    await run(db, sql`declare kept no scroll cursor for select to_jsonb(t)::text as row from (select ${columnList} from ${sql.identifier(name)}) t`);
    let n = 0;
    for (let part = 0; ; part++) {
      const some = await rows<{ row: string }>(db, sql.raw(`fetch ${ROWS_AT_ONCE} from kept`));
      if (some.length === 0) break;
      n += some.length;
      keepRows.run(name, part, gzipSync(`[${some.map(({ row }) => row).join(',')}]`));
    }
    await run(db, sql`close kept`);
    keepTable.run(name, JSON.stringify(columns), n);
  }

  // The sequences are read last: an id that is used during the backup is then not given out again after a restore.
  const keepSequence = container.prepare('insert into postgres_sequences (name, last_value) values (?, ?)');
  const sequences = sql`select sequencename as name, last_value from pg_sequences where schemaname = 'public' and last_value is not null`;
  for (const { name, last_value } of await rows<{ name: string; last_value: number }>(db, sequences)) keepSequence.run(name, last_value);
}

/**
 * Restores a backup into an empty PostgreSQL database, completely or not at all, and replaces the present stored files by those of the backup.
 * Returns the folder to which the present files were moved, or null if there were none.
 */
export async function restorePostgres(backup: string, database: Database, dataFolder: string): Promise<string | null> {
  checkBackup(backup);
  await refuseUsed(database);
  const container = new BetterSqlite(backup, { readonly: true });
  try {
    const applied = new Set(container.prepare<[], string>('select name from migrations').pluck().all());
    await migrate(
      database,
      migrations().filter(({ name }) => applied.has(name)),
    );
    const files = unpackFiles(backup, dataFolder);
    await database.restructure((db) => loadRows(db, container, backup));
    const aside = moveAside([files.place]);
    renameSync(files.coming, files.place);
    return aside;
  } finally {
    container.close();
  }
}

/** Refuses a database that is in use or not empty: existing data is never overwritten. */
async function refuseUsed({ reader }: Database): Promise<void> {
  const [{ others } = { others: 0 }] = await rows<{ others: number }>(
    reader,
    sql`select count(*) as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'`,
  );
  if (others > 0) throw new BackupRefusal('The database is in use: stop every server on it first.');
  const tables = await rows<{ name: string }>(
    reader,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')`,
  );
  // A failed restore leaves tables without people, so tables without people count as empty.
  const [person] = tables.some(({ name }) => name === 'users') ? await rows(reader, sql`select 1 from users limit 1`) : [];
  if (person || (tables.length > 0 && !tables.some(({ name }) => name === 'migrations')))
    throw new BackupRefusal('The database is not empty. Create a new one, restore into that, and start the server with its DATABASE_URL.');
}

/** Fills the tables while references and triggers are off; all references are checked at the end. */
async function loadRows(db: Db, container: BetterSqlite.Database, backup: string): Promise<void> {
  const tables = container.prepare<[], { name: string; columns: string; n: number }>('select name, columns, n from postgres_tables').all();
  const present = new Map((await tablesOf(db)).map(({ name, columns }) => [name, columns]));
  const strange = tables.find(({ name, columns }) => (JSON.parse(columns) as string[]).some((column) => !present.get(name)?.includes(column)));
  if (strange) throw new BackupRefusal(`${backup} has a table ${strange.name} that this version of Kitroom does not know.`);

  const references = await rows<{ table: string; name: string; definition: string }>(
    db,
    sql`select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of references) await run(db, sql.raw(`alter table ${table} drop constraint ${name}`));
  for (const name of present.keys()) await run(db, sql`alter table ${sql.identifier(name)} disable trigger user`);
  // Deletes the rows that the migrations have inserted into some tables.
  for (const name of present.keys()) await run(db, sql`delete from ${sql.identifier(name)}`);

  const parts = container.prepare<[string], Buffer>('select content from postgres_rows where table_name = ? order by part').pluck();
  for (const { name, columns, n } of tables) {
    const columnList = sql.join(
      (JSON.parse(columns) as string[]).map((column) => sql.identifier(column)),
      sql`, `,
    );
    const table = sql.identifier(name);
    for (const part of parts.iterate(name)) {
      const content = gunzipSync(part).toString('utf8');
      await run(db, sql`insert into ${table} (${columnList}) select ${columnList} from jsonb_populate_recordset(null::${table}, ${content}::jsonb)`);
    }
    const [rowCount] = await rows<{ n: number }>(db, sql`select count(*) as n from ${table}`);
    if (rowCount?.n !== n) throw new BackupRefusal(`${backup} is damaged: ${name} has ${rowCount?.n} rows instead of ${n}.`);
  }

  for (const name of present.keys()) await run(db, sql`alter table ${sql.identifier(name)} enable trigger user`);
  for (const { table, name, definition } of references) await run(db, sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
  const sequences = container.prepare<[], { name: string; last_value: number }>('select name, last_value from postgres_sequences').all();
  for (const { name, last_value } of sequences) await run(db, sql`select setval(quote_ident(${name})::regclass, ${last_value})`);
  // The references exist again, so deleting a session deletes the rows that belong to it.
  for (const { table, statement } of credentialEnds(new Date().toISOString())) if (present.has(table)) await run(db, sql.raw(statement));
  await run(db, sql`analyze`);
}
