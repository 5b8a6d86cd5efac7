import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Variation, variationFault, variationsOf } from '../../shared/catalogue/custom-product.ts';
import type { MadeVariations, NewVariations } from '../../shared/catalogue/variations.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { products, stockLevels } from '../db/tables/index.ts';
import { arrangeSizes } from './arrange-sizes.ts';
import { lockProduct } from './change-product.ts';
import { prefixFault, prefixOwners } from './sku-prefixes.ts';
import { colourPictures, completeColours, insertPictures, insertProducts, takenSkus, variationColumns } from './variations.ts';

type Row = typeof products.$inferSelect;

/** The fields that a new SKU takes from its style. */
export const inherited = (style: Row) => ({
  parent_id: style.id,
  account_id: style.account_id,
  is_csp: style.is_csp,
  supplier_id: style.supplier_id,
  category_id: style.category_id,
  name: style.name,
  brand: style.brand,
  cost: style.cost,
  price: style.price,
  vat_rate: style.vat_rate,
  variation_material: style.variation_material,
  is_public: style.is_public,
  is_published: style.is_published,
  is_public_catalogue: style.is_public_catalogue,
  is_non_returnable: style.is_non_returnable,
  is_restricted: style.is_restricted,
  supplier_price_tenths: style.supplier_price_tenths,
  pack_size: style.pack_size,
  min_order_qty: style.min_order_qty,
  lead_time_days: style.lead_time_days,
  wear_months: style.wear_months,
  weight_g: style.weight_g,
});

/** The next free position among the SKUs of a style, and the number of its SKUs. */
export async function placesOf({ db }: Pick<Ctx, 'db'>, style_id: number): Promise<{ next: number; count: number }> {
  const [row] = await db
    .select({
      next: sql<number>`coalesce(max(${products.position}), -1) + 1`.mapWith(Number),
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(products)
    .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at)));
  return row ?? { next: 0, count: 0 };
}

/** 422 if a product cannot have SKUs because it is a SKU itself or has stock of its own. */
export async function enforceStyle({ db }: Pick<Ctx, 'db'>, style: Row, field: string): Promise<void> {
  if (style.parent_id !== null) throw invalid({ [field]: messages.style_needed });
  const hasStock = await db.$count(stockLevels, and(eq(stockLevels.product_id, style.id), gt(stockLevels.qty_available, 0)));
  if (hasStock) throw invalid({ [field]: messages.style_with_stock });
}

const keyOf = (...parts: (string | null)[]): string => JSON.stringify(parts.map((part) => part?.toLowerCase() ?? null));

/** The SKUs that a style has, by colour and sizes. */
async function existingOf({ db }: Pick<Ctx, 'db'>, style_id: number): Promise<Map<string, string>> {
  const rows = await db
    .select({
      sku: products.sku,
      colour: products.variation_colour,
      size_1: products.variation_size_1,
      size_2: products.variation_size_2,
    })
    .from(products)
    .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at)));
  return new Map(rows.map(({ sku, colour, size_1, size_2 }) => [keyOf(colour, size_1, size_2), sku]));
}

/**
 * Create every SKU of a matrix of colours and sizes that a style lacks. If another product has one of these SKUs, none is created. SKUs in a colour
 * that has a picture show that picture.
 */
export async function createVariations(ctx: Ctx, style_id: number, input: NewVariations): Promise<MadeVariations> {
  authorize(policy.edit_products(ctx.actor));
  const style = await lockProduct(ctx, style_id);
  await enforceStyle(ctx, style, 'colours');
  const colours = await completeColours(ctx, input, style);
  const fault = variationFault({ ...input, colours });
  if (fault) throw invalid({ [fault[0]]: fault[1] });
  const existing = await existingOf(ctx, style_id);
  const ownSkuOf = ({ colour, size_1, size_2 }: Variation): string | undefined => existing.get(keyOf(colour.name, size_1, size_2));
  const variations = variationsOf(style.sku, { ...input, colours });
  const missing = variations.filter((one) => ownSkuOf(one) === undefined);
  const { next, count } = await placesOf(ctx, style_id);
  if (count + missing.length > limits.style_variations) throw invalid({ sizes_1: messages.too_many_variations(limits.style_variations) });
  const newSkus = missing.map(({ sku }) => sku);
  const owners = await prefixOwners(ctx, newSkus);
  // All new SKUs begin with the SKU of the style, so checking the first is enough.
  const clientFault = prefixFault(newSkus[0] ?? '', style.account_id, owners);
  if (clientFault) throw invalid({ colours: clientFault });
  const taken = await takenSkus(ctx, newSkus);
  const clash = missing.find(({ sku }) => taken.has(sku));
  if (clash) throw invalid({ [`colours.${clash.place}.code`]: messages.sku_taken(clash.sku) });
  const items = variations.map((one) => ({ sku: ownSkuOf(one) ?? one.sku, exists: ownSkuOf(one) !== undefined }));
  if (input.preview || !missing.length) return { items, created: 0 };

  const shared = { ...inherited(style), created_at: ctx.now };
  const rows = missing.map((one, place) => ({ ...shared, ...variationColumns(one), position: next + place }));
  await insertProducts(ctx, rows);
  await arrangeSizes(ctx, [style_id]);
  await showColours(ctx, style_id);
  await audit(ctx, 'product.variations_added', { type: 'product', id: style_id }, null, { skus: newSkus });
  return { items, created: newSkus.length };
}

/** Gives every SKU that has no picture the picture of its colour, if the style has a picture of that colour. */
export async function showColours(ctx: Pick<Ctx, 'db'>, style_id: number): Promise<void> {
  const pictures = await colourPictures(ctx, style_id);
  if (!pictures.size) return;
  const bare = await ctx.db
    .select({ id: products.id, colour: products.variation_colour })
    .from(products)
    .where(
      and(
        eq(products.parent_id, style_id),
        isNull(products.deleted_at),
        sql`not exists (select 1 from product_media where product_media.product_id = ${products.id})`,
      ),
    );
  const rows = bare.flatMap(({ id, colour }) => {
    const file_id = pictures.get(colour?.toLowerCase() ?? '');
    return file_id === undefined ? [] : [{ product_id: id, file_id, position: 0 }];
  });
  await insertPictures(ctx, rows);
}
