import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { discontinuedWords } from '../catalogue/orderable.ts';
import { type ForWhom, offerOf, type PermittedProduct, permittedFor, permittedProducts } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import type { Order } from '../orders/find-order.ts';

type Sent = Pick<Order, 'delivery_site_id'>;

const whom = (ctx: Ctx, order: Sent): ForWhom => ({
  site_id: order.delivery_site_id,
  restricted: policy.see_restricted_products(ctx.actor),
  now: ctx.now,
});

/** The products that a wearer may have on this order and the caller may see; only the given articles and styles if `product_ids` is passed. */
export const offerFor = (ctx: Ctx, order: Sent, employee_id: number, product_ids?: readonly number[]): Promise<Map<number, PermittedProduct>> =>
  permittedProducts(ctx.db, employee_id, whom(ctx, order), product_ids);

/** As `offerFor`, for several wearers at once. */
export const offersFor = (
  ctx: Ctx,
  order: Sent,
  employee_ids: readonly number[],
  product_ids?: readonly number[],
): Promise<Map<number, Map<number, PermittedProduct>>> => permittedFor(ctx.db, employee_ids, whom(ctx, order), product_ids);

/**
 * For each wearer, the articles and styles of these lines that the wearer's sets contain, whoever the caller is. A product that is on the order
 * already may stay, even if the caller may not order it.
 */
export async function heldFor(
  ctx: Ctx,
  order: Sent,
  lines: readonly { employee_id: number; product_id: number }[],
): Promise<Map<number, Map<number, PermittedProduct>>> {
  if (!lines.length) return new Map();
  const wearers = new Set(lines.map(({ employee_id }) => employee_id));
  const articles = new Set(lines.map(({ product_id }) => product_id));
  return permittedFor(ctx.db, [...wearers], { site_id: order.delivery_site_id, restricted: true, now: ctx.now }, [...articles]);
}

/** A date before any product was discontinued. */
const EARLIEST = '0001-01-01T00:00:00.000Z';

/**
 * Returns a function that says why a product is not offered to a wearer. If the product is in the wearer's sets, it is discontinued, and the text
 * has the date. Otherwise the text says that the product is not in the wearer's sets.
 */
export async function refusalWords(
  ctx: Ctx,
  order: Sent,
  employee_id: number,
  product_ids: readonly number[],
): Promise<(product_id: number) => string> {
  if (product_ids.length === 0) return () => messages.unknown_product;
  const permitted = await permittedProducts(ctx.db, employee_id, { ...whom(ctx, order), now: EARLIEST }, product_ids);
  const discontinued = await discontinuedWords(
    ctx,
    product_ids.filter((id) => offerOf(permitted, id)),
  );
  return (product_id) => discontinued.get(product_id) ?? messages.unknown_product;
}
