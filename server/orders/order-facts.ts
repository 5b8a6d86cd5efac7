import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { OrderFacts } from '../../shared/ordering/order-status.ts';
import { type OwnedOrder, policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderLines, orders, picks } from '../db/tables/index.ts';
import { isOpenPick } from './pick-state-conditions.ts';

const sum = (pieces: SQL): SQL<number> => sql<number>`coalesce(sum(${pieces}), 0)`.mapWith(Number);

/** The amount of a line in pence, ex VAT. */
export const lineAmount = sql`(${orderLines.qty_requested} - ${orderLines.qty_cancelled}) * ${orderLines.unit_price}`;

const factsOver = (db: Db, lines?: SQL) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      submitted_at: orders.submitted_at,
      requested_at: orders.requested_at,
      cancelled_at: orders.cancelled_at,
      lines_with_sizes: sum(sql`case when ${orderLines.is_size_selected} then 1 else 0 end`),
      // Cancelled items need no size.
      lines_with_no_sizes: sum(
        sql`case when ${orderLines.is_size_selected} then 0 when ${orderLines.qty_requested} > ${orderLines.qty_cancelled} then 1 else 0 end`,
      ),
      qty_wanted: sum(sql`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`),
      qty_allocated: sum(sql`${orderLines.qty_allocated}`),
      qty_shipped: sum(sql`${orderLines.qty_shipped}`),
      sub_total: sum(lineAmount),
      vat: sum(sql`(${lineAmount} * ${orderLines.vat_rate} + 50) / 100`),
      pick_id: sql<number | null>`max(${picks.id})`,
      pick_state: sql<OrderFacts['pick_state']>`max(${picks.state})`,
    })
    .from(orders)
    .leftJoin(orderLines, and(eq(orderLines.order_id, orders.id), lines))
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(among(orders.id, sql.placeholder('ids')))
    .groupBy(orders.id);

const factsOfOrders = prepared('facts_of_orders', (db: Db) => factsOver(db));
const factsOfOneWearer = prepared('facts_of_one_wearer', (db: Db) => factsOver(db, eq(orderLines.employee_id, sql.placeholder('employee_id'))));

export type StoredFacts = Awaited<ReturnType<typeof factsOfOrders>>[number];

/** The facts of each of these orders, its amount and its stored status; unsorted. */
export const orderFacts = (db: Db, ids: readonly number[]): Promise<StoredFacts[]> => factsOfOrders(db, { ids: idList(ids) });

/** As `orderFacts`, limited to what this reader may see: a wearer who is not the requester gets the facts of their own lines only. */
export async function seenFacts(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  visibleOrders: readonly ({ id: number } & OwnedOrder)[],
): Promise<Map<number, StoredFacts>> {
  const ordersSeenAsWearer = visibleOrders.filter((order) => !policy.see_whole_order(actor, order)).map(({ id }) => id);
  const whole = visibleOrders.map(({ id }) => id).filter((id) => !ordersSeenAsWearer.includes(id));
  const facts = whole.length ? await orderFacts(db, whole) : [];
  const own = ordersSeenAsWearer.length ? await factsOfOneWearer(db, { ids: idList(ordersSeenAsWearer), employee_id: actor.id }) : [];
  return new Map([...facts, ...own].map((fact) => [fact.id, fact]));
}
