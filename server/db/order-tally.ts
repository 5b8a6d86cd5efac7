import { sql } from 'drizzle-orm';
import { type Db, run } from './db.ts';
import { pg } from './dialect.ts';

/** Merge into the tally the differences that writers have appended. SQLite has no differences, because it has one writer. */
export async function compactOrderTally(db: Db): Promise<void> {
  if (!pg) return;
  await run(
    db,
    sql`with noted as (delete from order_tally returning account_id, status, n)
      insert into order_tally (account_id, status, n) select account_id, status, sum(n) from noted group by account_id, status`,
  );
}
