import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays } from '../../shared/add-days.ts';
import { addMonths } from '../../shared/add-months.ts';
import { calendarDate } from '../../shared/calendar-date.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { latestIssue, type Replacement, replacement } from '../../shared/replacements/replacement.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { isOrderable } from '../catalogue/is-orderable.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageSchema, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias, type Db } from '../db/db.ts';
import { inDirection } from '../db/in-order.ts';
import { jsonRows, timeAt } from '../db/json-rows.ts';
import { personName } from '../db/person-name.ts';
import { personHas } from '../db/person-search.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import {
  accounts,
  clothingSetProducts,
  clothingSets,
  orderLines,
  orders,
  products,
  returnLines,
  userClothingSets,
  userEmployeeRoles,
  userSites,
  users,
} from '../db/tables/index.ts';
import { inReturns } from '../orders/in-returns.ts';
import { lineSentAt } from '../orders/line-sent-at.ts';
import { visibleEmployees } from '../people/scope.ts';
import { deliverySitesOf } from '../sites/delivery-sites.ts';

const id = z.coerce.number().int().positive().optional();
export const replacementQuery = listQuery({ orderBy: ['employee', 'issued_on'], default: 'employee', per_page: limits.replacements_page }).extend({
  site: id,
  employee_role: id,
  due_by: calendarDate(messages.replacements.due_by).optional().describe('Items whose wear life is over by this day; today by default'),
});
export const replacementPage = pageSchema(replacement).extend({ total_cost: z.int().describe('Pence for all items of the list, ex VAT') });

/** 403 for people who order for nobody else, 404 for another client company. */
export async function authorizeReplacements({ db, actor }: Pick<Ctx, 'db' | 'actor'>, account_id: number): Promise<void> {
  authorize(policy.order_for_others(actor));
  const isOther = actor.account_id !== null && actor.account_id !== account_id;
  const [account] = isOther ? [] : await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
  requireFound(account);
}

const style = alias(products, 'style');
const styleOfOpen = alias(products, 'open_product');
const openLine = alias(orderLines, 'open_line');
const openOrder = alias(orders, 'open_order');

/** Whether a line of the wearer with the same style and colour is still to come, from a draft or an order. */
const isOnItsWay = sql`exists (select 1 from ${orderLines} as open_line join ${orders} as open_order on ${openOrder.id} = ${openLine.order_id}
  join ${products} as open_product on ${styleOfOpen.id} = ${openLine.product_id}
  where ${openLine.employee_id} = ${orderLines.employee_id} and coalesce(${styleOfOpen.parent_id}, ${styleOfOpen.id}) = ${style.id}
    and coalesce(${styleOfOpen.variation_colour}, ${openLine.variation_colour}, ${products.variation_colour}, '') = coalesce(${products.variation_colour}, '')
    and ${openOrder.deleted_at} is null and ${openOrder.cancelled_at} is null
    and ${openLine.qty_shipped} < ${openLine.qty_requested} - ${openLine.qty_cancelled})`;

/** The lowest price of the product in the sets of its wearer; null if no set holds it. */
const priceForWearer = sql<number>`(select min(coalesce(${clothingSetProducts.price}, ${products.price})) from ${userClothingSets}
  join ${clothingSets} on ${clothingSets.id} = ${userClothingSets.clothing_set_id} and ${clothingSets.deleted_at} is null
  join ${clothingSetProducts} on ${clothingSetProducts.clothing_set_id} = ${clothingSets.id}
  where ${userClothingSets.user_id} = ${orderLines.employee_id} and ${clothingSetProducts.product_id} in (${products.id}, ${products.parent_id}))`.mapWith(
  Number,
);

const qtyHeld = sql<number>`${orderLines.qty_shipped} - ${inReturns(returnLines.qty_approved, 'not null')}`.mapWith(Number);

/** For each wear life of the account's styles, the time before which an item was sent whose life is over by a day. */
async function livesOver(db: Db, due_by: string): Promise<SQL> {
  const lives = await db
    .selectDistinct({ months: products.wear_months })
    .from(products)
    .where(and(gt(products.wear_months, 0), isNull(products.deleted_at)))
    .limit(limits.wear_months);
  return jsonRows(lives.flatMap(({ months }) => (months ? [[months, ukMidnight(addDays(latestIssue(due_by, months), 1))]] : [])));
}

/**
 * What people hold at their company and is worn out by a day, as a subquery: for each person, style and colour what was sent last, unless more of it is
 * on its way or no set of the person offers it any more. `people` is a condition on `users`.
 */
export async function dueItems({ db, now }: Pick<Ctx, 'db' | 'now'>, due_by: string, people: SQL | undefined) {
  const newest = db
    .select({
      line_id: sql<number>`${orderLines.id}`.mapWith(Number).as('newest_line_id'),
      name_key: users.name_key,
      place:
        sql<number>`row_number() over (partition by ${orderLines.employee_id}, ${style.id}, ${products.variation_colour} order by ${orderLines.id} desc)`.as(
          'place',
        ),
    })
    .from(users)
    .innerJoin(orderLines, eq(orderLines.employee_id, users.id))
    .innerJoin(orders, and(eq(orders.id, orderLines.order_id), eq(orders.account_id, users.account_id)))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(style, sql`${style.id} = coalesce(${products.parent_id}, ${products.id})`)
    .where(
      and(
        people,
        isNull(users.deleted_at),
        sql`(${users.leaves_on} is null or ${users.leaves_on} > ${ukDate(now)})`,
        gt(style.wear_months, 0),
        gt(orderLines.qty_shipped, 0),
        sql`${products.is_published}`,
        isNull(products.deleted_at),
        isOrderable(now, products, style),
      ),
    )
    .as('newest');
  const lives = sql`(select cast(value ->> 0 as integer) as months, ${timeAt(1)} as sent_before from ${await livesOver(db, due_by)}) as lives`;
  return db
    .select({
      line_id: newest.line_id,
      employee_id: orderLines.employee_id,
      name_key: newest.name_key,
      product_id: orderLines.product_id,
      decoration: orderLines.decoration,
      months: sql<number>`${style.wear_months}`.mapWith(Number).as('months'),
      quantity: qtyHeld.as('quantity'),
      price: priceForWearer.as('price'),
      sent_at: lineSentAt(orderLines.id).as('sent_at'),
    })
    .from(newest)
    .innerJoin(orderLines, eq(orderLines.id, newest.line_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(style, sql`${style.id} = coalesce(${products.parent_id}, ${products.id})`)
    .innerJoin(lives, sql`lives.months = ${style.wear_months} and ${lineSentAt(orderLines.id)} < lives.sent_before`)
    .where(and(eq(newest.place, 1), gt(qtyHeld, 0), sql`not ${isOnItsWay}`, sql`${priceForWearer} is not null`))
    .as('due');
}

const isAt = (site_id: number): SQL =>
  sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${site_id})`;
const hasRole = (role_id: number): SQL =>
  sql`exists (select 1 from ${userEmployeeRoles} where ${userEmployeeRoles.user_id} = ${users.id} and ${userEmployeeRoles.employee_role_id} = ${role_id})`;

type ReplacementPage = Page<Replacement> & { total_cost: number };

/** The items of people in the caller's scope that are worn out by a day, and what it costs to replace them all. */
export async function listReplacements(ctx: Ctx, account_id: number, query: z.infer<typeof replacementQuery>): Promise<ReplacementPage> {
  await authorizeReplacements(ctx, account_id);
  const { db, actor } = ctx;
  const people = and(
    eq(users.account_id, account_id),
    visibleEmployees(actor),
    query.site ? isAt(query.site) : undefined,
    query.employee_role ? hasRole(query.employee_role) : undefined,
    query.search && query.search.length >= limits.search_min ? personHas(query.search) : undefined,
  );
  const due = await dueItems(ctx, query.due_by ?? ukDate(ctx.now), people);
  const [sums] = await db
    .select({
      total: sql<number>`count(*)`.mapWith(Number),
      cost: sql<number>`coalesce(sum(${due.price} * ${due.quantity}), 0)`.mapWith(Number),
    })
    .from(due);
  const page = db
    .select()
    .from(due)
    .orderBy(inDirection(query.sortedBy, query.orderBy === 'employee' ? due.name_key : due.sent_at), asc(due.employee_id), asc(due.line_id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const list = await readPage(db, query, { page: await page, total: sums?.total ?? 0 }, (rows) => described(ctx, rows));
  return { ...list, total_cost: sums?.cost ?? 0 };
}

/** A due item as `dueItems` selects it. */
export interface DueItem {
  line_id: number;
  employee_id: number;
  product_id: number;
  months: number;
  quantity: number;
  price: number;
  sent_at: string | null;
}

async function described(ctx: Ctx, due: readonly DueItem[]): Promise<Replacement[]> {
  const { db } = ctx;
  const employee_ids = [...new Set(due.map(({ employee_id }) => employee_id))];
  const people = await db
    .select({ id: users.id, name: personName(users).as('name'), employee_number: users.employee_number })
    .from(users)
    .where(among(users.id, idList(employee_ids)));
  const skus = await db
    .select({
      id: products.id,
      ...skuColumns,
      name: products.name,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(style.id).as('style_picture'),
    })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(among(products.id, idList([...new Set(due.map(({ product_id }) => product_id))])));
  const sites = await deliverySitesOf(ctx, employee_ids);
  const personById = new Map(people.map((person) => [person.id, person]));
  const skuById = new Map(skus.map((sku) => [sku.id, sku]));
  return due.flatMap(({ employee_id, product_id, months, quantity, price, sent_at }) => {
    const employee = personById.get(employee_id);
    const sku = skuById.get(product_id);
    if (!employee || !sku || sent_at === null) return [];
    const site = sites.get(employee_id);
    const { id: product, name, variation_colour, colour_hex, picture, style_picture, sku: code, ...sized } = sku;
    const issued_on = ukDate(sent_at);
    return {
      employee,
      site: site ? { id: site.id, name: site.name } : null,
      product: { id: product, name, variation_colour, colour_hex, size: sizeOf(sized), media: mediaOf(picture, style_picture) },
      sku: code,
      quantity,
      issued_on,
      due_on: addMonths(issued_on, months),
      price,
    };
  });
}
