import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { availabilities } from '../../shared/stock/size-availability.ts';
import { allowancesOfStyles, styleAllowanceSchema } from '../allowances/allowances-of-styles.ts';
import { type ForWhom, type PermittedProduct, permittedProducts } from '../catalogue/permitted-products.ts';
import { type Style, styleSchema, stylesOf, withoutStock } from '../catalogue/styles.ts';
import { setsKeptFrom, unavailableSets, unavailableStyles } from '../catalogue/unavailable-styles.ts';
import type { Ctx } from '../core/context.ts';
import { queryFlag } from '../core/paging.ts';
import { requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { byName } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { clothingSetSites, clothingSets, employeeRoles, orderLines, sites, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { visibleEmployees } from '../people/scope.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { availabilityOf, showsAvailability } from '../stock/availability-queries.ts';
import { sizesFor } from './choose-size.ts';
import { isWearer } from './is-wearer.ts';

const named = z.object({ id: z.int(), name: z.string() });

const offeredStyleSchema = styleSchema.extend({
  allowances: z.array(styleAllowanceSchema).describe('Of the wearer, that cover the style'),
  children: z.array(
    styleSchema.shape.children.element.extend({
      availability: z.enum(availabilities).nullable().describe('When an item of the size can leave; null if the account does not show it'),
      available_on: z.string().nullable().describe('The calendar date on which an item is expected; null unless `expected`'),
    }),
  ),
});

export const wearerProductsSchema = z.object({
  employee: z.object({ id: z.int(), name: z.string() }),
  employee_roles: z.array(z.object({ id: z.int(), name: z.string(), is_budgeted: z.boolean() })),
  clothing_sets: z.array(z.object({ id: z.int(), name: z.string() })),
  items: z.array(offeredStyleSchema),
  not_offered: z
    .array(z.object({ code: z.enum(['site', 'restriction', 'publication', 'discontinuation']), name: z.string(), message: z.string() }))
    .optional()
    .describe('With for_themself=true: the sets and styles of the wearer that are withheld from them'),
  kept_from_site: z
    .object({
      sets: z.array(named).describe('Of the wearer, by name'),
      sites: z.array(named).describe('Of the caller’s, that have one of these sets; the wearer’s own first'),
    })
    .nullable()
    .optional()
    .describe('For an order: the sets that are not offered at its delivery site; null where all are'),
});

export const wearerProductsQuery = z.object({
  order: z.uuid().optional().describe('For this order: what its delivery site allows'),
  for_themself: queryFlag.optional().describe('As the wearer would order it, whoever asks'),
});

/** The sets and styles of a wearer that are not offered to the wearer, each with the reason in words. */
async function notOffered(ctx: Ctx, employee_id: number, whom: ForWhom): Promise<z.infer<typeof wearerProductsSchema>['not_offered']> {
  const sets = groupBy(await unavailableSets(ctx, employee_id), ({ set_name }) => set_name);
  const words = messages.not_offered;
  return [
    ...[...sets].map(([name, sites]) => ({ code: 'site' as const, name, message: words.site(listText(sites.map(({ site_name }) => site_name))) })),
    ...(await unavailableStyles(ctx, employee_id, whom)).map(({ code, name }) => ({ code, name, message: words[code] })),
  ];
}

/**
 * `sets` are the wearer's sets that the delivery site of an order does not offer. `sites` are the sites to which the caller may send the order and
 * which offer at least one of these sets. Null if the delivery site offers all sets of the wearer.
 */
async function keptFromSite(
  ctx: Ctx,
  employee_id: number,
  order: Pick<Order, 'account_id' | 'delivery_site_id'>,
): Promise<z.infer<typeof wearerProductsSchema>['kept_from_site']> {
  const sets = await setsKeptFrom(ctx, employee_id, order.delivery_site_id ?? 0);
  if (!sets.length) return null;
  const isOwn = sql`exists (select 1 from ${userSites} where ${userSites.site_id} = ${sites.id} and ${userSites.user_id} = ${employee_id})`;
  const hasOne = sql`exists (select 1 from ${clothingSets} where ${among(clothingSets.id, idList(sets.map(({ id }) => id)))} and not exists (
    select 1 from ${clothingSetSites} where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${sites.id}))`;
  const offering = await ctx.db
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .where(and(eq(sites.account_id, order.account_id), visibleSites(ctx.actor), hasOne))
    .orderBy(sql`case when ${isOwn} then 0 else 1 end`, byName(sites.name), asc(sites.id))
    .limit(limits.page_cap);
  return { sets, sites: offering };
}

/**
 * The articles that may be chosen for a wearer's lines that were submitted without a size, including styles that the caller does not see otherwise.
 */
async function waitingSizes(ctx: Ctx, order: Order, employee_id: number): Promise<Map<number, PermittedProduct>> {
  const unsized = await ctx.db
    .selectDistinct({ product_id: orderLines.product_id })
    .from(orderLines)
    .where(and(eq(orderLines.order_id, order.id), eq(orderLines.employee_id, employee_id), eq(orderLines.is_size_selected, false)));
  return sizesFor(
    ctx,
    order,
    employee_id,
    unsized.map(({ product_id }) => product_id),
  );
}

/** Styles as the caller orders them: with the wearer's allowances, with when each size can leave, and how many are free only for the office and the floor. */
async function withAvailability(
  ctx: Ctx,
  account_id: number | null,
  employee_id: number,
  styles: readonly Style[],
): Promise<z.infer<typeof offeredStyleSchema>[]> {
  const ids = styles.flatMap(({ children }) => children.map(({ id }) => id));
  const isShown = account_id !== null && (await showsAvailability(ctx, account_id));
  const availability = await availabilityOf(ctx.db, isShown ? ids : []);
  const allowancesOf = await allowancesOfStyles(ctx, employee_id, styles);
  return styles.map((style) => {
    const { children, ...rest } = policy.see_stock(ctx.actor) ? style : withoutStock(style);
    return {
      ...rest,
      allowances: allowancesOf(style),
      children: children.map((child) => {
        return { ...child, ...(availability.get(child.id) ?? { availability: null, available_on: null }) };
      }),
    };
  });
}

/**
 * The products that a wearer may have and the caller may see; for an order, only those that its delivery site
 * allows. Somebody who may fill an order sees the products of each of its wearers, at whatever site the wearer works.
 */
export async function wearerProducts(
  ctx: Ctx,
  employee_id: number,
  query: z.infer<typeof wearerProductsQuery>,
): Promise<z.infer<typeof wearerProductsSchema>> {
  const order = query.order ? await findOrder(ctx, query.order) : null;
  const fills = order !== null && policy.edit_draft(ctx.actor, order) && (await isWearer(ctx, order.id, employee_id));
  const [row] = await ctx.db
    .select({
      id: users.id,
      account_id: users.account_id,
      name: personName(users).as('name'),
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(users)
    .where(and(eq(users.id, employee_id), fills ? undefined : visibleEmployees(ctx.actor)));
  const { account_id, can_view_restricted_products, ...employee } = requireFound(row);
  const whom: ForWhom = {
    site_id: order?.delivery_site_id ?? null,
    restricted: query.for_themself ? can_view_restricted_products : policy.see_restricted_products(ctx.actor),
    now: ctx.now,
  };
  const offered = await permittedProducts(ctx.db, employee_id, whom);
  const permitted = (order?.submitted_at ?? order?.requested_at) ? new Map([...offered, ...(await waitingSizes(ctx, order, employee_id))]) : offered;
  const setIds = [...new Set([...permitted.values()].flatMap(({ clothing_set_ids }) => clothing_set_ids))];
  return {
    employee,
    employee_roles: await ctx.db
      .select({ id: employeeRoles.id, name: employeeRoles.name, is_budgeted: employeeRoles.is_budgeted })
      .from(userEmployeeRoles)
      .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
      .where(and(eq(userEmployeeRoles.user_id, employee_id), isNull(employeeRoles.deleted_at)))
      .orderBy(byName(employeeRoles.name)),
    clothing_sets: await ctx.db
      .select({ id: clothingSets.id, name: clothingSets.name })
      .from(clothingSets)
      .where(among(clothingSets.id, idList(setIds)))
      .orderBy(byName(clothingSets.name)),
    items: await withAvailability(ctx, account_id, employee_id, await stylesOf(ctx, permitted)),
    ...(order && { kept_from_site: await keptFromSite(ctx, employee_id, order) }),
    ...(query.for_themself && { not_offered: await notOffered(ctx, employee_id, whom) }),
  };
}
