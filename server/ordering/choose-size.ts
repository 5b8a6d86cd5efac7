import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { offerOf, type PermittedProduct, permittedProducts } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias, prepared } from '../db/db.ts';
import { products } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import type { StoredLine } from './find-line.ts';
import { offerFor, refusalWords } from './offer.ts';

interface Style {
  /** The style of an article; for a style, its own id. */
  style_id: number;
  /** Null for a style. */
  variation_colour: string | null;
  is_restricted: boolean;
}

const parent = alias(products, 'parent');

const stylesOfProducts = prepared('styles_of_products', (db) =>
  db
    .select({
      id: products.id,
      variation_colour: products.variation_colour,
      style_id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as('style_id'),
      is_restricted: sql<boolean>`coalesce(${parent.is_restricted}, ${products.is_restricted})`.mapWith(Boolean).as('style_is_restricted'),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(among(products.id, sql.placeholder('ids'))),
);

/** The style of each of these products. */
const stylesOf = async (ctx: Pick<Ctx, 'db'>, product_ids: readonly number[]): Promise<Map<number, Style>> =>
  new Map((await stylesOfProducts(ctx.db, { ids: idList(product_ids) })).map(({ id, ...style }) => [id, style]));

interface Sizing extends Pick<Order, 'delivery_site_id' | 'submitted_at'> {
  /** Ignored once the order is submitted. */
  requested_at?: string | null;
}

const offeredIn = (ctx: Ctx, order: Sizing, employee_id: number, styles: readonly Style[]): Promise<Map<number, PermittedProduct>> =>
  offerFor(ctx, order, employee_id, [...new Set(styles.map(({ style_id }) => style_id))]);

/** The restricted styles that the order itself allows: the person who submitted or requested the order allowed the wearer to have them. */
async function grantedIn(ctx: Ctx, order: Sizing, employee_id: number, styles: readonly Style[]): Promise<Map<number, PermittedProduct>> {
  const restricted = styles.filter(({ is_restricted }) => is_restricted).map(({ style_id }) => style_id);
  const isSent = Boolean(order.submitted_at ?? order.requested_at);
  if (!isSent || !restricted.length) return new Map();
  return permittedProducts(ctx.db, employee_id, { site_id: order.delivery_site_id, restricted: true, now: ctx.now }, [...new Set(restricted)]);
}

/** The articles that a wearer may choose for their lines, by the product that the line has at present. */
export async function sizesFor(ctx: Ctx, order: Sizing, employee_id: number, ordered_ids: readonly number[]): Promise<Map<number, PermittedProduct>> {
  const styles = [...(await stylesOf(ctx, ordered_ids)).values()];
  return new Map([...(await offeredIn(ctx, order, employee_id, styles)), ...(await grantedIn(ctx, order, employee_id, styles))]);
}

export type SizeValues = Pick<StoredLine, 'product_id' | 'is_size_selected' | 'variation_colour' | 'product_name' | 'vat_rate' | 'unit_price'>;

export interface Choice {
  line: StoredLine;
  product_id: number;
  /** The colour in which a style is ordered without a size. Undefined leaves the line's colour unchanged. */
  variation_colour?: string | null | undefined;
}

/** Why a choice is not possible, and which field of the choice is at fault. */
export interface ChoiceFault {
  field: 'product_id' | 'variation_colour';
  message: string;
}

const productFault = (message: string): ChoiceFault => ({ field: 'product_id', message });

/**
 * The new values of one wearer's lines, in the sequence of `choices`, if other sizes of the same styles are chosen: the SKU, its VAT, and its price
 * unless somebody set a price by hand. A choice that is not allowed gets a fault instead. After submission only the office may change the colour.
 */
export async function chosenSizes(ctx: Ctx, order: Order, employee_id: number, choices: readonly Choice[]): Promise<(SizeValues | ChoiceFault)[]> {
  const styles = await stylesOf(ctx, [...new Set(choices.flatMap(({ line, product_id }) => [line.product_id, product_id]))]);
  const orderedStyles = choices.flatMap(({ line }) => styles.get(line.product_id) ?? []);
  const offers = new Map([
    ...(await offeredIn(ctx, order, employee_id, [...styles.values()])),
    ...(await grantedIn(ctx, order, employee_id, orderedStyles)),
  ]);
  const refusedProducts = choices.flatMap(({ product_id }) => (offerOf(offers, product_id) ? [] : product_id));
  const wordsFor = await refusalWords(ctx, order, employee_id, refusedProducts);
  const keepsColour = order.submitted_at !== null && !policy.use_office(ctx.actor);
  return choices.map(({ line, product_id, variation_colour }) => {
    const anyColour = offerOf(offers, product_id);
    if (!anyColour) return productFault(wordsFor(product_id));
    if (styles.get(product_id)?.style_id !== styles.get(line.product_id)?.style_id) return productFault(messages.other_style);
    if (order.submitted_at && !anyColour.is_size_selected && (keepsColour || product_id !== line.product_id))
      return productFault(messages.size_needed);
    const orderedColour = line.variation_colour ?? styles.get(line.product_id)?.variation_colour ?? null;
    if (keepsColour && orderedColour && offers.get(product_id)?.variation_colour !== orderedColour)
      return productFault(messages.other_colour(orderedColour));
    const colour = variation_colour === undefined ? (anyColour.is_size_selected ? null : orderedColour) : variation_colour || null;
    const offer = offerOf(offers, product_id, colour);
    if (!offer) return { field: 'variation_colour', message: messages.colour_not_offered(anyColour.name, colour ?? '') };
    return {
      product_id,
      is_size_selected: offer.is_size_selected,
      variation_colour: offer.is_size_selected ? null : colour,
      product_name: offer.name,
      vat_rate: offer.vat_rate ?? ctx.services.settings.VAT_RATE,
      unit_price: line.is_manually_priced ? line.unit_price : offer.price,
    };
  });
}
