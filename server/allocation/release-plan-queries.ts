import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkReleaseOrder, releaseExtentOf, releaseExtents } from '../../shared/allocation/release-order.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { isToPick } from '../../shared/picking/pick-states.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { accounts, allocationRunOrders, orderLines, orders, picks } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { visibleOrders } from '../orders/scope.ts';
import { runOf } from './run-queries.ts';

const plannedOrder = z.object({
  id: z.int(),
  uuid: z.string(),
  order_number: z.string(),
  account: z.string(),
  qty_allocated: z.int(),
  qty_remaining: z.int().describe('Items that are neither shipped nor cancelled'),
  extent: z.enum(releaseExtents).describe('How much of the order Start Pick would release now'),
  reason: z.string().nullable().describe('Why nothing of it would be released'),
  is_to_pick: z.boolean().describe('It is with the warehouse and not picked yet, so its picking list can be printed'),
});
export const releasePlan = z.object({
  items: z.array(plannedOrder),
  is_cut: z.boolean().describe(`There are more than the ${limits.chosen_orders.toLocaleString('en-GB')} that are named`),
});
export type ReleasePlan = z.infer<typeof releasePlan>;

const sum = (pieces: SQL): SQL<number> => sql<number>`coalesce(sum(${pieces}), 0)`.mapWith(Number);

const plannedOrders = ({ db, actor }: Ctx, where: SQL) =>
  db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account: accounts.name,
      submitted_at: orders.submitted_at,
      cancelled_at: orders.cancelled_at,
      is_frozen: orders.is_frozen,
      pick_state: picks.state,
      qty_remaining: sum(sql`${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}`),
      qty_allocated: sum(sql`${orderLines.qty_allocated}`),
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .leftJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(where, visibleOrders(actor)))
    .groupBy(orders.id, accounts.name, picks.state);

type PlannedRow = Awaited<ReturnType<typeof plannedOrders>>[number];

function planOf({ id, uuid, account, ...facts }: PlannedRow): ReleasePlan['items'][number] {
  const verdict = checkReleaseOrder(facts);
  return {
    id,
    uuid,
    order_number: orderNumber(id),
    account,
    qty_allocated: facts.qty_allocated,
    qty_remaining: facts.qty_remaining,
    extent: releaseExtentOf(facts),
    reason: verdict.ok ? null : verdict.message,
    is_to_pick: isToPick(facts.pick_state),
  };
}

/** Sorts the orders of a plan into the sequence of `keys`, which holds the uuid or the id of each. */
function inSequence<Key>(rows: PlannedRow[], keys: readonly Key[], keyOf: (row: PlannedRow) => Key): PlannedRow[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  return rows.sort((one, other) => (places.get(keyOf(one)) ?? 0) - (places.get(keyOf(other)) ?? 0));
}

/** How much of each of these orders Start Pick would release now, in the sequence of the request. */
export async function planRelease(ctx: Ctx, uuids: readonly string[]): Promise<ReleasePlan> {
  authorize(policy.allocate(ctx.actor));
  const rows = await plannedOrders(ctx, amongTexts(orders.uuid, textList(uuids)));
  return { items: inSequence(rows, uuids, ({ uuid }) => uuid).map(planOf), is_cut: false };
}

/** How much Start Pick would release now of each order to which a run allocated stock, in the sequence in which the run reached them. */
export async function planReleaseOfRun(ctx: Ctx, run_id: number): Promise<ReleasePlan> {
  const { is_preview } = await runOf(ctx, run_id);
  if (is_preview) return { items: [], is_cut: false };
  const ofRun = await ctx.db
    .select({ id: allocationRunOrders.order_id })
    .from(allocationRunOrders)
    .where(and(eq(allocationRunOrders.run_id, run_id), inArray(allocationRunOrders.outcome, ['full', 'part'])))
    .orderBy(asc(allocationRunOrders.position))
    .limit(limits.chosen_orders + 1);
  const ids = ofRun.slice(0, limits.chosen_orders).map(({ id }) => id);
  const rows = await plannedOrders(ctx, among(orders.id, idList(ids)));
  return { items: inSequence(rows, ids, ({ id }) => id).map(planOf), is_cut: ofRun.length > ids.length };
}
