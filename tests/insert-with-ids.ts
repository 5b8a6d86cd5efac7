import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../server/db/db.ts';
import { insertIgnoringConflicts } from '../server/db/write-many.ts';

/** Inserts rows, thousands by each statement, and returns their ids in the sequence of the rows. Throws if a unique index refuses a row. */
export async function insertWithIds<Table extends SQLiteTable & { id: SQLiteColumn }>(
  db: Db,
  table: Table,
  records: readonly Table['$inferInsert'][],
): Promise<number[]> {
  const inserted = (await insertIgnoringConflicts(db, table as SQLiteTable, records, ['id'])) as { id: number }[];
  if (inserted.length < records.length) throw new Error(`${getTableName(table)}: ${records.length - inserted.length} rows were refused`);
  return inserted.map(({ id }) => Number(id));
}
