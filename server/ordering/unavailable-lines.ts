import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { discontinuedProducts } from '../catalogue/orderable.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { personName } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { orderLines, products, users } from '../db/tables/index.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { heldFor } from './offer.ts';
import { decorationFault } from './order-successor.ts';

/** Stands for a site that no set excludes, so that the products of a set are found even if the set excludes all sites of the wearer. */
const NO_SITE = -1;

export const unavailableLineSchema = z.object({
  line_id: z.int(),
  employee: z.object({ id: z.int(), name: z.string() }),
  reason: z.enum(['kept_from_site', 'no_longer_offered']),
  message: z.string().describe('A sentence with the product, its colour and size, and its wearer; of a line with a successor also with that'),
  successor: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('Where the product is discontinued, what its wearer may have in its place with the decoration of the line'),
});
export type UnavailableLine = z.infer<typeof unavailableLineSchema>;

/**
 * Finds the lines that prevent the submission of an order: no set of the wearer holds the product any more, or the sets that hold the product exclude
 * the delivery site.
 */
export async function findUnavailableLines(ctx: Ctx, order: Pick<Order, 'id' | 'delivery_site_id'>): Promise<UnavailableLine[]> {
  const lines = await ctx.db
    .select({
      id: orderLines.id,
      employee_id: orderLines.employee_id,
      employee: personName(users).as('employee'),
      product_id: orderLines.product_id,
      product_name: orderLines.product_name,
      is_size_selected: orderLines.is_size_selected,
      colour: sql<string | null>`coalesce(${products.variation_colour}, ${orderLines.variation_colour})`,
      line_colour: orderLines.variation_colour,
      decoration: orderLines.decoration,
      ...sizeColumns,
    })
    .from(orderLines)
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(and(eq(orderLines.order_id, order.id), isNull(users.deleted_at)))
    .orderBy(asc(orderLines.id));
  const offers = await heldFor(ctx, order, lines);
  const unavailable = lines.filter(
    ({ employee_id, product_id, line_colour }) => !offerOf(offers.get(employee_id) ?? new Map(), product_id, line_colour),
  );
  if (!unavailable.length) return [];
  const anywhere = await heldFor(ctx, { delivery_site_id: NO_SITE }, unavailable);
  const discontinued = await discontinuedProducts(ctx, [...new Set(unavailable.map(({ product_id }) => product_id))]);
  const successors = unavailable.flatMap(({ employee_id, product_id }) => {
    const successor = discontinued.get(product_id)?.successor;
    return successor ? { employee_id, product_id: successor.id } : [];
  });
  const succeeding = await heldFor(ctx, order, successors);
  return unavailable.map((line) => {
    const { id, employee_id, employee, product_id, product_name, colour, line_colour } = line;
    const reason = offerOf(anywhere.get(employee_id) ?? new Map(), product_id, line_colour) ? 'kept_from_site' : 'no_longer_offered';
    const gone = discontinued.get(product_id);
    const offer = gone?.successor && offerOf(succeeding.get(employee_id) ?? new Map(), gone.successor.id, line_colour);
    const fault = offer && gone?.successor ? decorationFault(gone.successor.name, offer.decorations, line.decoration) : null;
    const successor = offer && !fault ? (gone?.successor ?? null) : null;
    const article = [product_name, colour, line.is_size_selected ? sizeOf(line) : null].filter(Boolean).join(', ');
    const message = gone && (successor || fault) ? [gone.words, fault].filter(Boolean).join(' ') : messages[reason](article, employee);
    return { line_id: id, employee: { id: employee_id, name: employee }, reason, message, successor };
  });
}

/**
 * Like `findUnavailableLines`, for a person who fills a draft or approves a request and chooses the site `delivery_site_id`. Empty for a submitted or
 * cancelled order.
 */
export async function unavailableLines(ctx: Ctx, uuid: string, delivery_site_id: number | undefined): Promise<{ items: UnavailableLine[] }> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.edit_draft(ctx.actor, order));
  if (order.submitted_at || order.cancelled_at) return { items: [] };
  return { items: await findUnavailableLines(ctx, { id: order.id, delivery_site_id: delivery_site_id ?? order.delivery_site_id }) };
}
