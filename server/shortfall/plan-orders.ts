import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import type { OrderShortfallInput } from '../../shared/purchasing/order-shortfall.ts';
import { suggestReorder } from '../../shared/purchasing/reorder-point.ts';
import { roundingReasons, type Suggestion, suggestOrder } from '../../shared/purchasing/suggest-order.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import type { Db } from '../db/db.ts';
import { isSku } from '../db/sku-columns.ts';
import { products, purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import { usageOf } from '../stock/usage-queries.ts';
import { isDraft } from './drafts-queries.ts';
import { skuSupplyOf } from './sku-supply-queries.ts';

/** How many items of a SKU are needed and how many are ordered. `reasons` says why the two numbers differ. */
export const orderedLine = z.object({
  product_id: z.int(),
  needed: z.int().describe('Items that neither stock nor purchase orders cover, up to the reorder point where that was requested'),
  ordered: z.int().describe('Items that are added'),
  reasons: z.array(z.enum(roundingReasons)),
});

export interface OrderableSku {
  id: number;
  supplier_id: number;
  /** Tenths of a penny for one item. */
  unit_price_tenths: number;
  pack_size: number | null;
  min_order_qty: number | null;
  /** True if the SKU is or will be discontinued: then only a quantity that a person has chosen is ordered. */
  is_ending: boolean;
}
interface DraftLine {
  id: number;
  purchase_order_id: number;
  qty_requested: number;
}
export interface PlannedLine extends Suggestion {
  sku: OrderableSku;
  /** The draft line to which the items are added; undefined if no draft has a line of the SKU yet. */
  line: DraftLine | undefined;
}

export const lineOf = ({ sku, needed, ordered, reasons }: PlannedLine): z.infer<typeof orderedLine> => ({
  product_id: sku.id,
  needed,
  ordered,
  reasons,
});

/** Returns each of these SKUs once, with its terms. Throws 422 with a message for each SKU that does not exist or has no supplier. */
export async function requireSkus(db: Db, product_ids: readonly number[]): Promise<OrderableSku[]> {
  const ids = [...new Set(product_ids)];
  const skus = await db
    .select({
      id: products.id,
      supplier_id: suppliers.id,
      is_archived: sql<boolean>`${suppliers.archived_at} is not null`.mapWith(Boolean),
      unit_price_tenths: sql<number>`coalesce(${products.supplier_price_tenths}, ${products.cost} * 10)`.mapWith(Number),
      pack_size: products.pack_size,
      min_order_qty: products.min_order_qty,
      is_ending: sql<boolean>`${products.discontinued_at} is not null`.mapWith(Boolean),
    })
    .from(products)
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .where(and(among(products.id, idList(ids)), isNull(products.deleted_at), isSku));
  const byId = new Map(skus.map((sku) => [sku.id, sku]));
  const faults: Record<string, string> = {};
  const orderable = ids.flatMap((id, index): OrderableSku[] => {
    const { supplier_id, is_archived, ...sku } = byId.get(id) ?? { supplier_id: undefined, is_archived: false };
    if (supplier_id !== undefined && supplier_id !== null && !is_archived && 'id' in sku) return [{ ...sku, supplier_id }];
    faults[`products.${index}`] = supplier_id === undefined ? messages.not_a_product : messages.product_without_supplier;
    return [];
  });
  if (Object.keys(faults).length) throw invalid(faults);
  return orderable;
}

export const supplierIdsOf = (skus: readonly OrderableSku[]): number[] => [...new Set(skus.map(({ supplier_id }) => supplier_id))];

/** The query of these suppliers' drafts that were created to cover a shortfall, the oldest draft first. */
export const selectDrafts = (db: Db, supplier_ids: readonly number[]) =>
  db
    .select({ id: purchaseOrders.id, supplier_id: purchaseOrders.supplier_id })
    .from(purchaseOrders)
    .where(and(inArray(purchaseOrders.supplier_id, [...supplier_ids]), eq(purchaseOrders.source, 'shortfall'), ...isDraft))
    .orderBy(asc(purchaseOrders.id));

/** The id of the oldest draft of each supplier, by supplier; `drafts` has the oldest first. */
export const oldestOf = (drafts: readonly { id: number; supplier_id: number }[]): Map<number, number> =>
  new Map(drafts.toReversed().map(({ id, supplier_id }) => [supplier_id, id]));

async function linesOf(db: Db, draft_ids: readonly number[]): Promise<Map<number, DraftLine>> {
  const lines = await db
    .select({
      id: purchaseOrderLines.id,
      purchase_order_id: purchaseOrderLines.purchase_order_id,
      product_id: purchaseOrderLines.product_id,
      qty_requested: purchaseOrderLines.qty_requested,
    })
    .from(purchaseOrderLines)
    .where(among(purchaseOrderLines.purchase_order_id, idList(draft_ids)))
    .orderBy(asc(purchaseOrderLines.id));
  return new Map(lines.toReversed().flatMap(({ product_id, ...line }) => (product_id === null ? [] : [[product_id, line]])));
}

/**
 * How many items of each of these SKUs to order at present. SKUs of which no further items are needed are left out. `openDrafts` has the id of the
 * draft to extend, by supplier.
 */
export async function planOrders(
  ctx: Ctx,
  { quantities, up_to }: Pick<OrderShortfallInput, 'quantities' | 'up_to'>,
  skus: readonly OrderableSku[],
  openDrafts: ReadonlyMap<number, number>,
): Promise<PlannedLine[]> {
  const { db } = ctx;
  const ids = skus.map(({ id }) => id);
  const draftLines = await linesOf(db, [...openDrafts.values()]);
  const supply = await skuSupplyOf(db, ids);
  const usage = up_to === 'reorder_point' ? await usageOf(ctx, ids) : null;
  const quantityOf = new Map(quantities.map(({ product_id, quantity }) => [product_id, quantity]));
  return skus.flatMap((sku): PlannedLine[] => {
    const { qty_short = 0, qty_free = 0, qty_on_order = 0, qty_in_drafts = 0 } = supply.get(sku.id) ?? {};
    const line = draftLines.get(sku.id);
    const more = { qty_in_line: line?.qty_requested ?? 0, quantity: quantityOf.get(sku.id) };
    if (sku.is_ending && more.quantity === undefined) return [];
    const used = usage?.get(sku.id);
    const suggestion = used
      ? suggestReorder({ ...used, qty_short, qty_free, qty_on_order, qty_in_drafts }, sku, more)
      : suggestOrder({ qty_short, qty_free, qty_coming: qty_on_order + qty_in_drafts, ...more }, sku);
    return suggestion.ordered ? [{ ...suggestion, sku, line }] : [];
  });
}
