import { sql } from 'drizzle-orm';
import { type Db, rows, run } from './db.ts';
import { pg } from './dialect.ts';

/** The number of entries of an index that SQLite reads to analyse it: enough for good plans, and fast on a large database. */
export const MAX_ENTRIES = 1_000;

/**
 * For SQLite, after `analyze`: deletes the statistics of empty indexes. Such an index may have thousands of entries before the next analysis.
 * With the old statistics SQLite would take it for empty, and read all of it for each row of another table.
 */
export const FORGET_EMPTY = "delete from sqlite_stat1 where stat like '0 %'";

/**
 * Analyse the database, so that it plans its queries well. With a limit on the entries, SQLite stores no samples of values: with samples it would
 * plan a statement again for each value that is bound to it.
 */
export async function gatherStatistics(db: Db): Promise<void> {
  if (pg) {
    // Analysing a large database takes longer than a request may.
    await run(db, sql`set local statement_timeout = 0`);
    await run(db, sql`analyze`);
    return;
  }
  await rows(db, sql.raw(`pragma analysis_limit = ${MAX_ENTRIES}`));
  await run(db, sql`analyze`);
  await run(db, sql.raw(FORGET_EMPTY));
  await run(db, sql`analyze sqlite_schema`);
  // A change of the schema makes the other connections read the statistics again.
  await run(db, sql`create view statistics_changed as select 1`);
  await run(db, sql`drop view statistics_changed`);
}
