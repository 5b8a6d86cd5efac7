import { and, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { compareSizes } from '../../shared/catalogue/compare-sizes.ts';
import { optionalText } from '../../shared/fields.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { products } from '../db/tables/index.ts';
import { arrangeSizes } from './arrange-sizes.ts';
import { lockProduct } from './change-product.ts';
import { productOf } from './product-rows.ts';
import { hexOfColour } from './variations.ts';

const fields = [
  'variation_colour',
  'variation_size_1',
  'variation_size_2',
  'variation_material',
  'variation_decoration',
  'variation_all_size',
] as const;
type Field = (typeof fields)[number];

export const attributeParam = z.object({ id: z.coerce.number().int().positive(), field: z.enum(fields) });
export const attributeChange = z.object({
  field: z.enum(fields).optional(),
  value: optionalText(limits.name),
  version: z.int().optional(),
});
export const attributeValues = z.object({
  items: z.array(
    z.object({
      field: z.enum(fields),
      value: z.string().nullable(),
      values: z.array(z.string()).describe('Those that the catalogue has, to choose from'),
    }),
  ),
});

const sizeFields: ReadonlySet<Field> = new Set(['variation_size_1', 'variation_size_2'] as const);

/** At most this many combinations of attributes are read for the lists of values. */
const MAX_COMBINATIONS = 20_000;
const columns = Object.fromEntries(fields.map((field) => [field, products[field]])) as { [Name in Field]: (typeof products)[Name] };

/** The attributes of a product, each with the values that the catalogue has. */
export async function attributesOf(ctx: Ctx, id: number): Promise<z.infer<typeof attributeValues>> {
  authorize(policy.read_products(ctx.actor));
  const [own] = await ctx.db
    .select(columns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deleted_at)));
  const product = requireFound(own);
  const rows = await ctx.db.selectDistinct(columns).from(products).where(isNull(products.deleted_at)).limit(MAX_COMBINATIONS);
  const items = fields.map((field) => ({
    field,
    value: product[field],
    values: [...new Set(rows.flatMap((row) => row[field] ?? []))].sort(
      sizeFields.has(field) ? compareSizes : (one, other) => one.localeCompare(other, 'en', { numeric: true }),
    ),
  }));
  return { items };
}

/** The hex value that a SKU gets for a colour; null if the SKU has no colour. */
async function lookOf(ctx: Ctx, style_id: number, colour: string | null): Promise<string | null> {
  const [style] = await ctx.db.select({ id: products.id, sku: products.sku }).from(products).where(eq(products.id, style_id));
  return colour === null ? null : hexOfColour(ctx, requireFound(style), colour);
}

/**
 * Change an attribute of a product. 422 on `value` if another SKU of the style has the same colour and sizes. If a SKU gets a new colour, its hex
 * value is that of the colour in the same style, otherwise the value that most styles give the colour.
 */
export async function changeAttribute(ctx: Ctx, id: number, name: Field, { field = name, value, version }: z.infer<typeof attributeChange>) {
  authorize(policy.edit_products(ctx.actor));
  if (field !== name) throw invalid({ field: messages.other_attribute });
  const { db } = ctx;
  const before = await lockProduct(ctx, id);
  await enforceVersion(ctx, version, before, () => productOf(ctx, id));
  const isSize = name === 'variation_size_1' || name === 'variation_size_2';
  if (isSize && value !== null && value.length > limits.size) throw invalid({ value: messages.at_most(limits.size) });
  const after = { ...before, [name]: value };
  if (before.parent_id !== null) {
    const { variation_colour, variation_size_1, variation_size_2 } = after;
    const same = (['variation_colour', 'variation_size_1', 'variation_size_2'] as const).map((part) => {
      const content = { variation_colour, variation_size_1, variation_size_2 }[part];
      return content === null ? isNull(products[part]) : eq(products[part], content);
    });
    const twins = and(eq(products.parent_id, before.parent_id), ne(products.id, id), isNull(products.deleted_at), ...same);
    if (await db.$count(products, twins)) throw invalid({ value: messages.same_variation });
  }
  const takesColour = name === 'variation_colour' && value !== before.variation_colour;
  const colour_hex = takesColour && before.parent_id !== null ? await lookOf(ctx, before.parent_id, value) : before.colour_hex;
  await db
    .update(products)
    .set({ [name]: value, colour_hex, version: before.version + 1 })
    .where(eq(products.id, id));
  if (before.parent_id !== null) await arrangeSizes(ctx, [before.parent_id]);
  await audit(ctx, 'product.changed', { type: 'product', id }, { [name]: before[name] }, { [name]: value });
  return productOf(ctx, id);
}
