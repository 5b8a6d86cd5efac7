import type { Db } from '../db/db.ts';

/** Upper limit of rows in one INSERT of about thirty columns, on either engine. */
const rowsAtOnce = 500;

interface Insertable {
  $inferInsert: { id?: number | undefined };
}

/** Insert any number of rows, and return their ids in the same order. */
export async function insertRows<Table extends Insertable>(db: Db, into: Table, rows: readonly Table['$inferInsert'][]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    // The types of drizzle cannot say "any table with an id"; the rows are checked by the signature above.
    const inserted = (await db
      .insert(into as never)
      .values(rows.slice(at, at + rowsAtOnce) as never)
      .returning()) as { id: number }[];
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}
