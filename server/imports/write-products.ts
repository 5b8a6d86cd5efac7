import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { auditEach } from '../audit/audit.ts';
import { arrangeSizes } from '../catalogue/arrange-sizes.ts';
import { inherited, showColours } from '../catalogue/create-variations.ts';
import { insertProducts } from '../catalogue/variations.ts';
import type { Ctx } from '../core/context.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { finderByKey, foldedKey, keyColumn } from '../db/folded.ts';
import { productMedia, products } from '../db/tables/index.ts';
import { updateMany } from '../db/write-many.ts';
import type { Judged, Recorded } from './import-row.ts';
import { type Column, type Columns, type ProductChange, type ProductRow, valuesIn } from './product-columns.ts';

/** A style whose SKUs are written: its stored row, and the number of its stored SKUs. */
export interface Style {
  row: ProductRow | null;
  skus: number;
  /** The row of the file that creates the style. */
  line?: number;
}

const styles = prepared('import_styles', (db) =>
  db
    .select({
      row: getTableColumns(products),
      skus: sql<number>`(select count(*) from products child where child.parent_id = products.id and child.deleted_at is null)`.mapWith(Number),
      stock: sql<number>`coalesce((select qty_available from stock_levels where product_id = products.id), 0)`.mapWith(Number),
    })
    .from(products)
    .where(and(amongTexts(keyColumn(products.sku), sql.placeholder('skus')), isNull(products.parent_id), isNull(products.deleted_at)))
    .orderBy(asc(products.id)),
);

/** Styles by SKU in lower case, with the number of their SKUs. */
export async function stylesBySku({ db }: Ctx, skus: readonly string[]): Promise<Map<string, Style>> {
  if (!skus.length) return new Map();
  const rows = await styles(db, { skus: textList(skus.map(foldedKey)) });
  const empty = rows.filter(({ stock }) => stock === 0);
  const find = finderByKey(empty, ({ row }) => row.sku);
  return new Map(
    skus.flatMap((sku) => {
      const style = find(sku);
      return style ? [[foldedKey(sku), { row: style.row, skus: style.skus }] as const] : [];
    }),
  );
}

const skuIds = prepared('import_sku_ids', (db) =>
  db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(amongTexts(products.sku, sql.placeholder('skus'))),
);

async function idsOfSkus({ db }: Ctx, skus: readonly string[]): Promise<Map<string, number>> {
  if (!skus.length) return new Map();
  const rows = await skuIds(db, { skus: textList(skus) });
  return new Map(rows.map((row) => [row.sku, row.id]));
}

const positions = prepared('import_positions', (db) =>
  db
    .select({ id: products.parent_id, next: sql<number>`max(${products.position}) + 1`.mapWith(Number) })
    .from(products)
    .where(and(among(products.parent_id, sql.placeholder('ids')), isNull(products.deleted_at)))
    .groupBy(products.parent_id),
);

/** The position for the next SKU of each style. */
async function nextPositions({ db }: Ctx, style_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await positions(db, { ids: idList(style_ids) });
  const next = new Map(rows.map((row) => [row.id ?? 0, row.next]));
  return new Map(style_ids.map((id) => [id, next.get(id) ?? 0]));
}

const pictured = prepared('import_pictured_styles', (db) =>
  db
    .selectDistinct({ id: products.parent_id })
    .from(products)
    .innerJoin(productMedia, eq(productMedia.product_id, products.id))
    .where(among(products.parent_id, sql.placeholder('ids'))),
);

/** The ids of the styles among `style_ids` that have at least one variation with a picture. */
async function withPictures({ db }: Ctx, style_ids: readonly number[]): Promise<number[]> {
  const rows = await pictured(db, { ids: idList(style_ids) });
  return rows.flatMap(({ id }) => id ?? []);
}

/** Write columns of locked products in one statement. A column that a change leaves out keeps its value. */
export async function updateColumns({ db }: Ctx, changes: readonly { id: number; before: ProductRow; columns: Columns }[]): Promise<void> {
  const columns = [...new Set(changes.flatMap((change) => Object.keys(change.columns)))] as Column[];
  await updateMany(
    db,
    products,
    columns,
    changes.map(({ id, before, columns: changed }) => ({ ...before, ...changed, id })),
  );
}

/** Empty the barcodes that products give up to other rows: two products may swap barcodes, and a new product may take a stored product's barcode. */
export async function freeBarcodes({ db }: Ctx, changes: readonly { id: number | null; before?: ProductRow; columns: Columns }[]): Promise<void> {
  const taken = new Set(changes.flatMap(({ columns }) => (columns.barcode ? foldedKey(columns.barcode) : [])));
  const givers = changes.flatMap(({ id, before, columns }) =>
    id !== null && columns.barcode !== undefined && before?.barcode && taken.has(foldedKey(before.barcode)) ? id : [],
  );
  if (givers.length)
    await db
      .update(products)
      .set({ barcode: null })
      .where(among(products.id, idList(givers)));
}

const placed: readonly Column[] = ['variation_colour', 'variation_size_1', 'variation_size_2'];

/** Arrange the sizes of the styles that have an SKU with a new colour or size. */
export async function arrangeChanged(ctx: Ctx, changes: readonly { before: ProductRow; columns: Columns }[]): Promise<void> {
  const moved = changes.filter(({ columns }) => placed.some((column) => column in columns));
  await arrangeSizes(ctx, [...new Set(moved.flatMap(({ before }) => before.parent_id ?? []))]);
}

/** Stores the new and changed products of judged rows; returns a record of each change. */
export async function writeProducts(ctx: Ctx, judged: readonly Judged<ProductChange>[]): Promise<Recorded[]> {
  const changes = judged.flatMap(({ row, change }) => (change ? [{ row, ...change }] : []));
  const created = changes.filter((change) => change.id === null);
  await freeBarcodes(ctx, changes);
  await insertStyles(ctx, created);
  await insertSkus(ctx, created);
  const ids = await idsOfSkus(
    ctx,
    created.map((change) => change.sku),
  );
  const stored = changes.filter((change) => change.id !== null);
  await updateColumns(ctx, stored);
  await arrangeChanged(ctx, stored);
  await auditEach(
    ctx,
    'product.created',
    created.map((change) => ({ on: { type: 'product', id: ids.get(change.sku) ?? 0 }, after: { sku: change.sku, ...change.columns } })),
  );
  await auditEach(
    ctx,
    'product.changed',
    stored.map(({ id, before, columns }) => ({ on: { type: 'product', id }, before: valuesIn(before, columns), after: columns })),
  );
  return [
    ...created.map(
      (change): Recorded => ({
        row: change.row,
        key: change.sku,
        action: 'created',
        target: 'product',
        target_id: ids.get(change.sku) ?? 0,
        before: null,
        after: null,
      }),
    ),
    ...stored.map(
      ({ row, sku: key, id, before, columns }): Recorded => ({
        row,
        key,
        action: 'changed',
        target: 'product',
        target_id: id,
        before: valuesIn(before, columns),
        after: columns,
      }),
    ),
  ];
}

async function insertStyles(ctx: Ctx, created: readonly ProductChange[]): Promise<void> {
  const styles = created.flatMap((change) => (change.id === null && change.parent_sku === null ? [change] : []));
  await insertProducts(
    ctx,
    styles.map((change) => ({ name: '', ...change.columns, sku: change.sku, created_at: ctx.now })),
  );
}

/** Insert SKUs. A value that a row lacks comes from the style; new colours are placed after the style's present colours. */
async function insertSkus(ctx: Ctx, created: readonly ProductChange[]): Promise<void> {
  const skus = created.flatMap((change) => (change.id === null && change.parent_sku !== null ? [{ ...change, parent_sku: change.parent_sku }] : []));
  if (!skus.length) return;
  const styles = await stylesBySku(ctx, [...new Set(skus.map(({ parent_sku }) => parent_sku))]);
  const next = await nextPositions(
    ctx,
    [...styles.values()].flatMap(({ row }) => row?.id ?? []),
  );
  const rows = skus.flatMap((change) => {
    const style = styles.get(foldedKey(change.parent_sku))?.row;
    if (!style) return [];
    const position = next.get(style.id) ?? 0;
    next.set(style.id, position + 1);
    return [{ ...inherited(style), ...change.columns, sku: change.sku, position, created_at: ctx.now }];
  });
  await insertProducts(ctx, rows);
  await arrangeSizes(ctx, [...next.keys()]);
  for (const style_id of await withPictures(ctx, [...next.keys()])) await showColours(ctx, style_id);
}
