import { and, eq, sql } from 'drizzle-orm';
import type { AllocationFacts } from '../../shared/allocation/at-office.ts';
import type { PickState } from '../../shared/picking/pick-states.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderLines, orders, picks } from '../db/tables/index.ts';
import type { LockedOrder } from './lock-order.ts';
import { isOpenPick } from './pick-state-conditions.ts';

const orderFactsById = prepared('moment_of_order', (db: Db) =>
  db
    .select({
      qty_remaining: sql<number>`coalesce(sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}), 0)`.mapWith(
        Number,
      ),
      qty_allocated: sql<number>`coalesce(sum(${orderLines.qty_allocated}), 0)`.mapWith(Number),
      pick_id: sql<number | null>`max(${picks.id})`,
      pick_state: sql<PickState | null>`max(${picks.state})`,
    })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.order_id, orders.id))
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(eq(orders.id, sql.placeholder('id'))),
);

/** The facts on which allocation decides: those of a locked order, of its lines and of its open pick. */
export async function readOrderFacts(ctx: Pick<Ctx, 'db'>, order: LockedOrder): Promise<AllocationFacts & { pick_id: number | null }> {
  const [facts] = await orderFactsById(ctx.db, { id: order.id });
  const { submitted_at, cancelled_at, is_frozen } = order;
  return { submitted_at, cancelled_at, is_frozen, ...requireFound(facts) };
}
