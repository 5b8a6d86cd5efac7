import { sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { dispatches } from '../db/tables/index.ts';

const noteLabels = prepared('note_dispatch_labels', (db: Db) =>
  db
    .update(dispatches)
    .set({ labels_printed_at: sql`${sql.placeholder('now')}` })
    .where(among(dispatches.id, sql.placeholder('ids'))),
);

/** Note that the labels of these dispatches are printed, so that the next print is of the others. */
export async function noteDispatchLabels(ctx: Ctx, dispatch_ids: readonly number[]): Promise<void> {
  authorize(policy.dispatch(ctx.actor));
  await noteLabels(ctx.db, { ids: idList(dispatch_ids), now: ctx.now });
}
