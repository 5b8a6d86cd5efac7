import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { AllocationFacts } from '../../shared/allocation/allocation-rules.ts';
import type { PickState } from '../../shared/ordering/order-status.ts';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { isOpenPick } from '../db/is-open-pick.ts';
import { lockRows } from '../db/lock.ts';
import { pickedSku } from '../db/picked-sku.ts';
import { orderLines, orders, picks } from '../db/tables/index.ts';
import type { Level } from '../stock/change-levels.ts';
import { lockLevels } from '../stock/change-levels.ts';

/** The SKU that a line takes from the shelf. */
const skusOfOrder = prepared('skus_of_order', (db: Db) =>
  db
    .select({ order_id: orders.id, product_id: pickedSku })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(eq(orders.uuid, sql.placeholder('uuid')), isNull(orders.deleted_at))),
);

const lockedOrder = prepared('lock_order', (db: Db) =>
  lockRows(
    db
      .select({
        id: orders.id,
        uuid: orders.uuid,
        submitted_at: orders.submitted_at,
        cancelled_at: orders.cancelled_at,
        is_frozen: orders.is_frozen,
        frozen_reason: orders.frozen_reason,
        account_id: orders.account_id,
        version: orders.version,
        last_edit: orders.last_edit,
        deleted_at: orders.deleted_at,
      })
      .from(orders)
      .where(eq(orders.id, sql.placeholder('id'))),
  ),
);
export type LockedOrder = Awaited<ReturnType<typeof lockedOrder>>[number];

/** Lock one order until the unit of work ends, deleted or not. Stock, where it is needed at all, is locked before. */
export const lockAnyOrder = async (ctx: Pick<Ctx, 'db'>, id: number): Promise<LockedOrder> => requireFound((await lockedOrder(ctx.db, { id }))[0]);

/** The same for an order that has to exist still; 404 when it was deleted. */
export async function lockOrder(ctx: Pick<Ctx, 'db'>, id: number): Promise<LockedOrder> {
  const order = await lockAnyOrder(ctx, id);
  if (order.deleted_at) throw notFound();
  return order;
}

const lockedOrders = prepared('locked_orders', (db: Db) =>
  lockRows(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(among(orders.id, sql.placeholder('ids')))
      .orderBy(asc(orders.id)),
  ),
);

/** Lock several orders, always in the same sequence. Those that were deleted are left out. */
export async function lockOrders(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<void> {
  if (ids.length) await lockedOrders(ctx.db, { ids: idList(ids) });
}

/** Lock the stock of all of an order's SKUs and then the order itself until the unit of work ends. For callers who may see every order. */
export async function lockOrderWithStock(ctx: Pick<Ctx, 'db'>, uuid: string): Promise<{ order: LockedOrder; levels: Map<number, Level> }> {
  const skus = await skusOfOrder(ctx.db, { uuid });
  const { order_id } = requireFound(skus[0]);
  const levels = await lockLevels(
    ctx,
    skus.flatMap(({ product_id }) => (product_id ? [product_id] : [])),
  );
  return { order: await lockOrder(ctx, order_id), levels };
}

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

/** A locked order with what allocation needs to know of its lines and its open pick. */
export async function readOrderFacts(ctx: Pick<Ctx, 'db'>, order: LockedOrder): Promise<AllocationFacts & { pick_id: number | null }> {
  const [facts] = await orderFactsById(ctx.db, { id: order.id });
  const { submitted_at, cancelled_at, is_frozen } = order;
  return { submitted_at, cancelled_at, is_frozen, ...requireFound(facts) };
}
