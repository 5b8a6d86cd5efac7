import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dispatchNumber, dispatchOfNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { inDirection } from '../db/in-order.ts';
import { personName, personNameIfAny } from '../db/person-name.ts';
import { accounts, confirmedWeights, orders, users } from '../db/tables/index.ts';

export const confirmedWeightsQuery = listQuery({
  orderBy: ['confirmed_at', 'difference', 'order_number', 'account'],
  default: 'confirmed_at',
  sortedBy: 'desc',
  per_page: 50,
}).extend({
  kind: z.enum(['bag', 'dispatch']).optional(),
  direction: z.enum(['heavier', 'lighter']).optional(),
});

const named = z.object({ id: z.int(), name: z.string() });

export const confirmedWeight = z.object({
  id: z.int(),
  kind: z.enum(['bag', 'dispatch']),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string() }).describe('The first order of a consolidated dispatch'),
  qty_orders: z.int().describe('How many orders are in the boxes'),
  account: named,
  wearer: named.nullable().describe('Whose bag it is; null for a dispatch'),
  dispatch: z.object({ id: z.int(), dispatch_number: z.string() }).nullable().describe('Null for a bag'),
  expected_g: z.int(),
  weight_g: z.int(),
  difference_g: z.int().describe('Positive if it weighs more than expected'),
  confirmed_by: named,
  confirmed_at: z.string(),
});
export type ConfirmedWeight = z.infer<typeof confirmedWeight>;

const wearer = alias(users, 'wearer');
const difference = sql<number>`(${confirmedWeights.weight_g} - ${confirmedWeights.expected_g})`;
const kinds = { bag: isNotNull(confirmedWeights.pick_id), dispatch: isNull(confirmedWeights.pick_id) };
const directions = { heavier: sql`${difference} > 0`, lighter: sql`${difference} < 0` };

/** The bags and dispatches whose weights differed from what was expected and were confirmed, newest first. */
export async function listConfirmedWeights(ctx: Ctx, query: z.infer<typeof confirmedWeightsQuery>): Promise<Page<ConfirmedWeight>> {
  authorize(policy.see_confirmed_weights(ctx.actor));
  const { search, kind, direction, orderBy, sortedBy } = query;
  const dispatch_id = search ? dispatchOfNumber(search) : null;
  const matches = search
    ? or(
        contains(accounts.name, search),
        contains(personName(users), search),
        contains(personName(wearer), search),
        /^\d{1,15}$/.test(search) ? eq(confirmedWeights.order_id, Number(search)) : undefined,
        dispatch_id === null ? undefined : eq(confirmedWeights.dispatch_id, dispatch_id),
      )
    : undefined;
  const rows = ctx.db
    .select({
      id: confirmedWeights.id,
      order_id: confirmedWeights.order_id,
      uuid: orders.uuid,
      qty_orders: sql<number>`case when ${confirmedWeights.dispatch_id} is null then 1
        else (select count(*) from dispatch_orders where dispatch_orders.dispatch_id = ${confirmedWeights.dispatch_id}) end`.mapWith(Number),
      account_id: accounts.id,
      account_name: accounts.name,
      wearer_id: confirmedWeights.employee_id,
      wearer_name: personNameIfAny(wearer),
      dispatch_id: confirmedWeights.dispatch_id,
      expected_g: confirmedWeights.expected_g,
      weight_g: confirmedWeights.weight_g,
      confirmer_id: users.id,
      confirmer_name: personName(users),
      confirmed_at: confirmedWeights.confirmed_at,
    })
    .from(confirmedWeights)
    .innerJoin(orders, eq(orders.id, confirmedWeights.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(users, eq(users.id, confirmedWeights.confirmed_by))
    .leftJoin(wearer, eq(wearer.id, confirmedWeights.employee_id))
    .where(and(kind && kinds[kind], direction && directions[direction], matches));
  const by = {
    confirmed_at: confirmedWeights.confirmed_at,
    difference: inDirection(sortedBy, sql`abs${difference}`),
    order_number: confirmedWeights.order_id,
    account: accounts.name,
  };
  return readPage(ctx.db, query, { rows, order: [by[orderBy], confirmedWeights.id] }, (read) =>
    read.map(({ order_id, uuid, account_id, account_name, wearer_id, wearer_name, dispatch_id: id, confirmer_id, confirmer_name, ...row }) => ({
      ...row,
      kind: id === null ? 'bag' : 'dispatch',
      order: { id: order_id, uuid, order_number: orderNumber(order_id) },
      account: { id: account_id, name: account_name },
      wearer: wearer_id === null ? null : { id: wearer_id, name: wearer_name ?? '' },
      dispatch: id === null ? null : { id, dispatch_number: dispatchNumber(id) },
      difference_g: row.weight_g - row.expected_g,
      confirmed_by: { id: confirmer_id, name: confirmer_name },
    })),
  );
}
