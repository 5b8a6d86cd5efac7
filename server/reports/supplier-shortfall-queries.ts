import { and, eq, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dayCell } from '../../shared/csv.ts';
import { daysBetween } from '../../shared/days-between.ts';
import { policy } from '../../shared/policy.ts';
import { suggestOrder } from '../../shared/purchasing/suggest-order.ts';
import type { SupplierShortfallQuery } from '../../shared/reports/report-queries.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { prepared, rows } from '../db/db.ts';
import { nameKeyColumn } from '../db/folded.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { orders, products, suppliers } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn } from '../http/columns.ts';
import { deliveriesOf, freeStockOf } from '../stock/on-order.ts';
import { shortBySku } from '../stock/short-lines-queries.ts';
import { supplierSkuOrStyle } from '../suppliers/supplier-sku.ts';
import { within } from './orders-in-turn-queries.ts';
import type { Report } from './report.ts';

/** The number of SKUs that one query reads. */
const SKUS = 500;

const skusById = prepared('supplier_shortfall_skus', (db) =>
  db
    .select({
      id: products.id,
      ...skuColumns,
      supplier: suppliers.name,
      supplier_sku: supplierSkuOrStyle,
      name: products.name,
      pack_size: products.pack_size,
      min_order_qty: products.min_order_qty,
      discontinued_at: products.discontinued_at,
    })
    .from(products)
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .where(among(products.id, sql.placeholder('ids'))),
);

type Sku = Awaited<ReturnType<typeof skusById>>[number];

interface Short {
  product_id: number;
  qty_short: number | string;
}

interface Row extends Short {
  sku: Sku;
  qty_free: number;
  qty_coming: number;
  due: string | null | undefined;
}

const columns: Columns<Row> = [
  ['supplier', ({ sku }) => sku.supplier],
  ['sku', ({ sku }) => sku.sku],
  ['supplier_sku', ({ sku }) => sku.supplier_sku],
  ['product', ({ sku }) => [sku.name, sku.variation_colour, sizeOf(sku)].filter(Boolean).join(', ')],
  ['qty_short', ({ qty_short }) => Number(qty_short)],
  ['qty_free', ({ qty_free }) => qty_free],
  ['on_order', ({ qty_coming }) => qty_coming],
  ['due', ({ due }) => dayCell(due)],
  ['pack_size', ({ sku }) => sku.pack_size],
  [
    'suggested',
    ({ sku, qty_short, qty_free, qty_coming }) =>
      sku.discontinued_at === null ? suggestOrder({ qty_short: Number(qty_short), qty_free, qty_coming }, sku).ordered : 0,
  ],
];

async function* skusInTurn({ db }: Ctx, short: readonly Short[]): AsyncGenerator<Row[]> {
  for (let at = 0; at < short.length; at += SKUS) {
    const batch = short.slice(at, at + SKUS);
    const ids = batch.map(({ product_id }) => product_id);
    const skus = new Map((await skusById(db, { ids: idList(ids) })).map((sku) => [sku.id, sku]));
    const [free, deliveries] = [await freeStockOf(db, ids), await deliveriesOf(db, ids)];
    yield batch.flatMap((one): Row[] => {
      const sku = skus.get(one.product_id);
      if (!sku) return [];
      const coming = deliveries.get(one.product_id) ?? [];
      const qty_coming = coming.reduce((sum, { qty }) => sum + qty, 0);
      return [{ ...one, sku, qty_free: free.get(one.product_id)?.qty_free ?? 0, qty_coming, due: coming[0]?.due_on }];
    });
  }
}

/**
 * The items that open orders lack, a row for each SKU, sorted by supplier, style and size; SKUs without a supplier come last. 404 for a supplier that
 * does not exist.
 */
export async function supplierShortfall(ctx: Ctx, query: SupplierShortfallQuery): Promise<Report> {
  const { db } = ctx;
  authorize(policy.run_reports(ctx.actor));
  const { supplier } = query;
  if (supplier !== undefined) requireFound((await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, supplier)))[0]);
  const short = await rows<Short>(
    db,
    sql`with short as (${shortBySku({ condition: and(...within(orders.submitted_at, daysBetween(query))) })})
      select short.product_id, sum(short.qty_short) as qty_short from short
      join ${products} on ${products.id} = short.product_id left join ${products} style on style.id = ${products.parent_id} left join ${suppliers} on ${suppliers.id} = ${products.supplier_id}
      ${supplier === undefined ? sql`` : sql`where ${products.supplier_id} = ${supplier}`}
      group by short.product_id, ${suppliers.name}, ${products.sku}, ${products.position}, style.sku
      order by ${suppliers.name} is null, ${nameKeyColumn(suppliers.name)}, coalesce(style.sku, ${products.sku}), ${products.position}, ${products.sku}`,
  );
  return { columns: headingsOf(columns), total: short.length, batches: rowsInTurn(columns, skusInTurn(ctx, short)) };
}
