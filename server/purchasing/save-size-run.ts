import { and, inArray, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { checkSizeRun, planSizeRun, type SizeRunQuantities } from '../../shared/purchasing/save-size-run.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { isSku } from '../db/sku-columns.ts';
import { products, purchaseOrderLines } from '../db/tables/index.ts';
import { findPurchaseOrder, type StoredLine, writePurchaseOrder } from './find-purchase-order.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';

type Quantities = SizeRunQuantities['quantities'];

/** What a supplier charges for each of these SKUs, in tenths of a penny; 422 on the quantity of an id that is no SKU's. */
async function pricesOf(ctx: Ctx, quantities: Quantities): Promise<Map<number, number>> {
  const rows = await ctx.db
    .select({ id: products.id, cost: products.cost, supplier_price_tenths: products.supplier_price_tenths })
    .from(products)
    .where(and(among(products.id, idList(quantities.map(({ product_id }) => product_id))), isNull(products.deleted_at), isSku));
  const prices = new Map(rows.map(({ id, supplier_price_tenths, cost }) => [id, supplier_price_tenths ?? cost * 10]));
  const unknown = quantities.findIndex(({ product_id }) => !prices.has(product_id));
  if (unknown >= 0) throw invalid({ [`quantities.${unknown}.qty_requested`]: messages.choose_sku });
  return prices;
}

const facts = ({ id: line_id, product_id, qty_requested }: StoredLine) => ({ line_id, product_id, qty_requested });

/**
 * Set the quantities of several SKUs of a draft in one step: SKUs without a line get one at the supplier's price, and a quantity of 0 removes the
 * line. A new line of a work order sends out the SKU that it brings back, without a price until its decoration is chosen.
 */
export async function saveSizeRun(ctx: Ctx, id: number, { quantities, version }: SizeRunQuantities): Promise<PurchaseOrder> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  await enforceVersion(ctx, version, order, () => purchaseOrderOf(ctx, id));
  enforce(checkSizeRun(order, order.lines, quantities));
  const prices = await pricesOf(ctx, quantities);
  const { added, changed, deleted } = planSizeRun(order.lines, quantities);
  if (!added.length && !changed.length && !deleted.length) return purchaseOrderOf(ctx, id);
  const newLines = added.length
    ? await ctx.db
        .insert(purchaseOrderLines)
        .values(
          added.map(({ product_id, qty_requested }) => ({
            purchase_order_id: id,
            product_id,
            qty_requested,
            ...(order.work_order ? { source_product_id: product_id } : { unit_price_tenths: prices.get(product_id) ?? 0 }),
          })),
        )
        .returning()
    : [];
  if (changed.length)
    await run(
      ctx.db,
      sql`update purchase_order_lines set qty_requested = changed.qty
        from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as integer) as qty
          from ${jsonRows(changed.map(({ line, qty_requested }) => [line.id, qty_requested]))}) as changed
        where purchase_order_lines.id = changed.id`,
    );
  const deletedIds = deleted.map((line) => line.id);
  if (deletedIds.length) await ctx.db.delete(purchaseOrderLines).where(inArray(purchaseOrderLines.id, deletedIds));
  await writePurchaseOrder(ctx, id);
  await audit(
    ctx,
    'purchase_order.size_run_saved',
    { type: 'purchase_order', id },
    { lines: [...changed.map(({ line }) => line), ...deleted].map(facts) },
    { lines: [...newLines.map(facts), ...changed.map(({ line, qty_requested }) => ({ ...facts(line), qty_requested }))] },
  );
  return purchaseOrderOf(ctx, id);
}
