import { and, asc, eq, type SQL } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { byShelf } from '../../shared/picking/walking-order.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { accounts, orderLines, orders, pickLines, picks, products, sites, users } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { visibleOrders } from '../orders/scope.ts';
import type { ListedLine, PickingList } from './picking-list.ts';
import { productColumns } from './product-words.ts';

type FoundPickingList = PickingList & { order_id: number };

const openPicks = ({ db, actor }: Ctx, where: SQL) =>
  db
    .select({
      pick_id: picks.id,
      order_id: orders.id,
      client: accounts.name,
      site: sites.name,
      client_po_reference: orders.client_po_reference,
      submitted_at: orders.submitted_at,
      customer_notes: orders.customer_notes,
    })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(and(where, isOpenPick(), visibleOrders(actor)));

/** The lines of each of these picks in walking order, by pick. */
async function linesOfPicks({ db }: Ctx, pick_ids: readonly number[]): Promise<Map<number, ListedLine[]>> {
  const lines = await db
    .select({
      pick_id: pickLines.pick_id,
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
    .where(among(pickLines.pick_id, idList(pick_ids)))
    .orderBy(asc(products.position), asc(pickLines.id));
  // The sort is stable, so the sizes of one garment keep the sequence in which the query returns them.
  lines.sort((a, b) => byShelf({ bin: a.bin, name: a.product, colour: a.colour }, { bin: b.bin, name: b.product, colour: b.colour }));
  const ofPick = groupBy(lines, ({ pick_id }) => pick_id);
  return new Map(
    [...ofPick].map(([pick_id, own]) => [
      pick_id,
      own.map(({ pick_id: _, forenames, surname, ...line }) => ({ ...line, wearer: `${forenames} ${surname}`.trim(), size: sizeOf(line) })),
    ]),
  );
}

async function pickingListsWhere(ctx: Ctx, where: SQL): Promise<FoundPickingList[]> {
  const open = await openPicks(ctx, where);
  const lines = await linesOfPicks(
    ctx,
    open.map(({ pick_id }) => pick_id),
  );
  return open.map(({ pick_id, ...list }) => ({ ...list, order_number: orderNumber(list.order_id), lines: lines.get(pick_id) ?? [] }));
}

/** The lines to pick in the open pick of an order, in walking order. 409 when the order is not with the warehouse. */
export async function findPickingList(ctx: Ctx, uuid: string): Promise<FoundPickingList> {
  authorize(policy.pick(ctx.actor));
  const { id } = await findOrder(ctx, uuid);
  const [list] = await pickingListsWhere(ctx, eq(orders.id, id));
  if (!list) throw conflict('pick_closed', messages.not_with_warehouse);
  return list;
}

/** The same for several orders, in the given sequence. Orders that are not with the warehouse are left out; 409 when none is left. */
export async function findPickingLists(ctx: Ctx, order_ids: readonly number[]): Promise<FoundPickingList[]> {
  authorize(policy.pick(ctx.actor));
  const lists = new Map((await pickingListsWhere(ctx, among(orders.id, idList(order_ids)))).map((list) => [list.order_id, list]));
  if (lists.size === 0) throw conflict('pick_closed', messages.none_with_warehouse);
  return order_ids.flatMap((id) => lists.get(id) ?? []);
}

/** Records when the picking lists of orders were last downloaded. */
export async function notePickingListsPrinted(ctx: Ctx, order_ids: readonly number[]): Promise<void> {
  authorize(policy.pick(ctx.actor));
  await ctx.db
    .update(orders)
    .set({ printed_at: ctx.now })
    .where(and(among(orders.id, idList(order_ids)), visibleOrders(ctx.actor)));
}
