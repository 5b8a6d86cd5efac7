import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Db, prepared } from '../db/db.ts';
import { syncOutcomes } from '../db/tables/index.ts';

/** The unresolved refusals of a tablet's mutations (`device`) about one order (`order_id`), oldest first. */
export const openRefusals = prepared('open_refusals_of_order', (db: Db) =>
  db
    .select()
    .from(syncOutcomes)
    .where(
      and(
        eq(syncOutcomes.device, sql.placeholder('device')),
        eq(syncOutcomes.order_id, sql.placeholder('order_id')),
        sql`${syncOutcomes.outcome} in ('conflict', 'rejected')`,
        isNull(syncOutcomes.resolved_at),
      ),
    )
    .orderBy(asc(syncOutcomes.at), asc(syncOutcomes.s)),
);
