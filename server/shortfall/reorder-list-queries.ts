import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { reorderPoint, suggestReorder, USE_DAYS, weeklyUse, weeksOfCover } from '../../shared/purchasing/reorder-point.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { type Db, rows } from '../db/db.ts';
import { inOrder } from '../db/in-order.ts';
import { isSku } from '../db/sku-columns.ts';
import { products, purchaseOrderLines, stockLevels, suppliers } from '../db/tables/index.ts';
import { deliveriesOf } from '../stock/on-order.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import { isComing, qtyOwed } from '../stock/qty-owed.ts';
import { shortOfAll } from '../stock/short-lines-queries.ts';
import { leadDays, style, type UsageRow, usageFacts, used } from '../stock/usage-queries.ts';
import { draftQuantities } from './drafts-queries.ts';
import { readSkusToOrder, skuToOrder } from './skus-to-order.ts';

const filters = {
  search: z.string().trim().max(200).optional(),
  supplier_id: z.coerce.number().int().positive().optional(),
  brand: z.string().max(limits.name).optional(),
};
const orders = ['cover', 'sku', 'use'] as const;
export const reorderQuery = listQuery({ orderBy: orders, default: 'cover', per_page: limits.shortfall_page }).extend(filters);

export const reorderProduct = skuToOrder.extend({
  version: z.int(),
  brand: z.string().nullable(),
  qty_used: z.int().describe('Items that were dispatched in the last 13 weeks'),
  use_per_week: z.number().describe('The same by week, to a tenth'),
  lead_days: z.int().describe('Calendar days from order to delivery: of the SKU, its style or its supplier, else 14'),
  qty_available: z.int().describe('On hand'),
  qty_on_order: z.int().describe('Still to come on open purchase orders'),
  qty_short: z.int().describe('What waiting orders of all clients lack'),
  cover_weeks: z.number().nullable().describe('Weeks for which the free items last, to a tenth; null where none are used'),
  reorder_point: z.int().nullable().describe('Fixed by a person; null where it follows from the use'),
  point: z.int().describe('The reorder point that counts'),
  needed: z.int().describe('Items that are missing to the reorder point'),
});
export type ReorderProduct = z.infer<typeof reorderProduct>;

interface Filters {
  search?: string | undefined;
  supplier_id?: number | undefined;
  brand?: string | undefined;
}
interface BelowRow extends UsageRow {
  id: number;
  qty_available: number | string;
  qty_free: number | string;
  qty_on_order: number | string;
  qty_in_drafts: number | string;
  qty_short: number | string;
  n: number;
}

/**
 * The SKUs below their reorder points, by the same condition as `suggestReorder`. SKUs that are or will be discontinued are not bought, and are left
 * out.
 */
function belowPoint({ db, now }: Ctx, { search, supplier_id, brand }: Filters, order: readonly SQL[], part: SQL): Promise<BelowRow[]> {
  const where = and(
    isNull(products.deleted_at),
    isNull(products.discontinued_at),
    isSku,
    supplier_id === undefined ? undefined : eq(products.supplier_id, supplier_id),
    brand ? eq(products.brand, brand) : undefined,
    search ? or(...[products.name, products.sku, products.supplier_sku, suppliers.name].map((column) => contains(column, search))) : undefined,
  );
  return rows<BelowRow>(
    db,
    sql`with used as (${used(now)}), drafts as (${draftQuantities}),
      coming as (select ${purchaseOrderLines.product_id} as product_id, sum(${qtyOwed}) as qty from ${purchaseOrderLines} where ${isComing}
        group by ${purchaseOrderLines.product_id}),
      short as (${shortOfAll}),
      candidates as (select product_id from used union select id from ${products} where ${products.reorder_point} > 0),
      skus as (select ${products.id} as id, ${products.sku} as sku, coalesce(used.qty, 0) as qty_used, ${leadDays} as lead_days,
        ${products.reorder_point} as reorder_point, coalesce(${stockLevels.qty_available}, 0) as qty_available,
        ${qtyFreeOrNone} as qty_free, coalesce(coming.qty, 0) as qty_on_order,
        coalesce(drafts.qty, 0) as qty_in_drafts, coalesce(short.qty, 0) as qty_short
        from candidates join ${products} on ${products.id} = candidates.product_id
        left join ${products} as style on ${style.id} = ${products.parent_id} left join ${suppliers} on ${suppliers.id} = ${products.supplier_id}
        left join ${stockLevels} on ${stockLevels.product_id} = ${products.id} left join used on used.product_id = ${products.id}
        left join coming on coming.product_id = ${products.id} left join drafts on drafts.product_id = ${products.id}
        left join short on short.product_id = ${products.id} where ${where}),
      with_point as (select skus.*, coalesce(reorder_point,
        (case when qty_used > 0 then qty_used else 0 end * lead_days + ${sql.raw(String(USE_DAYS - 1))}) / ${sql.raw(String(USE_DAYS))}) as point from skus)
      select with_point.*, count(*) over () as n from with_point
      where point > 0 and qty_free + qty_on_order + qty_in_drafts - qty_short < point order by ${sql.join([...order], sql`, `)} ${part}`,
  );
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The rows with the names of their SKUs, the next deliveries and the quantities to order. */
async function complete(db: Db, below: readonly BelowRow[]): Promise<ReorderProduct[]> {
  const ids = below.map(({ id }) => Number(id));
  const skus = await readSkusToOrder(db, ids);
  const deliveries = await deliveriesOf(db, ids);
  return below.flatMap((row): ReorderProduct[] => {
    const sku = skus.get(Number(row.id));
    if (!sku) return [];
    const { discontinued_at: _, ...facts } = sku;
    const quantities = {
      ...usageFacts(row),
      qty_available: Number(row.qty_available),
      qty_free: Number(row.qty_free),
      qty_on_order: Number(row.qty_on_order),
      qty_in_drafts: Number(row.qty_in_drafts),
      qty_short: Number(row.qty_short),
    };
    const [delivery] = deliveries.get(sku.id) ?? [];
    const cover = weeksOfCover(quantities);
    const { needed, ordered, reasons } = suggestReorder(quantities, facts);
    return [
      {
        ...facts,
        ...quantities,
        use_per_week: tenth(weeklyUse(quantities)),
        cover_weeks: cover === null ? null : tenth(cover),
        point: reorderPoint(quantities),
        due: delivery?.due_on ?? null,
        due_reference: delivery?.our_reference ?? null,
        due_order_id: delivery?.purchase_order_id ?? null,
        needed,
        suggested: ordered,
        reasons,
      },
    ];
  });
}

const SKU = sql`sku`;
/** How long the free items last at the present use; SKUs without use come last. */
const COVER = sql`case when qty_used > 0 then case when qty_free > 0 then qty_free else 0 end * 1.0 / qty_used else 1000000000.0 end`;

/**
 * SKUs that will run out: their free items and items on order, less the items that waiting orders lack, are fewer than the reorder point. SKUs with
 * the least cover come first.
 */
export async function listReorder(ctx: Ctx, query: z.infer<typeof reorderQuery>): Promise<Page<ReorderProduct>> {
  const { db } = ctx;
  authorize(policy.run_reports(ctx.actor));
  const by = { cover: [COVER, SKU], sku: [SKU], use: [sql`qty_used`, SKU] }[query.orderBy];
  const read = (limit: number, offset: number) =>
    belowPoint(ctx, query, inOrder(query.sortedBy, ...by, sql`id`), sql`limit ${limit} offset ${offset}`);
  const offset = (query.page - 1) * query.per_page;
  const page = await read(query.per_page, offset);
  const [first] = page.length || !offset ? page : await read(1, 0);
  return readPage(db, query, { page, total: Number(first?.n ?? 0) }, (below) => complete(db, below));
}

/** The number of SKUs whose rows one query completes. */
const SKUS = 500;

async function* skusInTurn({ db }: Ctx, below: readonly BelowRow[]): AsyncGenerator<ReorderProduct[]> {
  for (let at = 0; at < below.length; at += SKUS) yield await complete(db, below.slice(at, at + SKUS));
}

/** The whole reorder list without pages, the least cover first. */
export async function exportReorderList(ctx: Ctx, query: Filters): Promise<{ total: number; batches: AsyncIterable<ReorderProduct[]> }> {
  authorize(policy.run_reports(ctx.actor));
  const below = await belowPoint(ctx, query, inOrder('asc', COVER, SKU, sql`id`), sql``);
  return { total: below.length, batches: skusInTurn(ctx, below) };
}
