import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { overflowBin } from '../../shared/stock/overflow-bin.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { products, stockLevels } from '../db/tables/index.ts';
import { inQuestion, onOrder } from './on-order.ts';
import { overflowBins } from './overflow-bins.ts';
import { qtyFreeOrNone } from './qty-free.ts';

export const stockRow = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  bin: z.string().nullable().describe('The pick bin'),
  bins: z.array(overflowBin).describe('Overflow bins; what none of them holds is in the pick bin'),
  qty_available: z.int().describe('On hand'),
  qty_allocated: z.int(),
  qty_at_decorator: z.int().describe('On hand, but sent out to be decorated'),
  qty_free: z.int(),
  on_order: z.int(),
  qty_in_question: z.int().describe('Not found by a picker, and not counted since'),
});
export type StockRow = z.infer<typeof stockRow>;

const stockWhere = (db: Db, which: SQL) => {
  const available = sql<number>`coalesce(${stockLevels.qty_available}, 0)`.mapWith(Number);
  const allocated = sql<number>`coalesce(${stockLevels.qty_allocated}, 0)`.mapWith(Number);
  return db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      bin: products.bin,
      bins: overflowBins(products.id),
      qty_available: available,
      qty_allocated: allocated,
      qty_at_decorator: sql<number>`coalesce(${stockLevels.qty_at_decorator}, 0)`.mapWith(Number),
      qty_free: qtyFreeOrNone,
      on_order: onOrder(products.id),
      qty_in_question: inQuestion(products.id),
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(and(which, isNull(products.deleted_at)))
    .orderBy(asc(products.sku));
};

const withBins = <Row extends { bins: StockRow['bins'] | null }>(row: Row) => ({ ...row, bins: row.bins ?? [] });

const bySku = prepared('stock_by_sku', (db: Db) => stockWhere(db, amongTexts(keyColumn(products.sku), sql.placeholder('skus'))));
const byId = prepared('stock_by_product', (db: Db) => stockWhere(db, among(products.id, sql.placeholder('ids'))));

/** The stock of each of these SKUs, by SKU. Unknown SKUs are left out. */
export async function stockOfSkus(ctx: Ctx, skus: readonly string[]): Promise<StockRow[]> {
  authorize(policy.count_stock(ctx.actor));
  return (await bySku(ctx.db, { skus: textList(skus.map(foldedKey)) })).map(withBins);
}

export const stockOfProducts = async (ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<StockRow[]> =>
  (await byId(ctx.db, { ids: idList(ids) })).map(withBins);
