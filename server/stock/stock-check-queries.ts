import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';

import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';

import { contains } from '../db/contains.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { orderLines, orders, pickLines, products, stockChecks, users } from '../db/tables/index.ts';

export const stockChecksQuery = listQuery({ orderBy: ['opened_at'], default: 'opened_at', sortedBy: 'desc', per_page: 50 });

export const stockCheck = z.object({
  id: z.int(),
  product: z.object({ id: z.int(), sku: z.string(), name: z.string(), bin: z.string().nullable() }),
  qty_short: z.int(),
  code: z.string().nullable(),
  other_reason: z.string().nullable(),
  order: z.object({ uuid: z.string(), order_number: z.string() }).nullable(),
  opened_at: z.string(),
  opened_by: z.string().nullable(),
});
export type StockCheck = z.infer<typeof stockCheck>;

/** Picking anomalies whose SKU nobody has counted since, newest first. A count of the SKU closes them. */
export async function listStockChecks(ctx: Ctx, query: z.infer<typeof stockChecksQuery>): Promise<Page<StockCheck>> {
  authorize(policy.count_stock(ctx.actor));
  const where = and(
    isNull(stockChecks.closed_at),
    query.search ? or(contains(products.sku, query.search), contains(products.name, query.search)) : undefined,
  );
  const rows = ctx.db
    .select({
      id: stockChecks.id,
      product: { id: products.id, sku: products.sku, name: products.name, bin: products.bin },
      qty_short: stockChecks.qty_short,
      code: stockChecks.code,
      other_reason: stockChecks.other_reason,
      order_id: orders.id,
      uuid: orders.uuid,
      opened_at: stockChecks.opened_at,
      opened_by: personNameIfAny(users),
    })
    .from(stockChecks)
    .innerJoin(products, eq(products.id, stockChecks.product_id))
    .leftJoin(pickLines, eq(pickLines.id, stockChecks.pick_line_id))
    .leftJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .leftJoin(orders, eq(orders.id, orderLines.order_id))
    .leftJoin(users, eq(users.id, stockChecks.opened_by))
    .where(where);
  return readPage(ctx.db, query, { rows, order: [stockChecks.id] }, (page) =>
    page.map(({ order_id, uuid, ...check }) => ({
      ...check,
      order: order_id === null || uuid === null ? null : { uuid, order_number: orderNumber(order_id) },
    })),
  );
}
