import { eq } from 'drizzle-orm';
import type { Product } from '../../shared/catalogue/product.ts';
import type { NewProduct } from '../../shared/catalogue/variations.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, Problem, requireFound } from '../core/problem.ts';
import { products } from '../db/tables/index.ts';
import { arrangeSizes } from './arrange-sizes.ts';
import { enforceFields, lockProduct } from './change-product.ts';
import { createVariations, enforceStyle, inherited, placesOf, showColours } from './create-variations.ts';
import { productOf } from './product-rows.ts';
import { prefixFault, prefixOwners } from './sku-prefixes.ts';
import { hexOfColour } from './variations.ts';

/** Locks the style of a new SKU. 422 if there is no such style, or if the style has the maximum number of SKUs. */
async function styleFor(ctx: Ctx, parent_id: number) {
  const [known] = await ctx.db.select({ id: products.id, deleted_at: products.deleted_at }).from(products).where(eq(products.id, parent_id));
  if (!known || known.deleted_at !== null) throw invalid({ parent_id: messages.not_a_product });
  const style = await lockProduct(ctx, parent_id);
  await enforceStyle(ctx, style, 'parent_id');
  const { next, count } = await placesOf(ctx, parent_id);
  if (count >= limits.style_variations) throw invalid({ parent_id: messages.too_many_variations(limits.style_variations) });
  return { id: style.id, sku: style.sku, row: { ...inherited(style), position: next } };
}

/** The hex value of a new product's colour, if it has a colour and the request has no hex value. */
async function colourOf(ctx: Ctx, style: { id: number; sku: string } | null, { variation_colour, colour_hex }: Partial<NewProduct>) {
  if (!variation_colour || colour_hex) return {};
  return { colour_hex: await hexOfColour(ctx, style, variation_colour) };
}

/** 422 on `sku` if the SKU of a new product, or a SKU of its variations, would begin with another client's prefix. */
async function enforceSku(ctx: Ctx, account_id: number | null, sku: string, hasSkus: boolean): Promise<void> {
  const starts = hasSkus ? [sku, `${sku}-`] : [sku];
  const owners = await prefixOwners(ctx, starts);
  for (const start of starts) {
    const fault = prefixFault(start, account_id, owners);
    if (fault) throw invalid({ sku: fault });
  }
}

/** Create the SKUs of a new style; faults of colours and sizes are reported on `variations`. */
async function createSkus(ctx: Ctx, style_id: number, variations: NonNullable<NewProduct['variations']>): Promise<void> {
  await createVariations(ctx, style_id, { ...variations, preview: false }).catch((error: unknown) => {
    if (!(error instanceof Problem) || !error.body.errors) throw error;
    const entries = Object.entries(error.body.errors).map(([field, [message = '']]) => [`variations.${field}`, message] as const);
    throw invalid(Object.fromEntries(entries));
  });
}

/**
 * Add a style to the catalogue, with all its SKUs if they are sent, or add one SKU to a style. The product stays unpublished until the office
 * publishes it.
 */
export async function createProduct(ctx: Ctx, { parent_id, variations, ...input }: NewProduct): Promise<Product> {
  authorize(policy.edit_products(ctx.actor));
  if (parent_id !== undefined && variations) throw invalid({ parent_id: messages.style_needed });
  const style = parent_id === undefined ? null : await styleFor(ctx, parent_id);
  const name = input.name ?? style?.row.name;
  if (name === undefined) throw invalid({ name: messages.name_needed });
  await enforceSku(ctx, style?.row.account_id ?? null, input.sku, variations !== undefined);
  await enforceFields(ctx, input);
  const values = { ...style?.row, ...input, ...(await colourOf(ctx, style, input)), name, created_at: ctx.now };
  const [created] = await ctx.db.insert(products).values(values).onConflictDoNothing().returning({ id: products.id });
  // The only other unique field is the barcode, which `enforceFields` has checked.
  if (!created) throw invalid({ sku: messages.sku_exists });
  const { id } = requireFound(created);
  if (parent_id !== undefined) {
    await arrangeSizes(ctx, [parent_id]);
    await showColours(ctx, parent_id);
  }
  await audit(ctx, 'product.created', { type: 'product', id }, null, values);
  if (variations) await createSkus(ctx, id, variations);
  return productOf(ctx, id);
}
