import { aliasedTable, and, asc, count, eq, isNull, not, or, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { policy } from '../../shared/policy.ts';
import { reorderPoint } from '../../shared/purchasing/reorder-point.ts';
import { cleanBarcode } from '../../shared/scan/gtin.ts';
import { scannedCode } from '../../shared/scan/scanned-code.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { type Db, prepared, rows } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { inDirection } from '../db/in-order.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { isSku, sizeColumns } from '../db/sku-columns.ts';
import { orderLines, products, stockChecks, stockLevels, suppliers } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { askedCounts, whyAsked } from './asked-counts.ts';
import { offShelf } from './off-shelf.ts';
import { deliveriesOf } from './on-order.ts';
import { qtyFreeOrNone } from './qty-free.ts';
import { shortOfSkus } from './short-lines-queries.ts';
import { stockOfProducts, stockRow } from './stock-queries.ts';
import { usageOf } from './usage-queries.ts';

const orders = ['sku', 'name', 'bin', 'qty_available', 'qty_allocated', 'qty_free'] as const;
export const stockListQuery = listQuery({ orderBy: orders, default: 'sku', per_page: 100 }).extend({
  show: z.enum(['in_stock', 'none_free', 'in_question']).optional(),
  code: scannedCode(200).min(1).optional().describe('A scanned code: exactly a SKU, its barcode or a bin'),
});

export const listedStock = stockRow.extend({
  variation_colour: z.string().nullable(),
  colour_hex: z.string().nullable(),
  size: z.string().nullable(),
});
export type ListedStock = z.infer<typeof listedStock>;

/** A row whose size is one text instead of several fields. */
const sized = <Row extends Sized>({ variation_size_1, variation_size_2, variation_all_size, ...row }: Row) => ({
  ...row,
  size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
});

const available = sql`coalesce(${stockLevels.qty_available}, 0)`;
const allocated = sql`coalesce(${stockLevels.qty_allocated}, 0)`;
const order: Record<(typeof orders)[number], SQLWrapper> = {
  sku: products.sku,
  name: products.name,
  bin: products.bin,
  qty_available: available,
  qty_allocated: allocated,
  qty_free: qtyFreeOrNone,
};
const isOpenCheck = sql`exists (select 1 from stock_checks where stock_checks.product_id = products.id and stock_checks.closed_at is null)`;
const shows = {
  in_stock: sql`${available} > 0`,
  none_free: sql`${qtyFreeOrNone} <= 0`,
  in_question: isOpenCheck,
};

/** Matches a SKU, a barcode or a bin, ignoring case. If no SKU or barcode equals the code, also matches a barcode with the same trade item number. */
function isCode(code: string): SQL | undefined {
  const key = foldedKey(code);
  const number = foldedKey(cleanBarcode(code));
  const exact = or(
    ...[products.sku, products.barcode, products.bin].map((column) => eq(keyColumn(column), key)),
    sql`${products.id} in (select product_id from product_bins where ${keyColumn(sql`bin`)} = ${key})`,
  );
  if (number === key) return exact;
  const other = aliasedTable(products, 'exact');
  const isTaken = sql`exists (select 1 from ${products} as "exact" where ${or(eq(keyColumn(other.sku), key), eq(keyColumn(other.barcode), key))} and "exact".deleted_at is null)`;
  return or(exact, and(eq(keyColumn(products.barcode), number), not(isTaken)));
}

type Order = (typeof orders)[number];
type StockFilter = keyof typeof shows | undefined;

const countWhere = (db: Db, where: SQL | undefined, show: StockFilter) => {
  const countQuery = db.select({ n: count() }).from(products).$dynamic();
  // Levels are joined only if the filter needs them.
  return (show ? countQuery.leftJoin(stockLevels, eq(stockLevels.product_id, products.id)) : countQuery).where(where);
};
const pageWhere = (
  db: Db,
  where: SQL | undefined,
  { orderBy, sortedBy, limit, offset }: { orderBy: Order; sortedBy: 'asc' | 'desc'; limit: number | Placeholder; offset: number | Placeholder },
) =>
  db
    .select({ id: products.id, variation_colour: products.variation_colour, colour_hex: products.colour_hex, ...sizeColumns })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(where)
    .orderBy(
      inDirection(sortedBy, order[orderBy]),
      ...(orderBy === 'name' ? [asc(products.parent_id), asc(products.position)] : []),
      asc(products.id),
    )
    .limit(limit)
    .offset(offset);

const shownWhere = (show: StockFilter) => and(isNull(products.deleted_at), isSku, show ? shows[show] : undefined);
/** The queries of the list without a search, prepared once for each filter and sort order. */
const plans = new Map(
  [undefined, 'in_stock', 'none_free', 'in_question'].flatMap((name) => {
    const show = name as StockFilter;
    const counted = prepared(`skus_counted_${show}`, (db: Db) => countWhere(db, shownWhere(show), show));
    return orders.flatMap((orderBy) =>
      (['asc', 'desc'] as const).map((sortedBy) => {
        const range = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') };
        const page = prepared(`skus_${show}_${orderBy}_${sortedBy}`, (db: Db) => pageWhere(db, shownWhere(show), { orderBy, sortedBy, ...range }));
        return [`${show} ${orderBy} ${sortedBy}`, { counted, page }] as const;
      }),
    );
  }),
);

/** Every SKU with its stock. */
export async function listStock(ctx: Ctx, query: z.infer<typeof stockListQuery>): Promise<Page<ListedStock>> {
  authorize(policy.count_stock(ctx.actor));
  const { search, show, code, orderBy, sortedBy } = query;
  const range = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
  const sought = search ? or(contains(products.sku, search), contains(products.name, search), contains(products.bin, search)) : undefined;
  const where = search || code ? and(shownWhere(show), code ? isCode(code) : undefined, sought) : undefined;
  const plan = requireFound(plans.get(`${show} ${orderBy} ${sortedBy}`));
  const page = await (where ? pageWhere(ctx.db, where, { orderBy, sortedBy, ...range }) : plan.page(ctx.db, range));
  const total = async () => {
    const [row] = await (where ? countWhere(ctx.db, where, show) : plan.counted(ctx.db));
    return row?.n ?? 0;
  };
  return readPage(ctx.db, query, { page, total }, async (read) => {
    const ids = read.map(({ id }) => id);
    const byId = new Map((await stockOfProducts(ctx, ids)).map((row) => [row.id, row]));
    return read.flatMap((product) => {
      const row = byId.get(product.id);
      return row ? [{ ...row, ...sized(product) }] : [];
    });
  });
}

export const skuStock = listedStock.extend({
  supplier: z.string().nullable(),
  version: z.int(),
  barcode: z.string().nullable(),
  media: z.array(z.object({ url: z.string() })),
  qty_used: z.int().describe('Items that were dispatched in the last 13 weeks'),
  lead_days: z.int().describe('Calendar days from order to delivery: of the SKU, its style or its supplier, else 14'),
  reorder_point: z.int().nullable().describe('Fixed by a person; null where it follows from the use'),
  point: z.int().describe('The reorder point that counts'),
  qty_short: z.int().describe('What waiting orders of all clients lack'),
  qty_off_shelf: z.int().describe('On hand but not on the shelf: picked, or to be put back'),
  lines_held: z.int().describe('Order lines with allocated stock of it'),
  deliveries: z.array(z.object({ purchase_order_id: z.int(), our_reference: z.string(), due_on: z.string().nullable(), qty: z.int() })),
  checks_open: z.int(),
  ledger_sum: z.int().describe('The sum of the ledger'),
});
export type SkuStock = z.infer<typeof skuStock>;

/** One SKU: its stock and reorder point, the order lines with allocated items, the items on order, and the sum of its ledger. */
export async function skuStockOf(ctx: Ctx, id: number): Promise<SkuStock> {
  authorize(policy.count_stock(ctx.actor));
  const [stock] = await stockOfProducts(ctx, [id]);
  const [looks] = await ctx.db
    .select({
      version: products.version,
      barcode: products.barcode,
      variation_colour: products.variation_colour,
      colour_hex: products.colour_hex,
      picture: pictureOf(products.id),
      style_picture: pictureOf(products.parent_id),
      ...sizeColumns,
      supplier: suppliers.name,
      ledger_sum: sql<number>`(select coalesce(sum(qty), 0) from stock_movements where stock_movements.product_id = products.id)`.mapWith(Number),
    })
    .from(products)
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .where(eq(products.id, id));
  const [heldQty] = await ctx.db
    .select({ n: count() })
    .from(orderLines)
    .where(and(sql`${orderLines.qty_allocated} > 0`, eq(pickedSku, id)));
  const [open] = await ctx.db
    .select({ n: count() })
    .from(stockChecks)
    .where(and(eq(stockChecks.product_id, id), isNull(stockChecks.closed_at)));
  const deliveries = (await deliveriesOf(ctx.db, [id])).get(id) ?? [];
  const { supplier, picture, style_picture, ...product } = sized(requireFound(looks));
  const use = requireFound((await usageOf(ctx, [id])).get(id));
  const [short] = await rows<{ qty_short: number | string }>(ctx.db, shortOfSkus([id]));
  return {
    ...requireFound(stock),
    ...product,
    ...use,
    media: mediaOf(picture, style_picture),
    point: reorderPoint(use),
    qty_short: Number(short?.qty_short ?? 0),
    supplier: policy.see_costs(ctx.actor) ? supplier : null,
    qty_off_shelf: (await offShelf(ctx.db, [id])).get(id) ?? 0,
    lines_held: heldQty?.n ?? 0,
    checks_open: open?.n ?? 0,
    deliveries: deliveries.map(({ purchase_order_id, our_reference, due_on, qty }) => ({ purchase_order_id, our_reference, due_on, qty })),
  };
}

export const toCount = z.object({
  product: z.object({
    id: z.int(),
    sku: z.string(),
    name: z.string(),
    bin: z.string().nullable(),
    size: z.string().nullable(),
    colour: z.string().nullable(),
  }),
  /** Why a count is needed; the expected number is never included. */
  why: z.enum(['short_pick', 'asked']),
  since: z.string(),
});
export type ToCount = z.infer<typeof toCount>;
export const toCountQuery = listQuery({ orderBy: ['bin'], default: 'bin', per_page: 100 });

/**
 * SKUs whose shelf needs a count, because a picker did not find what was allocated or because somebody requested a count. They are in
 * walking order. A count is blind, so nobody sees the expected number.
 */
export async function listToCount(ctx: Ctx, query: z.infer<typeof toCountQuery>): Promise<Page<ToCount>> {
  authorize(policy.count_stock(ctx.actor));
  const where = and(
    isNull(products.deleted_at),
    query.search ? or(contains(products.sku, query.search), contains(products.name, query.search), contains(products.bin, query.search)) : undefined,
  );
  const onRequest = sql`asked.product_id = ${products.id}`;
  const askedRows = ctx.db
    .select({
      product: {
        id: products.id,
        sku: products.sku,
        name: products.name,
        bin: products.bin,
        ...sizeColumns,
        colour: products.variation_colour,
      },
      kind: sql<number>`asked.kind`.mapWith(Number),
      since: sql<string>`asked.since`,
    })
    .from(products)
    .innerJoin(askedCounts, onRequest)
    .where(where);
  return readPage(ctx.db, query, { rows: askedRows, order: [sql`${products.bin} is null`, products.bin, asc(products.sku)] }, (page) =>
    page.map(({ kind, since, product }) => ({
      product: sized(product),
      why: whyAsked(kind),
      since: new Date(since).toISOString(),
    })),
  );
}
