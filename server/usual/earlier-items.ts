import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import type { OrderedItem, PeerItem } from '../../shared/ordering/usual.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, orders, products, userEmployeeRoles } from '../db/tables/index.ts';
import { newestOrders } from '../orders/newest-orders.ts';
import { visibleOrders } from '../orders/scope.ts';

/** Upper limit of the items that are read: an order with the usual of all its wearers holds fewer. */
const MAX_ITEMS = 2000;
/** How many of a person's newest orders are searched for the one that was submitted last. */
const MAX_OWN_ORDERS = 8;
/** How many of an account's latest orders show what people in a role usually have. */
const MAX_ORDERS = 200;

/** An item of an order, and the SKU or style that was ordered. */
export interface EarlierItem extends OrderedItem {
  product_id: number;
}

/** What a person ordered last. */
export interface LastOrder {
  /** Null for a reader who may not see the order. */
  ordered_at: string | null;
  items: EarlierItem[];
}

const itemColumns = {
  employee_id: orderLines.employee_id,
  product_id: orderLines.product_id,
  product_name: orderLines.product_name,
  style_id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as('item_style_id'),
  variation_colour: sql<string | null>`coalesce(${products.variation_colour}, ${orderLines.variation_colour})`.as('item_colour'),
  decoration: orderLines.decoration,
  quantity: sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number).as('item_quantity'),
};

/** The conditions of orders that show what somebody wears: submitted, not cancelled, and no samples. */
const isWorn = (account_id: number) =>
  and(
    eq(orders.account_id, account_id),
    isNotNull(orders.submitted_at),
    isNull(orders.cancelled_at),
    isNull(orders.deleted_at),
    sql`not ${orders.is_sample}`,
  );
const isWanted = sql`${orderLines.qty_requested} > ${orderLines.qty_cancelled}`;

/** What each of these people of an account ordered last, by person; people who have not ordered yet are left out. */
export async function lastOrders({ db, actor }: Ctx, account_id: number, employee_ids: readonly number[]): Promise<Map<number, LastOrder>> {
  const newest = newestOrders(db, employee_ids, MAX_OWN_ORDERS);
  const earlier = db
    .select({
      ...itemColumns,
      line_id: sql<number>`${orderLines.id}`.mapWith(Number).as('item_line_id'),
      ordered_at: sql<string | null>`case when ${visibleOrders(actor)} then ${orders.submitted_at} end`
        .mapWith(orders.submitted_at)
        .as('item_ordered_at'),
      place: sql<number>`dense_rank() over (partition by ${orderLines.employee_id} order by ${orders.submitted_at} desc, ${orders.id} desc)`.as(
        'item_place',
      ),
    })
    .from(newest)
    // Cross joins keep SQLite to this order: from a few orders to their lines, and not from all orders of the account.
    .crossJoin(orders)
    .crossJoin(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(
      and(
        eq(orders.id, newest.order_id),
        eq(orderLines.order_id, orders.id),
        eq(orderLines.employee_id, newest.employee_id),
        isWorn(account_id),
        isWanted,
      ),
    )
    .as('earlier');
  const rows = await db.select().from(earlier).where(eq(earlier.place, 1)).orderBy(asc(earlier.line_id)).limit(MAX_ITEMS);
  return new Map(
    [...groupBy(rows, ({ employee_id }) => employee_id)].map(([id, of]) => [
      id,
      {
        ordered_at: of[0]?.ordered_at ?? null,
        items: of.map(({ employee_id: _, line_id: _line, ordered_at: _at, place: _place, ...item }) => ({ ...item, keeps_instruction: true })),
      },
    ]),
  );
}

/** An item of one of an account's latest orders, with a role of the person who has it. */
export interface RoleItem extends PeerItem {
  product_id: number;
  employee_role_id: number;
}

/** The items of an account's latest orders for people with one of these roles, the newest order first; once for each such role of a person. */
export async function itemsByRole({ db }: Ctx, account_id: number, role_ids: readonly number[]): Promise<RoleItem[]> {
  if (!role_ids.length) return [];
  const latest = db
    .select({ id: orders.id, submitted_at: orders.submitted_at })
    .from(orders)
    .where(isWorn(account_id))
    .orderBy(desc(orders.submitted_at), desc(orders.id))
    .limit(MAX_ORDERS)
    .as('latest');
  const rows = await db
    .select({ ...itemColumns, order_id: orderLines.order_id, employee_role_id: userEmployeeRoles.employee_role_id })
    .from(latest)
    .innerJoin(orderLines, eq(orderLines.order_id, latest.id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.user_id, orderLines.employee_id))
    .where(and(among(userEmployeeRoles.employee_role_id, idList(role_ids)), isWanted))
    .orderBy(desc(latest.submitted_at), desc(latest.id), asc(orderLines.id))
    .limit(MAX_ITEMS);
  return rows.map((row) => ({ ...row, keeps_instruction: false }));
}
