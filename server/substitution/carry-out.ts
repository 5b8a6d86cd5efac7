import { sql } from 'drizzle-orm';
import { type SubstitutionMode, splitUncharged } from '../../shared/substitution/substitute.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { byOf } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { reserve } from '../stock/reserve.ts';
import type { PlannedLine } from './plan.ts';

const big = (value: number) => sql`cast(${value} as bigint)`;

/**
 * Split lines that have partly shipped: a new line gets the remaining items, and the open pick continues with the new line. Returns the ids of the
 * new lines by the ids of the old lines.
 */
async function split(ctx: Ctx, plan: readonly PlannedLine[]): Promise<Map<number, number>> {
  const parted = plan.filter(({ is_split }) => is_split);
  if (!parted.length) return new Map();
  const ids = parted.map(({ line }) => line.id);
  const currentLines = await ctx.db
    .select()
    .from(orderLines)
    .where(among(orderLines.id, idList(ids)))
    .orderBy(orderLines.id);
  await ctx.db
    .update(orderLines)
    .set({
      qty_requested: sql`${orderLines.qty_shipped} + ${orderLines.qty_cancelled}`,
      qty_allocated: 0,
      qty_uncharged: sql`case when ${orderLines.qty_uncharged} < ${orderLines.qty_shipped} then ${orderLines.qty_uncharged} else ${orderLines.qty_shipped} end`,
      version: sql`${orderLines.version} + 1`,
      last_edit: lastEditAfter(orderLines, byOf(ctx)),
    })
    .where(among(orderLines.id, idList(ids)));
  const newLines = await ctx.db
    .insert(orderLines)
    .values(
      currentLines.map(({ id: _, ...line }) => ({
        ...line,
        qty_requested: line.qty_requested - line.qty_shipped - line.qty_cancelled,
        qty_uncharged: splitUncharged(line).rest,
        qty_shipped: 0,
        qty_cancelled: 0,
        version: 1,
        last_edit: null,
        created_at: ctx.now,
      })),
    )
    .returning({ id: orderLines.id });
  const newIds = newLines.map(({ id }) => id).sort((a, b) => a - b);
  const newOf = new Map(currentLines.map(({ id }, n) => [id, newIds[n] as number]));
  const values = sql.join(
    [...newOf].map(([old, next]) => sql`(${big(old)}, ${big(next)})`),
    sql`, `,
  );
  await run(
    ctx.db,
    sql`with parted (old_id, new_id) as (values ${values})
      update pick_lines set order_line_id = parted.new_id from parted
      where parted.old_id = pick_lines.order_line_id
        and exists (select 1 from picks where picks.id = pick_lines.pick_id and ${isOpenPick()})`,
  );
  return newOf;
}

/**
 * Change the order lines and their pick lines; each statement changes all lines of the plan. The database increments the versions of
 * changed lines, so that a record based on an older version is noticed.
 */
async function changeLines(ctx: Ctx, mode: SubstitutionMode, plan: readonly PlannedLine[], lineId: (one: PlannedLine) => number): Promise<void> {
  const values = sql.join(
    plan.map((one) => sql`(${big(lineId(one))}, ${big(one.product_id)}, ${big(one.qty_allocated)}, ${big(one.unit_price)}, ${big(one.vat_rate)})`),
    sql`, `,
  );
  const next = sql`with next (line_id, product_id, pieces, price, vat) as (values ${values})`;
  const last_edit = lastEditAfter(orderLines, byOf(ctx));
  if (mode === 'substitute')
    await run(
      ctx.db,
      sql`${next} update order_lines set qty_allocated = next.pieces, version = version + 1, last_edit = ${last_edit},
          picked_product_id = case when next.product_id = order_lines.product_id then null else next.product_id end
        from next where next.line_id = order_lines.id`,
    );
  else {
    await run(
      ctx.db,
      sql`${next} update order_lines set product_id = next.product_id, picked_product_id = null, qty_allocated = next.pieces,
          unit_price = next.price, vat_rate = next.vat, version = version + 1, last_edit = ${last_edit}
        from next where next.line_id = order_lines.id`,
    );
    const nameValues = sql.join(
      plan.map((one) => sql`(${big(lineId(one))}, ${one.product_name}, ${big(one.is_manually_priced ? 1 : 0)})`),
      sql`, `,
    );
    await run(
      ctx.db,
      sql`with named (line_id, words, by_hand) as (values ${nameValues})
        update order_lines set product_name = cast(named.words as text), is_manually_priced = (named.by_hand = 1)
        from named where named.line_id = order_lines.id`,
    );
  }
  const onFloor = plan.filter(({ line, product_id }) => line.pick_line_id !== null && line.sku_id !== product_id);
  if (!onFloor.length) return;
  const takenQuantities = sql.join(
    onFloor.map(({ line, product_id, qty_allocated }) => sql`(${big(line.pick_line_id ?? 0)}, ${big(product_id)}, ${big(qty_allocated)})`),
    sql`, `,
  );
  await run(
    ctx.db,
    sql`with taken (pick_line_id, product_id, pieces) as (values ${takenQuantities})
      update pick_lines set product_id = taken.product_id, qty_allocated = taken.pieces, code = null, other_reason = null,
        fact_version = fact_version + 1
      from taken where taken.pick_line_id = pick_lines.id`,
  );
}

/** Carry out a plan, in the unit of work that has locked budgets, stock and orders. Lines that the plan leaves out stay unchanged. */
export async function carryOut(ctx: Ctx, mode: SubstitutionMode, plan: readonly PlannedLine[]): Promise<void> {
  const changing = plan.filter(({ refused }) => !refused);
  if (!changing.length) return;
  const newOf = await split(ctx, changing);
  const lineId = ({ line }: PlannedLine): number => newOf.get(line.id) ?? line.id;
  await reserve(
    ctx,
    changing
      .filter(({ line, product_id }) => line.sku_id !== product_id)
      .flatMap(({ line, product_id, qty_released, qty_allocated }) => [
        { product_id: line.sku_id, qty: -qty_released },
        { product_id, qty: qty_allocated },
      ]),
  );
  await changeLines(ctx, mode, changing, lineId);
  const order_ids = [...new Set(changing.map(({ line }) => line.order_id))];
  await ctx.db
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, last_edit: lastEditAfter(orders, byOf(ctx)) })
    .where(among(orders.id, idList(order_ids)));
  await refreshStatus(ctx, order_ids);
  await auditEach(
    ctx,
    'order_line.substituted',
    changing.map((one) => {
      const { line, product_id, qty_allocated, unit_price } = one;
      return {
        on: { type: 'order_line' as const, id: lineId(one) },
        before: { order_id: line.order_id, product_id: line.sku_id, qty_allocated: line.qty_allocated, unit_price: line.unit_price },
        after: { mode, product_id, qty_allocated, unit_price, ...(lineId(one) !== line.id && { split_from: line.id }) },
      };
    }),
  );
}
