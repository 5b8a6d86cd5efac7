import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type CatalogueColour, catalogueColour, coloursByName } from '../../shared/catalogue/catalogue-colour.ts';
import { compareNames, foldText } from '../../shared/folded.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { amongTexts, textList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { products } from '../db/tables/index.ts';

export const catalogueColourList = z.object({ items: z.array(catalogueColour) });

const style = alias(products, 'style');
const isColoured = and(isNotNull(products.parent_id), isNotNull(products.variation_colour), isNull(products.deleted_at));

/** The spellings that the catalogue has of the colours `names`. */
async function spellingsOf({ db }: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> {
  const rows = await db.selectDistinct({ name: products.variation_colour }).from(products).where(isColoured);
  const keys = new Set(names.map(foldText));
  return rows.flatMap(({ name }) => (name !== null && keys.has(foldText(name)) ? [name] : []));
}

/** Maps the folded name of each colour to the hex value and code that most styles give the colour. `names` limits the result to these colours. */
export async function catalogueColours(ctx: Pick<Ctx, 'db'>, names?: readonly string[]): Promise<Map<string, CatalogueColour>> {
  const spellings = names && (await spellingsOf(ctx, names));
  if (spellings?.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      name: products.variation_colour,
      hex: sql<string | null>`max(${products.colour_hex})`,
      style_sku: style.sku,
      first_sku: sql<string>`min(${products.sku})`,
      last_sku: sql<string>`max(${products.sku})`,
      size_1: sql<string | null>`min(${products.variation_size_1})`,
      size_2: sql<string | null>`min(${products.variation_size_2})`,
    })
    .from(products)
    .innerJoin(style, eq(style.id, products.parent_id))
    .where(and(isColoured, spellings && amongTexts(products.variation_colour, textList(spellings))))
    .groupBy(products.parent_id, style.sku, products.variation_colour);
  return coloursByName(rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' })));
}

/** Every colour of the catalogue with the hex value and the code that most styles give it. */
export async function listCatalogueColours(ctx: Ctx): Promise<z.infer<typeof catalogueColourList>> {
  authorize(policy.read_products(ctx.actor));
  const colours = await catalogueColours(ctx);
  return { items: [...colours.values()].sort((one, other) => compareNames(one.name, other.name)) };
}
