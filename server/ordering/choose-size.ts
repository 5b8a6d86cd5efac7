import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { offerOf, type PermittedProduct, permittedProducts } from '../catalogue/permitted-products.ts';
import { among, idList } from '../db/among.ts';
import { alias, prepared } from '../db/db.ts';
import { products } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import type { StoredLine } from './find-line.ts';
import type { Order } from './find-order.ts';
import { offerFor } from './offer.ts';

interface Style {
  /** The style of an article; of a style, itself. */
  style_id: number;
  is_restricted: boolean;
}

const parent = alias(products, 'parent');

const stylesOfProducts = prepared('styles_of_products', (db) =>
  db
    .select({
      id: products.id,
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
  /** Of no matter once the order is submitted. */
  requested_at?: string | null;
}

const offeredIn = (ctx: Ctx, order: Sizing, employee_id: number, styles: readonly Style[]): Promise<Map<number, PermittedProduct>> =>
  offerFor(ctx, order, employee_id, [...new Set(styles.map(({ style_id }) => style_id))]);

/** Who submitted or requested a restricted style has let its wearer have it. */
async function grantedIn(ctx: Ctx, order: Sizing, employee_id: number, styles: readonly Style[]): Promise<Map<number, PermittedProduct>> {
  const restricted = styles.filter(({ is_restricted }) => is_restricted).map(({ style_id }) => style_id);
  const isSent = Boolean(order.submitted_at ?? order.requested_at);
  if (!isSent || !restricted.length) return new Map();
  return permittedProducts(ctx.db, employee_id, { site_id: order.delivery_site_id, restricted: true }, [...new Set(restricted)]);
}

/** The articles that a wearer may choose for lines that are ordered for them, by their products. */
export async function sizesFor(ctx: Ctx, order: Sizing, employee_id: number, ordered_ids: readonly number[]): Promise<Map<number, PermittedProduct>> {
  const styles = [...(await stylesOf(ctx, ordered_ids)).values()];
  return new Map([...(await offeredIn(ctx, order, employee_id, styles)), ...(await grantedIn(ctx, order, employee_id, styles))]);
}

export type Chosen = Pick<StoredLine, 'product_id' | 'is_size_selected' | 'product_name' | 'vat_rate' | 'unit_price'>;

export interface Choice {
  line: StoredLine;
  product_id: number;
}

/** What choosing other sizes of their styles makes of one wearer's lines, in their order: the SKU, its VAT, and its price unless somebody set one by hand. A text says why one cannot be chosen. */
export async function chosenSizes(ctx: Ctx, order: Order, employee_id: number, choices: readonly Choice[]): Promise<(Chosen | string)[]> {
  const styles = await stylesOf(ctx, [...new Set(choices.flatMap(({ line, product_id }) => [line.product_id, product_id]))]);
  const ordered = choices.flatMap(({ line }) => styles.get(line.product_id) ?? []);
  const offers = new Map([
    ...(await offeredIn(ctx, order, employee_id, [...styles.values()])),
    ...(await grantedIn(ctx, order, employee_id, ordered)),
  ]);
  return choices.map(({ line, product_id }) => {
    const offer = offerOf(offers, product_id);
    if (!offer) return messages.unknown_product;
    if (styles.get(product_id)?.style_id !== styles.get(line.product_id)?.style_id) return messages.other_style;
    if (order.submitted_at && !offer.is_size_selected) return messages.size_needed;
    return {
      product_id,
      is_size_selected: offer.is_size_selected,
      product_name: offer.name,
      vat_rate: offer.vat_rate ?? ctx.services.settings.VAT_RATE,
      unit_price: line.is_manually_priced ? line.unit_price : offer.price,
    };
  });
}
