import { and, asc, isNull, sql } from 'drizzle-orm';
import { productFields } from '../../shared/catalogue/product.ts';
import { requiredCode } from '../../shared/code-text.ts';
import { optionalKey, optionalText } from '../../shared/fields.ts';
import { importFields, type ProductImportField } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { cleanBarcode } from '../../shared/scan/gtin.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { autoFormat } from '../catalogue/auto-format.ts';
import { type PrefixOwner, prefixFault, prefixOwners } from '../catalogue/sku-prefixes.ts';
import type { Ctx } from '../core/context.ts';
import { amongTexts, textList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { finderByKey, foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { categories, products, suppliers } from '../db/tables/index.ts';
import { type ColourLooks, readLooks } from './colour-looks.ts';
import { importKind } from './import-kind.ts';
import type { CellFault, ImportRow, Judged } from './import-row.ts';
import type { Importer } from './importer.ts';
import { nearestName } from './nearest-name.ts';
import {
  dayCell,
  exactPoundsCell,
  flagCell,
  numberCell,
  type Parser,
  parseCells,
  percentCell,
  poundsCell,
  textCell,
  wordsCell,
} from './parse-cell.ts';
import { type Columns, changedColumns, columnOf, fieldOf, isSameDay, labelOf, type ProductChange, type ProductRow } from './product-columns.ts';
import { storedText } from './stored-text.ts';
import { undoProducts } from './undo-products.ts';
import { type Style, stylesBySku, writeProducts } from './write-products.ts';

const { shape } = productFields;
const sku = requiredCode(limits.sku, importMessages.key_missing(importFields.products.sku?.label ?? 'SKU'));
const key = optionalKey(limits.name);
const named = optionalText(limits.name);
const size = optionalText(limits.size);

const parsers: Record<ProductImportField, Parser> = {
  sku: textCell(sku),
  parent_sku: textCell(sku),
  name: textCell(shape.name),
  brand: textCell(shape.brand),
  supplier: textCell(key),
  supplier_sku: textCell(shape.supplier_sku),
  category: textCell(key),
  cost: poundsCell,
  price: poundsCell,
  vat_rate: percentCell(shape.vat_rate),
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
  supplier_price: exactPoundsCell,
  pack_size: numberCell(shape.pack_size),
  min_order_qty: numberCell(shape.min_order_qty),
  lead_time_days: numberCell(shape.lead_time_days),
  reorder_point: numberCell(shape.reorder_point),
  weight_g: numberCell(shape.weight_g),
};

/** The records of one kind by the names that cells refer to. */
interface NamedRecords {
  /** By name in lower case, without archived records; null for a name that two records have. */
  ids: ReadonlyMap<string, number | null>;
  /** The lower-case names of every record, by id. */
  namesOf: ReadonlyMap<number, readonly string[]>;
  nameOf: ReadonlyMap<number, string>;
}

function byName(records: readonly { id: number; names: readonly string[]; is_archived?: boolean }[]): NamedRecords {
  const ids = new Map<string, number | null>();
  for (const { id, names, is_archived } of records)
    for (const name of is_archived ? [] : names.map(foldedKey)) ids.set(name, ids.has(name) && ids.get(name) !== id ? null : id);
  return {
    ids,
    namesOf: new Map(records.map(({ id, names }) => [id, names.map(foldedKey)])),
    nameOf: new Map(records.map(({ id, names }) => [id, names[0] ?? ''])),
  };
}

interface Named {
  supplier: NamedRecords;
  category: NamedRecords;
}

async function readNames({ db }: Ctx): Promise<Named> {
  const { id, name, code, archived_at } = suppliers;
  const supplierRows = await db.select({ id, name, code, archived_at }).from(suppliers);
  const categoryRows = await db.select({ id: categories.id, name: categories.name }).from(categories);
  return {
    supplier: byName(supplierRows.map((one) => ({ id: one.id, names: [one.name, one.code], is_archived: one.archived_at !== null }))),
    category: byName(categoryRows.map((one) => ({ id: one.id, names: [one.name] }))),
  };
}

const unknown = { supplier: importMessages.unknown_supplier, category: importMessages.unknown_category };

/**
 * The id of the record that a cell names, or what is wrong with the cell. If the product's present record has that name, the product keeps the
 * record, even if another record has the same name or the present record is archived.
 */
function idNamed(names: Named, field: keyof Named, text: string, own: number | null): { id: number } | { fault: CellFault } {
  const { ids, namesOf } = names[field];
  if (own !== null && namesOf.get(own)?.includes(foldedKey(text))) return { id: own };
  const id = ids.get(foldedKey(text));
  if (typeof id === 'number') return { id };
  if (id === null) return { fault: { field, message: importMessages.ambiguous } };
  return { fault: { field, message: unknown[field], suggestion: nearestName([...ids.keys()], text) } };
}

const storedBySku = (db: Db) =>
  db
    .select()
    .from(products)
    .where(amongTexts(keyColumn(products.sku), sql.placeholder('skus')))
    .orderBy(asc(products.id));
const stored = prepared('import_products', storedBySku);
const lockedStored = prepared('lock_import_products', (db) => lockForChange(storedBySku(db)));

const barcodeOwners = prepared('import_barcodes', (db) =>
  db
    .select({ barcode: products.barcode, sku: products.sku })
    .from(products)
    .where(and(amongTexts(keyColumn(products.barcode), sql.placeholder('barcodes')), isNull(products.deleted_at))),
);

const uniqueTexts = (rows: readonly ImportRow[], field: ProductImportField): string[] => [
  ...new Set(rows.flatMap(({ cells }) => cells[field] ?? [])),
];

const barcodeKey = (barcode: string): string => `barcode:${foldedKey(cleanBarcode(barcode))}`;

class ProductImporter implements Importer<ProductChange> {
  /** Styles that the file creates, and the SKUs that it gives to each style, by SKU in lower case. */
  private readonly styles = new Map<string, Style>();

  constructor(
    private readonly names: Named,
    private readonly looks: ColourLooks,
  ) {}

  keysOf({ cells }: ImportRow) {
    return [
      ...(cells.sku ? [{ field: 'sku', key: `sku:${foldedKey(cells.sku)}` }] : []),
      ...(cells.barcode && cells.barcode.toLowerCase() !== '(clear)' ? [{ field: 'barcode', key: barcodeKey(cells.barcode) }] : []),
    ];
  }

  async judge(ctx: Ctx, rows: readonly ImportRow[], { isRun }: { isRun: boolean }): Promise<Judged<ProductChange>[]> {
    const { db } = ctx;
    const storedRows = await (isRun ? lockedStored : stored)(db, { skus: textList(uniqueTexts(rows, 'sku').map(foldedKey)) });
    const bySku = finderByKey(storedRows, (row) => row.sku);
    const owners = await this.ownersOfBarcodes(ctx, uniqueTexts(rows, 'barcode'));
    const prefixes = await prefixOwners(ctx, uniqueTexts(rows, 'sku'));
    const styles = await stylesBySku(ctx, uniqueTexts(rows, 'parent_sku'));
    for (const [style_sku, style] of styles)
      this.styles.set(style_sku, { row: style.row, skus: Math.max(style.skus, this.styles.get(style_sku)?.skus ?? 0) });
    const style_ids = [...storedRows.map(({ parent_id }) => parent_id), ...[...styles.values()].map(({ row: style }) => style?.id)];
    await this.looks.read(
      ctx,
      style_ids.flatMap((id) => id ?? []),
    );
    return rows.map((row) => this.judgeRow(ctx, row, bySku, owners, prefixes));
  }

  private async ownersOfBarcodes({ db }: Ctx, barcodes: readonly string[]): Promise<Map<string, string>> {
    if (!barcodes.length) return new Map();
    const rows = await barcodeOwners(db, { barcodes: textList(barcodes.map((barcode) => foldedKey(cleanBarcode(barcode)))) });
    return new Map(rows.map((row) => [foldedKey(row.barcode ?? ''), row.sku]));
  }

  private judgeRow(
    ctx: Ctx,
    row: ImportRow,
    bySku: (sku: string) => ProductRow | undefined,
    owners: Map<string, string>,
    prefixes: readonly PrefixOwner[],
  ): Judged<ProductChange> {
    const { values, faults } = parseCells<ProductImportField>(row, parsers);
    const key = row.cells.sku ?? '';
    const before = bySku(key);
    const columns = this.columnsOf(values, before, faults);
    if (!key) faults.push({ field: 'sku', message: importMessages.key_missing(labelOf('sku')) });
    if (before?.deleted_at) faults.push({ field: 'sku', message: importMessages.sku_gone });
    const owner = typeof columns.barcode === 'string' ? owners.get(foldedKey(columns.barcode)) : undefined;
    const isOthers = owner !== undefined && owner !== (before?.sku ?? key);
    const takes = isOthers ? [{ field: 'barcode', message: messages.barcode_exists, key: barcodeKey(columns.barcode ?? '') }] : [];
    if (columns.discontinued_at && columns.discontinued_at < ctx.now && !isSameDay(before?.discontinued_at ?? null, columns.discontinued_at))
      if (ukDate(columns.discontinued_at) < ukDate(ctx.now)) faults.push({ field: 'discontinued_at', message: messages.day_in_past });
    const parent_sku = (values.parent_sku as string | undefined) ?? null;
    this.looks.complete(columns, before, parent_sku);
    faults.push(...this.faultsOfStyle(key, parent_sku, before));
    const client = before ? null : prefixFault(key, this.styles.get(foldedKey(parent_sku ?? ''))?.row?.account_id ?? null, prefixes);
    if (client) faults.push({ field: 'sku', message: client });
    if (!before && columns.name === undefined && !this.styles.has(foldedKey(parent_sku ?? '')))
      faults.push({ field: 'name', message: importMessages.needed(labelOf('name')) });
    if (faults.length) return { row: row.row, key, status: 'faulty', faults, fields: [], change: null };
    return { takes, ...(before ? this.judgeStored(row, key, columns, before) : this.judgeNew(row, key, columns, parent_sku)) };
  }

  /** The columns of a row: those that hold values, and those that refer to named records. A name without a record is a fault. */
  private columnsOf(values: Partial<Record<ProductImportField, unknown>>, before: ProductRow | undefined, faults: CellFault[]): Columns {
    const { sku: _, parent_sku: __, supplier, category, discontinued_at, ...rest } = values;
    const columns = Object.fromEntries(Object.entries(rest).map(([field, value]) => [columnOf[field as ProductImportField], value])) as Columns;
    for (const [field, text] of [['supplier', supplier] as const, ['category', category] as const]) {
      if (text === undefined) continue;
      const named = text === null ? { id: null } : idNamed(this.names, field, text as string, before?.[columnOf[field]] ?? null);
      if ('fault' in named) faults.push(named.fault);
      else columns[columnOf[field]] = named.id;
    }
    // A description that equals the stored text is not formatted again.
    if (columns.description && columns.description !== before?.description) columns.description = autoFormat(columns.description);
    if (discontinued_at !== undefined) columns.discontinued_at = discontinued_at === null ? null : ukMidnight(discontinued_at as string);
    return columns;
  }

  private faultsOfStyle(key: string, parent_sku: string | null, before: ProductRow | undefined): CellFault[] {
    if (parent_sku === null) return [];
    const style = this.styles.get(foldedKey(parent_sku));
    if (before) {
      const isSame = before.parent_id !== null && before.parent_id === style?.row?.id;
      return isSame ? [] : [{ field: 'parent_sku', message: importMessages.style_fixed }];
    }
    if (!style || foldedKey(parent_sku) === foldedKey(key)) return [{ field: 'parent_sku', message: importMessages.unknown_style }];
    if (style.skus >= limits.style_variations) return [{ field: 'parent_sku', message: messages.too_many_variations(limits.style_variations) }];
    return [];
  }

  private judgeStored(row: ImportRow, key: string, columns: Columns, before: ProductRow): Judged<ProductChange> {
    const changed = changedColumns(columns, before);
    const fields = Object.keys(changed).map((column) => fieldOf.get(column) ?? column);
    const isChanged = fields.length > 0;
    return {
      row: row.row,
      key,
      status: isChanged ? 'changed' : 'unchanged',
      faults: [],
      fields,
      differences: fields.map((field) => ({
        field,
        before: this.textBefore(field as ProductImportField, before),
        // A colour's hex value may change although the row has no cell for it.
        ...(field === 'colour_hex' && { after: storedText('colour_hex', changed.colour_hex) }),
      })),
      gives: changed.barcode !== undefined && before.barcode !== null ? [barcodeKey(before.barcode)] : [],
      bin: changed.bin ?? undefined,
      change: isChanged ? { sku: before.sku, columns: changed, id: before.id, before } : null,
    };
  }

  /** The text of a product's field before the import; for a supplier or a category, the name. */
  private textBefore(field: ProductImportField, before: ProductRow): string {
    const value = before[columnOf[field]];
    if (field === 'supplier' || field === 'category') return this.names[field].nameOf.get(value as number) ?? '';
    return storedText(field, value);
  }

  private judgeNew(row: ImportRow, key: string, columns: Columns, parent_sku: string | null): Judged<ProductChange> {
    if (parent_sku === null) this.styles.set(foldedKey(key), { row: null, skus: 0, line: row.row });
    const style = parent_sku === null ? undefined : this.styles.get(foldedKey(parent_sku));
    if (style) style.skus += 1;
    return {
      row: row.row,
      key,
      status: 'new',
      faults: [],
      fields: [],
      bin: columns.bin ?? undefined,
      ...(style && style.row === null && { needs: { row: style.line ?? 0, field: 'parent_sku', message: importMessages.unknown_style } }),
      change: { sku: key, columns, id: null, parent_sku },
    };
  }

  write = writeProducts;
}

/** Products by SKU: styles, and SKUs that name the SKU of their style. */
export const productImport = importKind({
  faultOf: ({ fields }) => (fields.has('sku') ? null : importMessages.key_not_mapped([labelOf('sku')])),
  begin: async (ctx, { fields }) => new ProductImporter(await readNames(ctx), await readLooks(ctx, fields)),
  undo: undoProducts,
});
