import { sql } from 'drizzle-orm';
import { type Db, rows, run } from './db.ts';
import { pg } from './dialect.ts';

/** Entries of an index that SQLite reads to analyse it: enough for its plans, and a large database takes little time. */
export const MAX_ENTRIES = 1_000;

/**
 * SQLite, after its `analyze`: forgets that an index is empty. It may have thousands of entries before the next analysis, and SQLite reads an index
 * that it believes empty as a whole for each row of another table.
 */
export const FORGET_EMPTY = "delete from sqlite_stat1 where stat like '0 %'";

/**
 * Analyse the database, so that it plans its queries well. With a limit SQLite keeps no samples of values: with samples it plans a
 * statement again for each value that is bound to it.
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
  // The other connections read the statistics again only where the schema changes.
  await run(db, sql`create view statistics_changed as select 1`);
  await run(db, sql`drop view statistics_changed`);
}
