import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { nameInSet, type StyleTerms, type StyleTermsRow, styleTerms, styleTermsOf } from '../clothing-sets/style-terms.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { clothingSetProducts, clothingSets, products, userClothingSets } from '../db/tables/index.ts';
import { isArticle, isCurrent, isOfferedAt, isPublished, isUnrestricted, parent } from './order-conditions.ts';

/** The SKUs that wearers may have. A SKU is returned once for each set of the wearer that contains the SKU or its style. */
const productsInSets = (db: Db, only?: SQL) =>
  db
    .select({
      employee_id: userClothingSets.user_id,
      id: products.id,
      parent_id: products.parent_id,
      clothing_set_id: clothingSets.id,
      set_price: clothingSetProducts.price,
      price: products.price,
      vat_rate: sql<number | null>`coalesce(${products.vat_rate}, ${parent.vat_rate})`,
      name: products.name,
      variation_colour: products.variation_colour,
      set_name: nameInSet.as('set_name'),
      ...styleTerms,
      decoration: sql<string | null>`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`,
    })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, or(eq(products.id, clothingSetProducts.product_id), eq(products.parent_id, clothingSetProducts.product_id)))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(
      and(
        only,
        among(userClothingSets.user_id, sql.placeholder('employee_ids')),
        isNull(clothingSets.deleted_at),
        isNull(products.deleted_at),
        isPublished,
        isArticle,
        isCurrent(sql.placeholder('now')),
        isUnrestricted(sql.placeholder('restricted')),
        isOfferedAt(sql.placeholder('site_id'), userClothingSets.user_id),
      ),
    );

const heldProducts = prepared('held_products', (db) => productsInSets(db));
const heldAmongProducts = prepared('held_among_products', (db) =>
  productsInSets(db, or(among(products.id, sql.placeholder('product_ids')), among(products.parent_id, sql.placeholder('product_ids')))),
);

/** An article that a wearer may have: its lowest price in pence and the decorations offered with it. */
export interface PermittedProduct {
  id: number;
  parent_id: number | null;
  name: string;
  variation_colour: string | null;
  price: number;
  vat_rate: number | null;
  decorations: string[];
  clothing_set_ids: number[];
  /** The name, description and picture that one of the sets has for the style; undefined if no set has terms for the style. */
  style_terms?: StyleTerms | undefined;
}

export interface ForWhom {
  /** The delivery site; null until one is chosen. */
  site_id: number | null;
  /** Whether the reader may see restricted products. */
  restricted: boolean;
  /** The time of the query; products that are discontinued by then are not offered. */
  now: string;
}

interface HeldProduct
  extends Pick<PermittedProduct, 'id' | 'parent_id' | 'name' | 'variation_colour' | 'price' | 'vat_rate'>,
    Partial<StyleTermsRow> {
  clothing_set_id: number;
  set_price: number | null;
  set_name: string | null;
  decoration: string | null;
}

/** Sorts rows by set, so that if several sets have a name for a product, the same set's name is always shown. */
export const bySet = <Row extends { clothing_set_id: number }>(rows: Row[]): Row[] =>
  rows.sort((one, other) => one.clothing_set_id - other.clothing_set_id);

/** Adds `row`, one set's offer of an article, to `permitted`, which may already contain another set's offer of the article. */
export function addHeld(permitted: Map<number, PermittedProduct>, row: HeldProduct): void {
  const price = row.set_price ?? row.price;
  const permission = permitted.get(row.id);
  if (!permission) {
    const { id, parent_id, variation_colour, vat_rate } = row;
    const name = row.set_name ?? row.name;
    const clothing_set_ids = [row.clothing_set_id];
    const decorations = decorationsOf(row.decoration);
    permitted.set(id, { id, parent_id, name, variation_colour, price, vat_rate, decorations, clothing_set_ids, style_terms: styleTermsOf(row) });
    return;
  }
  permission.price = Math.min(permission.price, price);
  permission.clothing_set_ids.push(row.clothing_set_id);
  permission.style_terms ??= styleTermsOf(row);
  permission.decorations = [...new Set([...permission.decorations, ...decorationsOf(row.decoration)])];
}

/** Everything that each of these wearers may have, by wearer and product id; limited to these articles and styles if they are passed. */
export async function permittedFor(
  db: Db,
  employee_ids: readonly number[],
  { site_id, restricted, now }: ForWhom,
  product_ids?: readonly number[],
): Promise<Map<number, Map<number, PermittedProduct>>> {
  const byWearer = new Map(employee_ids.map((id) => [id, new Map<number, PermittedProduct>()]));
  const values = { employee_ids: idList(employee_ids), site_id: site_id ?? 0, restricted: restricted ? 1 : 0, now };
  const rows = product_ids ? await heldAmongProducts(db, { ...values, product_ids: idList(product_ids) }) : await heldProducts(db, values);
  for (const row of bySet(rows)) {
    const permitted = byWearer.get(row.employee_id);
    if (permitted) addHeld(permitted, row);
  }
  return byWearer;
}

/** Everything that one wearer may have, by product id. */
export const permittedProducts = async (
  db: Db,
  employee_id: number,
  whom: ForWhom,
  product_ids?: readonly number[],
): Promise<Map<number, PermittedProduct>> => (await permittedFor(db, [employee_id], whom, product_ids)).get(employee_id) ?? new Map();

/**
 * The price, name and decorations of a line with this product, in a colour if one is passed. The price of a style is the highest of its permitted
 * articles. Returns null if no article is permitted.
 */
export function offerOf(
  permitted: ReadonlyMap<number, PermittedProduct>,
  product_id: number,
  colour: string | null = null,
): { is_size_selected: boolean; price: number; vat_rate: number | null; name: string; decorations: string[] } | null {
  const article = permitted.get(product_id);
  const isInColour = ({ variation_colour }: PermittedProduct): boolean => colour === null || variation_colour === colour;
  if (article) return isInColour(article) ? { is_size_selected: true, ...article } : null;
  const sizes = [...permitted.values()].filter((one) => one.parent_id === product_id && isInColour(one));
  const [first] = sizes;
  if (!first) return null;
  const price = Math.max(...sizes.map((size) => size.price));
  return {
    is_size_selected: false,
    price,
    vat_rate: first.vat_rate,
    name: first.name,
    decorations: [...new Set(sizes.flatMap(({ decorations }) => decorations))],
  };
}
