import type { Db } from '../db/db.ts';
import { accounts, orders, products, users } from '../db/tables/index.ts';

/** Whether nobody and nothing is in the database yet: only such a database is ever filled with demo data. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of [users, accounts, products, orders]) {
    const [row] = await db.select({ id: table.id }).from(table).limit(1);
    if (row) return false;
  }
  return true;
}
