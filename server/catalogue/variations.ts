import { and, asc, eq, isNull } from 'drizzle-orm';
import { colourCodeIn } from '../../shared/catalogue/catalogue-colour.ts';
import { type CustomColour, customColours, type NewCustomProduct, type Variation, withCodes } from '../../shared/catalogue/custom-product.ts';
import { foldText } from '../../shared/folded.ts';
import type { Ctx } from '../core/context.ts';
import { amongTexts, textList } from '../db/among.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { productMedia, products } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { catalogueColours } from './catalogue-colours.ts';

/** Upper limit of rows of one INSERT. */
const MAX_ROWS_AT_ONCE = 200;

type Matrix = Pick<NewCustomProduct, 'colours' | 'sizes_1' | 'sizes_2'>;

/** A variation as it is stored. */
export const variationColumns = ({ sku, colour, size_1, size_2 }: Variation) => ({
  sku,
  variation_colour: colour.name,
  colour_hex: colour.hex ?? null,
  variation_size_1: size_1,
  variation_size_2: size_2,
});

/** The hex value of each colour of a style, and the code that stands for it in the style's SKUs, by folded name. */
export async function coloursOf({ db }: Pick<Ctx, 'db'>, style: { id: number; sku: string }): Promise<Map<string, Omit<CustomColour, 'name'>>> {
  const rows = await db
    .select({ name: products.variation_colour, hex: products.colour_hex, sku: products.sku })
    .from(products)
    .where(and(eq(products.parent_id, style.id), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
  const colours = new Map<string, Omit<CustomColour, 'name'>>();
  for (const { name, hex, sku } of rows) {
    if (!name) continue;
    const code = colourCodeIn(style.sku, sku);
    colours.set(foldText(name), { ...(hex && { hex }), ...(code && { code }), ...colours.get(foldText(name)) });
  }
  return colours;
}

/** The colours of a matrix. A value that was not sent comes from the style's colour of the same name, otherwise from the catalogue's colour. */
export async function completeColours(ctx: Pick<Ctx, 'db'>, matrix: Matrix, style: { id: number; sku: string }): Promise<CustomColour[]> {
  const sent = customColours(matrix);
  const own = await coloursOf(ctx, style);
  const catalogue = await catalogueColours(
    ctx,
    sent.map(({ name }) => name),
  );
  return withCodes(
    sent.map(({ name, hex, code }) => ({
      hex: catalogue.get(foldText(name))?.hex ?? null,
      ...own.get(foldText(name)),
      name,
      ...(hex && { hex }),
      ...(code && { code }),
    })),
    [...own.values()].flatMap(({ code }) => code ?? []),
    (name) => catalogue.get(foldText(name))?.code,
  );
}

/** The hex value for a colour name: the style's value if the style has a colour of this name, otherwise the value that most styles give it. */
export async function hexOfColour(ctx: Pick<Ctx, 'db'>, style: { id: number; sku: string } | null, name: string): Promise<string | null> {
  const own = style && (await coloursOf(ctx, style)).get(foldText(name))?.hex;
  return own ?? (await catalogueColours(ctx, [name])).get(foldText(name))?.hex ?? null;
}

/** Which of these SKUs exist already. Upper and lower case are ignored, and deleted SKUs are included, because a SKU is never used twice. */
export async function takenSkus({ db }: Pick<Ctx, 'db'>, skus: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ sku: products.sku })
    .from(products)
    .where(amongTexts(keyColumn(products.sku), textList(skus.map(foldedKey))));
  const taken = new Set(rows.map(({ sku }) => foldedKey(sku)));
  return new Set(skus.filter((sku) => taken.has(foldedKey(sku))));
}

/** Insert products, some at a time. */
export async function insertProducts({ db }: Pick<Ctx, 'db'>, rows: readonly (typeof products.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS_AT_ONCE) await insertMany(db, products, rows.slice(from, from + MAX_ROWS_AT_ONCE));
}

/** Insert pictures of products, some at a time. */
export async function insertPictures({ db }: Pick<Ctx, 'db'>, rows: readonly (typeof productMedia.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS_AT_ONCE) await db.insert(productMedia).values(rows.slice(from, from + MAX_ROWS_AT_ONCE));
}

/** The file of the first picture of each colour of a style, by the colour's name in lower case. */
export async function colourPictures({ db }: Pick<Ctx, 'db'>, style_id: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ colour: products.variation_colour, file_id: productMedia.file_id })
    .from(productMedia)
    .innerJoin(products, eq(products.id, productMedia.product_id))
    .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id), asc(productMedia.position), asc(productMedia.id));
  const files = new Map<string, number>();
  for (const { colour, file_id } of rows) if (colour && !files.has(colour.toLowerCase())) files.set(colour.toLowerCase(), file_id);
  return files;
}
