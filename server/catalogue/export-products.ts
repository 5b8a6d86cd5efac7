import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { ExportedProducts } from '../../shared/catalogue/bulk-products.ts';
import { type Cell, dayCell, exactPoundsCell, poundsCell } from '../../shared/csv.ts';
import { policy } from '../../shared/policy.ts';
import { inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { categories, products, suppliers } from '../db/tables/index.ts';
import type { Batches } from '../http/csv.ts';
import { idsOfWhich } from './bulk-products.ts';

const style = alias(products, 'style');

/** The number of styles that one query reads with their SKUs. */
const AT_ONCE = 50;

const rowsOfStyles = ({ db }: Ctx, ids: readonly number[]) =>
  db
    .select({ product: products, parent_sku: style.sku, supplier: suppliers.name, category: categories.name })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(and(or(among(products.id, idList(ids)), among(products.parent_id, idList(ids))), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
type Row = Awaited<ReturnType<typeof rowsOfStyles>>[number];

const yesNo = (flag: boolean): string => (flag ? 'yes' : 'no');
const money = (pence: number | null): Cell => (pence === null ? null : poundsCell(pence));

/** The columns of the export, named as an import expects them, with the content of each cell. */
export const productCells: readonly (readonly [name: string, cell: (row: Row) => Cell])[] = [
  ['sku', ({ product }) => product.sku],
  ['parent_sku', ({ parent_sku }) => parent_sku],
  ['name', ({ product }) => product.name],
  ['brand', ({ product }) => product.brand],
  ['supplier', ({ supplier }) => supplier],
  ['supplier_sku', ({ product }) => product.supplier_sku],
  ['category', ({ category }) => category],
  ['cost', ({ product }) => money(product.cost)],
  ['price', ({ product }) => money(product.price)],
  ['vat_rate', ({ product }) => product.vat_rate],
  ['colour', ({ product }) => product.variation_colour],
  ['colour_hex', ({ product }) => product.colour_hex],
  ['size_1', ({ product }) => product.variation_size_1],
  ['size_2', ({ product }) => product.variation_size_2],
  ['material', ({ product }) => product.variation_material],
  ['decoration', ({ product }) => product.variation_decoration],
  ['bin', ({ product }) => product.bin],
  ['barcode', ({ product }) => product.barcode],
  ['description', ({ product }) => product.description],
  ['short_description_1', ({ product }) => product.short_description_1],
  ['short_description_2', ({ product }) => product.short_description_2],
  ['is_public', ({ product }) => yesNo(product.is_public)],
  ['is_published', ({ product }) => yesNo(product.is_published)],
  ['is_public_catalogue', ({ product }) => yesNo(product.is_public_catalogue)],
  ['is_non_returnable', ({ product }) => yesNo(product.is_non_returnable)],
  ['is_restricted', ({ product }) => yesNo(product.is_restricted)],
  ['discontinued_at', ({ product }) => dayCell(product.discontinued_at)],
  ['supplier_price', ({ product }) => exactPoundsCell(product.supplier_price_tenths)],
  ['pack_size', ({ product }) => product.pack_size],
  ['min_order_qty', ({ product }) => product.min_order_qty],
  ['lead_time_days', ({ product }) => product.lead_time_days],
  ['reorder_point', ({ product }) => product.reorder_point],
  ['weight_g', ({ product }) => product.weight_g],
];

export const productColumns = productCells.map(([name]) => name);

/** The existing styles with these ids, sorted by SKU. */
const inSequence = ({ db }: Ctx, ids: readonly number[]) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(and(among(products.id, idList(ids)), isNull(products.deleted_at)))
    .orderBy(asc(products.sku));

async function* batchesOf(ctx: Ctx, ids: readonly number[]): AsyncGenerator<Cell[][]> {
  for (const part of inParts(ids, AT_ONCE)) {
    const rows = await rowsOfStyles(ctx, part);
    const place = new Map(part.map((id, at) => [id, at]));
    const placeOf = ({ product: { id, parent_id } }: Row): number => place.get(id) ?? place.get(parent_id ?? 0) ?? 0;
    const isSku = ({ product: { id } }: Row): number => (place.has(id) ? 0 : 1);
    yield rows
      .sort((one, other) => placeOf(one) - placeOf(other) || isSku(one) - isSku(other))
      .map((row) => productCells.map(([, cell]) => cell(row)));
  }
}

/**
 * Exports styles with their SKUs as rows of a CSV document that an import accepts unchanged. The document contains costs and suppliers; everybody
 * who may edit products may see these.
 */
export async function exportProducts(ctx: Ctx, which: ExportedProducts): Promise<Batches> {
  authorize(policy.edit_products(ctx.actor) && policy.see_costs(ctx.actor));
  const rows = await inSequence(ctx, await idsOfWhich(ctx, which));
  return batchesOf(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** The SKUs with these ids, in the sequence of the ids, as rows that `productCells` reads. */
export async function exportSkus(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  authorize(policy.edit_products(ctx.actor) && policy.see_costs(ctx.actor));
  const byId = new Map((await rowsOfStyles(ctx, ids)).map((row) => [row.product.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
