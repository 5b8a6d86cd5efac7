import { sql } from 'drizzle-orm';
import { type Db, rows, run } from './db.ts';
import { pg } from './dialect.ts';

/** Entries of an index that SQLite reads to analyse it: enough for its plans, and a large database takes little time. */
export const MAX_ENTRIES = 1_000;

/**
 * Analyse the database, so that it plans its queries well. With a limit SQLite keeps no samples of values: with samples it plans a
 * statement again for each value that is bound to it.
 */
export async function gatherStatistics(db: Db): Promise<void> {
  if (!pg) await rows(db, sql.raw(`pragma analysis_limit = ${MAX_ENTRIES}`));
  // Analysing a large database takes longer than a request may.
  else await run(db, sql`set local statement_timeout = 0`);
  await run(db, sql`analyze`);
}
