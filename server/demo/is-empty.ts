import type { Db } from '../db/db.ts';
import { accounts, orders, products, users } from '../db/tables/index.ts';

/** Whether the database is still empty: demo data is only loaded into an empty database. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of [users, accounts, products, orders]) {
    const [row] = await db.select({ id: table.id }).from(table).limit(1);
    if (row) return false;
  }
  return true;
}
