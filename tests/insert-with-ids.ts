import { getTableName, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, run } from '../server/db/db.ts';
import { pg } from '../server/db/dialect.ts';
import { insertIgnoringConflicts } from '../server/db/write-many.ts';

/** Inserts rows by the thousand in one statement, and returns their ids in order; it fails where a unique index refuses one. */
export async function insertWithIds<Table extends SQLiteTable & { id: SQLiteColumn }>(
  db: Db,
  table: Table,
  records: readonly Table['$inferInsert'][],
): Promise<number[]> {
  const inserted = (await insertIgnoringConflicts(db, table as SQLiteTable, records, ['id'])) as { id: number }[];
  if (inserted.length < records.length) throw new Error(`${getTableName(table)}: ${records.length - inserted.length} rows were refused`);
  return inserted.map(({ id }) => Number(id));
}

/**
 * For rows of which the test reads neither what they spend nor the versions that tablets see: on PostgreSQL the triggers that keep these take a
 * millisecond or more for each row, and stay off until the unit of work ends.
 */
export async function withoutTriggers(db: Db): Promise<void> {
  if (pg) await run(db, sql`set local session_replication_role = replica`);
}
