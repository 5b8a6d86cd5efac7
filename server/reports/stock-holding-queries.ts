import { aliasedTable, and, asc, eq, exists, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { poundsCell } from '../../shared/csv.ts';
import { policy } from '../../shared/policy.ts';
import type { StockHoldingQuery } from '../../shared/reports/report-queries.ts';
import { inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { accounts, clothingSetProducts, clothingSets, products, stockLevels, suppliers } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn } from '../http/columns.ts';
import { onOrder } from '../stock/on-order.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import type { Report } from './report.ts';

/** The number of SKUs that one query reads. */
const SKUS = 1000;

const available = sql<number>`coalesce(${stockLevels.qty_available}, 0)`.mapWith(Number);
const allocated = sql<number>`coalesce(${stockLevels.qty_allocated}, 0)`.mapWith(Number);

/** The condition for products in the report. A style has no stock of its own. SKUs that are discontinued but still in stock are included. */
const isHeld = and(or(isNotNull(products.parent_id), isNotNull(stockLevels.product_id)), or(isNull(products.deleted_at), sql`${available} > 0`));

function productFilter({ db }: Ctx, { supplier, sku, account }: StockHoldingQuery): SQL | undefined {
  const inSets =
    account !== undefined &&
    exists(
      db
        .select({ one: sql`1` })
        .from(clothingSetProducts)
        .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
        .where(
          and(
            eq(clothingSets.account_id, account),
            isNull(clothingSets.deleted_at),
            or(eq(clothingSetProducts.product_id, products.id), eq(clothingSetProducts.product_id, products.parent_id)),
          ),
        ),
    );
  return and(
    isHeld,
    supplier === undefined ? undefined : eq(products.supplier_id, supplier),
    sku ? contains(products.sku, sku) : undefined,
    inSets || undefined,
  );
}

const style = aliasedTable(products, 'style');

/** The SKUs of a report, sorted by the SKU of their style and, within a style, colour by colour in the order of its sizes. */
const inSequence = ({ db }: Ctx, which: SQL | undefined) =>
  db
    .select({ id: products.id })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(which)
    .orderBy(sql`coalesce(${style.sku}, ${products.sku})`, asc(products.position), asc(products.sku));

const skusByIds = ({ db }: Ctx, ids: readonly number[]) =>
  db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      supplier: suppliers.name,
      variation_colour: products.variation_colour,
      ...sizeColumns,
      bin: products.bin,
      qty_available: available,
      qty_allocated: allocated,
      qty_free: qtyFreeOrNone,
      on_order: onOrder(products.id),
      cost: products.cost,
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .where(among(products.id, idList(ids)));
type Sku = Awaited<ReturnType<typeof skusByIds>>[number];

const columns: Columns<Sku> = [
  ['sku', (row) => row.sku],
  ['product', (row) => row.name],
  ['supplier', (row) => row.supplier],
  ['colour', (row) => row.variation_colour],
  ['size', (row) => sizeOf(row)],
  ['bin', (row) => row.bin],
  ['qty_available', (row) => row.qty_available],
  ['qty_allocated', (row) => row.qty_allocated],
  ['qty_free', (row) => row.qty_free],
  ['on_order', (row) => row.on_order],
];
const costColumns: Columns<Sku> = [
  ['cost', (row) => poundsCell(row.cost)],
  ['value', (row) => poundsCell(row.cost * row.qty_available)],
];

async function* skusInTurn(ctx: Ctx, ids: readonly number[]): AsyncGenerator<Sku[]> {
  for (const part of inParts(ids, SKUS)) {
    const byId = new Map((await skusByIds(ctx, part)).map((row) => [row.id, row]));
    yield part.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The stock in the bins, a row for each SKU. 404 for a client or supplier that does not exist. */
export async function stockHolding(ctx: Ctx, query: StockHoldingQuery): Promise<Report> {
  const { db } = ctx;
  authorize(policy.run_reports(ctx.actor));
  if (query.account !== undefined) requireFound((await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, query.account)))[0]);
  if (query.supplier !== undefined) requireFound((await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, query.supplier)))[0]);
  const ids = (await inSequence(ctx, productFilter(ctx, query))).map(({ id }) => id);
  const visibleColumns = [...columns, ...(query.cost ? costColumns : [])];
  return { columns: headingsOf(visibleColumns), total: ids.length, batches: rowsInTurn(visibleColumns, skusInTurn(ctx, ids)) };
}
