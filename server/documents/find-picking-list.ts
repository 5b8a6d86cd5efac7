import { and, asc, eq } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { byShelf } from '../../shared/picking/walking-order.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, requireFound } from '../core/problem.ts';
import { accounts, orderLines, orders, pickLines, picks, products, sites, users } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import type { PickingList } from './picking-list.ts';
import { productColumns } from './product-words.ts';

/** The lines to pick in the open pick of an order, in walking order. 409 when the order is not with the warehouse. */
export async function findPickingList(ctx: Ctx, uuid: string): Promise<PickingList> {
  const { db, actor } = ctx;
  authorize(policy.pick(actor));
  const order = await findOrder(ctx, uuid);
  const [pick] = await db
    .select({ id: picks.id, client: accounts.name, site: sites.name })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(and(eq(picks.order_id, order.id), isOpenPick()));
  if (!pick) throw conflict('pick_closed', messages.not_with_warehouse);

  const lines = await db
    .select({
      product: products.name,
      decoration: orderLines.decoration,
      notes: orderLines.notes,
      forenames: users.forenames,
      surname: users.surname,
      qty_allocated: pickLines.qty_allocated,
      ...productColumns,
    })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, pickLines.product_id))
    .where(eq(pickLines.pick_id, pick.id))
    .orderBy(asc(products.position), asc(pickLines.id));
  return {
    order_number: orderNumber(order.id),
    client: pick.client,
    site: pick.site,
    client_po_reference: order.client_po_reference,
    submitted_at: order.submitted_at,
    customer_notes: order.customer_notes,
    lines: lines
      // The sort is stable, so the sizes of one garment keep the sequence in which the query returns them.
      .sort((a, b) => byShelf({ bin: a.bin, name: a.product, colour: a.colour }, { bin: b.bin, name: b.product, colour: b.colour }))
      .map(({ forenames, surname, ...line }) => ({ ...line, wearer: `${forenames} ${surname}`.trim(), size: sizeOf(line) })),
  };
}

/** Record when an order's picking list was last downloaded. */
export async function notePickingListPrinted(ctx: Ctx, uuid: string): Promise<void> {
  authorize(policy.pick(ctx.actor));
  const { id } = requireFound(await findOrder(ctx, uuid));
  await ctx.db.update(orders).set({ printed_at: ctx.now }).where(eq(orders.id, id));
}
