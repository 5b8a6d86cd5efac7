import { isCodeField, isSameCode } from '../../shared/imports/cell-marks.ts';
import { importFields, type ProductImportField } from '../../shared/imports/import-fields.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { products } from '../db/tables/index.ts';

export type ProductRow = typeof products.$inferSelect;
/** The column that stores each field. Three fields name a record, and their columns store the id of that record. */
export const columnOf = {
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
  supplier_price: 'supplier_price_tenths',
  pack_size: 'pack_size',
  min_order_qty: 'min_order_qty',
  lead_time_days: 'lead_time_days',
  reorder_point: 'reorder_point',
  weight_g: 'weight_g',
} as const satisfies Record<ProductImportField, keyof ProductRow>;

export type Column = (typeof columnOf)[ProductImportField];
export type Columns = Partial<Pick<ProductRow, Column>>;

/** The data that a row writes: the columns of a new product, or the changed columns of a stored one. */
export type ProductChange = { sku: string; columns: Columns } & ({ id: null; parent_sku: string | null } | { id: number; before: ProductRow });

/** Whether two times are on the same UK day, or both are missing. */
export const isSameDay = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && ukDate(one) === ukDate(other));

const isSame = (column: Column, before: ProductRow, value: unknown): boolean =>
  isCodeField(column) ? isSameCode(before[column], value) : before[column] === value;

/** The columns that differ from those of a stored product. */
export const changedColumns = (columns: Columns, before: ProductRow): Columns =>
  Object.fromEntries(
    Object.entries(columns).filter(([column, value]) =>
      column === 'discontinued_at' ? !isSameDay(before.discontinued_at, value as string | null) : !isSame(column as Column, before, value),
    ),
  );

/** The field of each column. */
export const fieldOf = new Map(Object.entries(columnOf).map(([field, column]) => [column as string, field as ProductImportField]));
/** The label of a column's field. */
export const labelOf = (column: string): string => importFields.products[fieldOf.get(column) ?? '']?.label ?? column;

/** The values of a product in these columns. */
export const valuesIn = (row: ProductRow, columns: Columns): Columns =>
  Object.fromEntries(Object.keys(columns).map((column) => [column, row[column as Column]]));
