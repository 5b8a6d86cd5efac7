import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import {
  type Product,
  type ProductChange,
  type ProductField,
  type ProductFields,
  productFieldNames,
  productFlags,
  type SeveralFields,
  type SkuAmount,
  type SkusFollow,
  type WholeProduct,
} from '../../shared/catalogue/product.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { tenthsSent } from '../../shared/money.ts';
import { policy } from '../../shared/policy.ts';
import type { CountStockInput } from '../../shared/stock/count-stock.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, Problem, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { categories, products, suppliers } from '../db/tables/index.ts';
import { type CountedStock, countStock } from '../stock/count-stock.ts';
import { arrangeSizes } from './arrange-sizes.ts';
import { productOf } from './product-rows.ts';

type Row = typeof products.$inferSelect;
type Column = Exclude<ProductField, 'push_discontinued_at' | 'supplier_price'> | 'discontinued_at';

type Checked = Pick<Row, 'id' | 'parent_id' | 'account_id' | 'supplier_id' | 'discontinued_at'>;
/** A product that is not stored yet. */
const unstored: Checked = { id: 0, parent_id: null, account_id: null, supplier_id: null, discontinued_at: null };

/** A change of one field, as it is sent. */
export interface FieldChange<Field extends ProductField = ProductField> {
  field: Field;
  value: ProductFields[Field];
  version?: number | undefined;
  skus?: SkusFollow | undefined;
  sku_amounts?: readonly SkuAmount[] | undefined;
}

/** Which SKUs of a style get a new value of the style: all, those that have the style's present value, or none. */
type Children = 'all' | 'alike' | 'none';

interface FieldRule {
  children: Children;
  /** Throws if the value names a record that does not exist, or if another product already has the value. */
  check?: (ctx: Ctx, product: Checked, value: never) => Promise<void>;
}

/** 422 on `value` for a category or a supplier that does not exist. */
async function enforceCategory({ db }: Ctx, _product: Checked, id: number | null): Promise<void> {
  if (id !== null && !(await db.$count(categories, eq(categories.id, id)))) throw invalid({ value: messages.unknown_category });
}
async function enforceSupplier({ db }: Ctx, { supplier_id }: Checked, id: number | null): Promise<void> {
  if (id === null || id === supplier_id) return;
  if (!(await db.$count(suppliers, and(eq(suppliers.id, id), isNull(suppliers.archived_at))))) throw invalid({ value: messages.unknown_supplier });
}

/** 422 on `value` for a barcode that another product has. */
async function enforceOwnBarcode({ db }: Ctx, { id }: Checked, barcode: string | null): Promise<void> {
  const others = and(eq(keyColumn(products.barcode), foldedKey(barcode ?? '')), ne(products.id, id), isNull(products.deleted_at));
  if (barcode !== null && (await db.$count(products, others))) throw invalid({ value: messages.barcode_exists });
}

/** 422 on `value` for a new day of discontinuation in the past; the day that the product already has is accepted. */
async function enforceDay({ now }: Ctx, { discontinued_at }: Checked, day: string | null): Promise<void> {
  if (day === null || day >= ukDate(now) || (discontinued_at !== null && day === ukDate(discontinued_at))) return;
  throw invalid({ value: messages.day_in_past });
}

/**
 * 422 on `value` unless the successor of a style is a style and the successor of a SKU is a SKU. The successor must be available to the same clients,
 * and its own successor must not be this product.
 */
async function enforceSuccessor({ db }: Ctx, { id, parent_id, account_id }: Checked, successor_id: number | null): Promise<void> {
  if (successor_id === null) return;
  if (successor_id === id) throw invalid({ value: messages.successor_itself });
  const [successor] = await db
    .select({ parent_id: products.parent_id, account_id: products.account_id, next: products.successor_id })
    .from(products)
    .where(and(eq(products.id, successor_id), isNull(products.deleted_at)));
  if (!successor || (successor.account_id !== null && successor.account_id !== account_id)) throw invalid({ value: messages.unknown_successor });
  if ((successor.parent_id === null) !== (parent_id === null)) throw invalid({ value: messages.successor_is_style });
  if (successor.next === id) throw invalid({ value: messages.successor_in_circle });
}

/** 422 on `value` if a SKU gets an order of sizes: only a style has one. */
async function enforceStyleOnly(_ctx: Ctx, { parent_id }: Checked, value: unknown): Promise<void> {
  if (value !== null && parent_id !== null) throw invalid({ value: messages.style_needed });
}

/** How each field is changed. A field with `children: 'none'` belongs to one product and is not passed on to SKUs. */
const rules: {
  readonly [Field in ProductField]: Omit<FieldRule, 'check'> & { check?: (ctx: Ctx, product: Checked, value: ProductFields[Field]) => Promise<void> };
} = {
  name: { children: 'alike' },
  supplier_sku: { children: 'none' },
  brand: { children: 'alike' },
  supplier_id: { children: 'alike', check: enforceSupplier },
  category_id: { children: 'alike', check: enforceCategory },
  cost: { children: 'alike' },
  price: { children: 'alike' },
  vat_rate: { children: 'alike' },
  description: { children: 'none' },
  short_description_1: { children: 'none' },
  short_description_2: { children: 'none' },
  ...(Object.fromEntries(productFlags.map((flag) => [flag, { children: 'all' }])) as Record<(typeof productFlags)[number], { children: 'all' }>),
  bin: { children: 'none' },
  barcode: { children: 'none', check: enforceOwnBarcode },
  colour_hex: { children: 'none' },
  push_discontinued_at: { children: 'alike', check: enforceDay },
  successor_id: { children: 'none', check: enforceSuccessor },
  supplier_price: { children: 'alike' },
  supplier_price_tenths: { children: 'alike' },
  pack_size: { children: 'alike' },
  min_order_qty: { children: 'alike' },
  lead_time_days: { children: 'alike' },
  reorder_point: { children: 'none' },
  wear_months: { children: 'alike' },
  points: { children: 'none', check: enforceStyleOnly },
  weight_g: { children: 'alike' },
  measures: { children: 'none' },
  size_order: { children: 'none', check: enforceStyleOnly },
};

/** If `check` reports a fault on `value`, reports it on `field` of the request instead. */
async function tellOn(field: string, check: Promise<void> | undefined): Promise<void> {
  await check?.catch((error: unknown) => {
    const message = error instanceof Problem ? error.body.errors?.value?.[0] : undefined;
    throw message === undefined ? error : invalid({ [field]: message });
  });
}

/** 422 on a field of a new product if its value names a record that does not exist, or if another product has its barcode. */
export async function enforceFields(ctx: Ctx, { category_id = null, supplier_id = null, barcode = null }: Partial<ProductFields>): Promise<void> {
  await tellOn('category_id', enforceCategory(ctx, unstored, category_id));
  await tellOn('supplier_id', enforceSupplier(ctx, unstored, supplier_id));
  await tellOn('barcode', enforceOwnBarcode(ctx, unstored, barcode));
}

/** The column of a field, and the content to store in it. */
function stored({ field, value }: Pick<FieldChange, 'field' | 'value'>): { column: Column; content: unknown } {
  if (field === 'push_discontinued_at') return { column: 'discontinued_at', content: value === null ? null : ukMidnight(value as string) };
  if (field === 'supplier_price') return { column: 'supplier_price_tenths', content: tenthsSent({ pence: value as number | null }, {}) };
  return { column: field, content: value };
}

const nextVersion = sql`${products.version} + 1`;

/** A value converted to the database's type of a column. */
const inColumn = (column: Column, content: unknown): unknown => (content === null ? null : products[column].mapToDriverValue(content as never));

/** Sets a column of the SKUs that follow their style. SKUs that have the new value already are left out. */
const updateFollowers = (column: Column, which: Exclude<Children, 'none'>) =>
  prepared(`set_${column}_of_skus`, (db) =>
    db
      .update(products)
      .set({ [column]: sql`${sql.placeholder('content')}`, version: nextVersion })
      .where(
        and(
          eq(products.parent_id, sql.placeholder('style_id')),
          isNull(products.deleted_at),
          which === 'alike' ? sql`${products[column]} is not distinct from ${sql.placeholder('own')}` : undefined,
          sql`${products[column]} is distinct from ${sql.placeholder('content')}`,
        ),
      )
      .returning({ id: products.id }),
  );

/** For each field that is passed on to SKUs, by column; the supplier's price in pence and in tenths of a penny has one column: the statement that updates the SKUs that follow their style. */
const followersOf = new Map(
  productFieldNames.flatMap((field) => {
    const { column } = stored({ field, value: null });
    const { children } = rules[field];
    return children === 'none' || field === 'supplier_price' ? [] : [[column, updateFollowers(column, children)] as const];
  }),
);

type Priced = 'price' | 'cost';
const isPriced = (field: string): field is Priced => field === 'price' || field === 'cost';

/** Reads and locks the prices and costs of a style's SKUs. */
const lockSkus = prepared('lock_skus_of_style', (db) =>
  lockForChange(
    db
      .select({ id: products.id, price: products.price, cost: products.cost })
      .from(products)
      .where(and(eq(products.parent_id, sql.placeholder('style_id')), isNull(products.deleted_at)))
      .orderBy(products.id),
  ),
);

/**
 * Sets the prices or costs of a style's SKUs. With `sku_amounts`, each SKU named there gets its own amount, unless its present amount has changed
 * meanwhile. Otherwise, if `skus` is `all`, every SKU gets `value`; if not, the cheapest SKU gets `value`, and every other SKU changes by the same
 * difference. Returns the SKUs that changed; 422 if an amount would be too high.
 */
async function setOfSkus({ db }: Ctx, style_id: number, field: Priced, { value, faultOn, skus, sku_amounts }: SentChange): Promise<SkuAmount[]> {
  const rows = await lockSkus(db, { style_id });
  const least = rows.reduce((price, row) => Math.min(price, row[field]), Number.POSITIVE_INFINITY);
  const named = sku_amounts && new Map(sku_amounts.map((one) => [one.id, one]));
  const amountOf = (row: (typeof rows)[number]): number => {
    const one = named?.get(row.id);
    if (named) return one?.before === row[field] ? one.after : row[field];
    return skus === 'all' ? (value as number) : row[field] - least + (value as number);
  };
  if (rows.some((row) => amountOf(row) > limits.money)) throw invalid({ [faultOn]: messages.price_too_high });
  const changed = groupBy(
    rows.filter((row) => amountOf(row) !== row[field]),
    amountOf,
  );
  // A style has few different prices; one statement sets a price for all SKUs that get this price.
  for (const [amount, alike] of changed)
    await db
      .update(products)
      .set({ [field]: amount, version: nextVersion })
      .where(among(products.id, idList(alike.map(({ id }) => id))));
  return [...changed].flatMap(([after, alike]) => alike.map((row) => ({ id: row.id, before: row[field], after })));
}

/** Sets the hex value of a colour on the style's other SKUs in that colour. Returns how many changed. */
async function setHexOfColour({ db }: Ctx, { id, parent_id, variation_colour }: Row, hex: string | null): Promise<number> {
  if (parent_id === null || variation_colour === null) return 0;
  const others = and(eq(products.parent_id, parent_id), ne(products.id, id), isNull(products.deleted_at));
  const differs = sql`${keyColumn(products.variation_colour)} = ${foldedKey(variation_colour)} and ${products.colour_hex} is distinct from ${hex}`;
  const changed = await db.update(products).set({ colour_hex: hex, version: nextVersion }).where(and(others, differs)).returning({ id: products.id });
  return changed.length;
}

const lockById = prepared('lock_product', (db) =>
  lockForChange(
    db
      .select()
      .from(products)
      .where(and(eq(products.id, sql.placeholder('id')), isNull(products.deleted_at))),
  ),
);

/** Lock a product until the unit of work ends and read it; 404 if there is none. */
export async function lockProduct({ db }: Pick<Ctx, 'db'>, id: number): Promise<Row> {
  const [product] = await lockById(db, { id });
  return requireFound(product);
}

/** A field as it is sent, and the field of the request on which its faults are reported. */
type SentChange = Omit<FieldChange, 'version'> & { faultOn: string };

/** 422 if a value names a record that does not exist, or if another product already has the value. */
async function enforceChanges(ctx: Ctx, product: Checked, changes: readonly SentChange[]): Promise<void> {
  for (const { field, value, faultOn } of changes) await tellOn(faultOn, (rules[field] as FieldRule).check?.(ctx, product, value as never));
}

/**
 * Store fields of a locked product. A flag of a style goes to all its SKUs. A name, a price and other shared fields go to the SKUs that have the
 * style's old value, so that a SKU with a value of its own keeps it, unless a change of prices says otherwise. The hex value of a SKU goes to all
 * SKUs of its colour. If no value is new, stores nothing and returns null; otherwise returns the SKUs whose price or cost was changed on request.
 */
async function storeChanges(ctx: Ctx, before: Row, changes: readonly SentChange[]): Promise<NonNullable<Product['sku_amounts']> | null> {
  const { db } = ctx;
  const { id } = before;
  const columns = changes.map(stored);
  // A request has few fields, and each is passed on to different SKUs.
  let variations = 0;
  const sku_amounts: NonNullable<Product['sku_amounts']> = {};
  for (const change of changes) {
    const { column, content } = stored(change);
    if (column === 'colour_hex') variations = Math.max(variations, await setHexOfColour(ctx, before, content as string | null));
    const setFollowers = before.parent_id === null && followersOf.get(column);
    if (!setFollowers) continue;
    const { field, skus = 'alike' } = change;
    if (isPriced(field) && (skus !== 'alike' || change.sku_amounts)) {
      const moved = skus === 'none' && !change.sku_amounts ? [] : await setOfSkus(ctx, id, field, change);
      sku_amounts[field] = moved;
      variations = Math.max(variations, moved.length);
      continue;
    }
    const changed = await setFollowers(db, { style_id: id, own: inColumn(column, before[column]), content: inColumn(column, content) });
    variations = Math.max(variations, changed.length);
  }
  if (!variations && columns.every(({ column, content }) => isDeepStrictEqual(before[column], content))) return null;
  const contents = Object.fromEntries(columns.map(({ column, content }) => [column, content]));
  await db
    .update(products)
    .set({ ...contents, version: nextVersion })
    .where(eq(products.id, id));
  if ('size_order' in contents) await arrangeSizes(ctx, [id]);
  await audit(ctx, 'product.changed', { type: 'product', id }, Object.fromEntries(columns.map(({ column }) => [column, before[column]])), {
    ...contents,
    ...(variations && { variations }),
  });
  return sku_amounts;
}

/** Whether a whole product is sent with another value in this field. Pence are compared with the stored pence, which are rounded. */
const isDifferent =
  (before: Row) =>
  (change: SentChange): boolean => {
    if (change.field === 'supplier_price') return change.value !== before.supplier_price;
    const { column, content } = stored(change);
    return !isDeepStrictEqual(before[column], content);
  };

/** The changes with the supplier's price once, if a request sends it in pence and in tenths of a penny. */
function withOnePrice(changes: readonly SentChange[], before: Row): readonly SentChange[] {
  const pence = changes.find(({ field }) => field === 'supplier_price');
  const tenths = changes.find(({ field }) => field === 'supplier_price_tenths');
  if (!pence || !tenths) return changes;
  const value = tenthsSent(
    { pence: pence.value as number | null, tenths: tenths.value as number | null },
    { pence: before.supplier_price, tenths: before.supplier_price_tenths },
  );
  return changes.flatMap((change) => (change === pence ? [] : change === tenths ? { ...tenths, value: value as never } : change));
}

/**
 * Change fields of a product. With `isWhole`, fields with unchanged values are ignored, so that SKUs that differ from their style keep their values.
 */
async function changeFields(ctx: Ctx, id: number, sent: readonly SentChange[], { version, isWhole = false }: ChangeOptions): Promise<Product> {
  authorize(policy.edit_products(ctx.actor));
  const before = await lockProduct(ctx, id);
  await enforceVersion(ctx, version, before, () => productOf(ctx, id));
  const changes = withOnePrice(isWhole ? sent.filter(isDifferent(before)) : sent, before);
  await enforceChanges(ctx, before, changes);
  const sku_amounts = await storeChanges(ctx, before, changes);
  return { ...(await productOf(ctx, id)), ...(sku_amounts && Object.keys(sku_amounts).length > 0 && { sku_amounts }) };
}

interface ChangeOptions {
  version: number | undefined;
  isWhole?: boolean;
}

const changesOf = (fields: Partial<ProductFields>, under?: string, skus?: SkusFollow): SentChange[] =>
  productFieldNames
    .filter((field) => fields[field] !== undefined)
    .map((field) => ({ field, value: fields[field] as never, faultOn: under ? `${under}.${field}` : field, skus }));

/** 422 on each field of a bulk change that names a missing record. */
export const enforceBulkFields = (ctx: Ctx, fields: Partial<ProductFields>): Promise<void> =>
  enforceChanges(ctx, unstored, changesOf(fields, 'change'));

/** Change fields of one product in a bulk change. The caller has checked the permission. Returns whether any value is new. */
export async function changeOneOfMany(ctx: Ctx, id: number, fields: Partial<ProductFields>): Promise<boolean> {
  const before = await lockProduct(ctx, id);
  const changes = withOnePrice(changesOf(fields, 'change'), before);
  await enforceChanges(ctx, before, changes);
  return (await storeChanges(ctx, before, changes)) !== null;
}

/** Change one field of a product. */
export const changeProduct = (ctx: Ctx, id: number, { version, ...change }: FieldChange): Promise<Product> =>
  changeFields(ctx, id, [{ ...change, faultOn: 'value' }], { version });

/** Change several fields of a product in one request. */
const changeSeveral = (ctx: Ctx, id: number, { value, version, skus }: SeveralFields): Promise<Product> =>
  changeFields(ctx, id, changesOf(value as Partial<ProductFields>, 'value', skus), { version });

/** Change a product that is sent with all its fields. Only the fields that differ from the stored ones are changed. */
const changeWhole = (ctx: Ctx, id: number, { field: _, version, ...fields }: WholeProduct): Promise<Product> =>
  changeFields(ctx, id, changesOf(fields as Partial<ProductFields>), { version, isWhole: true });

/** Change fields of a product, or record a count of its stock. */
export async function saveProduct(ctx: Ctx, id: number, change: ProductChange): Promise<Product | CountedStock> {
  if (change.field === 'product') return changeWhole(ctx, id, change as WholeProduct);
  if (change.field === 'several') return changeSeveral(ctx, id, change as SeveralFields);
  if (change.field !== 'qty_available') return changeProduct(ctx, id, change as FieldChange);
  const { value, counted } = change as CountStockInput;
  return countStock(ctx, id, counted === 'on_shelf' ? { on_shelf: value } : { on_hand: value });
}
