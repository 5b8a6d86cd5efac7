import { and, asc, eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { KitArticle } from '../../shared/kits/fill-kit.ts';
import { isOfferedAt, parent } from '../catalogue/order-conditions.ts';
import type { Ctx } from '../core/context.ts';
import { among } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import {
  clothingSetProducts,
  clothingSets,
  dispatches,
  dispatchOrders,
  orderLines,
  orders,
  products,
  sites,
  starters,
  userClothingSets,
  userSites,
  users,
} from '../db/tables/index.ts';
import { isOfferedInSets } from '../kits/kit-offers.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { visibleEmployees } from '../people/scope.ts';

/** Which people who start are read. */
export interface StarterFilter {
  account_id: number;
  from: string;
  until: string | null;
  search?: string | undefined;
  site_id?: number | undefined;
  limit: number;
}

/** The people of a client company who start in a period and whom the caller may see, the first to start first. */
export const peopleWhoStart = ({ db, actor }: Ctx, { account_id, from, until, search, site_id, limit }: StarterFilter) => {
  const conditions: (SQL | undefined)[] = [
    eq(users.account_id, account_id),
    isNull(users.deleted_at),
    isNotNull(users.started_on),
    gte(users.started_on, from),
    until === null ? undefined : lte(users.started_on, until),
    visibleEmployees(actor),
    search ? or(contains(personName(users), search), contains(users.employee_number, search)) : undefined,
    site_id === undefined
      ? undefined
      : sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${site_id})`,
  ];
  return db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      employee_number: users.employee_number,
      started_on: sql<string>`${users.started_on}`.as('first_day'),
      has_email: sql<boolean>`${users.email} is not null and not ${users.is_disabled}`.mapWith(Boolean).as('has_email'),
    })
    .from(users)
    .where(and(...conditions))
    .orderBy(asc(users.started_on), asc(users.name_key), asc(users.id))
    .limit(limit);
};

/** What was begun for these people. */
export const startersOfPeople = prepared('starters_of_people', (db) =>
  db
    .select({
      user_id: starters.user_id,
      employee_role_id: starters.employee_role_id,
      asked_at: starters.asked_at,
      order_id: starters.order_id,
      outcome: starters.outcome,
      reason: starters.reason,
    })
    .from(starters)
    .where(among(starters.user_id, sql.placeholder('ids'))),
);

/** The order lines of these people: those of orders that were sent, and of the drafts with their kits. The newest order comes first. */
export const orderLinesOfPeople = prepared('order_lines_of_starters', (db) =>
  db
    .select({
      id: orderLines.id,
      employee_id: orderLines.employee_id,
      order_id: orders.id,
      product_name: orderLines.product_name,
      sku_to_pick: pickedSku.mapWith(Number).as('sku_to_pick'),
      style_id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as('style_id'),
      product_id: orderLines.product_id,
      is_size_selected: orderLines.is_size_selected,
      quantity: sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number).as('quantity'),
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(
      and(
        among(orderLines.employee_id, sql.placeholder('ids')),
        isNull(orders.deleted_at),
        or(isNotNull(orders.submitted_at), isNotNull(orders.requested_at), among(orders.id, sql.placeholder('kit_orders'))),
      ),
    )
    .orderBy(sql`${orders.id} desc`, asc(orderLines.id)),
);

/** The heads of orders, with the last parcel that has left. */
export const ordersById = prepared('orders_of_starters', (db) =>
  db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      delivery_site_id: orders.delivery_site_id,
      site: sites.name,
      submitted_at: orders.submitted_at,
      requested_at: orders.requested_at,
      cancelled_at: orders.cancelled_at,
      declined_reason: orders.declined_reason,
      is_frozen: orders.is_frozen,
      frozen_reason: orders.frozen_reason,
      dispatched_at: sql<string | null>`(select max(${dispatches.dispatched_at}) from ${dispatchOrders}
        join ${dispatches} on ${dispatches.id} = ${dispatchOrders.dispatch_id} where ${dispatchOrders.order_id} = ${orders.id})`
        .mapWith(dispatches.dispatched_at)
        .as('left_at'),
      delivered_on: sql<string | null>`(select max(${dispatches.delivered_on}) from ${dispatchOrders}
        join ${dispatches} on ${dispatches.id} = ${dispatchOrders.dispatch_id} where ${dispatchOrders.order_id} = ${orders.id})`.as('arrived_on'),
    })
    .from(orders)
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(among(orders.id, sql.placeholder('ids'))),
);

/** The clothing sets of people, without those that all of their sites exclude. */
export const setsOfPeople = prepared('sets_of_starters', (db) =>
  db
    .select({ user_id: userClothingSets.user_id, clothing_set_id: userClothingSets.clothing_set_id })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .where(and(among(userClothingSets.user_id, sql.placeholder('ids')), isOfferedAt(0, userClothingSets.user_id)))
    .orderBy(asc(userClothingSets.user_id), asc(userClothingSets.clothing_set_id)),
);

/** The SKUs of these styles and SKUs in the sets of a client company, by set. */
export async function articlesInSets(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account_id: number,
  product_ids: readonly number[],
): Promise<(KitArticle & { clothing_set_id: number; name: string })[]> {
  if (!product_ids.length) return [];
  const rows = await db
    .select({
      clothing_set_id: clothingSets.id,
      id: products.id,
      parent_id: products.parent_id,
      name: products.name,
      variation_colour: products.variation_colour,
      ...sizeColumns,
    })
    .from(clothingSets)
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, or(eq(products.id, clothingSetProducts.product_id), eq(products.parent_id, clothingSetProducts.product_id)))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(isOfferedInSets(account_id, product_ids, now))
    .orderBy(asc(products.position), asc(products.id));
  return rows.map(({ clothing_set_id, id, parent_id, name, ...attributes }) => ({ clothing_set_id, id, parent_id, name, attributes }));
}

/** The names of products. */
export const namesOfProducts = prepared('names_of_kit_products', (db) =>
  db
    .select({ id: products.id, name: products.name, colour_hex: products.colour_hex })
    .from(products)
    .where(among(products.id, sql.placeholder('ids'))),
);
