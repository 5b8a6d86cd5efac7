import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { type CustomProduct, type NewCustomProduct, type Variation, variationFault, variationsOf } from '../../shared/catalogue/custom-product.ts';
import { foldText } from '../../shared/folded.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, productMedia, products } from '../db/tables/index.ts';
import { arrangeSizes } from './arrange-sizes.ts';
import { completeColours, insertPictures, insertProducts, takenSkus, variationColumns } from './variations.ts';

/** The style on which a custom product is based, named by its own id or by that of a SKU; 422 if this company may not have it. */
async function baseStyle({ db }: Ctx, account_id: number, product_id: number): Promise<typeof products.$inferSelect> {
  const [named] = await db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at), or(isNull(products.account_id), eq(products.account_id, account_id))));
  if (!named) throw invalid({ product_id: messages.not_for_this_set });
  const [style] = await db
    .select()
    .from(products)
    .where(eq(products.id, named.parent_id ?? named.id));
  return requireFound(style);
}

/** Finds the code by which the supplier knows the SKU of a style in a colour and size; null if the style has no such SKU or the SKU has no code. */
async function supplierSkusOf({ db }: Ctx, style_id: number): Promise<(variation: Variation) => string | null> {
  const rows = await db
    .select({
      colour: products.variation_colour,
      size_1: products.variation_size_1,
      size_2: products.variation_size_2,
      supplier_sku: products.supplier_sku,
    })
    .from(products)
    .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at)));
  const keyOf = (...parts: (string | null)[]): string => JSON.stringify(parts.map((part) => part && foldText(part)));
  const codes = new Map(rows.map(({ colour, size_1, size_2, supplier_sku }) => [keyOf(colour, size_1, size_2), supplier_sku]));
  return ({ colour, size_1, size_2 }) => codes.get(keyOf(colour.name, size_1, size_2)) ?? null;
}

/** The first unused SKU for a new style: the prefix followed by the SKU of its base, with a number if that SKU is taken. */
async function freeStyleSku(ctx: Ctx, prefix: string, base: string): Promise<string> {
  const start = base.startsWith(`${prefix}-`) ? base : `${prefix}-${base}`;
  const candidates = [start, ...Array.from({ length: 99 }, (_, n) => `${start}-${n + 2}`)];
  const taken = await takenSkus(ctx, candidates);
  const free = candidates.find((sku) => !taken.has(sku));
  if (!free) throw invalid({ product_id: messages.sku_taken(start) });
  return free;
}

/**
 * Create a client company's own style from a product of the catalogue: its SKUs begin with the company's prefix, it has stock of its own, and only
 * the company's own sets may contain it. Fields that are not sent are taken from the base.
 */
export async function createCustomProduct(ctx: Ctx, account_id: number, input: NewCustomProduct): Promise<CustomProduct> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  const { db, now } = ctx;
  // The account is locked, because two such requests at the same time could choose the same SKU.
  const [row] = await lockRows(
    db.select({ id: accounts.id, name: accounts.name, sku_prefix: accounts.sku_prefix }).from(accounts).where(eq(accounts.id, account_id)),
  );
  const { sku_prefix, ...account } = requireFound(row);
  if (sku_prefix === null) throw invalid({ sku_prefix: messages.sku_prefix_missing });
  const base = await baseStyle(ctx, account_id, input.product_id);
  const colours = await completeColours(ctx, input, base);
  const fault = variationFault({ ...input, colours });
  if (fault) throw invalid({ [fault[0]]: fault[1] });

  const sku = await freeStyleSku(ctx, sku_prefix, base.sku);
  const shared = {
    supplier_id: base.supplier_id,
    category_id: base.category_id,
    brand: base.brand,
    vat_rate: base.vat_rate,
    is_non_returnable: base.is_non_returnable,
    is_restricted: base.is_restricted,
    variation_material: base.variation_material,
    supplier_sku: base.supplier_sku,
    name: input.name,
    price: input.price,
    cost: input.cost,
    is_published: true,
    is_csp: true,
    account_id,
    created_at: now,
  };
  const texts = {
    description: input.description ?? base.description,
    short_description_1: input.short_description_1 ?? base.short_description_1,
    short_description_2: input.short_description_2 ?? base.short_description_2,
  };
  const [created] = await db
    .insert(products)
    .values({ ...shared, ...texts, sku })
    .returning({ id: products.id });
  const { id } = requireFound(created);
  const supplierSkuOf = await supplierSkusOf(ctx, base.id);
  const variations = variationsOf(sku, { ...input, colours }).map((variation, position) => ({
    ...shared,
    ...variationColumns(variation),
    supplier_sku: supplierSkuOf(variation),
    parent_id: id,
    position,
  }));
  const [taken] = await takenSkus(
    ctx,
    variations.map((one) => one.sku),
  );
  if (taken) throw invalid({ product_id: messages.sku_taken(taken) });
  await insertProducts(ctx, variations);
  await arrangeSizes(ctx, [id]);
  await copyPictures(ctx, base.id, id);
  await audit(ctx, 'product.created', { type: 'product', id }, null, { ...shared, ...texts, sku, based_on: base.sku, variations: variations.length });
  return customProductOf(ctx, id, account);
}

/** Copies the base's pictures to the new style, and the picture of each of the base's colours to the same colour. */
async function copyPictures({ db }: Ctx, base_id: number, id: number): Promise<void> {
  const pictures = await db
    .select({ file_id: productMedia.file_id, position: productMedia.position, colour: products.variation_colour })
    .from(productMedia)
    .innerJoin(products, eq(products.id, productMedia.product_id))
    .where(and(or(eq(products.id, base_id), eq(products.parent_id, base_id)), isNull(products.deleted_at)))
    .orderBy(asc(productMedia.position), asc(productMedia.id));
  const byColour = new Map<string, number>();
  for (const { colour, file_id } of pictures) if (colour && !byColour.has(colour.toLowerCase())) byColour.set(colour.toLowerCase(), file_id);
  const children = await db.select({ id: products.id, colour: products.variation_colour }).from(products).where(eq(products.parent_id, id));
  const rows = [
    ...pictures.flatMap(({ file_id, position, colour }) => (colour ? [] : [{ product_id: id, file_id, position }])),
    ...children.flatMap((child) => {
      const file_id = byColour.get(child.colour?.toLowerCase() ?? '');
      return file_id === undefined ? [] : [{ product_id: child.id, file_id, position: 0 }];
    }),
  ];
  await insertPictures({ db }, rows);
}

async function customProductOf({ db }: Ctx, id: number, account: CustomProduct['account']): Promise<CustomProduct> {
  const [style] = await db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      price: products.price,
      cost: products.cost,
      description: products.description,
      short_description_1: products.short_description_1,
      short_description_2: products.short_description_2,
    })
    .from(products)
    .where(eq(products.id, id));
  const children = await db
    .select({
      id: products.id,
      sku: products.sku,
      colour: products.variation_colour,
      size_1: products.variation_size_1,
      size_2: products.variation_size_2,
    })
    .from(products)
    .where(eq(products.parent_id, id))
    .orderBy(asc(products.position));
  return { ...requireFound(style), is_csp: true, account, children };
}
