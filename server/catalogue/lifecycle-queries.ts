import { and, asc, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Lifecycle } from '../../shared/catalogue/lifecycle.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { rows } from '../db/db.ts';
import { orderLines, orders, priceChanges } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { deliveriesOf } from '../stock/on-order.ts';
import { isShort, qtyShort } from '../stock/short-lines-queries.ts';

export const lifecycleQuery = z.object({
  ids: z
    .string()
    .max(2000)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().positive()).min(1).max(limits.page_cap)),
});

/** How many waiting price changes are read; a provider plans a few at a time. */
const MAX_CHANGES = 50;

async function waitingChanges({ db, actor }: Ctx, ids: ReadonlySet<number>): Promise<Map<number, Lifecycle['price_changes']>> {
  const changes = new Map<number, Lifecycle['price_changes']>();
  if (!policy.edit_products(actor)) return changes;
  const scheduled = await db
    .select({ field: priceChanges.field, effective_on: priceChanges.effective_on, product_ids: priceChanges.product_ids })
    .from(priceChanges)
    .where(and(isNull(priceChanges.done_at), isNull(priceChanges.withdrawn_at)))
    .orderBy(asc(priceChanges.effective_on), asc(priceChanges.id))
    .limit(MAX_CHANGES);
  for (const { field, effective_on, product_ids } of scheduled)
    for (const id of product_ids) if (ids.has(id)) changes.set(id, [...(changes.get(id) ?? []), { field, effective_on }]);
  return changes;
}

/** What is known of the future of these products, styles or SKUs, in the sequence of `ids`; four statements for any number of products. */
export async function lifecyclesOf(ctx: Ctx, { ids }: z.infer<typeof lifecycleQuery>): Promise<Lifecycle[]> {
  authorize(policy.read_products(ctx.actor));
  const { db } = ctx;
  const list = idList(ids);
  const productRows = await rows<{
    id: number;
    parent_id: number | null;
    discontinued_at: string | Date | null;
    successor_id: number | null;
    successor_sku: string | null;
  }>(
    db,
    sql`select products.id as id, products.parent_id as parent_id, products.discontinued_at as discontinued_at,
      successor.id as successor_id, successor.sku as successor_sku
      from products left join products as style on style.id = products.parent_id
      left join products as successor on successor.id = coalesce(products.successor_id, style.successor_id) and successor.deleted_at is null
      where (${among(sql`products.id`, list)} or ${among(sql`products.parent_id`, list)}) and products.deleted_at is null`,
  );
  const skuIds = productRows.map(({ id }) => Number(id));
  const deliveries = await deliveriesOf(db, skuIds);
  const short = skuIds.length
    ? await db
        .select({
          product_id: pickedSku.as('product_id'),
          order_id: orders.id,
          qty: sql<number>`sum(${qtyShort})`.mapWith(Number),
        })
        .from(orderLines)
        .innerJoin(orders, sql`${orders.id} = ${orderLines.order_id}`)
        .where(and(among(pickedSku, idList(skuIds)), ...isShort))
        .groupBy(pickedSku, orders.id)
    : [];
  const shortBySku = groupBy(short, ({ product_id }) => Number(product_id));
  const changes = await waitingChanges(ctx, new Set(ids));
  const bySku = new Map(productRows.map((row) => [Number(row.id), row]));
  const ofStyle = groupBy(productRows, ({ parent_id }) => Number(parent_id));
  return ids.flatMap((id): Lifecycle[] => {
    const own = bySku.get(id);
    if (!own) return [];
    const members = [id, ...(ofStyle.get(id) ?? []).map((sku) => Number(sku.id))];
    const coming = members.flatMap((member) => deliveries.get(member) ?? []);
    // The list of a SKU is sorted; those of several SKUs are merged, the earliest date first and no date last.
    const [next] = coming.toSorted((one, other) => (one.due_on ?? '9999').localeCompare(other.due_on ?? '9999'));
    const lacking = members.flatMap((member) => shortBySku.get(member) ?? []);
    return [
      {
        id,
        price_changes: changes.get(id) ?? [],
        discontinued_at: own.discontinued_at === null ? null : new Date(own.discontinued_at).toISOString(),
        successor: own.successor_id === null ? null : { id: Number(own.successor_id), sku: own.successor_sku ?? '' },
        qty_coming: coming.reduce((sum, { qty }) => sum + qty, 0),
        purchase_orders: new Set(coming.map(({ purchase_order_id }) => purchase_order_id)).size,
        next_order: next ? { id: next.purchase_order_id, our_reference: next.our_reference, due_on: next.due_on } : null,
        qty_short: lacking.reduce((sum, { qty }) => sum + qty, 0),
        orders_waiting: new Set(lacking.map(({ order_id }) => order_id)).size,
      },
    ];
  });
}
