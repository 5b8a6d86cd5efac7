import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { addressLines } from '../../shared/address-lines.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { orderTotals } from '../../shared/money.ts';
import type { LineState } from '../../shared/ordering/line-status.ts';
import { lineStatusText } from '../../shared/ordering/line-status-text.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { nameToClients } from '../core/shown-person.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { dispatchLines, orderLines, orders, products, sites, users } from '../db/tables/index.ts';
import { lineStatusesOf } from '../stock/line-status-queries.ts';
import type { WearerItems } from './email-templates/wearers.ts';

/** The facts of an order for emails, and the recipients of the emails. No scope is checked: the caller has decided who is notified. */
export async function orderInEmails({ db, services }: Ctx, order_id: number) {
  const [head] = await db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      client_po_reference: orders.client_po_reference,
      customer_notes: orders.customer_notes,
      delivery_address: orders.delivery_address,
      requester_forenames: users.forenames,
      requester_surname: users.surname,
      requester_email: users.email,
      requester_account_id: users.account_id,
      site: sites.name,
      site_email: sites.delivery_notification_email,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.requester_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(eq(orders.id, order_id));
  const { id, uuid, delivery_address, requester_forenames, requester_surname, requester_account_id, ...order } = requireFound(head);
  return {
    ...order,
    order_number: orderNumber(id),
    url: `${services.settings.public_url}/orders/${uuid}`,
    delivery_address: delivery_address ? addressLines(delivery_address) : [],
    requester_forenames,
    requester: nameToClients({ account_id: requester_account_id, name: `${requester_forenames} ${requester_surname}`.trim() }),
  };
}

const words = {
  line_id: orderLines.id,
  employee_id: users.id,
  forenames: users.forenames,
  surname: users.surname,
  product: products.name,
  colour: sql<string | null>`coalesce(${products.variation_colour}, ${orderLines.variation_colour})`,
  ...sizeColumns,
  is_size_selected: orderLines.is_size_selected,
};
const byWearer = [asc(users.name_key), asc(users.id), asc(orderLines.id)];

/** The items of an order by wearer, with their amounts in pence. */
export async function orderedItems(
  { db }: Ctx,
  order_id: number,
  statuses?: ReadonlyMap<number, string>,
): Promise<{ wearers: WearerItems[]; totals: ReturnType<typeof orderTotals> }> {
  const lines = await db
    .select({
      ...words,
      quantity: sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number),
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
      unit_price: orderLines.unit_price,
      vat_rate: orderLines.vat_rate,
    })
    .from(orderLines)
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(and(eq(orderLines.order_id, order_id), ne(orderLines.qty_requested, orderLines.qty_cancelled)))
    .orderBy(...byWearer);
  return { wearers: byPerson(lines, statuses), totals: orderTotals(lines) };
}

const isGone: Partial<Record<LineState, true>> = { to_collect: true, on_its_way: true, sent: true, delivered: true, cancelled: true };

/** Where the items of a submitted order are that have not left, as text by line id. */
async function openStatuses(ctx: Ctx, order_id: number): Promise<Map<number, string>> {
  const reader = { today: ukDate(ctx.now), is_submitted: true };
  const statuses = await lineStatusesOf(ctx, [order_id]);
  return new Map(
    [...statuses].map(([line_id, parts]) => [
      line_id,
      lineStatusText(
        parts.filter(({ state }) => !isGone[state]),
        reader,
      ),
    ]),
  );
}

/** As `orderedItems`, but each line also says where its items are. */
export async function orderedItemsWithStatus(ctx: Ctx, order_id: number) {
  return orderedItems(ctx, order_id, await openStatuses(ctx, order_id));
}

/** The items of an order that are still to be sent, by wearer. Each line says where its items are. */
export const openItems = async (ctx: Ctx, order_id: number): Promise<WearerItems[]> =>
  byPerson(await itemsToShip(ctx, order_id), await openStatuses(ctx, order_id));

/** The items of one order in a dispatch, grouped by wearer. */
export async function dispatchedItems({ db }: Ctx, order_id: number, dispatch_id: number): Promise<WearerItems[]> {
  const lines = await db
    .select({ ...words, quantity: dispatchLines.quantity })
    .from(dispatchLines)
    .innerJoin(orderLines, eq(orderLines.id, dispatchLines.order_line_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, dispatchLines.product_id))
    .where(and(eq(dispatchLines.order_id, order_id), eq(dispatchLines.dispatch_id, dispatch_id)))
    .orderBy(...byWearer);
  return byPerson(lines);
}

/** The items of an order that are still to be sent, by wearer. `email` is null for a wearer who is archived or disabled, or has no address. */
export function itemsToShip({ db }: Ctx, order_id: number) {
  const qty_left = sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}`.mapWith(Number);
  const email = sql<string | null>`case when ${users.deleted_at} is null and not ${users.is_disabled} then ${users.email} end`;
  return db
    .select({ ...words, quantity: qty_left, email })
    .from(orderLines)
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(and(eq(orderLines.order_id, order_id), sql`${qty_left} > 0`))
    .orderBy(...byWearer);
}

interface Line extends Sized {
  line_id: number;
  employee_id: number;
  forenames: string;
  surname: string;
  product: string;
  colour: string | null;
  is_size_selected: boolean;
  quantity: number;
}

/** Lines as emails list them, by wearer; each with its text in `statuses`, which has line ids as keys. */
export function byPerson(lines: readonly Line[], statuses: ReadonlyMap<number, string> = new Map()): WearerItems[] {
  const wearers = new Map<number, WearerItems>();
  for (const { line_id, employee_id, forenames, surname, product, colour, is_size_selected, quantity, ...sized } of lines) {
    const status = statuses.get(line_id);
    const wearer = wearers.get(employee_id) ?? { name: `${forenames} ${surname}`.trim(), items: [] };
    wearer.items.push({ product, colour, is_size_selected, quantity, size: sizeOf(sized), ...(status && { status }) });
    wearers.set(employee_id, wearer);
  }
  return [...wearers.values()];
}
