import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { productFields } from '../../shared/catalogue/product.ts';
import { optionalText, requiredText } from '../../shared/fields.ts';
import { importFields, type ProductImportField } from '../../shared/imports/import-fields.ts';
import { messages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { messages as commonMessages } from '../../shared/messages.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { auditEach } from '../audit/audit.ts';
import { inherited, showColours } from '../catalogue/create-variations.ts';
import { insertProducts } from '../catalogue/variations.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { lockForChange } from '../db/lock.ts';
import { referencesTo } from '../db/references-to.ts';
import { categories, productMedia, products, suppliers } from '../db/tables/index.ts';
import { updateMany } from '../db/write-many.ts';
import { removeLevels } from '../stock/change-levels.ts';
import type { CellFault, ImportCtx, Importer, ImportKind, ImportRow, Judged, Recorded, UndoResult } from './import-kind.ts';
import { nearestName } from './nearest-name.ts';
import { dayCell, flagCell, numberCell, type Parser, parseCells, poundsCell, textCell, wordsCell } from './parse-cell.ts';

type Row = typeof products.$inferSelect;
/** The column that holds each field; of three the cell names a record that the column refers to. */
const columnOf = {
  sku: 'sku',
  parent_sku: 'parent_id',
  name: 'name',
  brand: 'brand',
  supplier: 'supplier_id',
  supplier_sku: 'supplier_sku',
  category: 'category_id',
  cost: 'cost',
  price: 'price',
  vat_rate: 'vat_rate',
  colour: 'variation_colour',
  colour_hex: 'colour_hex',
  size_1: 'variation_size_1',
  size_2: 'variation_size_2',
  material: 'variation_material',
  decoration: 'variation_decoration',
  bin: 'bin',
  barcode: 'barcode',
  description: 'description',
  short_description_1: 'short_description_1',
  short_description_2: 'short_description_2',
  is_public: 'is_public',
  is_published: 'is_published',
  is_public_catalogue: 'is_public_catalogue',
  is_non_returnable: 'is_non_returnable',
  is_restricted: 'is_restricted',
  discontinued_at: 'discontinued_at',
  supplier_price: 'supplier_price',
  pack_size: 'pack_size',
  min_order_qty: 'min_order_qty',
  lead_time_days: 'lead_time_days',
  reorder_point: 'reorder_point',
} as const satisfies Record<ProductImportField, keyof Row>;

type Column = (typeof columnOf)[ProductImportField];
type Columns = Partial<Pick<Row, Column>>;

const { shape } = productFields;
const sku = requiredText(limits.sku, messages.key_missing(importFields.products.sku?.label ?? 'SKU'));
const named = optionalText(limits.name);
const size = optionalText(limits.size);

const parsers: Record<ProductImportField, Parser> = {
  sku: textCell(sku),
  parent_sku: textCell(sku),
  name: textCell(shape.name),
  brand: textCell(shape.brand),
  supplier: textCell(named),
  supplier_sku: textCell(shape.supplier_sku),
  category: textCell(named),
  cost: poundsCell(),
  price: poundsCell(),
  vat_rate: numberCell(shape.vat_rate),
  colour: textCell(named),
  colour_hex: textCell(shape.colour_hex),
  size_1: textCell(size),
  size_2: textCell(size),
  material: textCell(named),
  decoration: textCell(named),
  bin: textCell(shape.bin),
  barcode: textCell(shape.barcode),
  description: wordsCell(shape.description),
  short_description_1: wordsCell(shape.short_description_1),
  short_description_2: wordsCell(shape.short_description_2),
  is_public: flagCell,
  is_published: flagCell,
  is_public_catalogue: flagCell,
  is_non_returnable: flagCell,
  is_restricted: flagCell,
  discontinued_at: dayCell,
  supplier_price: poundsCell({ isOptional: true }),
  pack_size: numberCell(shape.pack_size),
  min_order_qty: numberCell(shape.min_order_qty),
  lead_time_days: numberCell(shape.lead_time_days),
  reorder_point: numberCell(shape.reorder_point),
};

/** What a row writes: the columns of a new product, or those of a stored one that are other than before. */
type ProductChange = { sku: string; columns: Columns } & ({ id: null; parent_sku: string | null } | { id: number; before: Row });

const lower = (text: string): string => text.trim().toLowerCase();

/** The records of one kind by the names that cells refer to. */
interface NamedRecords {
  /** Without case and those that are archived; null for a name that two records have. */
  ids: ReadonlyMap<string, number | null>;
  /** Of every record, without case. */
  namesOf: ReadonlyMap<number, readonly string[]>;
}

function byName(records: readonly { id: number; names: readonly string[]; is_archived?: boolean }[]): NamedRecords {
  const ids = new Map<string, number | null>();
  for (const { id, names, is_archived } of records)
    for (const name of is_archived ? [] : names.map(lower)) ids.set(name, ids.has(name) && ids.get(name) !== id ? null : id);
  return { ids, namesOf: new Map(records.map(({ id, names }) => [id, names.map(lower)])) };
}

interface Named {
  supplier: NamedRecords;
  category: NamedRecords;
}

async function readNames({ db }: ImportCtx): Promise<Named> {
  const { id, name, code, archived_at } = suppliers;
  const supplierRows = await db.select({ id, name, code, archived_at }).from(suppliers);
  const categoryRows = await db.select({ id: categories.id, name: categories.name }).from(categories);
  return {
    supplier: byName(supplierRows.map((one) => ({ id: one.id, names: [one.name, one.code], is_archived: one.archived_at !== null }))),
    category: byName(categoryRows.map((one) => ({ id: one.id, names: [one.name] }))),
  };
}

const unknown = { supplier: messages.unknown_supplier, category: messages.unknown_category };

/** The id that a cell names, or what is wrong with it. A product keeps a record of that name which it has already: another may have it too, or it may be archived. */
function idNamed(names: Named, field: keyof Named, text: string, own: number | null): { id: number } | { fault: CellFault } {
  const { ids, namesOf } = names[field];
  if (own !== null && namesOf.get(own)?.includes(lower(text))) return { id: own };
  const id = ids.get(lower(text));
  if (typeof id === 'number') return { id };
  if (id === null) return { fault: { field, message: messages.ambiguous } };
  return { fault: { field, message: unknown[field], suggestion: nearestName([...ids.keys()], text) } };
}

/** A style as its SKUs need it: its own row, how many SKUs it has, and where the next one stands. */
interface Style {
  row: Row | null;
  skus: number;
}

const styles = prepared('import_styles', (db) =>
  db
    .select({
      row: getTableColumns(products),
      skus: sql<number>`(select count(*) from products child where child.parent_id = products.id and child.deleted_at is null)`.mapWith(Number),
      stock: sql<number>`coalesce((select qty_available from stock_levels where product_id = products.id), 0)`.mapWith(Number),
    })
    .from(products)
    .where(and(amongTexts(products.sku, sql.placeholder('skus')), isNull(products.parent_id), isNull(products.deleted_at))),
);

/** Styles by SKU, with the number of their SKUs. */
async function stylesBySku({ db }: ImportCtx, skus: readonly string[]): Promise<Map<string, Style>> {
  if (!skus.length) return new Map();
  const rows = await styles(db, { skus: textList(skus) });
  return new Map(rows.filter(({ stock }) => stock === 0).map(({ row, skus: count }) => [row.sku, { row, skus: count }]));
}

const storedBySku = (db: Db) =>
  db
    .select()
    .from(products)
    .where(amongTexts(products.sku, sql.placeholder('skus')))
    .orderBy(asc(products.id));
const stored = prepared('import_products', storedBySku);
const lockedStored = prepared('lock_import_products', (db) => lockForChange(storedBySku(db)));

const barcodeOwners = prepared('import_barcodes', (db) =>
  db
    .select({ barcode: products.barcode, sku: products.sku })
    .from(products)
    .where(and(amongTexts(products.barcode, sql.placeholder('barcodes')), isNull(products.deleted_at))),
);

const uniqueTexts = (rows: readonly ImportRow[], field: ProductImportField): string[] => [
  ...new Set(rows.flatMap(({ cells }) => cells[field] ?? [])),
];

const isSameDay = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && ukDate(one) === ukDate(other));

/** The columns that are other than those of a stored product. */
const changedColumns = (columns: Columns, before: Row): Columns =>
  Object.fromEntries(
    Object.entries(columns).filter(([column, value]) =>
      column === 'discontinued_at' ? !isSameDay(before.discontinued_at, value as string | null) : before[column as Column] !== value,
    ),
  );

const fieldOf = new Map(Object.entries(columnOf).map(([field, column]) => [column as string, field as ProductImportField]));
const labelOf = (column: string): string => importFields.products[fieldOf.get(column) ?? '']?.label ?? column;

class ProductImporter implements Importer<ProductChange> {
  /** Styles that the file makes, and SKUs that it gives to each style, by SKU. */
  private readonly styles = new Map<string, Style>();

  constructor(private readonly names: Named) {}

  keysOf({ cells }: ImportRow) {
    return [
      ...(cells.sku ? [{ field: 'sku', key: `sku:${cells.sku}` }] : []),
      ...(cells.barcode && lower(cells.barcode) !== '(clear)' ? [{ field: 'barcode', key: `barcode:${cells.barcode}` }] : []),
    ];
  }

  async judge(ctx: ImportCtx, rows: readonly ImportRow[], { isRun }: { isRun: boolean }): Promise<Judged<ProductChange>[]> {
    const { db } = ctx;
    const storedRows = await (isRun ? lockedStored : stored)(db, { skus: textList(uniqueTexts(rows, 'sku')) });
    const bySku = new Map(storedRows.map((row) => [row.sku, row]));
    const owners = await this.ownersOfBarcodes(ctx, uniqueTexts(rows, 'barcode'));
    for (const [style_sku, style] of await stylesBySku(ctx, uniqueTexts(rows, 'parent_sku')))
      this.styles.set(style_sku, { row: style.row, skus: Math.max(style.skus, this.styles.get(style_sku)?.skus ?? 0) });
    return rows.map((row) => this.judgeRow(ctx, row, bySku, owners));
  }

  private async ownersOfBarcodes({ db }: ImportCtx, barcodes: readonly string[]): Promise<Map<string, string>> {
    if (!barcodes.length) return new Map();
    const rows = await barcodeOwners(db, { barcodes: textList(barcodes) });
    return new Map(rows.map((row) => [row.barcode ?? '', row.sku]));
  }

  private judgeRow(ctx: ImportCtx, row: ImportRow, bySku: Map<string, Row>, owners: Map<string, string>): Judged<ProductChange> {
    const { values, faults } = parseCells<ProductImportField>(row, parsers);
    const key = row.cells.sku ?? '';
    const before = bySku.get(key);
    const columns = this.columnsOf(values, before, faults);
    if (!key) faults.push({ field: 'sku', message: messages.key_missing(labelOf('sku')) });
    if (before?.deleted_at) faults.push({ field: 'sku', message: messages.sku_gone });
    const owner = typeof columns.barcode === 'string' ? owners.get(columns.barcode) : undefined;
    if (owner !== undefined && owner !== key) faults.push({ field: 'barcode', message: commonMessages.barcode_exists });
    if (columns.discontinued_at && columns.discontinued_at < ctx.now && !isSameDay(before?.discontinued_at ?? null, columns.discontinued_at))
      if (ukDate(columns.discontinued_at) < ukDate(ctx.now)) faults.push({ field: 'discontinued_at', message: commonMessages.day_in_past });
    const parent_sku = (values.parent_sku as string | undefined) ?? null;
    faults.push(...this.faultsOfStyle(key, parent_sku, before));
    if (!before && columns.name === undefined && !this.styles.has(parent_sku ?? ''))
      faults.push({ field: 'name', message: messages.needed(labelOf('name')) });
    if (faults.length) return { row: row.row, key, status: 'faulty', faults, fields: [], change: null };
    return before ? this.judgeStored(row, key, columns, before) : this.judgeNew(row, key, columns, parent_sku);
  }

  /** The columns of a row whose cells name no other record, and those that do; a name without a record is a fault. */
  private columnsOf(values: Partial<Record<ProductImportField, unknown>>, before: Row | undefined, faults: CellFault[]): Columns {
    const { sku: _, parent_sku: __, supplier, category, discontinued_at, ...rest } = values;
    const columns = Object.fromEntries(Object.entries(rest).map(([field, value]) => [columnOf[field as ProductImportField], value])) as Columns;
    for (const [field, text] of [['supplier', supplier] as const, ['category', category] as const]) {
      if (text === undefined) continue;
      const named = text === null ? { id: null } : idNamed(this.names, field, text as string, before?.[columnOf[field]] ?? null);
      if ('fault' in named) faults.push(named.fault);
      else columns[columnOf[field]] = named.id;
    }
    if (discontinued_at !== undefined) columns.discontinued_at = discontinued_at === null ? null : ukMidnight(discontinued_at as string);
    return columns;
  }

  private faultsOfStyle(key: string, parent_sku: string | null, before: Row | undefined): CellFault[] {
    if (parent_sku === null) return [];
    const style = this.styles.get(parent_sku);
    if (before) {
      const isSame = before.parent_id !== null && before.parent_id === style?.row?.id;
      return isSame ? [] : [{ field: 'parent_sku', message: messages.style_fixed }];
    }
    if (!style || parent_sku === key) return [{ field: 'parent_sku', message: messages.unknown_style }];
    if (style.skus >= limits.style_variations) return [{ field: 'parent_sku', message: commonMessages.too_many_variations(limits.style_variations) }];
    return [];
  }

  private judgeStored(row: ImportRow, key: string, columns: Columns, before: Row): Judged<ProductChange> {
    const changed = changedColumns(columns, before);
    const fields = Object.keys(changed).map((column) => fieldOf.get(column) ?? column);
    const isChanged = fields.length > 0;
    return {
      row: row.row,
      key,
      status: isChanged ? 'changed' : 'unchanged',
      faults: [],
      fields,
      change: isChanged ? { sku: key, columns: changed, id: before.id, before } : null,
    };
  }

  private judgeNew(row: ImportRow, key: string, columns: Columns, parent_sku: string | null): Judged<ProductChange> {
    if (parent_sku === null) this.styles.set(key, { row: null, skus: 0 });
    else {
      const style = this.styles.get(parent_sku);
      if (style) style.skus += 1;
    }
    return { row: row.row, key, status: 'new', faults: [], fields: [], change: { sku: key, columns, id: null, parent_sku } };
  }

  async write(ctx: ImportCtx, judged: readonly Judged<ProductChange>[]): Promise<Recorded[]> {
    const changes = judged.flatMap(({ row, change }) => (change ? [{ row, ...change }] : []));
    const created = changes.filter((change) => change.id === null);
    await this.insertStyles(ctx, created);
    await this.insertSkus(ctx, created);
    const ids = await idsOfSkus(
      ctx,
      created.map((change) => change.sku),
    );
    const stored = changes.filter((change) => change.id !== null);
    await updateColumns(ctx, stored);
    await auditEach(
      ctx,
      'product.created',
      created.map((change) => ({ on: { type: 'product', id: ids.get(change.sku) ?? 0 }, after: { sku: change.sku, ...change.columns } })),
    );
    await auditEach(
      ctx,
      'product.changed',
      stored.map(({ id, before, columns }) => ({ on: { type: 'product', id }, before: pick(before, columns), after: columns })),
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
          before: pick(before, columns),
          after: columns,
        }),
      ),
    ];
  }

  private async insertStyles(ctx: ImportCtx, created: readonly ProductChange[]): Promise<void> {
    const styles = created.flatMap((change) => (change.id === null && change.parent_sku === null ? [change] : []));
    await insertProducts(
      ctx,
      styles.map((change) => ({ name: '', ...change.columns, sku: change.sku, created_at: ctx.now })),
    );
  }

  /** SKUs have from their styles what their rows do not say, and stand behind those that a style has. */
  private async insertSkus(ctx: ImportCtx, created: readonly ProductChange[]): Promise<void> {
    const skus = created.flatMap((change) =>
      change.id === null && change.parent_sku !== null ? [{ ...change, parent_sku: change.parent_sku }] : [],
    );
    if (!skus.length) return;
    const styles = await stylesBySku(ctx, [...new Set(skus.map(({ parent_sku }) => parent_sku))]);
    const next = await nextPositions(
      ctx,
      [...styles.values()].flatMap(({ row }) => row?.id ?? []),
    );
    const rows = skus.flatMap((change) => {
      const style = styles.get(change.parent_sku)?.row;
      if (!style) return [];
      const position = next.get(style.id) ?? 0;
      next.set(style.id, position + 1);
      return [{ ...inherited(style), ...change.columns, sku: change.sku, position, created_at: ctx.now }];
    });
    await insertProducts(ctx, rows);
    for (const style_id of await withPictures(ctx, [...next.keys()])) await showColours(ctx, style_id);
  }
}

const pick = (row: Row, columns: Columns): Columns => Object.fromEntries(Object.keys(columns).map((column) => [column, row[column as Column]]));

const skuIds = prepared('import_sku_ids', (db) =>
  db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(amongTexts(products.sku, sql.placeholder('skus'))),
);

async function idsOfSkus({ db }: ImportCtx, skus: readonly string[]): Promise<Map<string, number>> {
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

/** Where the next SKU of each style stands. */
async function nextPositions({ db }: ImportCtx, style_ids: readonly number[]): Promise<Map<number, number>> {
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

/** Those of some styles of which a colour has a picture. */
async function withPictures({ db }: ImportCtx, style_ids: readonly number[]): Promise<number[]> {
  const rows = await pictured(db, { ids: idList(style_ids) });
  return rows.flatMap(({ id }) => id ?? []);
}

/** Write columns of locked products, in one statement: a row keeps what it does not change. */
async function updateColumns({ db }: ImportCtx, changes: readonly { id: number; before: Row; columns: Columns }[]): Promise<void> {
  const columns = [...new Set(changes.flatMap((change) => Object.keys(change.columns)))] as Column[];
  await updateMany(
    db,
    products,
    columns,
    changes.map(({ id, before, columns: changed }) => ({ ...before, ...changed, id })),
  );
}

/** What belongs to a product alone, and goes with it. */
const own = ['product_media', 'stock_levels'];
const placeWords: Record<string, string> = {
  order_lines: 'orders',
  purchase_order_lines: 'purchase orders',
  clothing_set_products: 'clothing sets',
  stock_movements: 'stock',
  products: 'other products',
};

/** Delete products that an import made and nothing uses. */
async function deleteProducts({ db }: ImportCtx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  const list = idList(ids);
  await removeLevels({ db }, ids);
  await db.delete(products).where(among(products.id, list));
}

async function undo(ctx: ImportCtx, changes: Parameters<NonNullable<ImportKind['undo']>>[1]): Promise<UndoResult[]> {
  const { db } = ctx;
  const ids = changes.map(({ target_id }) => target_id);
  const rows = await lockForChange(
    db
      .select()
      .from(products)
      .where(among(products.id, idList(ids)))
      .orderBy(asc(products.id)),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const made = changes.filter(({ action }) => action === 'created').map(({ target_id }) => target_id);
  const uses = await usesOf(ctx, made);
  const taken = await takenBarcodes(ctx, changes);
  const gone: number[] = [];
  const back: { id: number; before: Row; columns: Columns }[] = [];
  const results = changes.map(({ id, action, target_id, before, after }): UndoResult => {
    const row = stored.get(target_id);
    if (!row || row.deleted_at) return { id, rollback: 'kept', reason: messages.undo.gone };
    if (action === 'created') {
      const places = uses.get(target_id);
      if (places) return { id, rollback: 'failed', reason: messages.undo.in_use(places) };
      if (row.version > 1) return { id, rollback: 'kept', reason: messages.undo.edited([]) };
      gone.push(target_id);
      return { id, rollback: 'undone' };
    }
    const edited = Object.keys(changedColumns((after ?? {}) as Columns, row));
    if (edited.length) return { id, rollback: 'kept', reason: messages.undo.edited(edited.map(labelOf)) };
    const columns = (before ?? {}) as Columns;
    const owner = typeof columns.barcode === 'string' ? taken.get(columns.barcode) : undefined;
    if (owner !== undefined && owner !== target_id) return { id, rollback: 'failed', reason: messages.undo.no_room };
    back.push({ id: target_id, before: row, columns });
    return { id, rollback: 'undone' };
  });
  await deleteProducts(ctx, gone);
  await updateColumns(ctx, back);
  await auditEach(
    ctx,
    'product.changed',
    back.map(({ id, before, columns }) => ({ on: { type: 'product', id }, before: pick(before, columns), after: columns })),
  );
  await auditEach(
    ctx,
    'product.removed',
    gone.map((id) => ({ on: { type: 'product', id }, before: { sku: stored.get(id)?.sku } })),
  );
  return results;
}

/** Where products that an import made are used, in words. SKUs of a style that go with it do not count. */
async function usesOf(ctx: ImportCtx, ids: readonly number[]): Promise<Map<number, string[]>> {
  const uses = await referencesTo(ctx.db, products, ids, { except: [...own, 'products'] });
  const children = await ctx.db
    .select({ parent_id: products.parent_id, id: products.id })
    .from(products)
    .where(among(products.parent_id, idList(ids)));
  const going = new Set(ids.filter((id) => !uses.has(id)));
  const places = new Map([...uses].map(([id, tables]) => [id, tables.map((table) => placeWords[table] ?? table.replaceAll('_', ' '))]));
  for (const { parent_id, id } of children)
    if (parent_id !== null && !going.has(id)) places.set(parent_id, [...new Set([...(places.get(parent_id) ?? []), 'SKUs of this style'])]);
  return places;
}

/** Who has the barcodes that products would get back. */
async function takenBarcodes({ db }: ImportCtx, changes: readonly { before: Record<string, unknown> | null }[]): Promise<Map<string, number>> {
  const barcodes = changes.flatMap(({ before }) => (typeof before?.barcode === 'string' ? before.barcode : []));
  if (!barcodes.length) return new Map();
  const rows = await db
    .select({ id: products.id, barcode: products.barcode })
    .from(products)
    .where(and(amongTexts(products.barcode, textList(barcodes)), isNull(products.deleted_at)));
  return new Map(rows.map(({ id, barcode }) => [barcode ?? '', id]));
}

/** Products by SKU: styles, and SKUs that name the SKU of their style. */
export const productImport: ImportKind<ProductChange> = {
  faultOf: ({ fields }) => (fields.has('sku') ? null : messages.key_not_mapped([labelOf('sku')])),
  begin: async (ctx) => new ProductImporter(await readNames(ctx)),
  undo,
};
