import { and, eq, isNull, sql } from 'drizzle-orm';
import { arranged } from '../../shared/catalogue/size-order.ts';
import type { SizeRun } from '../../shared/catalogue/size-run.ts';
import { penceOfTenths } from '../../shared/money.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { prepared } from '../db/db.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products, stockLevels } from '../db/tables/index.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import { supplyOf } from './supply-of.ts';

const styleById = prepared('style_of_size_run', (db) =>
  db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      size_order: products.size_order,
    })
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isNull(products.deleted_at), isNull(products.parent_id))),
);

const skusOfRun = prepared('skus_of_size_run', (db) =>
  db
    .select({
      id: products.id,
      ...skuColumns,
      pack_size: products.pack_size,
      min_order_qty: products.min_order_qty,
      cost: products.cost,
      supplier_price_tenths: products.supplier_price_tenths,
      qty_free: qtyFreeOrNone,
      discontinued_at: products.discontinued_at,
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(
      and(
        sql`(${products.parent_id} = ${sql.placeholder('id')} or (${products.id} = ${sql.placeholder('id')} and not exists
          (select 1 from products child where child.parent_id = products.id and child.deleted_at is null)))`,
        isNull(products.deleted_at),
      ),
    )
    .orderBy(products.position, products.id),
);

/**
 * The sizes of a style, each with the supplier's terms, the free items and those on order; 404 if there is no such style. A style without SKUs is
 * its own SKU.
 */
export async function sizeRunOf(ctx: Ctx, id: number): Promise<SizeRun> {
  authorize(policy.read_products(ctx.actor));
  const { size_order, ...style } = requireFound((await styleById(ctx.db, { id }))[0]);
  const skus = await skusOfRun(ctx.db, { id });
  const supply = await supplyOf(
    ctx,
    skus.map((sku) => sku.id),
    { withShortfall: false },
  );
  const sees_costs = policy.see_costs(ctx.actor);
  return {
    ...style,
    skus: arranged(skus, size_order).map(({ cost, supplier_price_tenths, ...sku }) => {
      const { current_on_order_qty = 0, current_partially_received_qty = 0 } = supply.get(sku.id) ?? {};
      const unit_cost_tenths = supplier_price_tenths ?? cost * 10;
      return {
        ...sku,
        unit_cost: sees_costs ? penceOfTenths(unit_cost_tenths) : null,
        unit_cost_tenths: sees_costs ? unit_cost_tenths : null,
        qty_on_order: Math.max(0, current_on_order_qty - current_partially_received_qty),
      };
    }),
  };
}
